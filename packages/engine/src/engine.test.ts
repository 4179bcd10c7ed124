import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedEngine, shippedKnowledge } from '../eval/shipped.ts';
import { createEngine, starterCatalogue } from './index.ts';

const knowledge = shippedKnowledge();
const engine = shippedEngine();
const codesOf = (text: string, size = 10): string[] => engine.suggest(text, { size }).suggestions.map((row) => row.code);

const NOTES = [
  'PREOPERATIVE DIAGNOSIS: Chronic cholecystitis.\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: Trocars were placed and the gallbladder was dissected from the liver bed.',
  'PREOPERATIVE DIAGNOSIS: Cataract, right eye.\nOPERATION: Phacoemulsification with posterior chamber intraocular lens, right eye.\nANESTHESIA: Topical.\nThe nucleus was removed and the lens was placed in the bag.',
  'PROCEDURE: 1. Right total knee arthroplasty.\nINDICATIONS: Osteoarthritis in a 70-year-old man.\nTECHNIQUE: A midline incision was made. Femoral and tibial components were cemented.',
  'Operation: Open repair of a left inguinal hernia with mesh.\nFindings: Reducible indirect hernia.\nDescription: An incision was made in the groin.',
  'TITLE OF OPERATION: Colonoscopy with snare polypectomy.\nFINDINGS: A polyp in the sigmoid colon was removed with a snare.',
];

describe('suggest', () => {
  test.each([
    [0, '47562'],
    [1, '66984'],
    [2, '27447'],
    [3, '49505'],
    [4, '45385'],
  ])('note %i begins with %s', (note, code) => {
    expect(codesOf(NOTES[note] ?? '')[0]).toBe(code);
  });

  test('an add-on that only the narrative tells is found beside the procedure that the heading names', () => {
    const note = `PROCEDURE: Port placement, right chest
DESCRIPTION: The jugular vein was patent on ultrasound and entered under ultrasound; the image was saved. A wire was passed under
fluoroscopy. A pocket was made and the port was placed. Fluoroscopy showed the tip at the cavoatrial junction.`;
    expect(codesOf(note)).toEqual(expect.arrayContaining(['36561', '76937', '77001']));
  });

  test.each([
    ['Bone was visible at the base, not\ndebrided.', '11043'],
    ['Bone was visible at the base, not debrided.', '11043'],
    ['The ischium was exposed but not removed.', '11043'],
    ['Bone was palpable in the depth but was not violated.', '11043'],
    ['No bone was debrided.', '11043'],
    ['Necrotic bone of the ischium was then debrided with a rongeur.', '11044'],
  ])('what was only seen was not debrided: %j leads to %s', (sentence, code) => {
    const note = `BEDSIDE WOUND CARE\nPressure ulcer of the left ischium, 5 x 4 cm. Sharp excisional debridement of necrotic fascia and
gluteal muscle with scalpel and scissors, 20 sq cm. ${sentence} Wet dressing applied.`;
    expect(codesOf(note)[0]).toBe(code);
  });

  test.each(NOTES)('lines wrapped anywhere: %s', (note) => {
    const wrapped = note.replaceAll(/(?=[^\n]{90})([^\n]{50,75}) /g, '$1\n');
    expect(codesOf(wrapped)[0]).toBe(codesOf(note)[0]);
  });

  test('converted to open ends at open', () => {
    expect(codesOf('PROCEDURE: Laparoscopic converted to open cholecystectomy.')[0]).toBe('47600');
  });

  test('covers each procedure of the note', () => {
    const codes = codesOf(
      'PROCEDURES:\n1. Septoplasty.\n2. Bilateral myringotomy with tympanostomy tubes under general anesthesia.\n3. Adenoidectomy in a 6-year-old.',
    );
    expect(codes).toEqual(expect.arrayContaining(['30520', '69436', '42830']));
  });

  test('excluded codes are not shown, and the list is filled from behind', () => {
    const all = codesOf(NOTES[0] ?? '');
    const rest = engine.suggest(NOTES[0] ?? '', { exclude: all.slice(0, 2) }).suggestions.map((row) => row.code);
    expect(rest).not.toContain(all[0]);
    expect(rest).toHaveLength(10);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['binary', '\u0000\u0001\u0002\ufffd'.repeat(500)],
    ['Spanish', 'El paciente fue llevado a la sala y se le hizo una revisión general sin complicaciones ni sangrado.'],
    ['Chinese', '患者被送往手术室，手术顺利完成，无并发症。'],
    ['no words', '%%%% ---- ???? 12 34'],
    ['unrelated', 'The quarterly budget meeting has moved to Thursday at noon in the large conference room.'],
  ])('%s text gives an empty list', (_name, text) => {
    expect(engine.suggest(text).suggestions).toEqual([]);
  });

  test('two million characters of noise give an empty list', () => {
    expect(engine.suggest('qwxz vbnm '.repeat(200_000)).suggestions).toEqual([]);
  });

  test('the same input gives the same bytes', () => {
    const other = createEngine({ knowledge });
    for (const note of NOTES) expect(JSON.stringify(other.suggest(note))).toBe(JSON.stringify(engine.suggest(note)));
  });

  test('the order of catalogue lines does not matter', () => {
    const catalogue = starterCatalogue(knowledge);
    const turned = createEngine({ knowledge, catalogue: catalogue.toReversed() });
    for (const note of NOTES) expect(JSON.stringify(turned.suggest(note))).toBe(JSON.stringify(engine.suggest(note)));
  });

  test('evidence lies inside the text, on word borders, sorted and apart', () => {
    for (const note of NOTES) {
      for (const row of engine.suggest(note).suggestions) {
        let from = -1;
        for (const { start, end } of row.evidence) {
          expect(start).toBeGreaterThan(from);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(note.length);
          expect(note.slice(start, end)).toMatch(/^[\p{L}\p{N}][\s\S]*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u);
          expect(note.slice(Math.max(0, start - 1), start)).not.toMatch(/\p{L}/u);
          from = end;
        }
        expect(row.confidence).toBeGreaterThan(0);
        expect(row.confidence).toBeLessThan(1);
        expect(row.why).toMatch(/^[A-Z].*\.$/);
      }
    }
  });
});

describe('what must not change the codes', () => {
  const note = fc.constantFrom(...NOTES);

  test('letter case', () => {
    for (const text of NOTES) {
      expect(codesOf(text.toUpperCase())).toEqual(codesOf(text));
      expect(codesOf(text.toLowerCase())).toEqual(codesOf(text));
    }
  });

  test('CRLF, trailing blanks, runs of blanks', () => {
    fc.assert(
      fc.property(note, fc.integer({ min: 1, max: 6 }), fc.boolean(), (text, width, tabs) => {
        const blanks = (tabs ? '\t' : ' ').repeat(width);
        const altered = text.replaceAll(' ', ` ${blanks}`).replaceAll('\n', `${blanks}\r\n`) + blanks;
        expect(codesOf(altered)).toEqual(codesOf(text));
      }),
      { numRuns: 12 },
    );
  });

  test.each([
    ['No hysteroscopy was performed.', '58555'],
    ['Splenectomy was not performed.', '38100'],
    ['The patient is status post coronary artery bypass.', '33533'],
    ['She will need a total hip arthroplasty in the future.', '27130'],
  ])('appending "%s" does not add %s', (sentence, code) => {
    for (const text of NOTES) {
      if (codesOf(text).includes(code)) continue;
      expect(codesOf(`${text} ${sentence}`)).not.toContain(code);
    }
  });

  test('no text makes it throw or repeat a code', () => {
    const words = fc.array(
      fc.constantFrom(
        'PROCEDURE:',
        'hernia',
        'no',
        '\n',
        '1.',
        'repair',
        'L4-5',
        '3 x 4 cm',
        ';',
        'with',
        '\u{1f600}',
        'é',
        '(',
        '\u0000',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          words.map((list) => list.join(' ')),
        ),
        (text) => {
          const { suggestions } = engine.suggest(text);
          expect(new Set(suggestions.map((row) => row.code)).size).toBe(suggestions.length);
          for (const { evidence } of suggestions)
            for (const { start, end } of evidence) expect(start >= 0 && end <= text.length && start < end).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a full catalogue', () => {
  const full = createEngine({
    knowledge,
    catalogue: [
      ...starterCatalogue(knowledge),
      { code: '3017F', description: 'Colorectal cancer screening results documented and reviewed' },
      { code: '88305', description: 'Level IV surgical pathology of a polyp of the colon' },
      { code: '85097', description: 'Bone marrow smear interpretation' },
    ],
  });

  test('measures and laboratory codes are not suggested beside an operation', () => {
    const text =
      'PROCEDURE: Colonoscopy with snare polypectomy.\nINDICATION: Colorectal cancer screening.\nSPECIMEN: Polyp of the colon to surgical pathology.\nThe polyp was removed with a snare. Results of screening were reviewed.';
    const codes = full.suggest(text, { size: 50 }).suggestions.map((row) => row.code);
    expect(codes[0]).toBe('45385');
    expect(codes).not.toContain('3017F');
    expect(codes).not.toContain('88305');
  });

  test('they are where the note is about them', () => {
    const codes = full.suggest(
      'PROCEDURE: Bone marrow smear interpretation.\nThe smear was stained and read under the microscope.',
    ).suggestions;
    expect(codes.map((row) => row.code)).toContain('85097');
  });
});
