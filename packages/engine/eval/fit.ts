import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { compileCodes } from '../src/3-codes/analysis.ts';
import { FEATURES } from '../src/3-codes/features.ts';
import { calibrationRows, fitModel, outOfFold, prepareExamples, splitsOf } from './cross-validate.ts';
import { fitLogistic } from './fit-calibration.ts';
import { assignFolds } from './folds.ts';
import { evalData, readLabelledNotes } from './labelled-notes.ts';
import type { Group } from './learning-set.ts';

/**
 * Fits the weights that ship: both ranking models on all labelled notes, calibration on out-of-fold scores.
 * Writes knowledge/weights/ranking.json. Features say how well a code and a note agree, never which code it is.
 */
const folder = evalData();
if (folder === undefined) process.exit(1);
const notes = readLabelledNotes(join(folder, 'notes-labelled.jsonl')).filter((note) => note.confidence !== 'low');
const examples = prepareExamples(notes, compileCodes(loadKnowledge()));
const splits = splitsOf(assignFolds(notes, 5));
const main = outOfFold(examples, splits, 'main');
const items = outOfFold(examples, splits, 'items');
const calibration = fitLogistic(calibrationRows(examples, main, items));
const short = (value: number): number => Number(value.toPrecision(6));
const fitted = (groups: readonly Group[]): number[] => Array.from(fitModel(groups), short);
const weights = {
  features: FEATURES,
  main: fitted(examples.map((example) => example.main)),
  items: fitted(examples.map((example) => example.items)),
  calibration: calibration.map(short),
};
const target = fileURLToPath(new URL('../knowledge/weights/ranking.json', import.meta.url));
writeFileSync(target, JSON.stringify(weights) + '\n');
process.stdout.write(`${notes.length} notes, ${FEATURES.length} features -> ${target}\n`);
