export interface Audit {
  readonly verdict: 'clean' | 'grave' | 'unanswered';
  readonly lines: string[];
}
export function judgeAudit(output: string): Audit;
export function auditDependencies(): Audit;
