import { createHash } from 'node:crypto';
import type { ClaimFinding } from '@incisive/contract/cases';
import { type ClaimReason, wordsOf } from '@incisive/contract/claim-rules';
import { checkClaim, type Claim, type Finding, type PriorOperation, type TableKind, type TableSource } from '@incisive/rules';
import type { LoadedTables } from '../edit-files/edit-files.service.ts';
import type { ClaimDoc, Said } from './claim-doc.ts';
import { knownBilling, type StoredReading } from './claim-reading.ts';

export interface Checked {
  readonly findings: ClaimFinding[];
  readonly sequence: string[];
  readonly values: Record<string, number | null>;
  readonly shares: Record<string, number>;
  readonly checked: { kind: string; file: string; version: string; sha256: string | null }[];
  readonly not_checked: TableKind[];
  readonly counts: { open: number; to_say: number; not_checked: number };
}

const kinds: readonly TableKind[] = ['ptp', 'mue', 'addon', 'mpfs', 'icd'];

/** Changes with whatever the finding is about, so that what was said of it does not stand for another claim. */
function keyOf(finding: Finding, doc: ClaimDoc): string {
  const about = finding.lines.map((id) => {
    const line = doc.lines.find((one) => one.id === id);
    return line ? [line.code, line.modifiers, line.units] : [];
  });
  return createHash('sha256')
    .update(JSON.stringify([finding.reason, about, finding.facts]))
    .digest('hex')
    .slice(0, 24);
}

const claimOf = (doc: ClaimDoc, prior: readonly PriorOperation[], today: string): Claim => ({
  profile: {
    payer: doc.header.payer,
    bilateral: doc.header.bilateral,
    mod51: doc.header.mod51,
    distinctOn: doc.header.distinct_on,
  },
  pos: doc.header.pos,
  performer: doc.header.performer,
  dx: doc.diagnoses.map((one) => one.icd),
  prior,
  today,
  lines: doc.lines.map((line) => ({
    id: line.id,
    code: line.code,
    units: line.units,
    modifiers: line.modifiers,
    date: line.service_date ?? doc.header.service_date,
    dx: line.dx,
    evidence: new Set(Object.entries(line.evidence).flatMap(([name, words]) => (words.length > 0 ? [name] : []))),
  })),
});

/** Whether somebody still has to do something about the finding before the claim is finished. */
export const isOpen = (finding: ClaimFinding): boolean => finding.severity === 'error' && finding.said === null;
export const isToSay = (finding: ClaimFinding): boolean => finding.severity === 'warning' && finding.said === null;
export const isStructural = (finding: Pick<ClaimFinding, 'reason'>): boolean =>
  wordsOf(finding.reason as ClaimReason).structural === true;

const ofClaim: ReadonlySet<string> = new Set(['date.missing', 'date.future']);

/** What is wrong with the whole claim is found on each of its lines, and told once. */
function toldOnce(findings: readonly Finding[], doc: ClaimDoc): Finding[] {
  const isOfClaim = ({ reason }: Finding): boolean =>
    ofClaim.has(reason) || (reason === 'dx.missing' && doc.diagnoses.length === 0);
  const first = new Map<string, Finding>();
  for (const one of findings)
    if (isOfClaim(one)) {
      const same = `${one.reason} ${JSON.stringify(one.facts)}`;
      const before = first.get(same);
      first.set(same, before ? { ...before, lines: [...before.lines, ...one.lines] } : one);
    }
  return [...first.values(), ...findings.filter((one) => !isOfClaim(one))];
}

/** What the rules say of the claim, by the files of its dates; where there is none, by the engine's own knowledge. */
export function check(
  doc: ClaimDoc,
  reading: StoredReading | null,
  loaded: LoadedTables,
  prior: readonly PriorOperation[],
  today: string,
): Checked {
  const claim = claimOf(doc, prior, today);
  const {
    findings: found,
    sequence,
    values,
    shares,
  } = checkClaim(claim, loaded.tables, reading ? knownBilling(reading.known) : undefined);
  const findings = toldOnce(found, doc);
  const date = doc.header.service_date ?? '';
  const sources: Partial<Record<TableKind, TableSource & { sha256: string | null }>> = date === '' ? {} : loaded.sourcesOn(date);
  const valued = new Set(
    claim.lines.flatMap(({ id, code, date: day }) => (day !== null && loaded.tables.fee(code, day) ? [id] : [])),
  );
  const notChecked = kinds.filter((kind) => sources[kind] === undefined);
  const shown = findings.map((finding): ClaimFinding => {
    const key = keyOf(finding, doc);
    const said: Said | undefined = doc.acks[key];
    return {
      key,
      reason: finding.reason,
      severity: finding.severity,
      lines: [...finding.lines],
      facts: { ...finding.facts },
      source: finding.source ? { kind: finding.source.kind, file: finding.source.file, version: finding.source.version } : null,
      fixes: finding.fixes.map((fix) => ({ ...fix })) as ClaimFinding['fixes'],
      said: said ?? null,
    };
  });
  return {
    findings: shown,
    sequence,
    // What the fee schedule does not hold has no value, which is not the value zero.
    values: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, valued.has(id) ? value : null])),
    shares,
    checked: kinds.flatMap((kind) => (sources[kind] ? [{ kind, ...sources[kind] }] : [])),
    not_checked: notChecked,
    counts: { open: shown.filter(isOpen).length, to_say: shown.filter(isToSay).length, not_checked: notChecked.length },
  };
}
