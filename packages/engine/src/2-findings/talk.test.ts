import { expect, test } from 'vitest';
import { talkIn } from './talk.ts';

const isTalk = (sentence: string): boolean => talkIn(sentence, { start: 0, end: sentence.length }).length > 0;

test.each([
  'the risks include removal of the testicle.',
  'risk of nerve injury and the alternative of a cast were reviewed.',
  'we discussed placing a drain and she agreed.',
  'options included open repair.',
])('is talk: %s', (sentence) => {
  expect(isTalk(sentence)).toBe(true);
});

test.each([
  'first screening scope of an average risk patient.',
  'high-risk cord compression, c5-6.',
  'high-risk pci with a pump.',
  'low risk lesion excised.',
  'because of the risk of stricture the duct was stented.',
  'at risk of bleeding, the stalk was clipped before cutting.',
  'given the risk of rupture we clamped the neck first.',
  'to lower the risk of a leak i sewed a patch over it.',
])('is none: %s', (sentence) => {
  expect(isTalk(sentence)).toBe(false);
});

test('what stands beyond a semicolon is no part of the talk', () => {
  const text = 'a child of three needs access; a port was discussed with the parents; the neck vein was punctured.';
  expect(talkIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end))).toEqual([
    ' a port was discussed with the parents;',
  ]);
});
