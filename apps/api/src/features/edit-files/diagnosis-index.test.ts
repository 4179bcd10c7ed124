import { describe, expect, it } from 'vitest';
import { DiagnosisIndex } from './diagnosis-index.ts';
import { diagnosisNames, parseDiagnosisNames } from './diagnosis-names.ts';

const index = new DiagnosisIndex();
index.add(
  [
    ['K4040', 'Unilateral inguinal hernia, with gangrene, not specified as recurrent'],
    ['K4090', 'Unilateral inguinal hernia, without obstruction or gangrene, not specified as recurrent'],
    ['G5600', 'Carpal tunnel syndrome, unspecified upper limb'],
    ['G5601', 'Carpal tunnel syndrome, right upper limb'],
    ['G5602', 'Carpal tunnel syndrome, left upper limb'],
    ['S3723XA', 'Laceration of bladder, initial encounter'],
    ['S3723XD', 'Laceration of bladder, subsequent encounter'],
    ['W273XXA', 'Contact with needle (sewing), initial encounter'],
    ['K8020', 'Calculus of gallbladder without cholecystitis without obstruction'],
    ['K8010', 'Calculus of gallbladder with chronic cholecystitis without obstruction'],
    ['R309', 'Painful micturition, unspecified'],
    ['A000', 'Cholera due to something else'],
  ].map(([code, description]) => ({ code: code!, description: description! })),
);
const codes = (phrase: string, side: 'left' | 'right' | null = null): string[] =>
  index.best(phrase, side, 5).map((one) => one.code);

it('what a description denies speaks neither for a code nor against it, unless the note says it', () => {
  expect(codes('Right inguinal hernia')[0]).toBe('K4090');
  expect(codes('Inguinal hernia with gangrene')[0]).toBe('K4040');
  expect(codes('Gallstones')[0]).toBe('K8020');
  expect(codes('Cholelithiasis with chronic cholecystitis')[0]).toBe('K8010');
});

it('a side that is said, or that the lines have, takes its own code and never the other one', () => {
  expect(codes('Left carpal tunnel syndrome')).toEqual(['G5602', 'G5600']);
  expect(codes('CTS', 'right')).toEqual(['G5601', 'G5600']);
  expect(codes('Carpal tunnel syndrome')[0]).toBe('G5600');
});

it('neither later visits nor causes from outside are proposed, and nothing for words that no code has', () => {
  expect(codes('Laceration of the bladder')).toEqual(['S3723XA']);
  expect(codes('Sewing needle')).toEqual([]);
  expect(codes('Nasolabial fold')).toEqual([]);
});

it('how a thing is finds no code by itself, and decides among those of the thing', () => {
  expect(codes('Painful enlarged elbow')).toEqual([]);
  expect(codes('Painful micturition')).toEqual(['R309']);
});

it('what surgeons call a diagnosis is found by its name, the longest of several, with the side that is said', () => {
  const named = new DiagnosisIndex(
    parseDiagnosisNames(
      '# how it is read\nwordings\tcodes\ncataract\tH269 H251\nafter cataract | posterior capsule opacity\tH264\nhiatal hernia\tK449\n',
    ),
  );
  named.add(
    [
      ['H2511', 'Age-related nuclear cataract, right eye'],
      ['H2512', 'Age-related nuclear cataract, left eye'],
      ['H26101', 'Unspecified traumatic cataract, right eye'],
      ['H26491', 'Other secondary cataract, right eye'],
      ['H269', 'Unspecified cataract'],
      ['K449', 'Diaphragmatic hernia without obstruction or gangrene'],
    ].map(([code, description]) => ({ code: code!, description: description! })),
  );
  const found = (phrase: string) => named.best(phrase, null, 3).map(({ code }) => code);
  expect(found('Visually significant cataract, right eye')).toEqual(['H269', 'H2511', 'H26101']);
  expect(found('After-cataract of the right eye')[0]).toBe('H26491');
  expect(found('Posterior capsule opacity')[0]).toBe('H26491');
  expect(found('Cataract and hiatal hernia').slice(0, 2)).toEqual(['H269', 'K449']);
  expect(found('Small hiatal hernia')).toEqual(['K449']);
});

describe('the names that come with the product', () => {
  const names = diagnosisNames();
  it('each has words, and stems as ICD-10-CM writes codes', () => {
    expect(names.length).toBeGreaterThan(1000);
    expect(names.filter(({ words }) => words.length === 0)).toEqual([]);
    const stems = names.flatMap((name) => name.stems.map((stem) => `${stem}: ${name.words.join(' ')}`));
    expect(stems.filter((one) => !/^[A-Z]\d[0-9A-Z][0-9A-Z]{0,4}: /.test(one))).toEqual([]);
  });
  it('none stands twice', () => {
    const seen = names.map(({ words }) => words.toSorted().join(' '));
    expect(seen.filter((one, n) => seen.indexOf(one) !== n)).toEqual([]);
  });
});
