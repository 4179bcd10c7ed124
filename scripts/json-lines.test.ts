import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonLines } from './json-lines.mjs';

const linesOf = async (pieces: readonly (string | Buffer)[]): Promise<(readonly [string, number])[]> => {
  const lines: (readonly [string, number])[] = [];
  for await (const line of jsonLines(Readable.from(pieces))) lines.push(line);
  return lines;
};

test('lines end at \\n and \\r\\n alone, and keep what else a text may hold', async () => {
  const text = 'a\u2028b\u2029c\vd\x85e\rf';
  expect(await linesOf([`${text}\r\n\n{"x":1}`])).toEqual([
    [text, 1],
    ['{"x":1}', 3],
  ]);
});

test('a line, and a letter, may come in pieces', async () => {
  const bytes = Buffer.from('手術\r\nünd\n');
  for (let at = 1; at < bytes.length; at += 1)
    expect(await linesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([
      ['手術', 1],
      ['ünd', 2],
    ]);
});
