import { noPairs } from '@incisive/contract/attribution';
import type { CodeAction, CodeLink } from '@incisive/contract/code-links';
import type { CodeState } from '@incisive/contract/roles';

/** Null is the default view: Approved, then Suggested. */
export type Mode = CodeState | null;

/** What a row stands under: its list, its tier, or the codes just added by hand. */
export type RowGroup = 'approved' | 'likely' | 'look' | 'added' | 'list';

export const groupTitles: Record<Exclude<RowGroup, 'list'>, string> = {
  approved: 'Approved',
  likely: 'Likely',
  look: 'Worth a look',
  added: 'Added',
};

export interface SheetRow {
  readonly link: CodeLink;
  readonly group: RowGroup;
  /** Acted on since the list was opened: it stays in its place. */
  readonly acted: boolean;
}

/** A row that was acted on, with the place it had. */
export interface ActedRow {
  readonly link: CodeLink;
  readonly group: RowGroup;
  readonly at: number;
}

export interface CodeLists {
  readonly approved: readonly CodeLink[];
  readonly suggested: readonly CodeLink[];
  /** The list of the mode when it is one of Assigned, Coded and Rejected. */
  readonly other: readonly CodeLink[];
}

const tierOf = (link: CodeLink): RowGroup => (link.tier === 'likely' ? 'likely' : 'look');

/** Fresh rows of a mode, as the server has them. */
function freshRows(mode: Mode, lists: CodeLists): SheetRow[] {
  const suggested = (): SheetRow[] => {
    const rows = lists.suggested.map((link) => ({ link, group: tierOf(link), acted: false }));
    // One line between the tiers: likely ones stand together even when a rank says otherwise.
    return [...rows.filter((row) => row.group === 'likely'), ...rows.filter((row) => row.group === 'look')];
  };
  const plain = (links: readonly CodeLink[], group: RowGroup): SheetRow[] => links.map((link) => ({ link, group, acted: false }));
  if (mode === 'SUGGESTED') return suggested();
  if (mode === 'APPROVED') return plain(lists.approved, 'list');
  if (mode === null) {
    const approved = new Set(lists.approved.map((link) => link.code));
    return [...plain(lists.approved, 'approved'), ...suggested().filter((row) => !approved.has(row.link.code))];
  }
  return plain(lists.other, 'list');
}

/**
 * The rows of the table: the server's list with every row that was acted on kept in its place, in its new state. A list that was
 * fetched again without the row, or with it elsewhere, moves nothing.
 */
export function sheetRows(mode: Mode, lists: CodeLists, acted: ReadonlyMap<string, ActedRow>): SheetRow[] {
  const rows = freshRows(mode, lists).filter((row) => !acted.has(row.link.code));
  for (const held of [...acted.values()].toSorted((a, b) => a.at - b.at))
    rows.splice(Math.min(held.at, rows.length), 0, { link: held.link, group: held.group, acted: true });
  return rows;
}

/** Below this chance a suggestion is folded away: half of the second tier is. */
export const leastShown = 0.05;
const isFolded = (row: SheetRow): boolean =>
  row.group === 'look' && !row.acted && row.link.confidence !== null && row.link.confidence < leastShown;

/** The rows to show, and the unlikely ones that one line stands for; where nothing else is suggested all are shown. */
export function foldRows(
  rows: readonly SheetRow[],
  unfolded: boolean,
): { readonly rows: readonly SheetRow[]; readonly folded: readonly CodeLink[] } {
  const folded = unfolded ? [] : rows.filter(isFolded);
  const suggested = rows.filter((row) => row.group === 'likely' || row.group === 'look');
  if (folded.length === 0 || folded.length === suggested.length) return { rows, folded: [] };
  return { rows: rows.filter((row) => !isFolded(row)), folded: folded.map((row) => row.link) };
}

/** Rows that nobody acted on and that the document's reading holds back, taken out. */
export function holdBack(rows: readonly SheetRow[]): { readonly rows: readonly SheetRow[]; readonly held: number } {
  const shown = rows.filter((row) => row.acted || (row.group !== 'likely' && row.group !== 'look'));
  return { rows: shown, held: rows.length - shown.length };
}

/** The rows to show, and by code of a lead what stands under it: other readings of its procedure, and what is part of it. */
export function nestRows(rows: readonly SheetRow[]): {
  readonly rows: readonly SheetRow[];
  readonly under: ReadonlyMap<string, readonly CodeLink[]>;
} {
  const leads = new Set(rows.filter((row) => row.link.alternative_to === null).map((row) => row.link.code));
  const under = new Map<string, CodeLink[]>();
  const kept = rows.filter((row) => {
    const lead = row.link.alternative_to ?? row.link.part_of;
    if (row.acted || row.group !== 'look' || lead === null || lead === row.link.code || !leads.has(lead)) return true;
    under.set(lead, [...(under.get(lead) ?? []), row.link]);
    return false;
  });
  // What is part of a code that stands under another itself has no row to stand under.
  const shown = new Set(kept.map((row) => row.link.code));
  const lost = [...under].filter(([lead]) => !shown.has(lead));
  for (const [lead] of lost) under.delete(lead);
  const back = new Set(lost.flatMap(([, links]) => links.map((link) => link.code)));
  return { rows: rows.filter((row) => shown.has(row.link.code) || back.has(row.link.code)), under };
}

/** Codes that stand above one of a higher chance in their group. */
export function outOfOrder(rows: readonly SheetRow[]): ReadonlySet<string> {
  const found = new Set<string>();
  const best = new Map<RowGroup, number>();
  for (const row of rows.toReversed()) {
    const chance = row.link.confidence;
    if (chance === null || row.acted) continue;
    const below = best.get(row.group) ?? 0;
    if (Math.round(chance * 100) < Math.round(below * 100)) found.add(row.link.code);
    best.set(row.group, Math.max(chance, below));
  }
  return found;
}

/** The state that a row stands in now. A suggestion that nobody acted on has no pair set. */
export function stateOf(link: CodeLink): CodeState {
  if (link.rejected_by !== null) return 'REJECTED';
  if (link.approved_by === null) return 'SUGGESTED';
  if (link.linkType === 'ASSIGNED' && link.assigned_by !== null) return 'ASSIGNED';
  if (link.linkType === 'CODED' && link.coded_by !== null) return 'CODED';
  return 'APPROVED';
}

export const isApproved = (link: CodeLink): boolean => link.approved_by !== null && link.rejected_by === null;
export const isRejected = (link: CodeLink): boolean => link.rejected_by !== null;

/** Who put the row into its state; null for a suggestion. */
export function byOf(link: CodeLink): string | null {
  const state = stateOf(link);
  if (state === 'ASSIGNED') return link.assigned_by;
  if (state === 'CODED') return link.coded_by;
  return state === 'REJECTED' ? link.rejected_by : link.approved_by;
}

/** Every pair of the row in words, the newest last, for its tooltip. */
export function attribution(link: CodeLink): { readonly word: string; readonly by: string; readonly at: string | null }[] {
  const pairs = [
    { word: 'Assigned', by: link.assigned_by, at: link.assigned_at },
    { word: 'Coded', by: link.coded_by, at: link.coded_at },
    { word: 'Approved', by: link.approved_by, at: link.approved_at },
    { word: 'Rejected', by: link.rejected_by, at: link.rejected_at },
  ];
  return pairs.flatMap(({ word, by, at }) => (by === null ? [] : [{ word, by, at }]));
}

/** What the server will answer, shown before it does. */
export function foreseen(link: CodeLink, action: CodeAction, by: string, at: string): CodeLink {
  if (action === 'reject') return { ...link, ...noPairs, linkType: 'REJECTED', rejected_by: by, rejected_at: at };
  if (action === 'approve')
    return isApproved(link)
      ? link
      : { ...link, linkType: 'APPROVED', approved_by: by, approved_at: at, rejected_by: null, rejected_at: null };
  const approved = { ...link, ...noPairs, approved_by: by, approved_at: at };
  return action === 'assign'
    ? { ...approved, linkType: 'ASSIGNED', assigned_by: by, assigned_at: at }
    : { ...approved, linkType: 'CODED', coded_by: by, coded_at: at };
}

/** A code chosen in the Add dialog, before the server has answered. */
export const newLink = (code: string, description: string): CodeLink => ({
  code,
  description,
  linkType: 'SUGGESTED',
  ...noPairs,
  retired: false,
  rank: null,
  score: null,
  confidence: null,
  tier: null,
  why: null,
  group: null,
  alternative_to: null,
  part_of: null,
  included_in: [],
  includes: [],
  edits: [],
  evidence: [],
});

/**
 * Holds rows in their place: those on the table where they are, new ones at its end.
 * Evidence and confidence stay when the answer has none.
 */
export function hold(
  acted: ReadonlyMap<string, ActedRow>,
  rows: readonly SheetRow[],
  links: readonly CodeLink[],
): Map<string, ActedRow> {
  const next = new Map(acted);
  let end = rows.length;
  for (const link of links) {
    const at = rows.findIndex((row) => row.link.code === link.code);
    const row = rows[at];
    if (row) next.set(link.code, { link: withEvidenceOf(row.link, link), group: row.group, at });
    else next.set(link.code, { link, group: next.get(link.code)?.group ?? 'added', at: next.get(link.code)?.at ?? end++ });
  }
  return next;
}

function withEvidenceOf(before: CodeLink, after: CodeLink): CodeLink {
  if (after.rank !== null || before.rank === null) return after;
  const { rank, score, confidence, tier, why, group, alternative_to, part_of, evidence } = before;
  return { ...after, rank, score, confidence, tier, why, group, alternative_to, part_of, evidence };
}

/** After an undo: a code that was added by hand and never suggested leaves the table, the others go back in place. */
export function settleUndo(
  acted: ReadonlyMap<string, ActedRow>,
  rows: readonly SheetRow[],
  links: readonly CodeLink[],
): Map<string, ActedRow> {
  const gone = links.filter(
    (link) => stateOf(link) === 'SUGGESTED' && rows.find((row) => row.link.code === link.code)?.group === 'added',
  );
  const next = hold(
    acted,
    rows,
    links.filter((link) => !gone.includes(link)),
  );
  for (const link of gone) next.delete(link.code);
  return next;
}

/** The approved codes as they are now: the server's list with what was done since on top. */
export function approvedNow(approved: readonly CodeLink[], acted: ReadonlyMap<string, ActedRow>): CodeLink[] {
  const kept = approved.filter((link) => !acted.has(link.code));
  return [...kept, ...[...acted.values()].map((row) => row.link).filter(isApproved)];
}

/** The code `step` rows away, staying on the table. */
export function codeAt(rows: readonly SheetRow[], current: string | null, step: number): string | null {
  const at = rows.findIndex((row) => row.link.code === current);
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1);
  return rows[next]?.link.code ?? null;
}

/** Why the table is empty, in the product's words. */
export const emptyWords = (noneAtAll: boolean): string => (noneAtAll ? 'No CPT Codes' : 'No Data');

/** Whether a row stands in the list of a state: an assigned or coded code stands under Approved too. */
function isInList(link: CodeLink, state: CodeState): boolean {
  if (state === 'SUGGESTED') return link.rank !== null && link.approved_by === null && link.rejected_by === null;
  if (state === 'REJECTED') return isRejected(link);
  if (!isApproved(link)) return false;
  return state === 'APPROVED' || (state === 'ASSIGNED' ? link.assigned_by !== null : link.coded_by !== null);
}

/** A fetched list after codes changed, so that opening its mode shows no row twice and none that has left. */
export function patchList(list: readonly CodeLink[], state: CodeState, changed: readonly CodeLink[]): CodeLink[] {
  const next = list.filter((link) => !changed.some((other) => other.code === link.code));
  const joined = changed
    .filter((link) => isInList(link, state))
    .map((link) => ({ ...list.find((other) => other.code === link.code), ...link, linkType: state }));
  const all = [...next, ...joined];
  return state === 'SUGGESTED' ? all.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)) : all;
}
