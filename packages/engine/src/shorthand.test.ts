import { expect, test } from 'vitest';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine } from './index.ts';

const knowledge = loadKnowledge();
const engine = createEngine({ knowledge });
/** An add-on never stands first: its primary does. */
const daily = knowledge.codes.filter(({ common, role }) => common === 4 && role !== 'addon');
const everyDay = knowledge.codes.filter(({ common }) => common === 4);

test('there are phrases enough to ask', () => {
  expect(everyDay.length).toBeGreaterThanOrEqual(250);
  expect(daily.flatMap(({ phrases }) => phrases).length).toBeGreaterThanOrEqual(1000);
});

test.each<[string, (phrase: string) => string]>([
  ['alone', (phrase) => phrase],
  ['after "Proc:"', (phrase) => `Proc: ${phrase}`],
  ['after "Op:"', (phrase) => `Op: ${phrase}`],
  ['below "BRIEF OP NOTE"', (phrase) => `BRIEF OP NOTE\n${phrase}`],
])('what is done every day is understood in shorthand %s', (_name, form) => {
  const answer = (phrase: string): string[] => engine.suggest(form(phrase)).suggestions.map((row) => row.code);
  const asked = everyDay.flatMap(({ phrases }) => phrases);
  expect(asked.filter((phrase) => answer(phrase).length === 0).length / asked.length).toBeLessThanOrEqual(0.01);
  const first = daily.flatMap(({ code, phrases }) => phrases.map((phrase) => answer(phrase)[0] === code));
  expect(first.filter((right) => right).length / first.length).toBeGreaterThanOrEqual(0.9);
});
