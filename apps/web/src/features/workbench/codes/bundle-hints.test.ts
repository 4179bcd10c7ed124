import { describe, expect, it } from 'vitest';
import type { CodeLink } from '@incisive/contract/code-links';
import { bundleHints } from './bundle-hints.ts';
import { newLink } from './code-sheet.ts';

const link = (code: string, more: Partial<CodeLink> = {}): CodeLink => ({ ...newLink(code, code), ...more });
const approved = { approved_by: 'coder' };
const said = (...links: CodeLink[]): unknown => Object.fromEntries(bundleHints(links));

describe('U8: what is not reported together says so beside its row', () => {
  it('of two approved codes, beside the one that the other contains, whichever of them knows it', () => {
    expect(said(link('47562', approved), link('47563', { ...approved, includes: ['47562'] }))).toEqual({
      '47562': 'Included in 47563. Report only one.',
    });
    expect(said(link('47562', { ...approved, included_in: ['47563', '47564'] }), link('47563', approved))).toEqual({
      '47562': 'Included in 47563. Report only one.',
    });
  });

  it('of an approved code and a suggestion, beside the suggestion', () => {
    expect(said(link('47562', { included_in: ['47563'] }), link('47563', approved))).toEqual({
      '47562': 'Included in 47563. Report only one.',
    });
    expect(said(link('47562', approved), link('47563', { includes: ['47562'] }))).toEqual({
      '47563': 'Includes 47562. Report only one.',
    });
  });

  it('names all that it is part of', () => {
    const wholes = ['47564', '47563'];
    expect(said(link('47562', { included_in: wholes }), link('47563', approved), link('47564', approved))).toMatchObject({
      '47562': 'Included in 47563 and 47564. Report only one.',
    });
  });

  it('says nothing of codes that nobody chose, of rejected ones, nor twice what the reason says', () => {
    const part = { included_in: ['47563'] };
    expect(said(link('47562', part), link('47563'))).toEqual({});
    expect(said(link('47562', part), link('47563', { rejected_by: 'coder' }))).toEqual({});
    expect(said(link('47562', { ...part, rejected_by: 'coder' }), link('47563', approved))).toEqual({});
    expect(said(link('47562', { ...part, why: 'Included in 47563. Report only one.' }), link('47563', approved))).toEqual({});
  });
});

describe('the imported pairs say so beside the row while suggestions are reviewed', () => {
  const never = (code: string, column: 1 | 2) => ({ edits: [{ code, column, never: true }] });
  const unless = (code: string, column: 1 | 2) => ({ edits: [{ code, column, never: false }] });

  it('a suggestion is never beside an approved code, whichever of them is paid, and whichever row knows it', () => {
    expect(said(link('22633', approved), link('22630', never('22633', 2)))).toEqual({ '22630': 'Never beside 22633 (NCCI).' });
    expect(said(link('22630', { ...approved, ...never('22633', 2) }), link('22633'))).toEqual({
      '22633': 'Never beside 22630 (NCCI).',
    });
  });

  it('tells a pair that a modifier opens from one that nothing does', () => {
    expect(said(link('22633', approved), link('63047', unless('22633', 2)))).toEqual({
      '63047': 'Part of 22633 unless separate (NCCI).',
    });
    expect(said(link('63047', approved), link('22633', unless('63047', 1)))).toEqual({
      '22633': '63047 is part of this unless separate (NCCI).',
    });
  });

  it('of two sources the file is told, once; other codes by the product’s own knowledge keep their words', () => {
    const part = { included_in: ['47563', '47564'], ...never('47563', 2) };
    expect(said(link('47562', part), link('47563', approved), link('47564', approved))).toMatchObject({
      '47562': 'Never beside 47563 (NCCI). Included in 47564. Report only one.',
    });
  });

  it('of two approved codes beside the one that is not paid; nothing of codes that nobody chose', () => {
    expect(said(link('22633', { ...approved, ...never('22630', 1) }), link('22630', approved))).toEqual({
      '22630': 'Never beside 22633 (NCCI).',
    });
    expect(said(link('22633'), link('22630', never('22633', 2)))).toEqual({});
  });
});
