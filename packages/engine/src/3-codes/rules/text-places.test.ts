import { expect, test } from 'vitest';
import { Strings, TextPlaces } from './text-places.ts';

test('a string is found at all its places, and nowhere else', () => {
  const strings = new Strings();
  const wanted = ['stent', 'ste', 'ent graft', 'tents', 'n 2', 'graft', 'a', 't ', 'stented', 'xyz'];
  const numbers = wanted.map((string) => strings.add(string));
  expect(strings.add('ste')).toBe(numbers[1]);
  for (const text of ['a stent graft', 'stents: a stented stent', 'graft', 'st', '', 'a'.repeat(50)]) {
    const places = new TextPlaces(text, strings);
    for (const [at, string] of wanted.entries()) {
      const all = Array.from(text, (_, from) => from).filter((from) => text.startsWith(string, from));
      expect(places.has(numbers[at] ?? -1)).toBe(all.length > 0);
      expect(places.placesOf(numbers[at] ?? -1)).toEqual(all);
    }
  }
});

test('letters that look alike to the index are told apart, and so is a string that came after the text', () => {
  const strings = new Strings();
  const digits = strings.add('q1a');
  const text = new TextPlaces('qqa', strings);
  expect(text.has(digits)).toBe(false);
  const later = strings.add('qqa');
  expect(text.has(later)).toBe(true);
});

test('of each of several lists one must stand', () => {
  const strings = new Strings();
  const [stent, coil, leg] = ['stent', 'coil', 'leg'].map((string) => strings.add(string));
  const text = new TextPlaces('a coil in the leg', strings);
  expect(text.hasOfEach([2, stent ?? -1, coil ?? -1, 1, leg ?? -1])).toBe(true);
  expect(text.hasOfEach([1, stent ?? -1, 1, leg ?? -1])).toBe(false);
  expect(text.hasOfEach([])).toBe(true);
});
