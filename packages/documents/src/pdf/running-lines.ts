import type { PageLine } from './pdf-lines.ts';

/** So many lines at the top and at the bottom of a page can be its running head or foot. */
const EDGE_LINES = 3;
/** Points by which the same head may stand higher or lower on another page. */
const SAME_PLACE = 2;
/** A head stands on at least this share of the pages, and on two. */
const SHARE = 0.6;

/** A page number differs from page to page; every other figure may be a finding and is compared as it is. */
const pageNumber =
  /^\W*(?:page\s*)?\d{1,4}(?:\s*(?:of|\/|-)\s*\d{1,4})?\W*$|\bpage\s*:?\s*\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?\b/gi;
const wordsOf = (line: PageLine): string => line.text.replace(pageNumber, '#').replace(/\s+/g, ' ').trim();

interface Kept {
  readonly pages: readonly (readonly PageLine[])[];
  /** What was taken out, each line once. */
  readonly leftOut: readonly string[];
}

const edgesOf = (page: readonly PageLine[]): readonly PageLine[] => {
  const fromTop = page.toSorted((a, b) => b.y - a.y);
  return [...new Set([...fromTop.slice(0, EDGE_LINES), ...fromTop.slice(-EDGE_LINES)])];
};

/**
 * Takes out the running heads and feet of a document: lines with the same words at the same height of most pages, at a page's edge. They
 * would stand in the middle of sentences. A document of one page has none, and no page loses all of its lines.
 */
export function withoutRunningLines(pages: readonly (readonly PageLine[])[]): Kept {
  const filled = pages.filter((page) => page.length > 0).length;
  const least = Math.max(2, Math.ceil(filled * SHARE));
  const edges = pages.map(edgesOf);
  const running = (line: PageLine): boolean => {
    const words = wordsOf(line);
    const same = (other: PageLine): boolean => Math.abs(other.y - line.y) <= SAME_PLACE && wordsOf(other) === words;
    return edges.filter((edge) => edge.some(same)).length >= least;
  };
  const leftOut = new Set<string>();
  const kept = pages.map((page, at) => {
    const gone = new Set((edges[at] ?? []).filter(running));
    if (gone.size === 0 || gone.size === page.length) return page;
    for (const line of page) if (gone.has(line)) leftOut.add(line.text);
    return page.filter((line) => !gone.has(line));
  });
  return { pages: kept, leftOut: [...leftOut] };
}
