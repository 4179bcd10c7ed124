import { describe, expect, test } from 'vitest';
import { findSections, saidFrom } from './sections.ts';

const kinds = (text: string): string[] => findSections(text).map((section) => section.kind);

describe('findSections', () => {
  test.each([
    ['PROCEDURE PERFORMED: Colonoscopy.\nANESTHESIA: MAC.', ['procedure', 'anesthesia']],
    ['Title of Operation: Tonsillectomy\nIndications: Recurrent tonsillitis.', ['procedure', 'indications']],
    ['PREOPERATIVE DIAGNOSIS,Hernia.\nOPERATION PERFORMED,Hernia repair.', ['predx', 'procedure']],
    [
      'Operations/Procedures\n1. Insertion of a port.\nProcedure in Detail: The patient was prepped.',
      ['procedure', 'description'],
    ],
    [
      'postoperative diagnosis: Cataract. procedure: Cataract extraction. findings: Dense lens.',
      ['postdx', 'procedure', 'findings'],
    ],
    ['PLANNED PROCEDURE: Laparoscopy.\nPROCEDURE PERFORMED: Laparotomy.', ['planned', 'procedure']],
    ['Procedure booked: Laparoscopy\nProcedure done: Laparotomy', ['planned', 'procedure']],
    ['Booked: EUS with FNA\nDone: EUS\n\nWhy: a cyst', ['planned', 'procedure', 'description', 'indications']],
    ['The drain was left. A post procedure CT: tip in the cavity.', ['preamble', 'findings']],
    ['Hx: fell twice', ['history']],
    ['A small incision was made over the mass.', ['preamble']],
    ['Proc: EGD\nDx: GERD', ['procedure', 'postdx']],
    ['Op: TURBT\nEBL: 10', ['procedure', 'other']],
    ['Px - knee scope', ['procedure']],
    ['Procedure(s) and Anesthesia Type:\n* Laparoscopic appendectomy - General', ['procedure']],
    ['PROCEDURES (LRB):\nCystoscopy (N/A)', ['procedure']],
    ['Operation\nLeft hemiarthroplasty\nFindings\nIntracapsular fracture', ['procedure', 'findings']],
    ['PRINCIPAL OPERATION PERFORMED: Colectomy\nOTHER PROCEDURES: None', ['procedure', 'procedure']],
    ['Implant: Size 4 femur\nPlan: Home', ['implants', 'plan']],
    ['Surgery date: 3/4\nProcedure start time: 8:10\nSurgery: Hernia repair', ['other', 'other', 'procedure']],
    ['PURPOSE OF PROCEDURE: Relief of pain\nPROCEDURE 1: Knee injection', ['indications', 'procedure']],
    ['Left groin puncture. Arteriogram: Occluded tibial artery.', ['preamble', 'findings']],
    ['Previous surgery: Appendectomy\nPast Surgical History: Cesarean', ['history', 'history']],
    ['Procedure: Hernia repair\n\nDetails. GA. Groin opened. Mesh laid.', ['procedure', 'description']],
    ['EXAM: 1. Nephrostomy placement. 2. Nephrostomy exchange.', ['procedure']],
    ['EXAM: 1. Nephrostomy placement. 2. Nephrostomy exchange.\nPHYSICAL EXAM: Tender. No mass.', ['procedure', 'history']],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('a line that names several procedures names them to its end', () => {
    const text =
      'PROCEDURE: Fixation of the pubic symphysis. Iliosacral screw, right.\n\nSupine. ' +
      'A plate was applied to the symphysis. A guide wire was passed across the joint and a screw placed. '.repeat(5);
    const [named] = findSections(text);
    expect(named?.kind).toBe('procedure');
    expect(text.slice(named?.contentStart, named?.end)).toContain('Iliosacral screw, right.');
  });

  test('what stands apart below the names of procedures and leaves out "was" is the narrative', () => {
    const text =
      'Operation: Revision fixation of the clavicle\n\nBeach chair. Previous scar excised over 9 cm. Nerve branch preserved. Broken plate ' +
      'and six screws removed. New plate, bone graft.';
    expect(kinds(text)).toEqual(['procedure', 'description']);
    const list = 'Operation: Revision fixation of the clavicle\n\nRight side. Iliac crest graft. Second plate.';
    expect(kinds(list)).toEqual(['procedure']);
  });

  test('what was done is told below a line about the pathology', () => {
    const below =
      'Ellipse incised with margins of 2 cm. The nodal basin was dissected and two blue nodes removed. Closed in layers.';
    expect(kinds(`Procedure: Wide excision\nPathology: 1.7 mm Breslow\n\n${below}`)).toEqual([
      'procedure',
      'specimens',
      'description',
    ]);
    const results = 'The margins were free. Two nodes were negative. A second opinion was asked for.';
    expect(kinds(`Procedure: Wide excision\nPathology: 1.7 mm Breslow\n\n${results}`)).toEqual(['procedure', 'specimens']);
  });

  test('a procedure that is told without "was" is a narrative', () => {
    const told =
      'PROCEDURE: Groin crease incision. External oblique opened, nerve seen and kept. Sac separated from the cord, opened, bowel ' +
      'inspected and returned. Neck transfixed, sac trimmed. Mesh sutured to the ligament, tails crossed behind the cord. Aponeurosis ' +
      'closed with 2/0, skin with a subcuticular stitch. Local infiltrated. Testis checked in the scrotum at the end of the case. '.repeat(
        2,
      );
    expect(kinds(told)).toContain('description');
  });

  const story =
    'The scar was opened and the cord slung. A sheet of mesh was laid behind it and stitched to the ligament. '.repeat(4);
  test.each([
    ['History: fell on a ladder in May.', 'history'],
    ['Brief history: trial two weeks ago.', 'history'],
    ['Plan: two stages.', 'plan'],
    ['Indications: a lump for two years.', 'indications'],
  ])('what stands below "%s" tells how it went where nothing else does', (heading, kind) => {
    expect(kinds(`HERNIA SURGERY\n\n${heading}\n\n${story}`)).toEqual(['preamble', kind, 'description']);
    // Where the operation is told, paragraphs of the history are history.
    expect(kinds(`${heading}\n\n${story}\n\nDESCRIPTION: ${story.repeat(2)}`)).toEqual([kind, 'description']);
  });

  test.each([
    [
      'Procedure: as below\nA 5 mm port was placed at the navel and the gallbladder was lifted. It was taken off its bed.',
      'description',
    ],
    ['Op: see note. The cord was slung and a sheet of mesh laid behind it.', 'description'],
    ['PROCEDURE: As dictated.', 'description'],
    ['Procedures: as below:\n1. Colonoscopy\n2. EGD', 'procedure'],
    ['Procedure: as below\nColonoscopy with snare\nEGD with biopsy', 'procedure'],
    ['Procedure: see-through graft of the eardrum', 'procedure'],
  ])('a heading that only refers to the text names nothing: %j', (text, expected) => {
    expect(kinds(text)[0]).toBe(expected);
  });

  test('a heading that names what was done is read with what follows, one that every note has is not', () => {
    const text = 'Lavage: middle lobe.\nAortogram: no leak.\nFindings: scars.\nDrains: two.';
    const said = findSections(text).map((section) => text.slice(saidFrom(section), section.end).trim());
    expect(said).toEqual(['Lavage: middle lobe.', 'Aortogram: no leak.', 'scars.', 'two.']);
  });

  test('a past history ends where the deeds of today begin', () => {
    const past = 'Past history: gout, hysterectomy 1998.';
    const today = 'Consent was signed. The scope was advanced to the antrum. A nodule was seen.';
    expect(kinds(`${past}\n${today}`)).toEqual(['history', 'description']);
    expect(kinds(`${past}\nShe had a stent. It was taken out. She is well.`)).toEqual(['history']);
  });

  test('a procedure heading over prose is the narrative', () => {
    const prose = 'PROCEDURE: The patient was taken to the operating room and prepped. An incision was made. '.repeat(4);
    expect(kinds(prose)[0]).toBe('description');
  });

  test('a short name before prose under one heading is split off', () => {
    const text = 'PROCEDURE: Excision of a toe cyst.\nFor consent, the risks were discussed with the patient. '.padEnd(
      900,
      'The toe was prepped and the cyst was then removed. ',
    );
    const [named, rest] = findSections(text);
    expect(named?.kind).toBe('procedure');
    expect(text.slice(named?.contentStart, named?.end)).toContain('toe cyst');
    expect(rest?.kind).toBe('description');
  });

  test.each(['Surgeon: on call. Assistant: fellow\n', 'Anesthesia: spinal\n', 'Dx: stone in the left ureter\n'])(
    'prose without a heading below a brief answer is the narrative: %j',
    (brief) => {
      const told = 'The cystoscope was passed. A wire went up to the kidney. The stone was basketed and removed.';
      const last = findSections(brief + told).at(-1);
      expect(last?.kind).toBe('description');
      expect((brief + told).slice(last?.contentStart)).toBe(told);
      expect(kinds(brief + 'Dr. A, urology\nDr. B, anesthesia')).not.toContain('description');
    },
  );

  test('a dash after the name of an act makes no heading of it', () => {
    expect(kinds('Uterine artery embolization - fibroids\nMicrospheres were injected.')).toEqual(['preamble']);
    expect(kinds('Left main artery: normal.')).toEqual(['findings']);
  });

  test('sections are sorted, inside the text and do not overlap', () => {
    const text = 'Clinic note\nPREOP DIAGNOSIS: A.\nOPERATION: B.\nFINDINGS: C.\nPLAN: D.';
    let from = 0;
    for (const section of findSections(text)) {
      expect(section.start).toBeGreaterThanOrEqual(from);
      expect(section.contentStart).toBeGreaterThanOrEqual(section.start);
      expect(section.end).toBeGreaterThanOrEqual(section.contentStart);
      from = section.end;
    }
    expect(from).toBe(text.length);
  });
});
