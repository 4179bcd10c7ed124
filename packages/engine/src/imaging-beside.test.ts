import { expect, test } from 'vitest';
import { shippedEngine } from '../eval/shipped.ts';

const engine = shippedEngine();

/** What is billed beside the main act and told in few words: notes, and the code that has to stand among the first five. */
const BESIDE: readonly (readonly [string, string])[] = [
  [
    'PROCEDURES: Cystopyelogram, transurethral resection of a medium bladder tumor.\nDESCRIPTION: The cystoscope was passed. Both ureteral orifices were intubated with a cone-tip catheter; bilateral pyelograms were obtained and were normal. The tumor on the left wall, 3 cm, was resected with the loop and its base fulgurated.',
    '74420',
  ],
  [
    'PROCEDURES PERFORMED:\n1. Left heart catheterization.\n2. Coronary angiography.\n3. Aortogram.\nDESCRIPTION: Judkins catheters engaged both coronary arteries. The pigtail crossed into the left ventricle for a ventriculogram. After pullback an aortogram was done in the LAO view; it showed no regurgitation.',
    '93567',
  ],
  [
    'PROCEDURE: Anterior cervical discectomy and fusion C5-C6 with plate.\nDESCRIPTION: The disc was removed and both nerve roots were decompressed. The interspace was sized and a 7 mm corticocancellous graft was tapped into the disc space. A plate was fixed with four screws.',
    '20931',
  ],
];

test.each(BESIDE)('%s', (note, code) => {
  const first = engine.suggest(note).suggestions.slice(0, 5);
  expect(first.map((row) => row.code)).toContain(code);
});
