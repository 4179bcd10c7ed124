import { expect, test } from 'vitest';
import { shippedEngine } from '../../eval/shipped.ts';
import { emptyLearner, learn, MOST_LESSONS, readLearner, type LearnerState, type LearningExample } from './learner.ts';

const engine = shippedEngine();

const bodies = [
  'The patient was placed supine and the left groin was marked. Steps as usual, no difficulty.',
  'Standard set-up. Indication was reflux of long standing. Lasted fifty minutes.',
  'General anesthesia, antibiotics given. The field was dry at the end.',
  'Uneventful course, closed in the usual way and awake in recovery.',
];
/** A house name that no table knows. */
const houseNote = (at: number): string =>
  `PROCEDURE: Harbor wrap, ${at % 2 === 0 ? 'standard' : 'modified'}.\nDESCRIPTION: ${bodies[at % bodies.length]}`;
const settled = (text: string, approved: string[], rejected: string[] = []): LearningExample => ({
  text,
  approved,
  rejected,
  weight: 'submitted',
});
const after = (examples: readonly LearningExample[]): LearnerState =>
  examples.reduce<LearnerState>((state, example) => learn(state, example, engine), emptyLearner());
const first = (text: string, learner?: LearnerState): string | undefined =>
  engine.suggest(text, learner === undefined ? {} : { learner }).suggestions[0]?.code;

const cholecystectomy =
  'PROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION: The critical view was obtained and the duct was clipped.';

test('a learner that has learned nothing changes no byte', () => {
  for (const text of [cholecystectomy, houseNote(0), '']) {
    expect(JSON.stringify(engine.suggest(text, { learner: emptyLearner() }))).toBe(JSON.stringify(engine.suggest(text)));
  }
});

test('after three settled notes of a procedure under its house name, the next such note is right', () => {
  expect(first(houseNote(3))).not.toBe('43280');
  const learned = after([0, 1, 2].map((at) => settled(houseNote(at), ['43280'])));
  expect(first(houseNote(3), learned)).toBe('43280');
});

test('a learned place says why', () => {
  const learned = after([0, 1, 2].map((at) => settled(houseNote(at), ['43280'])));
  const top = engine.suggest(houseNote(3), { learner: learned }).suggestions[0];
  expect(top?.why).toContain('Your team used this code');
});

test('what is learned of one procedure leaves another as it was', () => {
  const learned = after([0, 1, 2].map((at) => settled(houseNote(at), ['43280'])));
  const codes = (learner?: LearnerState): string[] =>
    engine.suggest(cholecystectomy, learner === undefined ? {} : { learner }).suggestions.map((row) => row.code);
  expect(codes(learned)).toEqual(codes());
});

test('a clinic that settles on the neighbour gets the neighbour', () => {
  const text = (at: number): string =>
    `PROCEDURE: Laparoscopic cholecystectomy, house routine with duct film.\nDESCRIPTION: ${bodies[at]} The duct film was read at the table.`;
  const other = first(text(3)) === '47563' ? '47562' : '47563';
  const learned = after([0, 1, 2].map((at) => settled(text(at), [other])));
  expect(first(text(3), learned)).toBe(other);
});

test('rejections push a code away', () => {
  const text = cholecystectomy;
  const wrong = first(text) ?? '';
  const scoreOf = (learner?: LearnerState): number => {
    const rows = engine.suggest(text, { size: 50, ...(learner === undefined ? {} : { learner }) }).suggestions;
    return rows.find((row) => row.code === wrong)?.score ?? -Infinity;
  };
  const learned = after([0, 1, 2, 3].map(() => settled(text, [], [wrong])));
  expect(scoreOf(learned)).toBeLessThan(scoreOf());
});

test('what is firmly turned down is pushed further than what is merely turned down', () => {
  const text = cholecystectomy;
  const wrong = first(text) ?? '';
  const pushOf = (firmly?: string[]): number =>
    after([{ ...settled(text, [], [wrong]), ...(firmly ? { firmly } : {}) }]).lessons[0]?.billed[wrong] ?? 0;
  expect(pushOf()).toBeLessThan(0);
  expect(pushOf([wrong])).toBeLessThan(pushOf());
  // Only what was rejected can be rejected firmly.
  expect(after([{ ...settled(text, [wrong]), firmly: [wrong] }])).toEqual(after([settled(text, [wrong])]));
});

test('the same examples give the same bytes, also through JSON, and undo is a rebuild without the one undone', () => {
  const examples = [0, 1, 2].map((at) => settled(houseNote(at), ['43280']));
  const learned = after(examples);
  expect(JSON.stringify(after(examples))).toBe(JSON.stringify(learned));
  const stored = readLearner(JSON.parse(JSON.stringify(after(examples.slice(0, 2)))));
  expect(JSON.stringify(learn(stored, examples[2] ?? settled('', []), engine))).toBe(JSON.stringify(learned));
  expect(after(examples.slice(0, 2)).examples).toBe(2);
});

test('each settled note is a lesson of its own: what it teaches does not hang on the order', () => {
  const examples = [0, 1, 2, 3].map((at) => settled(houseNote(at), at < 3 ? ['43280'] : ['43280', '49000']));
  const { lessons } = after(examples);
  expect(after(examples.toReversed()).lessons).toEqual(lessons.toReversed());
  expect(lessons[2]?.first['43280']).toBeGreaterThan(0);
});

test('a code that is always billed beside another is learned, and takes nothing from that one', () => {
  const note = (at: number): string => `${cholecystectomy} ${bodies[at % bodies.length]} The harbor film was read at the table.`;
  const learned = after([0, 1, 2].map((at) => settled(note(at), ['47562', '76000'])));
  const rows = engine.suggest(note(3), { learner: learned }).suggestions;
  expect(rows.slice(0, 2).map((row) => row.code)).toEqual(['47562', '76000']);
  const plain = engine.suggest(note(3)).suggestions;
  expect(plain[1]?.code).not.toBe('76000');
  expect(rows[0]?.confidence).toBeGreaterThanOrEqual((plain[0]?.confidence ?? 1) - 0.05);
});

test('the state holds no words of a note and stays small', () => {
  const json = JSON.stringify(after([0, 1, 2, 3].map((at) => settled(houseNote(at), ['43280']))));
  expect(json).not.toMatch(/harbor|wrap|supine|groin/i);
  expect((json.length / 4) * MOST_LESSONS).toBeLessThan(1_500_000);
});

test('a note without words or without codes is counted and teaches nothing', () => {
  const state = learn(emptyLearner(), settled('', ['43280']), engine);
  expect(state).toEqual({ version: 5, examples: 1, lessons: [] });
  expect(learn(emptyLearner(), settled(houseNote(0), []), engine).lessons).toEqual([]);
});

test('a state of another version or a broken one is an empty one', () => {
  for (const stored of [undefined, null, {}, { version: 4, examples: 9, lessons: [] }, { version: 5, examples: 1 }, 'x']) {
    expect(readLearner(stored)).toEqual(emptyLearner());
  }
});

test('codes that are not in the catalogue are never suggested, whatever was learned', () => {
  const learned = after([0, 1, 2].map((at) => settled(houseNote(at), ['99999'])));
  expect(engine.suggest(houseNote(3), { size: 50, learner: learned }).suggestions.map((row) => row.code)).not.toContain('99999');
});

test('two tenants learn apart', () => {
  const mine = after([0, 1, 2].map((at) => settled(houseNote(at), ['43280'])));
  const theirs = after([0, 1, 2].map((at) => settled(houseNote(at), ['43775'])));
  expect(first(houseNote(3), mine)).toBe('43280');
  expect(first(houseNote(3), theirs)).toBe('43775');
});
