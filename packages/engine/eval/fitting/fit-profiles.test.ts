import { expect, test } from 'vitest';
import { shippedKnowledge } from '../shipped.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { Profiles } from '../../src/3-codes/catalogue/profiles.ts';
import { readBodies } from '../gold-set.ts';
import { profilesFrom, profileSpaces, type ProfileLesson } from './fit-profiles.ts';

const lesson = (id: string, family: string, words: string, more: Partial<ProfileLesson> = {}): ProfileLesson => ({
  id,
  families: new Map([[family, 1]]),
  words: new Set(words.split(' ')),
  ours: true,
  fold: undefined,
  ...more,
});
const lessons = [
  lesson('a', 'hernia', 'mesh sac prep twice once'),
  lesson('b', 'hernia', 'mesh sac prep twice'),
  lesson('c', 'hernia', 'mesh sac prep'),
  lesson('d', 'eye', 'lens prep capsule'),
  lesson('e', 'eye', 'lens prep'),
  lesson('f', 'eye', 'lens prep'),
];

test('a profile has what the family says more often than others, and nothing that one or two notes alone say', () => {
  expect(profilesFrom(lessons)).toMatch(/^eye\t3\nhernia\t3\n\nlens\t0:\d+\nmesh\t1:\d+\nsac\t1:\d+\n$/);
  expect([...new Profiles(profilesFrom(lessons)).scoresOf(['lens', 'prep'])].map((score) => score > 0)).toEqual([true, false]);
});

test('real notes make words of ours tell more, and bring none', () => {
  const real = ['g', 'h', 'i'].map((id) => lesson(id, 'eye', 'lens floaters', { ours: false }));
  const [known, unknown] = [lessons, [...lessons, ...real]].map((all) => new Profiles(profilesFrom(all)));
  expect(unknown?.families).toMatchObject([
    { family: 'eye', notes: 9 },
    { family: 'hernia', notes: 3 },
  ]);
  expect(profilesFrom([...lessons, ...real])).not.toContain('floaters');
  expect(known?.scoresOf(['floaters'])[0]).toBe(0);
});

test('where weights are fitted a note is not in the profiles that it is compared with, nor is it in brief or without headings', () => {
  const space = compileCodes(shippedKnowledge());
  const many = Array.from({ length: 20 }, (_, at) =>
    lesson(`n${at}`, at < 10 ? 'hernia' : 'eye', at < 10 ? 'mesh' : 'lens', { fold: at % 4 }),
  );
  const spaces = profileSpaces(space, many);
  const notesFor = (id: string): number => spaces(id).profiles.families.find(({ family }) => family === 'hernia')?.notes ?? 0;
  expect(notesFor('n3')).toBe(8);
  expect(notesFor('n3 in brief')).toBe(8);
  expect(notesFor('n3 unnamed')).toBe(8);
  expect(notesFor('of another source')).toBe(10);
});

test('bodies are of codes that are known, each with its own words', () => {
  const codes = new Set(shippedKnowledge().codes.map(({ code }) => code));
  const bodies = readBodies();
  expect(bodies.flatMap(({ primary }) => primary).filter((code) => !codes.has(code))).toEqual([]);
  expect(new Set(bodies.map(({ text }) => text)).size).toBe(bodies.length);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(bodies.length);
});
