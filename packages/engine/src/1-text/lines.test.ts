import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';
import { findSections } from './sections.ts';

const linesIn = (text: string): string[] =>
  findSections(text)
    .filter((section) => section.kind === 'procedure')
    .flatMap((section) => linesOf(text, section))
    .map(({ start, end }) => text.slice(start, end));

test.each([
  ['Op: Laparoscopic gastric bypass & cholecystectomy', ['Laparoscopic gastric bypass', 'cholecystectomy']],
  ['Op: TEP hernia repair + excision of back lipoma', ['TEP hernia repair', 'excision of back lipoma']],
  ['Op: Colonoscopy w/ snare polypectomy, EGD with biopsy', ['Colonoscopy', 'snare polypectomy', 'biopsy']],
])('a line that joins several procedures also counts part by part: %j', (text, parts) => {
  expect(linesIn(text)).toEqual([text.slice(4), ...parts]);
});

test.each(['Op: I & D of abscess', 'Op: R + L heart catheterization'])('what only looks joined stays whole: %j', (text) => {
  expect(linesIn(text)).toEqual([text.slice(4)]);
});
