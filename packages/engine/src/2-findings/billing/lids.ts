import { matchesIn, type Mention, type Range } from './clauses.ts';

/** An eyelid: which side of the face, and upper or lower. */
export type Lid = { readonly side: 'left' | 'right'; readonly part: 'upper' | 'lower' };

const LID =
  /\b(?:(right|left|rt|lt|bilateral|both|R|L)\s+)?(upper and lower|upper|lower|four|all four)\s+(?:eye)?lids?\b|\b([RL])([UL])L\b|\b(?:eye)?lids?,?\s+(upper|lower),?\s+\(?(right|left|bilateral)\)?/gi;

/** Eyelids said in a clause; without a side of their own they take the one that is given. */
export function lidsIn(text: string, scope: Range, otherwise: 'left' | 'right' | 'both' | undefined): Mention<Lid>[] {
  return matchesIn(text, scope, LID).flatMap((match) => {
    const [lead, part, letter, short, behind, behindSide] = match.groups;
    const named = (lead ?? letter ?? behindSide ?? '').toLowerCase();
    const four = /four/i.test(part ?? '');
    const said =
      named === '' ? (four ? 'both' : otherwise) : named.startsWith('b') ? 'both' : named.startsWith('r') ? 'right' : 'left';
    if (said === undefined) return [];
    const name = (part ?? behind ?? (short === 'U' ? 'upper' : 'lower')).toLowerCase();
    const parts: Lid['part'][] = four || name.includes('and') ? ['upper', 'lower'] : [name === 'upper' ? 'upper' : 'lower'];
    const sides: Lid['side'][] = said === 'both' ? ['right', 'left'] : [said];
    return sides.flatMap((side) => parts.map((each) => ({ start: match.start, end: match.end, value: { side, part: each } })));
  });
}

/** E1 to E4. */
export const lidModifier = ({ side, part }: Lid): string =>
  side === 'left' ? (part === 'upper' ? 'E1' : 'E2') : part === 'upper' ? 'E3' : 'E4';
