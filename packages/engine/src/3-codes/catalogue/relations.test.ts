import { describe, expect, it } from 'vitest';
import { shippedKnowledge } from '../../../eval/shipped.ts';
import type { CodeDocument } from './code-index.ts';
import { compileRelations, createBundles } from './relations.ts';

const document = (code: string, parents?: readonly string[]): CodeDocument => ({
  code,
  description: code,
  knowledge:
    parents === undefined
      ? undefined
      : {
          code,
          family: code,
          common: 1,
          role: 'addon',
          sentence: code,
          phrases: [],
          plain: '',
          attributes: {},
          parents,
          named: [],
          told: [],
        },
});
const documents = ['22551', '22552', '22853', '43235', '43239', '43249'].map((code) =>
  code === '22552' ? document(code, ['22551']) : code === '22853' ? document(code, []) : document(code),
);
const at = (code: string): number => documents.findIndex((entry) => entry.code === code);
const relations = compileRelations(
  '# comment\n43236-43259\t43235\tsurgical includes diagnostic\n43249,43239\t43239\tx\n',
  documents,
);

describe('relations between codes', () => {
  it('knows what is part of what, not the other way round', () => {
    expect(relations.includes(at('43239'), at('43235'))).toBe(true);
    expect(relations.includes(at('43235'), at('43239'))).toBe(false);
    expect(relations.includes(at('22551'), at('43235'))).toBe(false);
  });

  it('takes no code as a container of itself or of a fellow component', () => {
    expect(relations.includes(at('43239'), at('43239'))).toBe(false);
    expect(relations.includes(at('43249'), at('43239'))).toBe(true);
  });

  it('lets an add-on stand beside its own primaries, and beside any where none are known', () => {
    expect(relations.isAddon(at('22552'))).toBe(true);
    expect(relations.isPrimaryOf(at('22551'), at('22552'))).toBe(true);
    expect(relations.isPrimaryOf(at('43239'), at('22552'))).toBe(false);
    expect(relations.isPrimaryOf(at('43239'), at('22853'))).toBe(true);
    expect(relations.isPrimaryOf(at('22552'), at('22853'))).toBe(false);
  });
});

describe('U8: which of some codes contains which', () => {
  const among = createBundles('# comment\n47564\t47562,47563\tlesser ones\n47563\t47562\twithout\n43249,43239\t43239\tx\n');

  it('knows every pair once, in one direction', () => {
    expect(among(['47562', '47563', '47562', '99213'])).toEqual([{ whole: '47563', part: '47562' }]);
    expect(among(['47564', '47563', '47562'])).toEqual([
      { whole: '47564', part: '47563' },
      { whole: '47564', part: '47562' },
      { whole: '47563', part: '47562' },
    ]);
  });

  it('takes no component as a container by its own rule', () => {
    expect(among(['43239', '43239'])).toEqual([]);
    expect(among(['43249', '43239'])).toEqual([{ whole: '43249', part: '43239' }]);
  });
});

describe('the knowledge', () => {
  const among = createBundles(shippedKnowledge().files['bundles.tsv'] ?? '');

  it.each([
    ['25575', '29065'],
    ['50543', '44180'],
    ['32225', '32551'],
    ['43281', '43235'],
    ['57288', '52000'],
    ['66984', '66985'],
    ['22551', '69990'],
  ])('%s includes %s', (whole, part) => {
    expect(among([whole, part])).toEqual([{ whole, part }]);
  });

  it.each([
    ['20610', '29405'],
    ['33208', '32551'],
    ['31624', '32551'],
    ['47562', '49591'],
    ['57288', '52332'],
    ['61510', '69990'],
  ])('%s and %s are two services', (one, other) => {
    expect(among([one, other])).toEqual([]);
  });
});
