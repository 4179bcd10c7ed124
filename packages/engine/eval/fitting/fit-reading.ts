import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { parseReadingCues, readingFeatures } from '../../src/2-findings/reading.ts';
import { analyze, matchStrength } from '../../src/3-codes/ranking/analysis.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { fitLogistic } from './fit-calibration.ts';
import { assignFolds } from './folds.ts';
import { readGoldDocuments } from '../documents.ts';
import { readGoldNotes } from '../gold-set.ts';
import { readSources } from '../sources.ts';

/**
 * Fits the reading of the document: whether something was done. Trained on documents of every source there is and on ours, each
 * source read by what the others teach, and by folds; every operative note counts a second time as its narrative's first part alone.
 * Usage: node --import tsx packages/engine/eval/fitting/fit-reading.ts [--write]   (INCISIVE_EVAL_DATA names the folder)
 */
type Example = { id: string; source: string; right: boolean; signals: number[]; weight: number; derived: boolean };

const L2 = 2;
const knowledge = loadKnowledge();
const space = compileCodes(knowledge);
const cues = parseReadingCues(knowledge.files['reading.tsv'], undefined);
const sources = readSources();
if (sources.length === 0) {
  process.stderr.write('INCISIVE_EVAL_DATA does not name a folder with notes.\n');
  process.exit(1);
}

const examples: Example[] = [];
const texts: string[] = [];
function add(id: string, source: string, right: boolean, text: string, derived = false): void {
  const analysis = analyze(text, space);
  const { values } = readingFeatures(analysis.note, matchStrength(analysis), cues);
  examples.push({ id, source, right, signals: Array.from(values), weight: 1, derived });
  texts.push(text);
}

/** The narrative alone, and the first words alone: a note without its headings is an operation all the same. */
function addOperative(id: string, source: string, text: string): void {
  add(id, source, true, text);
  if (text.length < 900 || examples.length % 2 === 0) return;
  add(id, source, true, text.slice(0, 300), true);
  add(id, source, true, text.slice(Math.floor(text.length * 0.45), Math.floor(text.length * 0.8)), true);
}

for (const { name, notes, documents } of sources) {
  for (const note of notes) addOperative(note.id, name, note.text);
  for (const document of documents) add(document.id, name, false, document.text);
}
for (const note of readGoldNotes()) addOperative(note.id, 'ours', note.text);
for (const document of readGoldDocuments()) add(document.id, 'ours', document.kind === 'operative', document.text);

/** Papers of each source weigh as much together as half of its operations; what was cut out of a note weighs less than a note. */
for (const name of new Set(examples.map((example) => example.source))) {
  const own = examples.filter((example) => example.source === name);
  const others = own.filter((example) => !example.right).length;
  const operative = own.filter((example) => example.right && !example.derived).length;
  for (const example of own) example.weight = example.right ? (example.derived ? 0.25 : 1) : operative / Math.max(1, others) / 2;
}

const folds = assignFolds(
  examples.map(({ id }, at) => ({ id, text: texts[at] ?? '', specialty: '', confidence: '', primary: [], items: [] })),
  5,
);
const names = [...new Set(examples.map((example) => example.source))];
const print = (line: string): void => void process.stdout.write(line + '\n');

const chanceOf = (signals: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-signals.reduce((sum, signal, at) => sum + signal * (weights[at] ?? 0), 0)));

function told(title: string, chances: readonly number[]): void {
  print(`\n== ${title}`);
  for (const threshold of [0.3, 0.35, 0.4, 0.45, 0.5, 0.6]) {
    const parts = names.map((name) => {
      const own = examples
        .map((example, at) => ({ ...example, chance: chances[at] ?? 0 }))
        .filter((example) => example.source === name && !example.derived);
      const operative = own.filter((example) => example.right);
      const others = own.filter((example) => !example.right);
      const withheld = operative.filter((example) => example.chance < threshold);
      const passed = others.filter((example) => example.chance >= threshold);
      return `${name}: ${withheld.length}/${operative.length} withheld, ${passed.length}/${others.length} passed`;
    });
    print(`${threshold}  ${parts.join('   ')}`);
  }
}

const apart = examples.map(() => 0);
for (const name of names) {
  const weights = fitLogistic(
    examples.filter((example) => example.source !== name),
    L2,
  );
  examples.forEach((example, at) => {
    if (example.source === name) apart[at] = chanceOf(example.signals, weights);
  });
}
told('each source by what the others teach', apart);
const mixed = examples.map(() => 0);
for (const fold of new Set(folds)) {
  const weights = fitLogistic(
    examples.filter((_, at) => folds[at] !== fold),
    L2,
  );
  examples.forEach((example, at) => {
    if (folds[at] === fold) mixed[at] = chanceOf(example.signals, weights);
  });
}
told('folds over all sources', mixed);
const THRESHOLD = 0.4;
for (const [at, example] of examples.entries())
  if (!example.derived && example.right !== (mixed[at] ?? 0) >= THRESHOLD)
    print(
      `${example.right ? 'withheld' : 'passed'} ${example.source} ${example.id} ${(mixed[at] ?? 0).toFixed(3)} ${(texts[at] ?? '').slice(0, 60).replace(/\s+/g, ' ')}`,
    );

const weights = fitLogistic(examples, L2);
cues.features.forEach((name, at) => print(`${name.padEnd(24)} ${(weights[at] ?? 0).toFixed(2)}`));
if (process.argv.includes('--write')) {
  const target = fileURLToPath(new URL('../../knowledge/weights/reading.json', import.meta.url));
  writeFileSync(
    target,
    JSON.stringify({
      features: cues.features,
      weights: weights.map((weight) => Number(weight.toPrecision(4))),
      threshold: THRESHOLD,
    }) + '\n',
  );
}
