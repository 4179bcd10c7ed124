/** A line of a coding; its pointers count the diagnoses of the same coding from 1. */
export interface CodedLine {
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly units: number;
  readonly dx: readonly number[];
}

export interface Coding {
  readonly lines: readonly CodedLine[];
  readonly diagnoses: readonly string[];
}

export const markKinds = [
  'code-wrong',
  'code-missing',
  'code-extra',
  'modifier-wrong',
  'modifier-missing',
  'modifier-extra',
  'units',
  'pointer',
  'order',
  'diagnosis-wrong',
  'diagnosis-missing',
  'diagnosis-extra',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** A difference as a mark of the first coding: what it has, and what the second one has there. */
export interface Difference {
  readonly kind: MarkKind;
  /** The line that it is about; empty where it is about the claim. */
  readonly code: string;
  readonly first: string;
  readonly second: string;
}

export interface Facing {
  readonly first: CodedLine | null;
  readonly second: CodedLine | null;
}

export interface AgreementFigures {
  readonly exact: boolean;
  readonly main_same: boolean;
  /** Lines of both with the same code, modifiers and units, of all lines that either has. */
  readonly lines_alike: number;
  readonly lines_all: number;
  readonly codes_alike: number;
  readonly codes_all: number;
  /** What could differ: the larger of both codings, so that what one missed counts too. */
  readonly opportunities: number;
}

const sorted = (words: readonly string[]): string => words.toSorted().join(' ');
const keyOf = (line: CodedLine): string => `${line.code} ${sorted(line.modifiers)} x${line.units}`;
const pointed = (line: CodedLine, { diagnoses }: Coding): string => line.dx.flatMap((at) => diagnoses[at - 1] ?? []).join(' ');

function take<T>(from: T[], fits: (one: T) => boolean): T | null {
  const at = from.findIndex(fits);
  return at < 0 ? null : from.splice(at, 1)[0]!;
}

/** Lines of both codings that face each other: alike first, then of one code, then of one family; what faces nothing stands alone. */
export function faceLines(first: Coding, second: Coding): Facing[] {
  const rest = [...second.lines];
  const found = new Map<CodedLine, CodedLine>();
  const pairUp = (fits: (a: CodedLine, b: CodedLine) => boolean): void => {
    for (const line of first.lines) {
      const other = found.has(line) ? null : take(rest, (one) => fits(line, one));
      if (other) found.set(line, other);
    }
  };
  pairUp((a, b) => keyOf(a) === keyOf(b));
  pairUp((a, b) => a.code === b.code);
  pairUp((a, b) => a.code.slice(0, 3) === b.code.slice(0, 3));
  return [
    ...first.lines.map((line) => ({ first: line, second: found.get(line) ?? null })),
    ...rest.map((line) => ({ first: null, second: line })),
  ];
}

function modifierKind(a: CodedLine, b: CodedLine): MarkKind | null {
  const lacks = b.modifiers.some((one) => !a.modifiers.includes(one));
  const more = a.modifiers.some((one) => !b.modifiers.includes(one));
  if (lacks) return more ? 'modifier-wrong' : 'modifier-missing';
  return more ? 'modifier-extra' : null;
}

function lineDifferences({ first: a, second: b }: Facing, first: Coding, second: Coding): Difference[] {
  if (!a || !b) {
    const line = (a ?? b)!;
    return [{ kind: a ? 'code-extra' : 'code-missing', code: line.code, first: a?.code ?? '', second: b?.code ?? '' }];
  }
  if (a.code !== b.code) return [{ kind: 'code-wrong', code: a.code, first: a.code, second: b.code }];
  const modifiers = modifierKind(a, b);
  const [from, to] = [pointed(a, first), pointed(b, second)];
  return [
    ...(modifiers ? [{ kind: modifiers, code: a.code, first: a.modifiers.join(' '), second: b.modifiers.join(' ') }] : []),
    ...(a.units === b.units ? [] : [{ kind: 'units' as const, code: a.code, first: String(a.units), second: String(b.units) }]),
    ...(from === to ? [] : [{ kind: 'pointer' as const, code: a.code, first: from, second: to }]),
  ];
}

/** Lines whose codes both have, in another order. */
function orderDifference(faced: readonly Facing[], second: Coding): Difference[] {
  const common = faced.filter((one) => one.first?.code === one.second?.code);
  const before = common.map((one) => one.first!.code);
  const after = common
    .map((one) => one.second!)
    .toSorted((a, b) => second.lines.indexOf(a) - second.lines.indexOf(b))
    .map((line) => line.code);
  return before.join(' ') === after.join(' ')
    ? []
    : [{ kind: 'order', code: '', first: before.join(' '), second: after.join(' ') }];
}

function diagnosisDifferences(first: Coding, second: Coding): Difference[] {
  const extra = first.diagnoses.filter((one) => !second.diagnoses.includes(one));
  const missing = second.diagnoses.filter((one) => !first.diagnoses.includes(one));
  return Array.from({ length: Math.max(extra.length, missing.length) }, (_, at) => {
    const [a, b] = [extra[at] ?? '', missing[at] ?? ''];
    return { kind: a && b ? 'diagnosis-wrong' : a ? 'diagnosis-extra' : 'diagnosis-missing', code: '', first: a, second: b };
  });
}

/** What tells the first coding from the second one. Codings without a difference are the same claim. */
export function differencesOf(first: Coding, second: Coding): Difference[] {
  const faced = faceLines(first, second);
  return [
    ...faced.flatMap((one) => lineDifferences(one, first, second)),
    ...orderDifference(faced, second),
    ...diagnosisDifferences(first, second),
  ];
}

const alike = (a: readonly string[], b: readonly string[]): number => {
  const rest = [...b];
  return a.filter((one) => take(rest, (other) => other === one) !== null).length;
};
const larger = (first: Coding, second: Coding, count: (one: Coding) => number): number => Math.max(count(first), count(second));

/** How far two codings of one note agree. */
export function agreementOf(first: Coding, second: Coding): AgreementFigures {
  const codes = ({ lines }: Coding): string[] => [...new Set(lines.map((line) => line.code))];
  const lines = alike(first.lines.map(keyOf), second.lines.map(keyOf));
  const same = alike(codes(first), codes(second));
  const most = larger(first, second, (one) => one.lines.length);
  const modifiers = larger(first, second, (one) => one.lines.reduce((sum, line) => sum + line.modifiers.length, 0));
  const diagnoses = larger(first, second, (one) => one.diagnoses.length);
  return {
    exact: differencesOf(first, second).length === 0,
    main_same: first.lines[0]?.code === second.lines[0]?.code,
    lines_alike: lines,
    lines_all: first.lines.length + second.lines.length - lines,
    codes_alike: same,
    codes_all: codes(first).length + codes(second).length - same,
    // Of each line its code, units and pointers; each modifier and diagnosis; and the order of the claim.
    opportunities: 3 * most + modifiers + diagnoses + 1,
  };
}
