import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedEngine, shippedKnowledge } from '../eval/shipped.ts';
import { readGoldNotes } from '../eval/gold-set.ts';
import { spokenConcepts } from '../eval/spoken-concepts.ts';
import { createEngine, emptyLearner, learn, starterCatalogue } from './index.ts';

const knowledge = shippedKnowledge();
const engine = shippedEngine();
const texts = readGoldNotes().map((note) => note.text);
const text = fc.constantFrom(...texts);
const codesOf = (note: string, size = 10): string[] => engine.suggest(note, { size }).suggestions.map((row) => row.code);
const runs = { numRuns: 60, seed: 7 };

test('a shorter list is the beginning of the longer one, ranks count from one, no code stands twice', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (note, size) => {
      const { suggestions } = engine.suggest(note, { size: 20 });
      const codes = suggestions.map((row) => row.code);
      expect(codesOf(note, size)).toEqual(codes.slice(0, size));
      expect(suggestions.map((row) => row.rank)).toEqual(codes.map((_, at) => at + 1));
      expect(new Set(codes).size).toBe(codes.length);
    }),
    runs,
  );
});

test('line endings, trailing blanks and runs of blanks inside a line do not change the codes', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (note, width) => {
      const blanks = ' '.repeat(width);
      const altered = note
        .split('\n')
        .map((line) => line.replaceAll(/(?<=\S) (?=\S)/g, ` ${blanks}`) + blanks)
        .join('\r\n');
      expect(codesOf(altered)).toEqual(codesOf(note));
    }),
    runs,
  );
});

test('what an upload may hold of blanks and digits changes neither procedures nor lines, nor keeps anybody waiting', () => {
  const plain = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy, right inguinal hernia repair.';
  for (const filler of [' ', '\t', '\u00a0', ' \n']) {
    const { procedures } = engine.read(`${plain}${filler.repeat(100_000)}`);
    expect(procedures.map((procedure) => procedure.code)).toEqual(engine.read(plain).procedures.map(({ code }) => code));
  }
  const gap = ' '.repeat(100_000);
  const apart = engine.read(plain.replace(': ', `:${gap}`)).procedures;
  expect(apart.map(({ named }) => (named?.start ?? 0) - gap.length + 1)).toEqual(
    engine.read(plain).procedures.map(({ named }) => named?.start),
  );
  const lines = (text: string) => engine.claimLines(text, ['11403']).lines.map(({ code, units }) => ({ code, units }));
  const excision = 'PROCEDURE: Excision of a benign lesion of the arm.\nThe lesion was excised.';
  expect(lines(`${excision} ${'1'.repeat(20_000)}`)).toEqual(lines(excision));
});

/** Gold notes of ten specialties. */
const NOTES = [3, 47, 91, 135, 179, 223, 267, 311, 355, 399];
const WAYS = [
  'No {} was performed.',
  '{} was not performed.',
  'There was no need for {}.',
  'We decided against {}.',
  'Prior {} 2019.',
  'She previously underwent {}.',
  'She will need {} next year.',
  'We recommend {}.',
  'Her mother had {}.',
  '{} will be dictated separately.',
];
test('a sentence about a concept that was denied, past, planned or done by others changes no code', () => {
  const { said } = spokenConcepts(knowledge);
  expect(said.length).toBeGreaterThan(600);
  const notes = NOTES.map((at) => texts[at] ?? '');
  const plain = notes.map((note) => codesOf(note));
  const changed = said.flatMap(({ name, words }, at) =>
    [0, 1].flatMap((turn) => {
      const place = (at + turn * 5) % notes.length;
      const note = notes[place] ?? '';
      // Below a heading of procedures a further sentence may make prose of what was a list.
      const under = engine.sections(note).at(-1)?.kind === 'procedure' ? 'COMMENTS: ' : '';
      const sentence = (WAYS[(at * 3 + turn) % WAYS.length] ?? '').replace('{}', words);
      const codes = codesOf(`${note}\n${under}${sentence}`);
      const [before, after] = [plain[place]?.join() ?? '', codes.join()];
      return before === after ? [] : [`${name}: note ${String(NOTES[place])} ${sentence} ${before} > ${after}`];
    }),
  );
  expect(changed).toEqual([]);
});

test('the order of catalogue lines does not matter', () => {
  const catalogue = starterCatalogue(knowledge);
  const middle = Math.floor(catalogue.length / 3);
  const turned = createEngine({ knowledge, catalogue: [...catalogue.slice(middle), ...catalogue.slice(0, middle).toReversed()] });
  for (const note of texts.slice(0, 12)) expect(JSON.stringify(turned.suggest(note))).toBe(JSON.stringify(engine.suggest(note)));
});

test('what is excluded is not shown, and confidence is a chance', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 9 }), (note, at) => {
      const code = codesOf(note)[at];
      fc.pre(code !== undefined);
      const rows = engine.suggest(note, { exclude: [code ?? ''] }).suggestions;
      expect(rows.map((row) => row.code)).not.toContain(code);
      for (const row of rows) expect(row.confidence > 0 && row.confidence < 1).toBe(true);
    }),
    runs,
  );
});

test('learning any notes in any order never throws, and the list stays free of repeats', () => {
  const codes = fc.array(fc.constantFrom(...knowledge.codes.slice(0, 400).map((entry) => entry.code)), { maxLength: 3 });
  const example = fc.record({
    text: fc.oneof(text, fc.string({ unit: 'binary', maxLength: 80 })),
    approved: codes,
    rejected: codes,
    weight: fc.constantFrom('submitted' as const, 'approved' as const),
  });
  fc.assert(
    fc.property(fc.array(example, { minLength: 1, maxLength: 3 }), text, (examples, note) => {
      const learner = examples.reduce((state, entry) => learn(state, entry, engine), emptyLearner());
      const shown = engine.suggest(note, { learner }).suggestions.map((row) => row.code);
      expect(new Set(shown).size).toBe(shown.length);
      expect(learner.examples).toBe(examples.length);
    }),
    { numRuns: 12, seed: 2024 },
  );
});
