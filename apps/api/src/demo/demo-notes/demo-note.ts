/** What somebody does with a code of a sample note. */
export interface DemoStep {
  readonly code: string;
  readonly action: 'approve' | 'reject' | 'assign' | 'code';
}

export interface DemoNote {
  readonly kind: 'op' | 'ed';
  readonly filename: string | null;
  readonly text: string;
  readonly codes: readonly DemoStep[];
  /** Diagnoses of its claim, as ICD-10-CM numbers. */
  readonly dx?: readonly string[];
}

const step =
  (action: DemoStep['action']) =>
  (code: string): DemoStep => ({ code, action });
export const approved = step('approve');
export const rejected = step('reject');
export const assigned = step('assign');
export const coded = step('code');
