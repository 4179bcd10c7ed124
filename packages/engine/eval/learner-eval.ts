import { join } from 'node:path';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { compileCodes } from '../src/3-codes/catalogue/code-space.ts';
import { orderCandidates, viewRows } from '../src/3-codes/ranking/choose.ts';
import { chancesOf, type Chances } from '../src/3-codes/ranking/ranking.ts';
import { fingerprintOf } from '../src/4-learning/fingerprint.ts';
import { blendedChances, leadingCodes, newcomers, pushesFor } from '../src/4-learning/learned-chances.ts';
import { emptyLearner, learn, type LearnerState } from '../src/4-learning/learner.ts';
import type { Assessment } from '../src/4-learning/learned-chances.ts';
import { outOfFold, prepareExamples, splitsOf } from './fitting/cross-validate.ts';
import { assignFolds, duplicateGroups } from './fitting/folds.ts';
import { evalData, readLabelledNotes } from './labelled-notes.ts';
import { formatSummary, scoreNote, summarize, type NoteScore } from './metrics.ts';

/**
 * Feeds half of the labelled notes to the learner as settled ones and measures the other half, before and after; several
 * halvings, near-duplicates never split. The plain chances are out of fold, so that "before" is no better than on new notes.
 * Usage: node --import tsx packages/engine/eval/learner-eval.ts   (INCISIVE_EVAL_DATA names the folder)
 */
const folder = evalData();
if (folder === undefined) process.exit(1);
const HALVINGS = 5;
const notes = readLabelledNotes(join(folder, 'notes-labelled.jsonl')).filter((note) => note.confidence !== 'low');
const space = compileCodes(loadKnowledge());
const places = new Map(space.index.documents.map((document, id) => [document.code, id]));
const examples = prepareExamples(notes, () => space);
const splits = splitsOf(assignFolds(notes, 5));
const scores = outOfFold(examples, splits);
const assessments = examples.map((example, at): Assessment => {
  const plain = chancesOf(scores[at] ?? { main: new Float64Array(), items: new Float64Array(), billed: new Float64Array() });
  const words = fingerprintOf(example.analysis.note, space);
  return { ...words, codes: example.codes, plain, saw: leadingCodes(example.codes, plain) };
});

/** What a clinic would submit: the first alternative of each agreed item. */
const submitted = notes.map((note) => [
  ...new Set([note.primary[0] ?? '', ...note.items.filter((item) => item.agreed).map((item) => item.codes[0] ?? '')]),
]);

function rank(at: number, state: LearnerState): string[] {
  const assessment = assessments[at];
  const analysis = examples[at]?.analysis;
  if (assessment === undefined || analysis === undefined) return [];
  const pushes = pushesFor(assessment, state.lessons);
  const candidates = new Set(assessment.codes);
  const added = newcomers(pushes, (code) => candidates.has(code) || !places.has(code));
  const codes = [...assessment.codes, ...added];
  const ids = codes.map((code) => places.get(code) ?? 0);
  const chances: Chances = blendedChances(codes, assessment.plain, pushes);
  const unfitted = { calibration: [], context: undefined };
  const chosen = orderCandidates({ ids, ...chances, ...viewRows(analysis, space, ids) }, unfitted, 10, () => true);
  return chosen.map(({ row }) => codes[row] ?? '');
}

const groups = duplicateGroups(notes);
const table = {
  seen: { before: [] as NoteScore[], after: [] as NoteScore[] },
  unseen: { before: [] as NoteScore[], after: [] as NoteScore[] },
};
let bytes = 0;
for (let halving = 1; halving <= HALVINGS; halving++) {
  const teaches = groups.map((group) => mixed(halving * 7919 + group * 40503) % 2 === 0);
  let state = emptyLearner();
  const known = new Set<string>();
  notes.forEach((note, at) => {
    const assessment = assessments[at];
    if (!teaches[at] || assessment === undefined) return;
    for (const code of submitted[at] ?? []) known.add(code);
    state = learn(
      state,
      { text: note.text, approved: submitted[at] ?? [], rejected: [], weight: 'submitted' },
      { assess: () => assessment },
    );
  });
  bytes = Math.max(bytes, JSON.stringify(state).length);
  notes.forEach((note, at) => {
    if (teaches[at]) return;
    const part = note.primary.some((code) => known.has(code)) ? table.seen : table.unseen;
    part.before.push(scoreNote(note, rank(at, emptyLearner())));
    part.after.push(scoreNote(note, rank(at, state)));
  });
}
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
const print = (line: string): void => void process.stdout.write(line + '\n');
print(`${notes.length} notes, ${HALVINGS} halvings, largest state ${bytes} bytes`);
print(formatSummary('seen main code, before', summarize(table.seen.before)));
print(formatSummary('seen main code, after', summarize(table.seen.after)));
print(formatSummary('unseen main code, before', summarize(table.unseen.before)));
print(formatSummary('unseen main code, after', summarize(table.unseen.after)));
print(formatSummary('all, before', summarize([...table.seen.before, ...table.unseen.before])));
print(formatSummary('all, after', summarize([...table.seen.after, ...table.unseen.after])));
