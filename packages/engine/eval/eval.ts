import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine, parseCatalogueFile } from '../src/index.ts';
import { compileCodes } from '../src/3-codes/catalogue/code-space.ts';
import { claimChance, claimFigures, claimThreshold, isExact, type Answer } from './claims.ts';
import { crossValidate, prepareExamples, splitsOf, type Split } from './fitting/cross-validate.ts';
import { profileLessons, profileSpaces } from './fitting/fit-profiles.ts';
import { assignFolds } from './fitting/folds.ts';
import { formatSummary, scoreNote, summarize } from './metrics.ts';
import { fittingWeight, inBrief, labelledNotes, OURS, readSources, withLessons, withoutNames, type Source } from './sources.ts';

/**
 * `npm run eval -- [--notes FILE] [--other FILE] [--not-operative FILE] [--catalogue FILE] [--misses N] [--quick]`: how good the
 * engine is, by source of the notes, never mixed. Without files, those of the folder that INCISIVE_EVAL_DATA names.
 *
 * - apart: the labelled notes by five folds, near-duplicates in one; the others by what all labelled notes teach, and nothing of theirs;
 * - all styles: five folds over both, so that each source has part in the fitting (left out by `--quick`);
 * - shipped: the engine as it is. Weights that ship were fitted on these notes, so that line counts for notes kept apart alone.
 */
const { values } = parseArgs({
  options: {
    notes: { type: 'string' },
    other: { type: 'string' },
    'not-operative': { type: 'string' },
    catalogue: { type: 'string' },
    misses: { type: 'string', default: '25' },
    quick: { type: 'boolean', default: false },
  },
});
const { catalogue: catalogueFile, misses, quick, ...files } = values;
const given = readSources(files);
if (given.every((source) => source.notes.length === 0)) {
  process.stderr.write('No notes: give --notes FILE, or name a folder with notes-labelled.jsonl in INCISIVE_EVAL_DATA.\n');
  process.exit(2);
}
const FOLDS = 5;
const CLAIM_PRECISION = 0.95;
const catalogue = catalogueFile === undefined ? undefined : parseCatalogueFile(readFileSync(catalogueFile)).entries;
const knowledge = loadKnowledge();
const space = compileCodes(knowledge, catalogue);
const sources = withLessons(given, space);
const engine = createEngine(catalogue === undefined ? { knowledge } : { knowledge, catalogue });
const notes = sources.flatMap((source) => source.notes);
const sourceOf = sources.flatMap((source) => source.notes.map(() => source.name));
const examples = prepareExamples(notes, profileSpaces(space, profileLessons(space, labelledNotes(given))), (at) =>
  fittingWeight(sourceOf[at] ?? ''),
);
const folds = assignFolds(notes, FOLDS);
const print = (line: string): void => void process.stdout.write(line + '\n');

print(`${notes.length} notes, ${space.index.documents.length} codes, ${FOLDS} folds`);
const [known = ''] = sourceOf;
const TAUGHT = new Set([known, OURS].flatMap((name) => [name, inBrief(name), withoutNames(name)]));
const taught = (at: number): boolean => TAUGHT.has(sourceOf[at] ?? '');
const apart: Split[] = splitsOf(folds.map((fold, at) => (taught(at) ? fold : FOLDS))).map(({ train, test }) => ({
  train: train.filter(taught),
  test,
}));
const apartAnswers = crossValidate(examples, apart);
report('apart: notes of other origin have no part in any fitting, ours have', apartAnswers, apart);
if (!quick && given.length > 1) {
  const mixed = splitsOf(folds);
  report('all styles: five folds over all sources', crossValidate(examples, mixed), mixed);
}
const shipped = notes.map((note): Answer => {
  const { suggestions, reading } = engine.suggest(note.text);
  const rows = suggestions.map(({ code, confidence, tier }) => ({ code, confidence, likely: tier === 'likely' }));
  return { note, rows, withheld: reading.kind !== 'operative' };
});
report('shipped weights (they know the labelled notes)', shipped, undefined);
for (const source of sources) reportDocuments(source);
reportParts();
reportMisses(Number(misses));

function report(title: string, answers: readonly Answer[], splits: readonly Split[] | undefined): void {
  print(`\n== ${title}`);
  for (const { name } of sources) {
    const own = answers.filter((_, at) => sourceOf[at] === name);
    if (own.length === 0) continue;
    print(formatSummary(name, summarize(own.map(scored))));
    const figures = claimFigures(own);
    const figure = (value: number): string => value.toFixed(3);
    print(
      `${''.padEnd(12)} likely rows right ${figure(figures.likelyRight)}  likely set = billed ${figure(figures.exact)}, of ${figures.several} with several codes ${figure(figures.exactOfSeveral)}  average precision ${figure(figures.precision)}  calibration error ${figure(figures.calibration)}  withheld ${figure(figures.withheld)}`,
    );
    if (splits !== undefined) print(`${''.padEnd(12)} ${sureClaims(name, answers, splits)}`);
  }
}

/** Claims that would be sure enough to file unseen: the threshold comes from the notes that the split was fitted on. */
function sureClaims(name: string, answers: readonly Answer[], splits: readonly Split[]): string {
  let all = 0;
  let sure = 0;
  let exact = 0;
  for (const { train, test } of splits) {
    const threshold = claimThreshold(
      train.filter((at) => given.some(({ name: source }) => source === sourceOf[at])).flatMap((at) => answers[at] ?? []),
      CLAIM_PRECISION,
    );
    for (const at of test) {
      const answer = answers[at];
      if (answer === undefined || sourceOf[at] !== name) continue;
      all++;
      if (claimChance(answer) < threshold) continue;
      sure++;
      if (isExact(answer)) exact++;
    }
  }
  return `exact claim at ${CLAIM_PRECISION} precision: ${(sure / Math.max(1, all)).toFixed(3)} of notes, ${(exact / Math.max(1, sure)).toFixed(3)} of them right`;
}

/** Documents without anything to bill, as the shipped engine answers them. */
function reportDocuments({ name, documents }: Source): void {
  if (documents.length === 0) return;
  const likely = documents.filter(({ text }) => engine.suggest(text).suggestions.some((row) => row.tier === 'likely'));
  print(
    `\n${name}: ${documents.length} documents without an operation, ${likely.length} (${((100 * likely.length) / documents.length).toFixed(1)} %) with a likely code: ${likely.map(({ id }) => id).join(' ')}`,
  );
}

/** Parts of the labelled notes, from the line `apart`. */
function reportParts(): void {
  const seen = notes.map((note, at) =>
    notes.some(
      (other, place) =>
        folds[place] !== folds[at] && sourceOf[place] === known && other.primary.some((code) => note.primary.includes(code)),
    ),
  );
  const part = (name: string, belongs: (at: number) => boolean): void => {
    for (const source of sources) {
      const own = apartAnswers.filter((_, at) => sourceOf[at] === source.name && belongs(at));
      if (own.length >= 15) print(formatSummary(`${source.name}, ${name}`, summarize(own.map(scored))));
    }
  };
  print('\n== parts, apart');
  part('main code seen', (at) => seen[at] === true);
  part('main code not seen', (at) => seen[at] !== true);
  part('with a procedure heading', (at) => examples[at]?.analysis.note.pseudo === false);
  part('without', (at) => examples[at]?.analysis.note.pseudo === true);
  for (const specialty of [...new Set(notes.map((note) => note.specialty))].sort())
    part(specialty, (at) => notes[at]?.specialty === specialty);
}

function scored(answer: Answer): ReturnType<typeof scoreNote> {
  return scoreNote(
    answer.note,
    answer.rows.map((row) => row.code),
  );
}

function reportMisses(limit: number): void {
  const missed = apartAnswers.map((answer, at) => ({ answer, at, rank: scored(answer).rank })).filter((miss) => miss.rank !== 1);
  print(`\n${missed.length} notes whose main code is not first; the first ${Math.min(limit, missed.length)}:`);
  for (const { answer, at, rank } of missed.slice(0, limit)) {
    const found = examples[at]?.lesson.main.length === 0 ? 'not among the candidates' : `rank ${rank ?? '> 10'}`;
    const first = answer.rows.slice(0, 3).map((row) => row.code);
    print(`${answer.note.id}  wanted ${answer.note.primary.join('/')}  ${found}  first ${first.join(' ')}`);
  }
}
