import type { ClaimLine } from './claim.ts';

/** A place that a modifier names: a side of the body, whole or a part of it, or a coronary artery. */
export interface Site {
  kind: 'body' | 'coronary';
  side: 'left' | 'right' | null;
  /** Null: the whole side. */
  part: string | null;
}

const side = (value: 'left' | 'right', part: string | null): Site => ({ kind: 'body', side: value, part });
const LEFT = side('left', null);
const RIGHT = side('right', null);
const digits = (names: readonly string[], value: 'left' | 'right', kind: string): [string, Site][] =>
  names.map((name, n) => [name, side(value, `${kind} ${n + 1}`)]);

/** Modifiers that name a place, in the order in which they stand on a line. */
export const ANATOMIC: ReadonlyMap<string, Site> = new Map([
  ['LT', LEFT],
  ['RT', RIGHT],
  ['E1', side('left', 'upper lid')],
  ['E2', side('left', 'lower lid')],
  ['E3', side('right', 'upper lid')],
  ['E4', side('right', 'lower lid')],
  ...digits(['FA', 'F1', 'F2', 'F3', 'F4'], 'left', 'finger'),
  ...digits(['F5', 'F6', 'F7', 'F8', 'F9'], 'right', 'finger'),
  ...digits(['TA', 'T1', 'T2', 'T3', 'T4'], 'left', 'toe'),
  ...digits(['T5', 'T6', 'T7', 'T8', 'T9'], 'right', 'toe'),
  ...['LC', 'LD', 'LM', 'RC', 'RI'].map((name): [string, Site] => [name, { kind: 'coronary', side: null, part: name }]),
]);

export const DISTINCT: ReadonlySet<string> = new Set(['59', 'XE', 'XS', 'XP', 'XU']);
/** What else may separate a pair, beside a place and the distinct ones (NCCI Policy Manual, chapter I, section E). */
export const OTHER_ASSOCIATED: ReadonlySet<string> = new Set(['24', '25', '57', '58', '78', '79', '27', '91']);
export const ASSISTANT: ReadonlySet<string> = new Set(['80', '81', '82', 'AS']);
export const SHARED: ReadonlySet<string> = new Set(['62', '66']);
/** Another operation within the postoperative period of one. */
export const RETURN: ReadonlySet<string> = new Set(['58', '78', '79']);
export const SPLIT_CARE: ReadonlySet<string> = new Set(['54', '55', '56']);
export const COMPONENT: ReadonlySet<string> = new Set(['26', 'TC']);
export const FACILITY_ONLY: ReadonlySet<string> = new Set(['27', '73', '74']);
export const VISIT_ONLY: ReadonlySet<string> = new Set(['24', '25', '57']);
export const NOT_ON_VISITS: ReadonlySet<string> = new Set([
  ...'22 50 51 53 54 55 56 58 59 62 66 78 79 XE XS XP XU'.split(' '),
  ...ASSISTANT,
]);

/** At most one of each of these on a line. */
export const EXCLUSIVE: readonly ReadonlySet<string>[] = [
  new Set(['LT', 'RT', '50']),
  DISTINCT,
  ASSISTANT,
  SHARED,
  RETURN,
  new Set(['76', '77']),
  new Set(['52', '53']),
  COMPONENT,
  SPLIT_CARE,
];

const OTHERS =
  '22 23 26 TC 32 33 47 50 51 52 53 54 55 56 62 63 66 73 74 76 77 90 92 93 95 96 97 99 GC GE GA GX GY GZ KX PT Q5 Q6 QK QS QX QY ' +
  'QZ AA AD CR CG FS JW JZ PA PB PC PN PO SG SA SU FX FY CT GT G0';
const KNOWN: ReadonlySet<string> = new Set([
  ...ANATOMIC.keys(),
  ...DISTINCT,
  ...OTHER_ASSOCIATED,
  ...ASSISTANT,
  ...OTHERS.split(' '),
]);

/** Whether the modifier stands in our list; a payer may have its own. */
export const isKnown = (modifier: string): boolean => KNOWN.has(modifier);

/** Component, global period, price, eligibility, 51, place, the rest: a convention of payers. */
const ORDER: readonly (readonly string[])[] = [
  ['26', 'TC'],
  ['24', '25', '57', '58', '78', '79'],
  ['22', '50', '52', '53', '54', '55', '56', '62', '66', '80', '81', '82', 'AS'],
  ['59', 'XE', 'XS', 'XP', 'XU', '76', '77', '91'],
  ['51'],
  [...ANATOMIC.keys()].toSorted(),
];
const RANK = new Map(ORDER.flat().map((modifier, rank) => [modifier, rank]));

/** The modifiers in the order in which they are written; those that the convention does not name keep theirs, at the end. */
export const inOrder = (modifiers: readonly string[]): string[] =>
  modifiers.toSorted((a, b) => (RANK.get(a) ?? RANK.size) - (RANK.get(b) ?? RANK.size));

/** Places that a line's modifiers name; 50 names both sides. */
export function sitesOf(line: ClaimLine): Site[] {
  const named = line.modifiers.flatMap((modifier) => ANATOMIC.get(modifier) ?? []);
  return line.modifiers.includes('50') ? [...named, LEFT, RIGHT] : named;
}

/** Whether two places are the same or one lies in the other; undefined when they cannot be compared. */
export function overlap(a: Site, b: Site): boolean | undefined {
  if (a.kind !== b.kind) return undefined;
  if (a.kind === 'coronary') return a.part === b.part;
  return a.side === b.side && (a.part === null || b.part === null || a.part === b.part);
}

/** Those of the line's modifiers that are in the set, each once, sorted. */
export const among = (line: ClaimLine, set: ReadonlySet<string>): string[] =>
  [...new Set(line.modifiers)].filter((modifier) => set.has(modifier)).toSorted();

export const has = (line: ClaimLine, set: ReadonlySet<string>): boolean => line.modifiers.some((modifier) => set.has(modifier));

/** The line's modifiers with one more, in order. */
export const withModifier = (line: ClaimLine, modifier: string): string[] => inOrder([...line.modifiers, modifier]);

/** The line's modifiers without those, in order. */
export const withoutModifiers = (line: ClaimLine, gone: ReadonlySet<string>): string[] =>
  inOrder(line.modifiers.filter((modifier) => !gone.has(modifier)));
