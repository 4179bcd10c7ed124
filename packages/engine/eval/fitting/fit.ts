import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import type { StoredNetwork } from '../../src/3-codes/catalogue/weights.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { fitConfidence, fitExamples, outOfFold, prepareExamples, splitsOf } from './cross-validate.ts';
import { profileLessons, profilesFrom, profileSpaces } from './fit-profiles.ts';
import { assignFolds } from './folds.ts';
import { fittingWeight, labelledNotes, readSources, withLessons } from '../sources.ts';

/**
 * Fits the weights that ship on the notes of all sources and some of our own: the network, then calibration and second look on out-of-fold
 * scores, near-duplicates in one fold. Writes knowledge/weights/ranking.json. Features say how well a code and a note agree, never which code it is.
 * `npm run fit -- --calibration` keeps the network that ships.
 */
const { values: asked } = parseArgs({ options: { calibration: { type: 'boolean', default: false } } });
const given = readSources();
if (given.every((source) => source.notes.length === 0)) {
  process.stderr.write('INCISIVE_EVAL_DATA does not name a folder with notes.\n');
  process.exit(1);
}
const space = compileCodes(loadKnowledge());
const sources = withLessons(given, space);
const notes = sources.flatMap((source) => source.notes);
const weights = sources.flatMap((source) => source.notes.map(() => fittingWeight(source.name)));
const lessons = profileLessons(space, labelledNotes(given));
const examples = prepareExamples(notes, profileSpaces(space, lessons), (at) => weights[at] ?? 1);
const splits = splitsOf(assignFolds(notes, 5));
const { calibration, context } = fitConfidence(examples, outOfFold(examples, splits));
const weightsFile = (name: string): string => fileURLToPath(new URL(`../../knowledge/weights/${name}`, import.meta.url));
const target = weightsFile('ranking.json');
const network = asked.calibration
  ? (JSON.parse(readFileSync(target, 'utf8')) as { network: StoredNetwork }).network
  : fitExamples(examples);
const short = (value: number): number => Number(value.toPrecision(6));
writeFileSync(weightsFile('profiles.tsv'), profilesFrom(lessons));
writeFileSync(target, JSON.stringify({ network, calibration: calibration.map(short), context }) + '\n');
process.stdout.write(`${notes.length} notes, ${FEATURES.length} features -> ${target}\n`);
