import { matchesIn, type Mention, type Range } from './clauses.ts';

export type DigitKind = 'finger' | 'toe';

/** A finger or toe by number from the thumb or the great toe; its side where it stands with it. */
export type Digit = { readonly kind: DigitKind; readonly number: number; readonly side: 'left' | 'right' | undefined };

const FINGERS: readonly (readonly string[])[] = [
  ['thumb', 'first', '1st', '1'],
  ['index', 'pointer', 'second', '2nd', '2'],
  ['long', 'middle', 'third', '3rd', '3'],
  ['ring', 'fourth', '4th', '4'],
  ['small', 'little', 'pinky', 'fifth', '5th', '5'],
];
const TOES: readonly (readonly string[])[] = [
  ['great', 'big', 'hallux', 'first', '1st', '1'],
  ['second', '2nd', '2'],
  ['third', '3rd', '3'],
  ['fourth', '4th', '4'],
  ['fifth', 'little', 'small', '5th', '5'],
];
const numberOf = (name: string, kind: DigitKind): number =>
  (kind === 'finger' ? FINGERS : TOES).findIndex((names) => names.includes(name.toLowerCase())) + 1;

const SIDE = String.raw`(?:right|left|rt\.?|lt\.?|R|L)`;
const NAME =
  '(?:thumb|index|pointer|long|middle|ring|small|little|pinky|great|big|first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)';
const JOINT = String.raw`\s*(?:,\s*(?:and\s+)?|and\s+|&\s*|\/|through\s+|thru\s+|to\s+|-\s*)(?:the\s+)?`;
/** "right long and right ring fingers", "second and third toes", "digits 2-4", "hallux", "thumb". */
const LIST = new RegExp(
  String.raw`\b(?:(${SIDE}\s+)?(${NAME}(?:${JOINT}(?:${SIDE}\s+)?${NAME})*)[\s-]+(?:trigger\s+|hammer\s*|mallet\s+|claw\s+)?(fingers?|toes?|hammertoes?|digits?)|(${SIDE}\s+)?(thumbs?|hallux|halluces)|(${SIDE}\s+)?(fingers?|toes?|digits?)\s+#?((?:[1-5])(?:\s*(?:,|and|&|-|through)\s*[1-5])*))\b`,
  'gi',
);
const ONE = new RegExp(String.raw`(${SIDE}\s+)?(?:\b(${NAME}|[1-5])\b)`, 'gi');

const sideIn = (words: string | undefined): 'left' | 'right' | undefined => {
  const said = /\b(right|rt|r|left|lt|l)\b/i.exec(words ?? '')?.[1]?.toLowerCase();
  return said === undefined ? undefined : said.startsWith('r') ? 'right' : 'left';
};

/** "of the right hand", "on the left foot", "(Right)". */
function sideAround(text: string, scope: Range, range: Range): 'left' | 'right' | undefined {
  const after = text.slice(range.end, Math.min(scope.end, range.end + 40));
  const behind = /^[\s,]*(?:of|on|at)?\s*(?:the\s+)?\(?(right|left|rt|lt|R|L)\)?\b/i.exec(after)?.[1];
  if (behind !== undefined) return sideIn(behind);
  const before = text.slice(Math.max(scope.start, range.start - 60), range.start);
  return sideIn([...before.matchAll(/\b(right|left|rt|lt)\b|\b([RL])\b(?=[ -])/gi)].at(-1)?.[0]);
}

/** Fingers and toes said in a clause, one mention for each. `usual` is what "digit" means where nothing says more. */
export function digitsIn(text: string, scope: Range, usual: DigitKind): Mention<Digit>[] {
  const found: Mention<Digit>[] = [];
  for (const match of matchesIn(text, scope, LIST)) {
    const [, names, noun, , whole, , numbered, numbers] = match.groups;
    const kind: DigitKind = /toe|hall/i.test(noun ?? whole ?? numbered ?? '')
      ? 'toe'
      : /finger|thumb/i.test(noun ?? whole ?? numbered ?? '')
        ? 'finger'
        : usual;
    if (whole !== undefined) {
      const side = sideIn(match.groups[3]) ?? sideAround(text, scope, match);
      if (/thumbs|halluces/i.test(whole) && side === undefined) {
        for (const each of ['right', 'left'] as const)
          found.push({ start: match.start, end: match.end, value: { kind, number: 1, side: each } });
      } else found.push({ start: match.start, end: match.end, value: { kind, number: 1, side } });
      continue;
    }
    const lead = sideIn(match.groups[0] ?? match.groups[5]);
    const around = lead ?? sideAround(text, scope, match);
    const list = matchesIn(text, match, ONE).filter((one) => numberOf(one.groups[1] ?? '', kind) > 0);
    let side = around;
    let last: number | undefined;
    for (const one of list) {
      side = sideIn(one.groups[0]) ?? side;
      const number = numberOf(one.groups[1] ?? '', kind);
      const joint =
        last === undefined
          ? ''
          : text.slice(match.start, one.start).replace(/^.*[a-z0-9](?=[^a-z0-9]*(through|thru|to|-)?[^a-z0-9]*$)/is, '');
      const from = last !== undefined && /through|thru|\bto\b|-/.test(joint) ? last + 1 : number;
      for (let each = from; each <= number; each++) {
        const start = one.start;
        found.push({ start, end: list.length === 1 ? match.end : one.end, value: { kind, number: each, side } });
      }
      last = number;
    }
    if (names === undefined && numbers === undefined) continue;
  }
  return found;
}

const LEFT_HAND = ['FA', 'F1', 'F2', 'F3', 'F4'];
const RIGHT_HAND = ['F5', 'F6', 'F7', 'F8', 'F9'];
const LEFT_FOOT = ['TA', 'T1', 'T2', 'T3', 'T4'];
const RIGHT_FOOT = ['T5', 'T6', 'T7', 'T8', 'T9'];

/** The modifier of a finger or toe on a side. */
export function digitModifier(digit: Digit, side: 'left' | 'right'): string | undefined {
  const row = digit.kind === 'finger' ? (side === 'left' ? LEFT_HAND : RIGHT_HAND) : side === 'left' ? LEFT_FOOT : RIGHT_FOOT;
  return row[digit.number - 1];
}

const FINGER_NAMES = ['thumb', 'index', 'long', 'ring', 'small'];
const TOE_NAMES = ['great toe', 'second toe', 'third toe', 'fourth toe', 'fifth toe'];

export const digitName = ({ kind, number }: Digit): string => (kind === 'finger' ? FINGER_NAMES : TOE_NAMES)[number - 1] ?? '';
