import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { calibrationRows, fitModel, outOfFold, prepareExamples, splitsOf } from './cross-validate.ts';
import { fitLogistic } from './fit-calibration.ts';
import { assignFolds } from './folds.ts';
import type { Group } from './learning-set.ts';
import { fittingWeight, readSources } from '../sources.ts';

/**
 * Fits the weights that ship: both ranking models on the notes of all sources, calibration on out-of-fold scores, near-duplicates in
 * one fold. Writes knowledge/weights/ranking.json. Features say how well a code and a note agree, never which code it is.
 * `npm run fit -- --calibration` keeps the ranking models that ship.
 */
const { values: asked } = parseArgs({ options: { calibration: { type: 'boolean', default: false } } });
const sources = readSources();
const notes = sources.flatMap((source) => source.notes);
const weights = sources.flatMap((source) => source.notes.map(() => fittingWeight(source.name)));
if (notes.length === 0) {
  process.stderr.write('INCISIVE_EVAL_DATA does not name a folder with notes.\n');
  process.exit(1);
}
const examples = prepareExamples(notes, compileCodes(loadKnowledge()), (at) => weights[at] ?? 1);
const splits = splitsOf(assignFolds(notes, 5));
const main = outOfFold(examples, splits, 'main');
const items = outOfFold(examples, splits, 'items');
const calibration = fitLogistic(calibrationRows(examples, main, items));
const short = (value: number): number => Number(value.toPrecision(6));
const fitted = (groups: readonly Group[]): number[] => Array.from(fitModel(groups), short);
const target = fileURLToPath(new URL('../../knowledge/weights/ranking.json', import.meta.url));
const models = asked.calibration
  ? (JSON.parse(readFileSync(target, 'utf8')) as object)
  : {
      features: FEATURES,
      main: fitted(examples.map((example) => example.main)),
      items: fitted(examples.map((example) => example.items)),
    };
writeFileSync(target, JSON.stringify({ ...models, calibration: calibration.map(short) }) + '\n');
process.stdout.write(`${notes.length} notes, ${FEATURES.length} features -> ${target}\n`);
