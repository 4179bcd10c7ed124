import { type ClaimCase, newHeader } from '@incisive/contract/cases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import { meanwhile } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { ReadClaim } from '../../engine/suggester.ts';
import type { AuditTrail } from '../../http/context.ts';
import { describeCodes, listLinks } from '../codes/codes.service.ts';
import { claimTables, searchDiagnoses } from '../edit-files/edit-files.service.ts';
import { getNote, lockAhead, lockNote, type StoredNote } from '../notes/notes.service.ts';
import { cachedSuggestions, type SuggestedCode } from '../suggestions/suggestions.service.ts';
import { insertCase, lastAct, listVersions, readCase, type StoredCase, writeCase } from './cases.store.ts';
import { type Checked, check } from './claim-check.ts';
import { type ClaimDoc, followApproved } from './claim-doc.ts';
import { applyReading, readingKey } from './claim-reading.ts';
import { priorOperations } from './prior-operations.ts';

export interface CaseCall {
  readonly noteId: string;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
}

/** Names the revision that a change was made from. */
export const etagOf = (revision: number): string => `"c${revision}"`;
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Codes that a claim has lines of, the one approved first in front. */
export async function approvedCodes(tx: Tx, noteId: string): Promise<string[]> {
  const links = (await listLinks(tx, noteId)).filter((link) => link.state === 'APPROVED');
  const at = (link: (typeof links)[number]): number => link.approved_at?.getTime() ?? 0;
  return links.toSorted((a, b) => at(a) - at(b) || a.code.localeCompare(b.code)).map((link) => link.code);
}

/** The case of a note whose codes were approved where no act made one, such as sample data. */
async function firstCase(tx: Tx, actor: Actor, note: StoredNote): Promise<StoredCase | null> {
  const approved = await approvedCodes(tx, note.id);
  if (approved.length === 0) return null;
  const empty = await insertCase(tx, await lockNote(tx, 'op', note.id));
  const doc = followApproved(empty.doc, approved);
  if (doc) writeCase(tx, actor, empty, doc, null);
  return readCase(tx, note.id);
}

/** Whether the engine's reading is of this text and these codes. */
const isRead = (deps: Deps, note: StoredNote, { row, doc }: StoredCase): boolean =>
  doc.lines.length === 0 ||
  row.finished_at !== null ||
  row.reading_of === readingKey(note.version, deps.suggester.engineVersion, doc);

const askEngine = (deps: Deps, note: StoredNote, doc: ClaimDoc): Promise<ReadClaim> =>
  deps.suggester.readClaim({
    text: note.text,
    codes: [...new Set(doc.lines.map((line) => line.code))],
    pos: doc.header.pos,
    performer: doc.header.performer,
  });

/** The claim as it is answered; the engine is asked between two short transactions when the note or the codes are new to it. */
export async function answer(deps: Deps, call: CaseCall): Promise<ClaimCase> {
  return afterReading(deps, call, await withSession(deps.database, call.actor, (tx) => seeClaim(deps, tx, call)));
}

/** The claim, or what the engine has to read before it can be shown. */
type SeenClaim = { readonly done: ClaimCase } | { readonly note: StoredNote; readonly stored: StoredCase };

export async function seeClaim(deps: Deps, tx: Tx, call: CaseCall): Promise<SeenClaim> {
  const { noteId, actor } = call;
  const [note, kept] = await Promise.all([getNote(tx, 'op', noteId), readCase(tx, noteId)]);
  const stored = kept ?? (await firstCase(tx, actor, note));
  if (!stored || isRead(deps, note, stored)) return { done: await shown(tx, call, note, stored) };
  return { note, stored };
}

export async function afterReading(deps: Deps, call: CaseCall, seen: SeenClaim): Promise<ClaimCase> {
  if ('done' in seen) return seen.done;
  const { noteId, actor } = call;
  const read = await askEngine(deps, seen.note, seen.stored.doc);
  return withSession(deps.database, actor, async (tx) => {
    lockAhead(tx, 'op', noteId);
    const [note, stored] = await Promise.all([getNote(tx, 'op', noteId), readCase(tx, noteId)]);
    const key = readingKey(seen.note.version, deps.suggester.engineVersion, seen.stored.doc);
    if (stored && isRead(deps, note, stored)) return shown(tx, call, note, stored);
    // Somebody changed text or codes meanwhile: theirs is read by whoever asks next, and nothing is marked wrongly now.
    if (
      !stored ||
      note.version !== seen.note.version ||
      readingKey(note.version, deps.suggester.engineVersion, stored.doc) !== key
    )
      return shown(tx, call, note, stored);
    writeCase(tx, actor, stored, applyReading(stored.doc, read, note.text), null);
    const { lines: _lines, ...kept } = read;
    const now = (await readCase(tx, noteId))!;
    // The key is of the lines as they are now: those that the note tells apart have the same codes.
    const reading = sql`update app.cases set reading = ${JSON.stringify(kept)}::jsonb,
      reading_of = ${readingKey(note.version, deps.suggester.engineVersion, now.doc)} where id = ${now.row.id}`;
    meanwhile(tx, reading);
    return shown(tx, call, note, await readCase(tx, noteId));
  });
}

/** What the rules say of the claim today, by the files in force unless others are named. */
export async function checked(tx: Tx, stored: StoredCase, files?: readonly string[]): Promise<Checked> {
  const { row, doc } = stored;
  const reading = priorOperations(tx, stored);
  const [prior, loaded] = await Promise.all([
    reading,
    claimTables(tx, {
      codes: reading.then((found) => [...doc.lines, ...found].map((one) => one.code)),
      icd: doc.diagnoses.map((one) => one.icd),
      files,
    }),
  ]);
  return check(doc, row.reading, loaded, prior, today());
}

async function shown(tx: Tx, call: CaseCall, note: StoredNote, stored: StoredCase | null): Promise<ClaimCase> {
  call.audit.entity(`note:${note.id}`);
  call.audit.tenant(note.tenant_id);
  const doc: ClaimDoc = stored?.doc ?? { header: newHeader, lines: [], diagnoses: [], leftOut: [], acks: {} };
  const finished = stored?.row.finished_at ?? null;
  const [result, links, suggested, versions, last, icd] = await Promise.all([
    stored ? checked(tx, stored) : unchecked,
    listLinks(tx, note.id),
    cachedSuggestions(tx, note),
    stored && finished ? listVersions(tx, stored.row.id) : [],
    stored && !finished ? lastAct(tx, stored.row.id) : null,
    describeDiagnoses(tx, doc),
  ]);
  const acted = new Set(links.map((link) => link.code));
  const leads = [...suggested.values()].filter((one) => isLead(one, acted));
  const described = await describeCodes(tx, [...doc.lines.map((line) => line.code), ...leads.map((one) => one.code)]);
  const words = (code: string): string => described.get(code)?.description ?? '';
  const [version] = versions;
  call.reply.header('etag', etagOf(stored?.row.revision ?? 0));
  return {
    id: stored?.row.id ?? null,
    note_id: note.id,
    header: doc.header,
    revision: stored?.row.revision ?? 0,
    state: finished ? 'finished' : 'open',
    claim_version: stored?.row.claim_version ?? 0,
    finished_by: stored?.row.finished_by ?? null,
    finished_at: finished?.toISOString() ?? null,
    sha256: version?.sha256 ?? null,
    file: version?.file ?? null,
    lines: doc.lines.map((line) => ({
      ...line,
      modifiers: [...line.modifiers],
      dx: [...line.dx],
      facts: { ...line.facts },
      description: words(line.code),
      evidence: Object.fromEntries(Object.entries(line.evidence).map(([name, some]) => [name, [...some]])),
      proposed: proposedOf(doc, line, stored),
    })),
    diagnoses: doc.diagnoses.map((one) => ({ icd: one.icd, description: icd.get(one.icd) ?? null })),
    findings: result.findings,
    questions: (stored?.row.reading?.questions ?? []).map((one) => ({ ...one, words: [...one.words] })),
    sequence: result.sequence,
    values: result.values,
    shares: result.shares,
    checked: result.checked,
    not_checked: result.not_checked,
    counts: result.counts,
    also_saw: leads.map((one) => ({
      code: one.code,
      description: words(one.code),
      confidence: one.confidence,
      evidence: [...one.evidence],
    })),
    without_words: stored?.row.reading
      ? doc.lines.filter((line) => (line.evidence['code'] ?? []).length === 0).map((line) => line.code)
      : [],
    recheck: recheckOf(stored, result),
    can_undo: last !== null && last.acted_by_id === call.actor.userId,
  };
}

/** Of a claim that was not begun. */
const unchecked: Checked = {
  findings: [],
  sequence: [],
  values: {},
  shares: {},
  checked: [],
  not_checked: [],
  counts: { open: 0, to_say: 0, not_checked: 0 },
};

/** What new files changed, as far as it still stands. */
function recheckOf(stored: StoredCase | null, { findings }: Checked): ClaimCase['recheck'] {
  const kept = stored?.row.finished_at === null ? stored.row.recheck : null;
  if (!kept) return null;
  const keys = kept.keys.filter((key) => findings.some((one) => one.key === key));
  return keys.length + kept.gone === 0 ? null : { kinds: [...kept.kinds], keys, gone: kept.gone };
}

/** Leads that nobody decided: likely, and neither another reading of an acted code nor a part of one. */
const isLead = (one: SuggestedCode, acted: ReadonlySet<string>): boolean =>
  one.tier === 'likely' &&
  !acted.has(one.code) &&
  !(one.alternativeTo !== null && acted.has(one.alternativeTo)) &&
  !(one.partOf !== null && acted.has(one.partOf));

const proposedOf = (
  doc: ClaimDoc,
  line: ClaimDoc['lines'][number],
  stored: StoredCase | null,
): ClaimCase['lines'][number]['proposed'] =>
  (stored?.row.reading?.proposed ?? [])
    // The engine counts among its own lines; several lines of one code are those of the note's digits or sides, in its order.
    .filter((one) => one.code === line.code && !line.modifiers.includes(one.modifier))
    .filter((one) => one.nth === doc.lines.filter((other) => other.code === line.code).indexOf(line))
    .map((one) => ({ modifier: one.modifier, words: [...one.words] }));

async function describeDiagnoses(tx: Tx, doc: ClaimDoc): Promise<Map<string, string>> {
  const found = await Promise.all(doc.diagnoses.map(async ({ icd }) => [icd, await describeIcd(tx, icd, doc)] as const));
  return new Map(found.flatMap(([icd, words]) => (words === null ? [] : [[icd, words] as const])));
}
const describeIcd = async (tx: Tx, icd: string, doc: ClaimDoc): Promise<string | null> =>
  (await searchDiagnoses(tx, icd, doc.header.service_date ?? today(), { exact: true })).results[0]?.description ?? null;
