import type { ClaimLine } from './claim.ts';
import type { ClaimTables, TableKind, TableSource } from './tables.ts';

/**
 * error: the line would be denied, or is wrong by the published files. warning: may be right, a person has to say why.
 * info: good to know, or a change that only tidies.
 */
export type Severity = 'error' | 'warning' | 'info';

/** Every reason a finding can have; its first part names the family of rules. What is said to people stands with the contract. */
export const REASONS = [
  'data.not-covered',
  'date.missing',
  'date.future',
  'code.unknown',
  'code.not-valid',
  'code.excluded',
  'code.bundled',
  'code.not-covered',
  'code.carrier-priced',
  'code.restricted',
  'code.anesthesia',
  'units.invalid',
  'mod.too-many',
  'mod.duplicate',
  'mod.unknown',
  'mod.conflict',
  'mod.facility-only',
  'mod.em-only',
  'mod.not-for-em',
  'mod.order',
  'mod.22-global',
  'mod.22-evidence',
  'mod.52-evidence',
  'mod.53-evidence',
  'mod.split-global',
  'ptp.never',
  'ptp.bundled',
  'ptp.same-site',
  'ptp.one-site',
  'ptp.unbundled',
  'mue.zero',
  'mue.line',
  'mue.day-policy',
  'mue.day-clinical',
  'dup.line',
  'addon.no-primary',
  'addon.alone',
  'addon.unlisted-primary',
  'addon.51',
  'bilat.not-allowed',
  'bilat.already',
  'bilat.units',
  'bilat.use-50',
  'bilat.use-two-lines',
  'bilat.two-units',
  'bilat.paid-once',
  'side.missing',
  'side.dx',
  'global.needs-modifier',
  'global.visit',
  'global.none-open',
  'em.needs-57',
  'em.needs-25',
  'em.25-for-57',
  'em.57-for-25',
  'asst.not-payable',
  'asst.no-concept',
  'asst.document',
  'asst.performer',
  'asst.missing',
  'cosurg.not-permitted',
  'cosurg.no-concept',
  'cosurg.document',
  'cosurg.missing',
  'team.not-permitted',
  'team.no-concept',
  'team.by-report',
  'pctc.needs-26',
  'pctc.tc-in-facility',
  'pctc.not-split',
  'dx.missing',
  'dx.bad-pointer',
  'dx.too-many',
  'dx.too-many-pointers',
  'dx.duplicate-pointer',
  'dx.unknown',
  'dx.not-billable',
  'seq.order',
  'mult.51-exempt',
  'mult.51-first',
  'mult.51-not-needed',
  'mult.51-missing',
  'known.part',
  'known.primary',
  'known.side',
  'known.both-sides',
  'known.units',
] as const;

export type Reason = (typeof REASONS)[number];

/** Findings that nobody may override: such a claim is not one. */
export const STRUCTURAL: ReadonlySet<Reason> = new Set<Reason>([
  'date.missing',
  'date.future',
  'units.invalid',
  'mod.too-many',
  'mod.duplicate',
  'dx.missing',
  'dx.bad-pointer',
  'dx.too-many',
  'dx.too-many-pointers',
  'dx.duplicate-pointer',
]);

/** One way to answer a finding; the first of a list is the one to propose. */
export type Fix =
  | { do: 'remove-line'; line: string }
  | { do: 'set-modifiers'; line: string; modifiers: readonly string[] }
  /** One of these may be added, with words of the note or a person's reason and never to silence the finding. */
  | { do: 'offer-modifiers'; line: string; modifiers: readonly string[] }
  | { do: 'show-words'; line: string; modifier: string }
  | { do: 'set-units'; line: string; units: number }
  | { do: 'split-units'; line: string; units: number }
  | { do: 'split-by-side'; line: string }
  | { do: 'merge-lines'; lines: readonly string[] }
  | { do: 'merge-to-50'; lines: readonly string[] }
  | { do: 'order-lines'; order: readonly string[] }
  | { do: 'add-code'; codes: readonly string[] }
  | { do: 'add-prior-operation' }
  | { do: 'point-to-diagnosis'; line: string }
  | { do: 'set-pointers'; line: string; dx: readonly number[] }
  | { do: 'choose-diagnosis'; position: number }
  | { do: 'say-date'; line: string }
  | { do: 'say-place'; line: string }
  | { do: 'attach-note'; line: string }
  | { do: 'say-why' }
  | { do: 'ask' }
  | { do: 'import'; kinds: readonly TableKind[] };

/**
 * What a finding was read from: the file that was in force, and its columns; or what the product itself knows.
 * Null: a convention that no file holds.
 */
export type FindingSource = (TableSource & { kind: TableKind | 'knowledge'; columns: readonly string[] }) | null;

export interface Finding {
  rule: string;
  reason: Reason;
  severity: Severity;
  /** Ids of lines, the one to mend first. Empty: the claim as a whole. */
  lines: readonly string[];
  facts: Readonly<Record<string, unknown>>;
  source: FindingSource;
  fixes: readonly Fix[];
}

interface Details {
  facts?: Record<string, unknown>;
  source?: FindingSource;
  fixes?: readonly Fix[];
}

export const finding = (reason: Reason, severity: Severity, lines: readonly ClaimLine[], details: Details = {}): Finding => ({
  rule: reason.slice(0, reason.indexOf('.')),
  reason,
  severity,
  lines: lines.map((line) => line.id),
  facts: details.facts ?? {},
  source: details.source ?? null,
  fixes: details.fixes ?? [],
});

/** Names the file of a kind that is in force on a day, and the columns that were read. */
export function readFrom(tables: ClaimTables, kind: TableKind, date: string | null, ...columns: string[]): FindingSource {
  const source = tables.source(kind, date ?? '');
  return source === null ? null : { kind, ...source, columns };
}
