import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { STOP_WORDS } from '../src/1-text/stop-words.ts';
import { createEngine, parseCatalogueFile, starterCatalogue } from '../src/index.ts';

/**
 * `npm run bench -- [--notes FILE] [--catalogue FILE]`: speed of the engine beside MiniSearch (whole note as the query over
 * the same catalogue, set up with care: no stop words, plurals folded), in one process. Without notes, ones made here from the knowledge's own phrases are used.
 */
const { values } = parseArgs({ options: { notes: { type: 'string' }, catalogue: { type: 'string' } } });
const knowledge = loadKnowledge();
const catalogue =
  values.catalogue === undefined ? starterCatalogue(knowledge) : parseCatalogueFile(readFileSync(values.catalogue)).entries;
const texts =
  values.notes === undefined
    ? syntheticNotes()
    : readFileSync(values.notes, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => (JSON.parse(line) as { text: string }).text);

const before = process.memoryUsage().heapUsed;
const started = performance.now();
const engine = createEngine({ knowledge, catalogue });
const build = performance.now() - started;
const processTerm = (term: string): string | null => {
  const word = term.toLowerCase();
  return word.length < 2 || STOP_WORDS.has(word) ? null : word.replace(/(?<=[a-z]{3})(?<![su])s$/, '');
};
const search = new MiniSearch({ fields: ['description'], idField: 'code', processTerm });
search.addAll(catalogue.map((entry) => ({ ...entry })));

for (const text of texts.slice(0, 60)) {
  engine.suggest(text);
  search.search(text);
}
const ours = texts.map((text) => timed(() => engine.suggest(text)));
// Before the other engine's turn: while that runs, V8 throws away the compiled code that this one needs.
const five = fiveKilobytes(texts);
const long = Array.from({ length: 4 * five.length }, (_, at) => timed(() => engine.suggest(five[at % five.length] ?? '')));
const theirs = texts.map((text) => timed(() => search.search(text)));
globalThis.gc?.();
const heap = (process.memoryUsage().heapUsed - before) / 1e6;
const ratio = quantile(ours, 0.5) / quantile(theirs, 0.5);
const line = (name: string, value: string): void => void process.stdout.write(`${name.padEnd(42)} ${value}\n`);
line('codes', String(catalogue.length));
line('notes', String(texts.length));
line('engine build', `${build.toFixed(0)} ms`);
line('heap used by engine and MiniSearch', `${heap.toFixed(0)} MB`);
line('engine, median / p95 / p99', `${[0.5, 0.95, 0.99].map((share) => quantile(ours, share).toFixed(2)).join(' / ')} ms`);
line('MiniSearch, median / p95 / p99', `${[0.5, 0.95, 0.99].map((share) => quantile(theirs, share).toFixed(2)).join(' / ')} ms`);
line('ratio of medians', ratio.toFixed(2));
line('engine on 5 kB notes, p99', `${quantile(long, 0.99).toFixed(2)} ms`);

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Notes of about five kilobytes; where there are few, texts cut or joined to that length. */
function fiveKilobytes(source: readonly string[]): string[] {
  const near = source.filter((text) => text.length >= 4500 && text.length <= 5500);
  if (near.length >= 20) return near;
  return source.slice(0, 50).map((text, at) => {
    let joined = text;
    for (let next = 1; joined.length < 5000; next++) joined += '\n' + (source[(at + next) % source.length] ?? '');
    return joined.slice(0, 5000);
  });
}

function syntheticNotes(): string[] {
  const filler =
    'The patient was taken to the operating room and placed in the supine position. After adequate anesthesia the area was prepped and draped in the usual sterile fashion. An incision was made and carried down through the subcutaneous tissue. Hemostasis was obtained with electrocautery. The wound was irrigated and closed in layers. The patient tolerated the procedure well and left for recovery in stable condition. ';
  return knowledge.codes
    .filter((_, at) => at % 29 === 0)
    .map(
      (entry) =>
        `PREOPERATIVE DIAGNOSIS: ${entry.plain}.\nPROCEDURE: ${entry.phrases[0] ?? entry.sentence}.\nDESCRIPTION: ${filler.repeat(3)} ${entry.sentence}. ${filler.repeat(3)}`,
    );
}
