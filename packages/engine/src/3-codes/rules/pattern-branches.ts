/**
 * Splits a regular expression into alternatives, any of which is found exactly where the whole would be: at the bars, and within
 * brackets by repeating what stands around them. Small expressions are skipped by the strings that they need, and compiled fast.
 * @param source without numbered back-references and without the `v` flag
 * @example branchesOf('stent[^.]{0,9}(plac|deploy)') // ['stent[^.]{0,9}(?:plac)', 'stent[^.]{0,9}(?:deploy)']
 */
export function branchesOf(source: string): string[] {
  const done: string[] = [];
  const waiting = [source];
  for (let branch = waiting.shift(); branch !== undefined; branch = waiting.shift()) {
    const parts = splitOnce(branch);
    if (parts === undefined || done.length + waiting.length + parts.length > MOST) done.push(branch);
    else waiting.push(...parts);
  }
  return done;
}

/** More would cost more to look through than they save. */
const MOST = 48;
/** Characters around a bracket; to compile more of them again and again costs more than it saves. */
const MOST_REPEATED = 60;

/** A bracket that may be split: alternatives, nothing repeated, no look-around, no name. */
type Group = { readonly start: number; readonly end: number; readonly bars: readonly number[] };

function splitOnce(source: string): string[] | undefined {
  const { bars, groups } = outline(source);
  if (bars.length > 0) return pieces(source, 0, source.length, bars);
  let largest: Group | undefined;
  for (const group of groups) if (group.bars.length > (largest?.bars.length ?? 0)) largest = group;
  if (largest === undefined) return undefined;
  const { start, end } = largest;
  const from = source.startsWith('(?:', start) ? start + 3 : start + 1;
  const [before, after] = [source.slice(0, start), source.slice(end + 1)];
  if (before.length + after.length > MOST_REPEATED) return undefined;
  const parts = pieces(source, from, end, largest.bars);
  return before === '' && after === '' ? parts : parts.map((part) => `${before}(?:${part})${after}`);
}

function pieces(source: string, from: number, to: number, bars: readonly number[]): string[] {
  return [...bars, to].map((end, at) => source.slice(at === 0 ? from : (bars[at - 1] ?? 0) + 1, end));
}

/** Where the bars and the splittable brackets of the outermost level stand. */
function outline(source: string): { bars: number[]; groups: Group[] } {
  const bars: number[] = [];
  const groups: Group[] = [];
  let inner: number[] = [];
  let depth = 0;
  let opened = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') at = endOfClass(source, at);
    else if (char === '(' && depth++ === 0) {
      opened = at;
      inner = [];
    } else if (char === '|' && depth === 0) bars.push(at);
    else if (char === '|' && depth === 1) inner.push(at);
    else if (char === ')' && --depth === 0) {
      const plain = source[opened + 1] !== '?' || source[opened + 2] === ':';
      if (plain && !/[?*+{]/.test(source[at + 1] ?? '')) groups.push({ start: opened, end: at, bars: inner });
    }
  }
  return { bars, groups };
}

function endOfClass(source: string, opened: number): number {
  let at = opened + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}
