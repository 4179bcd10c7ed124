import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { parseCatalogueFile } from '../src/index.ts';
import { compileCodes } from '../src/3-codes/analysis.ts';
import { chooseCodes, confidenceOf } from '../src/3-codes/choose.ts';
import { parseWeights } from '../src/3-codes/weights.ts';
import { LIKELY } from '../src/pipeline.ts';
import { calibrationRows, outOfFold, prepareExamples, rankNotes } from './cross-validate.ts';
import { fitLogistic } from './fit-calibration.ts';
import { assignFolds } from './folds.ts';
import { readLabelledNotes, type LabelledNote } from './labelled-notes.ts';
import { calibrationError, formatSummary, scoreNote, summarize, type NoteScore } from './metrics.ts';

/**
 * `npm run eval -- --notes FILE [--catalogue FILE] [--misses N]`: measures ranking and calibration by
 * cross-validation (five folds, near-duplicates in one fold; everything fitted is fitted on the other folds) and lists misses. One
 * line tells the same with the weights as they ship, for notes that had no part in fitting them.
 */
const { values } = parseArgs({
  options: {
    notes: { type: 'string' },
    catalogue: { type: 'string' },
    misses: { type: 'string', default: '25' },
  },
});
if (values.notes === undefined) {
  process.stderr.write('usage: npm run eval -- --notes FILE [--catalogue FILE] [--misses N]\n');
  process.exit(2);
}
const FOLDS = 5;
const all = readLabelledNotes(values.notes);
const notes = all.filter((note) => note.confidence !== 'low');
const catalogue = values.catalogue === undefined ? undefined : parseCatalogueFile(readFileSync(values.catalogue)).entries;
const knowledge = loadKnowledge();
const space = compileCodes(knowledge, catalogue);
const examples = prepareExamples(notes, space);
const folds = assignFolds(notes, FOLDS);
const main = outOfFold(examples, folds, 'main');
const items = outOfFold(examples, folds, 'items');
const lists = rankNotes(examples, main, items, []).map((ranked) => ranked.codes);
const scores = notes.map((note, at) => scoreNote(note, lists[at] ?? []));
const seen = notes.map((note, at) =>
  notes.some((other, place) => folds[place] !== folds[at] && other.primary.some((code) => note.primary.includes(code))),
);

const print = (line: string): void => void process.stdout.write(line + '\n');
print(
  `${notes.length} notes (${all.length - notes.length} of low confidence left out), ${space.index.documents.length} codes, ${FOLDS} folds, weights fitted out of fold`,
);
print(formatSummary('all', summarize(scores)));
print(formatSummary('the same with the shipped weights', summarize(withShippedWeights())));
print('  (the weights were fitted on the labelled notes: that line tells something of notes kept apart only)');
print(formatSummary('main code seen in other folds', summarize(scores.filter((_, at) => seen[at]))));
print(formatSummary('main code not seen', summarize(scores.filter((_, at) => !seen[at]))));
print(
  formatSummary('with a procedure heading', summarize(scores.filter((_, at) => examples[at]?.analysis.note.pseudo === false))),
);
print(formatSummary('without', summarize(scores.filter((_, at) => examples[at]?.analysis.note.pseudo === true))));
for (const specialty of [...new Set(notes.map((note) => note.specialty))].sort()) {
  const own = scores.filter((_, at) => notes[at]?.specialty === specialty);
  if (own.length >= 15) print(formatSummary(`  ${specialty}`, summarize(own)));
}
reportCalibration();
reportMisses(Number(values.misses));

function withShippedWeights(): NoteScore[] {
  const weights = parseWeights(knowledge.files['weights/ranking.json']);
  return examples.map(({ note, analysis, codes }) => {
    const chosen = chooseCodes(analysis, space, weights, 10, () => true);
    return scoreNote(
      note,
      chosen.map(({ row }) => codes[row] ?? ''),
    );
  });
}

/** Calibration fitted on the other folds' notes, measured on each fold's own. */
function reportCalibration(): void {
  const rows = calibrationRows(examples, main, items);
  const pairs: { note: number; place: number; confidence: number; right: boolean }[] = [];
  for (const fold of new Set(folds)) {
    const calibration = fitLogistic(rows.filter((row) => folds[row.note] !== fold));
    for (const row of rows)
      if (folds[row.note] === fold)
        pairs.push({
          note: row.note,
          place: row.signals[3] ?? 0,
          confidence: confidenceOf(row.signals, calibration),
          right: row.right,
        });
  }
  print(
    `calibration error, all shown rows ${calibrationError(pairs).toFixed(3)}, first row ${calibrationError(pairs.filter((pair) => pair.place === 1)).toFixed(3)}`,
  );
  for (const level of [0.8, 0.5]) {
    const first = pairs.filter((pair) => pair.place === 1 && pair.confidence >= level);
    print(
      `first row shown at ${level} or more: ${((100 * first.length) / notes.length).toFixed(0)} % of notes, ${((100 * first.filter((pair) => pair.right).length) / Math.max(1, first.length)).toFixed(0)} % right`,
    );
  }
  const byNote = new Map<number, typeof pairs>();
  for (const pair of pairs) byNote.set(pair.note, [...(byNote.get(pair.note) ?? []), pair]);
  const exact = [...byNote.values()].filter((list) => {
    const note = notes[list[0]?.note ?? 0];
    const likely = list.filter((pair) => pair.confidence >= LIKELY);
    return note !== undefined && likely.every((pair) => pair.right) && likely.length === wanted(note);
  });
  print(`exact set at the likely tier: ${((100 * exact.length) / notes.length).toFixed(0)} %`);
}

function wanted(note: LabelledNote): number {
  return note.items.filter((item) => item.agreed).length;
}

function reportMisses(limit: number): void {
  const misses = notes.map((note, at) => ({ note, at, rank: scores[at]?.rank })).filter((miss) => miss.rank !== 1);
  print(`\n${misses.length} notes whose main code is not first; the first ${Math.min(limit, misses.length)}:`);
  for (const { note, at, rank } of misses.slice(0, limit)) {
    const found = examples[at]?.main.targets.length === 0 ? 'not among the candidates' : `rank ${rank ?? '> 10'}`;
    print(`${note.id}  wanted ${note.primary.join('/')}  ${found}  first ${(lists[at] ?? []).slice(0, 3).join(' ')}`);
  }
}
