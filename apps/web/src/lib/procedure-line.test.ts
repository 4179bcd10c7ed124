import { expect, test } from 'vitest';
import { procedureLine } from './procedure-line.ts';

test.each([
  [
    'PREOPERATIVE DIAGNOSIS: Stones.\nPROCEDURE PERFORMED: Removal of the gallbladder.\nFINDINGS: Many.',
    'Removal of the gallbladder.',
  ],
  ['DIAGNOSIS:\nCyst\n\nPROCEDURES:\n1. Excision of a cyst\n2. Layered closure', 'Excision of a cyst'],
  ['PROCEDURE:,Bilateral reduction.', 'Bilateral reduction.'],
  ['Operation: Repair of a hernia', 'Repair of a hernia'],
  ['DX: Stones\nPROCEDURE(S) (LRB):\nCholecystectomy, laparoscopic', 'Cholecystectomy, laparoscopic'],
  ['Surgeon: none\nPx: Trigger finger release', 'Trigger finger release'],
  ['Op in the morning.\nIt went well.', 'Op in the morning.'],
  ['A note without any heading.\nIt goes on.', 'A note without any heading.'],
  ['Drainage of an abscess. 41 years old, three days of pain.', 'Drainage of an abscess.'],
  ['PROCEDURE:', 'PROCEDURE:'],
  ['', ''],
])('of %j it is %j', (text, line) => {
  expect(procedureLine(text).line).toBe(line);
});

test('what stands beside it is the rest, and a long line is cut at a word', () => {
  expect(procedureLine('DIAGNOSIS: Cyst.\nPROCEDURE: Excision.\nFINDINGS: One.').rest).toBe('DIAGNOSIS: Cyst. FINDINGS: One.');
  const { line } = procedureLine(`PROCEDURE: ${'word '.repeat(60)}`);
  expect(line).toMatch(/word…$/);
  expect(line.length).toBeLessThanOrEqual(161);
});
