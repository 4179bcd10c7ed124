import { describe, expect, it } from 'vitest';
import { readKnowledgeFiles } from '../../../node/load-knowledge.ts';
import { createCodeSearch } from './code-search.ts';
import { type Knowledge, parseKnowledge } from './knowledge.ts';

const language = (): Knowledge =>
  parseKnowledge(Object.fromEntries(Object.entries(readKnowledgeFiles()).filter(([path]) => !path.startsWith('codes/'))));

const catalogue = [
  { code: '47562', description: 'Laparoscopic removal of the gallbladder' },
  { code: '47563', description: 'Laparoscopic removal of the gallbladder with X-ray of the bile ducts' },
  { code: '47600', description: 'Open removal of the gallbladder' },
  { code: '47000', description: 'Needle biopsy of the liver' },
  { code: '29881', description: 'Knee arthroscopy with removal of one meniscus' },
  { code: '27447', description: 'Total knee replacement' },
  { code: '4756T', description: 'A temporary code that begins alike' },
];
const search = createCodeSearch(catalogue, language());
const codes = (query: string, limit = 10): string[] => search.search(query, limit).map((entry) => entry.code);

describe('search of the add-code dialog', () => {
  it.each([
    ['a whole code is alone at the top', '47562', ['47562']],
    ['blanks around it do not matter', ' 47562 ', ['47562']],
    ['a prefix finds its codes in order', '4756', ['47562', '47563', '4756T']],
    ['a letter of a code may be small', '4756t', ['4756T']],
    ['words in any order', 'gallbladder laparoscopic removal', ['47562', '47563']],
    ['the other order', 'removal gallbladder laparoscopic', ['47562', '47563']],
    ['a close spelling', 'gallblader open', ['47600']],
    ['a word still being typed', 'arthrosc', ['29881']],
  ])('%s', (_, query, expected) => {
    expect(codes(query)).toEqual(expected);
  });

  it('knows abbreviations and synonyms', () => {
    expect(codes('lap chole')[0]).toBe('47562');
    expect(codes('TKA')[0]).toBe('27447');
    expect(codes('cholecystectomy').slice(0, 3).toSorted()).toEqual(['47562', '47563', '47600']);
  });

  it('answers no more than asked for, and nothing for what is nowhere', () => {
    expect(codes('4756', 2)).toEqual(['47562', '47563']);
    expect(codes('gallbladder', 1)).toHaveLength(1);
    expect(codes('4756', 0)).toEqual([]);
    for (const query of ['', '   ', 'zzzqqqxx', '99999', '.*(', '%']) expect(codes(query)).toEqual([]);
  });

  it('gives the same answer again', () => {
    const first = codes('knee');
    expect(first.length).toBeGreaterThan(1);
    expect(codes('knee')).toEqual(first);
  });
});
