import { describe, expect, it } from 'vitest';
import { codeOfMark, cutPieces, findInText, layOut } from './note-text-model.ts';

const text = 'Dictated note.\nPREOPERATIVE DIAGNOSIS: Torn cuff.\nPROCEDURE PERFORMED:\n1. Repair of the cuff.\n';
const section = (label: string, end: number) => ({ kind: 'other', label, start: text.indexOf(label), end });
const sections = [
  section('PREOPERATIVE DIAGNOSIS', text.indexOf('PROCEDURE PERFORMED')),
  section('PROCEDURE PERFORMED', text.length),
];
const cover = (blocks: ReturnType<typeof layOut>): string =>
  blocks
    .flatMap(({ heading, body }) => [heading, body])
    .map((part) => (part ? text.slice(part.start, part.end) : ''))
    .join('');

describe('laying out a note', () => {
  it('keeps every character once, in order', () => {
    expect(cover(layOut(text, sections))).toBe(text);
  });

  it('takes label, colon, blanks and one line end as the heading', () => {
    const headings = layOut(text, sections).map(({ heading }) => heading && text.slice(heading.start, heading.end));
    expect(headings).toEqual([null, 'PREOPERATIVE DIAGNOSIS: ', 'PROCEDURE PERFORMED:\n']);
  });

  it('shows text without sections, and an empty note, as one block', () => {
    expect(layOut('plain', [])).toEqual([{ heading: null, body: { start: 0, end: 5 } }]);
    expect(layOut('', [])).toEqual([{ heading: null, body: { start: 0, end: 0 } }]);
  });

  it('survives sections that overlap or end beyond the text', () => {
    const odd = [section('PREOPERATIVE DIAGNOSIS', text.length + 40), section('PROCEDURE PERFORMED', 3)];
    expect(cover(layOut(text, odd))).toBe(text);
  });
});

describe('cutting evidence', () => {
  it('keeps all codes where evidence overlaps', () => {
    const pieces = cutPieces(
      { start: 0, end: 10 },
      [
        { code: '29827', ranges: [{ start: 2, end: 6 }] },
        { code: '29826', ranges: [{ start: 4, end: 8 }] },
      ],
      [],
    );
    expect(pieces.map(({ start, end, codes }) => [start, end, codes])).toEqual([
      [0, 2, []],
      [2, 4, ['29827']],
      [4, 6, ['29827', '29826']],
      [6, 8, ['29826']],
      [8, 10, []],
    ]);
  });

  it('cuts evidence that crosses a heading at the edges of each stretch', () => {
    const evidence = [{ code: '29827', ranges: [{ start: 3, end: 9 }] }];
    expect(cutPieces({ start: 0, end: 5 }, evidence, []).at(-1)).toMatchObject({ start: 3, end: 5, codes: ['29827'] });
    expect(cutPieces({ start: 5, end: 12 }, evidence, [])[0]).toMatchObject({ start: 5, end: 9, codes: ['29827'] });
  });

  it('marks a find hit inside evidence', () => {
    const pieces = cutPieces({ start: 0, end: 9 }, [{ code: '1', ranges: [{ start: 0, end: 9 }] }], [{ start: 3, end: 5 }]);
    expect(pieces.map((piece) => piece.hit)).toEqual([null, 0, null]);
    expect(pieces.every((piece) => piece.codes[0] === '1')).toBe(true);
  });
});

describe('finding in a note', () => {
  it('ignores case and how the words are broken into lines', () => {
    expect(findInText('Torn  cuff. The torn\ncuff', 'TORN cuff')).toEqual([
      { start: 0, end: 10 },
      { start: 16, end: 25 },
    ]);
  });

  it('takes signs literally and nothing for blanks', () => {
    expect(findInText('6 mm (burr) .*', '(burr) .*')).toHaveLength(1);
    expect(findInText('abc', '   ')).toEqual([]);
  });

  it('keeps offsets true after letters whose capitals are longer', () => {
    expect(findInText('İİ cuff', 'CUFF')).toEqual([{ start: 3, end: 7 }]);
  });
});

describe('clicking a mark', () => {
  it('visits the codes of overlapping evidence in turn', () => {
    expect(codeOfMark(['a', 'b'], null)).toBe('a');
    expect(codeOfMark(['a', 'b'], 'a')).toBe('b');
    expect(codeOfMark(['a', 'b'], 'b')).toBe('a');
    expect(codeOfMark([], 'b')).toBeNull();
  });
});
