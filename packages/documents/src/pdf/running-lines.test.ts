import { describe, expect, test } from 'vitest';
import { readDocument } from '../extraction/read-document.ts';
import { pdfOfPages } from '../testing/pdfs.ts';

const read = async (pages: readonly (readonly string[])[]) => readDocument(await pdfOfPages(pages), 'pdf');
const body = (page: number): string[] =>
  Array.from({ length: 8 }, (_, line) => `Sentence ${line + 1} of part ${page} stands here.`);

describe('U15: running heads and feet', () => {
  test('they stand in no text and are told apart, page numbers of every page too', async () => {
    const pages = [1, 2, 3].map((page) => ['OPERATIVE REPORT Harbor Clinic', '', ...body(page), '', `Page ${page} of 3`]);
    const { text, leftOut } = await read(pages);
    expect(text).not.toMatch(/Harbor Clinic|Page \d/);
    expect(text.match(/Sentence/g)).toHaveLength(24);
    expect(leftOut).toEqual(['OPERATIVE REPORT Harbor Clinic', 'Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
  });

  test('a sentence that runs over the turn of a page is whole again', async () => {
    const head = 'Harbor Clinic, account 48812';
    const { text } = await read([
      [head, '', ...body(1), 'The catheter was advanced over the wire into the right renal'],
      [head, '', 'artery under fluoroscopy without difficulty.', ...body(2)],
    ]);
    expect(text).toContain('into the right renal artery under fluoroscopy');
  });

  test('lines that differ by a figure are findings, not feet', async () => {
    const pages = [1, 2, 3].map((page) => [...body(page), `Screw ${page}: 4.${page} x 30 mm at L${page}`]);
    const { text, leftOut } = await read(pages);
    expect(text.match(/Screw/g)).toHaveLength(3);
    expect(leftOut).toEqual([]);
  });

  test('a single page, and a line in the middle of pages, are left alone', async () => {
    expect((await read([['Harbor Clinic', '', ...body(1)]])).leftOut).toEqual([]);
    const { text } = await read([1, 2].map((page) => [...body(page), 'Sponge count was right.', ...body(page + 2)]));
    expect(text.match(/Sponge count/g)).toHaveLength(2);
  });
});
