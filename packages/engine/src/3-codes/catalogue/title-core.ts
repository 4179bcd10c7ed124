import { ACTION } from '../../1-text/acts.ts';
import { CIRCUMSTANCES } from '../../1-text/circumstances.ts';
import type { Lexicon, TermHit } from '../../1-text/lexicon.ts';
import type { Token } from '../../1-text/tokens.ts';
import { isSilent, ownersOf, type CodeIndex } from './code-index.ts';

/** Words beyond which a line is a sentence rather than a title. */
const LONGEST_TITLE = 12;

/**
 * The part of a title that is a phrase of a code, where the rest only tells its circumstances, its reason ("for mastitis") or what the code
 * says of itself anyway ("LIS chronic fissure").
 * @returns the first and the last word's place in the text, the end exclusive; undefined where the title as a whole is a phrase or no part is
 */
export function titleCore(
  { tokens, hits }: { readonly tokens: readonly Token[]; readonly hits: readonly TermHit[] },
  lexicon: Lexicon,
  index: CodeIndex,
): { readonly start: number; readonly end: number } | undefined {
  const told = tokens.slice(0, beforeReason(tokens));
  const count = told.length;
  if (count === 0 || tokens.length > LONGEST_TITLE || ownersOf(tokens, lexicon, index).length > 0) return undefined;
  const own = (code: number, at: number): boolean =>
    hits.some(
      ({ term, from, weight }) => from === at && weight === 1 && (index.idf[term] ?? 0) >= TELLING && isSaidOf(index, code, term),
    );
  for (let length = count; length >= 1; length--)
    for (let from = 0; from + length <= count; from++) {
      const [code] = ownersOf(told.slice(from, from + length), lexicon, index);
      if (code === undefined || TIMES.test(told[from + length]?.word ?? '')) continue;
      const beside = told.every(({ word }, at) => (at >= from && at < from + length) || isAside(word) || own(code, at));
      if (beside) return { start: told[from]?.start ?? 0, end: told[from + length - 1]?.end ?? 0 };
    }
  return undefined;
}

/** How many words stand before "for ...", if what follows names no act: "cystoscopy for stent removal" does. */
function beforeReason(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ word }, place) => place > 0 && word === 'for');
  return at < 0 || tokens.slice(at + 1).some(({ word }) => ACTION.test(word)) ? tokens.length : at;
}

/** A word that more codes say does not tell that one of them is meant. */
const TELLING = 3;
/** How often the act itself was done is no circumstance: "CABG x2". */
const TIMES = /^x\d/;
/** "x2", "3", "L4". */
const COUNTED = /^[xclts]?\d/;

const isAside = (word: string): boolean => COUNTED.test(word) || isSilent(word) || CIRCUMSTANCES.has(word);

function isSaidOf({ codePostings: { starts, ids } }: CodeIndex, code: number, term: number): boolean {
  return ids.subarray(starts[term] ?? 0, starts[term + 1] ?? 0).includes(code);
}
