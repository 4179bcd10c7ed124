import { describe, expect, it, test } from 'vitest';
import { shippedEngine, shippedKnowledge } from '../../../eval/shipped.ts';
import { shown, unfounded } from '../../../eval/checks/founded-words.ts';

const knowledge = shippedKnowledge();
const engine = shippedEngine();

const common = knowledge.codes.flatMap(({ code, common: level, phrases }) => {
  const phrase = phrases[0];
  return level >= 4 && phrase !== undefined && !/\b(and|with|for|without|or|plus|no)\b|[.,:;&/()-]/.test(phrase)
    ? [{ code, phrase }]
    : [];
});

describe('U7: a reason names no word that has no range', () => {
  test('over generated notes of two procedures, in three layouts', () => {
    expect(common.length).toBeGreaterThanOrEqual(100);
    const wrong = common.flatMap(({ phrase }, at) => {
      const other = common[(at + 37) % common.length]?.phrase ?? '';
      return [
        `PROCEDURES: 1. ${phrase}. 2. ${other}.\nThe patient was prepped. ${phrase} was performed, then ${other}.`,
        `${phrase}, ${other}`,
        `The patient was prepped and draped. We performed ${phrase}. It was closed.`,
      ].flatMap((text) =>
        engine.suggest(text).suggestions.flatMap((row) => unfounded(text, row).map((word) => `${row.code}: ${word}`)),
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('U7: evidence', () => {
  test('of a code that a numbered item names is the whole item', () => {
    const wrong = common.flatMap(({ code, phrase }, at) => {
      const other = common[(at + 37) % common.length]?.phrase ?? '';
      const text = `PROCEDURES: 1. ${phrase}. 2. ${other}.`;
      const row = engine.suggest(text).suggestions.find((each) => each.code === code);
      if (row === undefined || row.tier !== 'likely') return [];
      const whole = shown(text, row).some((range) => range.includes(phrase.replace(/[^\p{L}\p{N}]+$/u, '')));
      return whole ? [] : [`${code} ${phrase}: ${shown(text, row).join(' | ')}`];
    });
    expect(wrong).toEqual([]);
  });

  it('begins with the item, then a sentence that tells it, then what decides between siblings', () => {
    const text =
      'PROCEDURE: Laparoscopic cholecystectomy, four ports.\nDESCRIPTION: The patient was prepped and draped. The gallbladder was dissected from its bed and removed. An intraoperative cholangiogram showed no stone.';
    const rows = engine.suggest(text).suggestions;
    const [plain, filmed] = ['47562', '47563'].map((code) => rows.find((row) => row.code === code));
    const item = 'Laparoscopic cholecystectomy';
    expect(plain === undefined ? [] : shown(text, plain)).toEqual([item, expect.stringContaining('gallbladder')]);
    expect(filmed === undefined ? [] : shown(text, filmed)).toEqual([item, expect.stringContaining('cholangiogram')]);
    expect(filmed?.why).toBe(`The procedure heading names "${item}", and the note says "intraoperative cholangiogram".`);
  });

  it('takes the words of one value together or not at all', () => {
    const text =
      'PROCEDURE: Turbinate reduction.\nThe middle turbinate was left alone on both sides and the nose was packed for a while.\nThe septum was straight. The inferior wall was seen.';
    for (const row of engine.suggest(text).suggestions) expect(row.why).not.toMatch(/inferior turbinate/i);
  });
});

it.each([
  ['A) Laparoscopic appendectomy', 'Laparoscopic appendectomy'],
  ['1) Colonoscopy with biopsy (cold forceps).', 'Colonoscopy with biopsy (cold forceps)'],
  ['Laparoscopic cholecystectomy (four ports)', 'Laparoscopic cholecystectomy'],
])('the words of “%s” are shown without half a bracket', (heading, words) => {
  const text = `PROCEDURE: ${heading}\nDESCRIPTION: The patient was taken to the operating room.`;
  const [first] = engine.suggest(text).suggestions;
  const all = shown(text, first!);
  expect(all.some((one) => one.startsWith(words))).toBe(true);
  for (const one of all) expect([one, one.split('(').length]).toEqual([one, one.split(')').length]);
});

it('a number by itself bears nothing out', () => {
  const text =
    'R lumbar RFA\n- L3, L4 medial branches and L5 dorsal ramus lesioned 80 C x 90 s (L4-5 and L5-S1 facets)\nSedation: versed 2 mg, fentanyl 50 mcg by the nurse, 14 min.';
  const rows = engine.suggest(text).suggestions;
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows)
    expect([row.code, row.why]).not.toEqual([row.code, expect.stringMatching(/(describes|names|says) "\d+"/)]);
});
