import type { CodeLink } from '@incisive/contract/code-links';
import { isApproved, isRejected } from './code-sheet.ts';

/** Who says that two codes are not reported together: the product's own knowledge, or the imported NCCI pairs with or without a way out. */
type Source = 'known' | 'never' | 'unless';
interface Pair {
  /** What is reported, and what is not beside it. */
  readonly whole: string;
  readonly part: string;
  readonly by: Source;
}

const listed = (codes: readonly string[]): string =>
  codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} and ${codes.at(-1) ?? ''}`;

/** Of two codes the one that came later knows the other: both rows are asked. */
function pairsOf(links: Iterable<CodeLink>): Pair[] {
  const pairs = new Map<string, Pair>();
  const put = (whole: string, part: string, by: Source): void => {
    const key = [whole, part].toSorted().join(' ');
    // What CMS says of two codes stands for what the product knows of them: nothing is said twice.
    if (by !== 'known' || !pairs.has(key)) pairs.set(key, { whole, part, by });
  };
  for (const { code, included_in: wholes, includes: parts, edits } of links) {
    for (const whole of wholes) put(whole, code, 'known');
    for (const part of parts) put(code, part, 'known');
    for (const { code: other, column, never } of edits)
      put(column === 1 ? code : other, column === 1 ? other : code, never ? 'never' : 'unless');
  }
  return [...pairs.values()];
}

/**
 * What is said beside a row that is not reported beside an approved code, or that an approved one is not reported beside; nothing of
 * codes that nobody chose, and nothing that the row's reason says already.
 */
export function bundleHints(links: readonly CodeLink[]): ReadonlyMap<string, string> {
  const open = new Map(links.filter((link) => !isRejected(link)).map((link) => [link.code, link]));
  const approved = (code: string): boolean => isApproved(open.get(code)!);
  const known = pairsOf(open.values()).filter(({ whole, part }) => open.has(whole) && open.has(part));
  const hints = new Map<string, string>();
  for (const { code, why } of open.values()) {
    const wholes = (by: Source): string[] =>
      known.flatMap((pair) => (pair.by === by && pair.part === code && approved(pair.whole) ? [pair.whole] : [])).toSorted();
    const parts = (by: Source): string[] =>
      approved(code)
        ? []
        : known.flatMap((pair) => (pair.by === by && pair.whole === code && approved(pair.part) ? [pair.part] : [])).toSorted();
    const never = [...wholes('never'), ...parts('never')];
    const byFile = [
      ...(never.length > 0 ? [`Never beside ${listed(never)} (NCCI).`] : []),
      ...(wholes('unless').length > 0 ? [`Part of ${listed(wholes('unless'))} unless separate (NCCI).`] : []),
      ...(parts('unless').length > 0 ? [`${listed(parts('unless'))} is part of this unless separate (NCCI).`] : []),
    ];
    const byKnowledge = [
      ...(wholes('known').length > 0 ? [`Included in ${listed(wholes('known'))}.`] : []),
      ...(parts('known').length > 0 ? [`Includes ${listed(parts('known'))}.`] : []),
    ].join(' ');
    const isNew = byKnowledge !== '' && why?.includes(byKnowledge) !== true;
    const words = [...byFile, ...(isNew ? [`${byKnowledge} Report only one.`] : [])].join(' ');
    if (words !== '') hints.set(code, words);
  }
  return hints;
}
