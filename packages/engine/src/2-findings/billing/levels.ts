import { matchesIn, type Range } from './clauses.ts';

/** Vertebrae and disk spaces that one stretch of a note lists, each once, from the top. */
export type Levels = Range & { readonly spaces: readonly string[]; readonly vertebrae: readonly string[] };

const VERTEBRAE = ['C', 'T', 'L', 'S'].flatMap((part) => {
  const most = { C: 7, T: 12, L: 5, S: 5 }[part] ?? 0;
  return Array.from({ length: most }, (_, n) => `${part}${n + 1}`);
});
const place = (name: string): number => VERTEBRAE.indexOf(name);

const ONE = String.raw`[CTLS]\s?\d{1,2}`;
const LIST = new RegExp(
  String.raw`\b${ONE}(?:\s*(?:-|–|—|\/|to|through|thru)\s*(?:[CTLS]\s?)?\d{1,2})*(?:\s*(?:,\s*(?:and\s+|&\s*)?|and\s+|&\s*|,?\s*as well as\s+)(?:at\s+)?(?:the\s+)?(?:${ONE}|(?<=[CTLS]\s?\d{1,2}.{0,14})\d(?=\s*[-\/]\s*\d))(?:\s*(?:-|–|—|\/|to|through|thru)\s*(?:[CTLS]\s?)?\d{1,2})*)*`,
  'g',
);
const CHAIN = new RegExp(String.raw`(?:[CTLS]\s?)?\d{1,2}(?:\s*(?:-|–|—|\/|to|through|thru)\s*(?:[CTLS]\s?)?\d{1,2})*`, 'g');

/** Lists of spinal levels in a clause: "L3-L4, L4-5 and L5-S1", "C5-7", "T12 and L1". */
export function levelsIn(text: string, scope: Range): Levels[] {
  return matchesIn(text, scope, LIST).flatMap((match) => {
    const spaces = new Set<string>();
    const vertebrae = new Set<string>();
    let part = '';
    for (const { start, end } of matchesIn(text, match, CHAIN)) {
      const names = [...text.slice(start, end).matchAll(/([CTLS])?\s?(\d{1,2})/g)].map((each) => {
        part = each[1] ?? part;
        return `${part}${each[2]}`;
      });
      if (names.some((name) => place(name) < 0)) continue;
      for (const name of names) vertebrae.add(name);
      for (const [at, name] of names.slice(1).entries()) {
        const from = place(names[at] ?? '');
        const to = place(name);
        for (let each = from; each < to && to - from < 18; each++) {
          spaces.add(`${VERTEBRAE[each]}-${VERTEBRAE[each + 1]}`);
          vertebrae.add(VERTEBRAE[each] ?? '');
        }
      }
    }
    if (vertebrae.size === 0) return [];
    const sorted = (names: ReadonlySet<string>): string[] =>
      [...names].sort((a, b) => place(a.split('-')[0] ?? '') - place(b.split('-')[0] ?? ''));
    return [{ start: match.start, end: match.end, spaces: sorted(spaces), vertebrae: sorted(vertebrae) }];
  });
}
