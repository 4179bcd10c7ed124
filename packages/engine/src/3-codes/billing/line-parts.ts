import { digitModifier, digitName, digitsIn, type Digit } from '../../2-findings/billing/digits.ts';
import {
  distinctRanges,
  wordsOf,
  type Clause,
  type ClauseText,
  type Mention,
  type Range,
} from '../../2-findings/billing/clauses.ts';
import type { Side } from '../../2-findings/billing/sides.ts';
import { lidModifier, lidsIn } from '../../2-findings/billing/lids.ts';
import { CORONARY_ACT, coronariesIn, coronaryName } from '../../2-findings/billing/vessels.ts';
import type { Billing } from './billing.ts';
import type { CodePlace } from './code-place.ts';
import type { SideReading } from './line-side.ts';

/** One part of the body that gets a line of its own. */
export type Part = {
  readonly modifier: string;
  readonly side: Side | undefined;
  readonly facts: Readonly<Record<string, string>>;
  readonly words: readonly Range[];
};

/** Parts said for a code, or undefined when the note names none; `unsided` ones are named without a side. */
export type PartsReading = { readonly parts: readonly Part[]; readonly unsided: readonly Range[] };

/** Clauses by how well they tell of the code's parts: its own stretch, the headings, then what was done. */
function scopesOf(note: ClauseText, place: CodePlace, alone: boolean): Range[][] {
  const told = place.told.filter((clause) => clause.kind === 'body' || clause.kind === 'findings');
  const of = (...kinds: Clause['kind'][]): Range[] => note.clauses.filter((clause) => kinds.includes(clause.kind));
  const own = [...(place.scope === undefined ? [] : [place.scope]), ...place.twins];
  return [
    own,
    ...(alone ? [of('heading')] : []),
    told,
    of('diagnosis'),
    ...(alone ? [of('body', 'findings')] : []),
    of('before'),
  ];
}

/** The first scopes that name something done; the same thing named elsewhere adds its words. */
function firstNamed<T>(note: ClauseText, scopes: readonly Range[][], read: (scope: Range) => Mention<T>[]): Mention<T>[] {
  for (const group of scopes) {
    const found = group.flatMap((scope) => read(scope).filter((mention) => note.isDone(mention.start)));
    if (found.length > 0) return found;
  }
  return [];
}

function grouped<T>(mentions: readonly Mention<T>[], keyOf: (value: T) => string): Map<string, Mention<T>[]> {
  const groups = new Map<string, Mention<T>[]>();
  for (const mention of mentions) groups.set(keyOf(mention.value), [...(groups.get(keyOf(mention.value)) ?? []), mention]);
  return groups;
}

const sidesOf = (reading: SideReading): ('left' | 'right')[] =>
  reading.side === undefined ? [] : reading.side === 'both' ? ['right', 'left'] : [reading.side];

function digits(note: ClauseText, place: CodePlace, billing: Billing, side: SideReading, alone: boolean): PartsReading {
  const usual = billing.parts.has('finger') ? 'finger' : 'toe';
  const wanted = (digit: Digit): boolean => billing.parts.has(digit.kind) && (!billing.greatToe || digit.number === 1);
  const read = (scope: Range): Mention<Digit>[] => digitsIn(note.text, scope, usual).filter((mention) => wanted(mention.value));
  const found = firstNamed(note, scopesOf(note, place, alone), read);
  const elsewhere = note.clauses.filter((clause) => clause.kind === 'body' || clause.kind === 'heading').flatMap(read);
  const parts = new Map<string, Part>();
  const unsided: Range[] = [];
  for (const group of grouped(found, (digit) => `${digit.kind}${digit.number}${digit.side ?? ''}`).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const digit = first.value;
    const known = elsewhere.find(
      (mention) => mention.value.number === digit.number && mention.value.kind === digit.kind && mention.value.side !== undefined,
    );
    const own = digit.side ?? known?.value.side;
    const sides = own === undefined ? sidesOf(side) : [own];
    if (sides.length === 0) unsided.push(first);
    for (const each of sides) {
      const modifier = digitModifier(digit, each);
      if (modifier === undefined) continue;
      const again = elsewhere.filter(
        (mention) => mention.value.number === digit.number && mention.value.kind === digit.kind && mention.value.side === each,
      );
      const words = distinctRanges([...group, ...again].map(({ start, end }) => ({ start, end })));
      parts.set(modifier, { modifier, side: each, facts: { digit: digitName(digit) }, words: withSide(note.text, words) });
    }
  }
  return { parts: [...parts.values()], unsided };
}

/** "right" directly before the digit's name belongs to its words. */
const withSide = (text: string, ranges: readonly Range[]): Range[] =>
  ranges.map((range) => {
    const lead = /\b(right|left|rt\.?|lt\.?|R|L)\s+$/i.exec(text.slice(Math.max(0, range.start - 8), range.start));
    return lead === null ? range : { start: range.start - lead[0].length, end: range.end };
  });

function lids(note: ClauseText, place: CodePlace, billing: Billing, side: SideReading, alone: boolean): PartsReading {
  const found = firstNamed(note, scopesOf(note, place, alone), (scope) =>
    lidsIn(note.text, scope, side.side).filter((mention) => billing.lids === undefined || mention.value.part === billing.lids),
  );
  const parts = [...grouped(found, lidModifier)].map(([modifier, group]) => ({
    modifier,
    side: group[0]?.value.side,
    facts: { lid: `${group[0]?.value.side} ${group[0]?.value.part}` },
    words: distinctRanges(group.map(({ start, end }) => ({ start, end }))),
  }));
  const [a, b] = parts;
  // Both lids of one kind are one line with 50.
  if (
    a !== undefined &&
    b !== undefined &&
    parts.length === 2 &&
    found.every((mention) => mention.value.part === found[0]?.value.part)
  ) {
    return { parts: [{ modifier: '50', side: 'both', facts: { lid: found[0]?.value.part ?? '' }, words: a.words }], unsided: [] };
  }
  return { parts, unsided: [] };
}

function coronaries(note: ClauseText, place: CodePlace): PartsReading {
  const scopes = [...(place.scope === undefined ? [] : [place.scope]), ...place.twins];
  const inScope = scopes.flatMap((scope) => coronariesIn(note.text, scope));
  const acts = note.clauses.filter(
    (clause) => clause.kind !== 'history' && clause.kind !== 'before' && CORONARY_ACT.test(wordsOf(note.text, clause)),
  );
  const body = acts.flatMap((clause) => coronariesIn(note.text, clause)).filter((mention) => note.isDone(mention.start));
  const found = inScope.length > 0 && place.clause?.kind === 'heading' ? inScope : body;
  const parts = [...grouped(found, (value) => value)].map(([modifier, group]) => ({
    modifier,
    side: undefined,
    facts: { vessel: coronaryName(group[0]?.value ?? 'LD') },
    words: distinctRanges(
      [...group, ...body.filter((mention) => mention.value === modifier)].map(({ start, end }) => ({ start, end })),
    ),
  }));
  return { parts, unsided: [] };
}

/** The parts of the body that a code is billed by. @param alone whether the note tells of no other code of such parts */
export function partsOf(note: ClauseText, place: CodePlace, billing: Billing, side: SideReading, alone: boolean): PartsReading {
  if (billing.parts.has('lid')) return lids(note, place, billing, side, alone);
  if (billing.parts.has('coronary')) return coronaries(note, place);
  return digits(note, place, billing, side, alone);
}
