import { fastLane } from '@incisive/contract/fast-lane';
import type { AskedCodes, ClaimFinding } from '@incisive/contract/cases';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { meanwhile } from '../../db/transaction.ts';
import type { SuggestedCode } from '../suggestions/suggestions.service.ts';
import type { CaseRow, StoredCase } from './cases.store.ts';

/** Of a finished version: counts alone, no words. */
interface VersionFigures {
  /** Nobody changed units, modifiers or the choice of lines that came of the codes. */
  readonly unchanged: boolean;
  readonly modifiers: { readonly proposed: number; readonly accepted: number };
  /** Reasons of errors that somebody passed by saying why. */
  readonly overrides: readonly string[];
  /** Relative value of the lines together, as it is reduced; null where no line's is known. */
  readonly value: number | null;
  /** Leads that the second look asked about, and those of them that were added; codes without words, and those that stayed. */
  /** Whether it was as the fast lane's cases are, was finished as it was suggested, and was finished in the lane. */
  readonly fast: FastFigures;
  readonly look: { readonly leads: number; readonly added: number; readonly without_words: number; readonly kept: number };
}

export interface FastFigures {
  readonly eligible: boolean;
  readonly agreed: boolean;
  readonly lane: boolean;
}

/** What every claim lacks until somebody has filled it in, and no finding of the lane. */
const unfilled: readonly string[] = ['date.missing', 'dx.missing'];

/**
 * Whether a case is one of the fast lane's: each first code is sure, the note leaves no question open, and the rules never had anything
 * to say; and whether its claim is the one that was suggested.
 */
export async function fastFigures(
  tx: Tx,
  { row, doc }: StoredCase,
  suggested: readonly SuggestedCode[],
  findings: readonly ClaimFinding[],
): Promise<Omit<FastFigures, 'lane'>> {
  const first = suggested.filter((one) => one.tier === 'likely' && one.alternativeTo === null && one.partOf === null);
  const { rows } =
    await sql`select from app.case_met where case_id = ${row.id} and reason <> all (${[...unfilled]}::text[]) limit 1`.execute(
      tx,
    );
  const silent = rows.length === 0 && findings.every((one) => one.severity === 'info');
  const eligible =
    first.length > 0 &&
    first.every((one) => one.confidence >= fastLane.leastConfidence) &&
    (row.reading?.questions ?? []).length === 0 &&
    silent;
  const billed = new Set(doc.lines.map((line) => line.code));
  const same = billed.size === first.length && first.every((one) => billed.has(one.code));
  return { eligible, agreed: same && isUnchanged(doc) };
}

/** Nobody changed what came of the codes. */
const isUnchanged = (doc: StoredCase['doc']): boolean =>
  doc.leftOut.length === 0 && doc.lines.every((line) => !line.settled && line.origin !== 'manual');

/** The relative value of a claim: of each line that has one, the share that counts. */
export function valueOf(
  values: Readonly<Record<string, number | null>>,
  shares: Readonly<Record<string, number>>,
): number | null {
  const known = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null);
  return known.length === 0 ? null : known.reduce((sum, [line, value]) => sum + value * (shares[line] ?? 1), 0);
}

/** What is counted of a claim when it is finished. */
export function claimFigures(
  { row, doc }: StoredCase,
  asked: AskedCodes | undefined,
  overrides: readonly string[],
  fast: FastFigures,
  value: number | null,
): VersionFigures {
  const proposed = row.reading?.proposed ?? [];
  const billed = new Set(doc.lines.map((line) => line.code));
  const accepted = proposed.filter(({ code, modifier, nth }) =>
    doc.lines.filter((line) => line.code === code)[nth]?.modifiers.includes(modifier),
  );
  const leads = new Set(asked?.leads);
  const wordless = new Set(asked?.without_words);
  const standing = (codes: ReadonlySet<string>): number => [...codes].filter((code) => billed.has(code)).length;
  return {
    unchanged: isUnchanged(doc),
    fast,
    modifiers: { proposed: proposed.length, accepted: accepted.length },
    overrides,
    value,
    look: { leads: leads.size, added: standing(leads), without_words: wordless.size, kept: standing(wordless) },
  };
}

/** Keeps which errors and warnings stood on a claim when somebody worked on it, each once. */
export function recordMet(tx: Tx, row: Pick<CaseRow, 'id' | 'tenant_id'>, findings: readonly ClaimFinding[]): void {
  const met = findings.filter((one) => one.severity !== 'info');
  if (met.length === 0) return;
  const write = sql`insert into app.case_met (tenant_id, case_id, reason, severity)
    select distinct ${row.tenant_id}::uuid, ${row.id}::uuid, m.reason, m.severity
      from unnest(${met.map((one) => one.reason)}::text[], ${met.map((one) => one.severity)}::text[]) as m (reason, severity)
    on conflict do nothing`;
  meanwhile(tx, write);
}

export interface ClaimTotals {
  readonly finished: number;
  readonly unchanged: number;
  readonly proposed: number;
  readonly accepted: number;
  readonly leads: number;
  readonly added: number;
  readonly without_words: number;
  readonly kept: number;
}

const reasonsShown = 20;

/** What the figures of the newest version of each finished claim come to, and on how many cases each error was met. */
export async function readClaimFigures(
  tx: Tx,
): Promise<ClaimTotals & { met: { reason: string; severity: 'error' | 'warning'; cases: number }[] }> {
  const totals = await sql<ClaimTotals>`
    select count(*)::int as finished, count(*) filter (where (f->>'unchanged')::boolean)::int as unchanged,
           coalesce(sum((f->'modifiers'->>'proposed')::int), 0)::int as proposed,
           coalesce(sum((f->'modifiers'->>'accepted')::int), 0)::int as accepted,
           coalesce(sum((f->'look'->>'leads')::int), 0)::int as leads, coalesce(sum((f->'look'->>'added')::int), 0)::int as added,
           coalesce(sum((f->'look'->>'without_words')::int), 0)::int as without_words,
           coalesce(sum((f->'look'->>'kept')::int), 0)::int as kept
      from (select distinct on (case_id) figures as f from app.case_versions order by case_id, version desc) as newest
     where f is not null`.execute(tx);
  const met = await sql<{ reason: string; severity: 'error' | 'warning'; cases: number }>`
    select reason, severity, count(*)::int as cases from app.case_met group by reason, severity
     order by cases desc, reason, severity limit ${reasonsShown}`.execute(tx);
  return { ...totals.rows[0]!, met: met.rows };
}
