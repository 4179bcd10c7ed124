import { expect, test } from 'vitest';
import { framed, mllpFrames } from './mllp-frames.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(bytes: Buffer, size: number, most = 1000): Promise<[string, boolean][]> {
  const found: [string, boolean][] = [];
  for await (const { bytes: one, whole } of mllpFrames(inPieces(bytes, size), most)) found.push([one.toString('utf8'), whole]);
  return found;
}

const both = Buffer.concat([Buffer.from('noise\r\n'), framed('MSH|one'), Buffer.from('\n'), framed('MSH|two é')]);

test.each([1, 2, 3, 7, 1000])('frames are found however they arrive, in pieces of %i', async (size) => {
  expect(await read(both, size)).toEqual([
    ['MSH|one', true],
    ['MSH|two é', true],
  ]);
});

test('an end mark without its return belongs to the message', async () => {
  expect(await read(Buffer.concat([Buffer.of(0x0b), Buffer.from('a\u001Cb'), Buffer.of(0x1c, 0x0d)]), 1)).toEqual([
    ['a\u001Cb', true],
  ]);
});

test('a frame that is cut off is none, also when the next one follows on the same connection', async () => {
  const cut = Buffer.from('\u000BMSH|half');
  expect(await read(cut, 4)).toEqual([]);
  expect(await read(Buffer.concat([cut, framed('MSH|whole')]), 4)).toEqual([['MSH|whole', true]]);
});

test('a mark of a beginning within a text is a character of it', async () => {
  expect(await read(framed('MSH|a\u000Bb'), 2)).toEqual([['MSH|a\u000Bb', true]]);
});

test('of a message that is too long the beginning is handed on, and the next one is whole', async () => {
  const found = await read(Buffer.concat([framed(`MSH|${'x'.repeat(5000)}`), framed('MSH|next')]), 100);
  expect(found.map(([text, whole]) => [text.slice(0, 5), whole])).toEqual([
    ['MSH|x', false],
    ['MSH|n', true],
  ]);
  expect(found[0]![0].length).toBeLessThanOrEqual(4096);
});

test('it is told when a frame begins and when it has ended', async () => {
  const told: boolean[] = [];
  for await (const _ of mllpFrames(inPieces(framed('MSH'), 2), 100, (inside) => told.push(inside)));
  expect(told).toEqual([true, false]);
});
