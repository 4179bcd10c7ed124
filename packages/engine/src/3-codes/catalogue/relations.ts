import { inRanges, parseRangePairs, parseRanges, placesIn } from './code-ranges.ts';
import type { CodeDocument } from './code-index.ts';

/** How codes stand to each other on one claim; ids are places in the code index. */
export interface Relations {
  /** True when the first code's service contains the second's at the same site and sitting. */
  includes(comprehensive: number, component: number): boolean;
  /** True for add-ons. */
  isAddon(id: number): boolean;
  /** True when the code is a primary of the add-on; any code that is no add-on is, where no primaries are known. */
  isPrimaryOf(code: number, addon: number): boolean;
}

/**
 * Compiles knowledge/bundles.tsv and the add-ons' primaries.
 * @param table lines of comprehensive codes, component codes, reason; tab-separated; lines that cannot be read are left out
 * @param documents sorted by code
 */
export function compileRelations(table: string | undefined, documents: readonly CodeDocument[]): Relations {
  const contains: number[][] = documents.map(() => []);
  const within: number[][] = documents.map(() => []);
  const codes = documents.map((document) => document.code);
  parseRangePairs(table).forEach(({ whole, part }, rule) => {
    for (const id of placesIn(part, codes)) within[id]?.push(rule);
    // A code that is itself among the components is no container of its neighbours by the same rule.
    for (const id of placesIn(whole, codes)) if (!inRanges(codes[id] ?? '', part)) contains[id]?.push(rule);
  });
  const parents = documents.map((document) => (isAddonCode(document) ? parseRanges(document.knowledge?.parents ?? []) : []));
  return {
    includes: (comprehensive, component) => {
      const own = within[component] ?? [];
      return comprehensive !== component && own.length > 0 && (contains[comprehensive] ?? []).some((at) => own.includes(at));
    },
    isAddon: (id) => isAddonCode(documents[id]),
    isPrimaryOf: (code, addon) => {
      const ranges = parents[addon] ?? [];
      return ranges.length > 0 ? inRanges(codes[code] ?? '', ranges) : !isAddonCode(documents[code]);
    },
  };
}

/** Of some codes: which contains which. */
export type BundlesAmong = (codes: readonly string[]) => { readonly whole: string; readonly part: string }[];

/**
 * The pairs of knowledge/bundles.tsv among any codes, without an index of a catalogue.
 * @param table lines of comprehensive codes, component codes, reason; tab-separated
 */
export function createBundles(table: string): BundlesAmong {
  const rules = parseRangePairs(table);
  return (codes) => {
    const among = [...new Set(codes)];
    const found = new Map<string, { whole: string; part: string }>();
    for (const rule of rules) {
      const parts = among.filter((code) => inRanges(code, rule.part));
      if (parts.length === 0) continue;
      const wholes = among.filter((code) => inRanges(code, rule.whole) && !parts.includes(code));
      for (const whole of wholes) for (const part of parts) found.set(`${whole} ${part}`, { whole, part });
    }
    return [...found.values()];
  };
}

function isAddonCode(document: CodeDocument | undefined): boolean {
  return document?.knowledge?.role === 'addon';
}
