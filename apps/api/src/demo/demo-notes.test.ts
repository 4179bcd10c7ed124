import { loadKnowledge } from '@incisive/engine/node';
import { expect, test } from 'vitest';
import { demoNotes } from './demo-notes.ts';

test('sample notes show both kinds, every file type and every state of a code', () => {
  expect(demoNotes.filter((note) => note.kind === 'op').length).toBeGreaterThanOrEqual(40);
  expect(demoNotes.filter((note) => note.kind === 'ed')).toHaveLength(6);
  expect(new Set(demoNotes.map((note) => note.filename?.split('.').at(-1)))).toEqual(new Set([undefined, 'txt', 'docx', 'pdf']));
  expect(new Set(demoNotes.flatMap((note) => note.codes.map((step) => step.action)))).toEqual(
    new Set(['approve', 'reject', 'assign', 'code']),
  );
});

test('education notes hold no codes, and no note holds a code twice or an unknown one', () => {
  expect(demoNotes.filter((note) => note.kind === 'ed').flatMap((note) => note.codes)).toEqual([]);
  const known = new Set(loadKnowledge().codes.map((entry) => entry.code));
  for (const note of demoNotes) {
    const codes = note.codes.map((step) => step.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  }
});

test('a good part of the operative notes is settled and a good part untouched', () => {
  const operative = demoNotes.filter((note) => note.kind === 'op');
  const settled = operative.filter((note) => note.codes.length > 0).length / operative.length;
  expect(settled).toBeGreaterThan(0.4);
  expect(settled).toBeLessThan(0.7);
});
