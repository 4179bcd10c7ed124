import { findSections } from '@incisive/engine';
import { expect, it } from 'vitest';
import { noteDiagnoses } from './note-diagnoses.ts';

const read = (text: string): string[] =>
  noteDiagnoses(
    text,
    findSections(text).map(({ kind, label, start, end }) => ({ kind, label, start, end })),
  ).map(({ start, end }) => text.slice(start, end));

it('reads the postoperative diagnoses one by one', () => {
  expect(
    read(
      'PREOPERATIVE DIAGNOSIS: Knee pain.\nPOSTOPERATIVE DIAGNOSES:\n1. Torn medial meniscus, right knee.\n2. Chondromalacia.\nPROCEDURE: Arthroscopy of the right knee.',
    ),
  ).toEqual(['Torn medial meniscus, right knee', 'Chondromalacia']);
  expect(read('POSTOPERATIVE DIAGNOSIS: 1. Hernia. 2. Cyst of 2.5 cm; scar\nPROCEDURE: Repair of a hernia.')).toEqual([
    'Hernia',
    'Cyst of 2.5 cm',
    'scar',
  ]);
});

it('takes those from before where the later ones are the same, and none where there are none', () => {
  expect(
    read('PREOPERATIVE DIAGNOSIS: Acute appendicitis.\nPOSTOPERATIVE DIAGNOSIS: Same.\nPROCEDURE: Laparoscopic appendectomy.'),
  ).toEqual(['Acute appendicitis']);
  expect(read('PROCEDURE: Laparoscopic appendectomy.')).toEqual([]);
});
