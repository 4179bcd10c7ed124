import { describe, expect, test } from 'vitest';
import { parseCatalogueFile } from './catalogue-file.ts';

describe('parseCatalogueFile', () => {
  test.each([
    ['tab', '11111\tRemoval of a thing', 'Removal of a thing'],
    ['comma', '11111,Removal of a thing, simple', 'Removal of a thing, simple'],
    ['quoted', '"11111","Removal of a ""thing"", simple"', 'Removal of a "thing", simple'],
    ['fixed width', '11111  Removal of a thing', 'Removal of a thing'],
    ['carriage returns', '11111\tRemoval of a thing\r\n', 'Removal of a thing'],
    ['identifier columns', '1002345\t11111\tRemoval of a thing', 'Removal of a thing'],
    ['short, medium, long', '11111\tREMOVE\tREMOVE THING\tRemoval of a thing', 'Removal of a thing'],
  ])('%s', (_name, text, description) => {
    expect(parseCatalogueFile(text).entries).toEqual([{ code: '11111', description }]);
  });

  test('a preamble is skipped without complaint, a bad line after it is refused by number', () => {
    const text = 'Copyright notice\nAll rights reserved\n\n11111\tGood\nnonsense\n22222\t\n33333\tAlso good';
    const { entries, refused } = parseCatalogueFile(text);
    expect(entries.map((entry) => entry.code)).toEqual(['11111', '33333']);
    expect(refused.map((line) => line.line)).toEqual([5, 6]);
  });

  test('Latin-1 and UTF-8 bytes give the same text', () => {
    const latin = Uint8Array.from([...new TextEncoder().encode('11111\tCaf'), 0xe9]);
    expect(parseCatalogueFile(latin).entries).toEqual(parseCatalogueFile(new TextEncoder().encode('11111\tCafé')).entries);
  });

  test('codes are folded to capitals, category II and III and HCPCS shapes are taken', () => {
    const codes = parseCatalogueFile('0001f\tA thing\n0101t\tA thing\ng0105\tA thing').entries.map((entry) => entry.code);
    expect(codes).toEqual(['0001F', '0101T', 'G0105']);
  });

  test.each(['', '\u0000\u0001', 'no codes here'])('%j gives nothing and does not throw', (text) => {
    expect(parseCatalogueFile(text).entries).toEqual([]);
  });
});
