import { describe, expect, it } from 'vitest';
import { shippedEngine } from '../../../eval/shipped.ts';
import type { ClaimContext, ClaimReading } from './claim-types.ts';

const engine = shippedEngine();

const linesOf = (reading: ClaimReading): string[] =>
  reading.lines.map(({ code, units, modifiers }) =>
    [code, units > 1 ? `x${units}` : '', ...modifiers].filter((part) => part !== '').join(' '),
  );
const read = (text: string, codes?: string[], context?: ClaimContext): string[] =>
  linesOf(engine.claimLines(text, codes, context));
const proposals = (text: string, codes: string[], context?: ClaimContext): [string, string[]][] =>
  engine
    .claimLines(text, codes, context)
    .proposed.map(({ modifier, words }) => [modifier, words.map(({ start, end }) => text.slice(start, end))]);
const asked = (text: string, codes: string[]): string[] =>
  engine.claimLines(text, codes).questions.map((question) => question.about);

describe('sides', () => {
  it.each([
    ['in the procedure line', 'PROCEDURE: Right open carpal tunnel release.', ['64721'], ['64721 RT']],
    ['both', 'PROCEDURE: Bilateral open carpal tunnel release.', ['64721'], ['64721 50']],
    ['of an eye, in short', 'Procedure: Phacoemulsification with intraocular lens OD.', ['66984'], ['66984 RT']],
    ['behind a label', 'Procedure: Total knee arthroplasty.\nLaterality: Left\n', ['27447'], ['27447 LT']],
    ['ticked', 'Procedure: knee injection\nSide: [ ] RIGHT [x] LEFT\nInjected: 40 mg triamcinolone.', ['20610'], ['20610 LT']],
    [
      'one each',
      'PROCEDURE: Right carpal tunnel release and left trigger thumb release.',
      ['64721', '26055'],
      ['64721 RT', '26055 FA'],
    ],
    [
      'on a line each',
      'PROCEDURES:\n1. Vein stripping of the great saphenous vein, right leg.\n2. Vein stripping of the great saphenous vein, left leg.',
      ['37722'],
      ['37722 50'],
    ],
    [
      'told in the narrative alone',
      'PROCEDURE: Carpal tunnel release.\nDESCRIPTION: The left wrist was prepped. The transverse carpal ligament was divided.',
      ['64721'],
      ['64721 LT'],
    ],
    [
      'in one word with the vessel',
      'PROCEDURE: Tunneled dialysis catheter placement.\nDESCRIPTION: LIJ was patent and was punctured under ultrasound.',
      ['36558'],
      ['36558 LT'],
    ],
    ['in one word with the limb', 'PROCEDURE: Stab phlebectomy RLE, 12 incisions.', ['37765'], ['37765 RT']],
    [
      'of both vessels, though one side each is told later',
      'PROCEDURE: Endovascular aneurysm repair.\nDESCRIPTION: Both superficial femoral arteries were punctured and preclosed with percutaneous access. The sheath on the left was larger. The right renal was lower.',
      ['34713'],
      ['34713 50'],
    ],
    [
      'beside the other one, which was let be',
      'NOTE: Radiofrequency ablation of the left great saphenous vein was done.\nRight leg reflux stays as before, untreated.',
      ['36475'],
      ['36475 LT'],
    ],
  ])('are read: %s', (_, text, codes, lines) => expect(read(text, codes)).toEqual(lines));

  it.each([
    [
      'positioning',
      'PROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION: With the left arm tucked a port was placed on the right flank.',
      ['47562'],
    ],
    ['one organ', 'PROCEDURE: Open right hemicolectomy.', ['44160']],
    ['both sides of the canal', 'PROCEDURE: Bilateral lumbar laminectomy with facetectomy L4-L5.', ['63047']],
    ['another vessel', 'PROCEDURE: Bypass with left internal mammary artery to LAD.', ['33533']],
  ])('are no modifier: %s', (_, text, codes) => expect(read(text, codes)).toEqual(codes));

  it('stay a fact where the code has no modifier for them', () => {
    const [line] = engine.claimLines('PROCEDURE: Left thyroid lobectomy.', ['60220']).lines;
    expect(line).toMatchObject({ modifiers: [], side: 'left' });
  });

  it.each([
    ['silence', 'PROCEDURE: Arthroscopic partial medial meniscectomy of the knee.'],
    [
      'contradiction',
      'PROCEDURE: Left knee arthroscopy, partial medial meniscectomy.\nDESCRIPTION: The right knee was draped. The meniscus of the right knee was trimmed.',
    ],
    [
      'a diagnosis of both',
      'POSTOPERATIVE DIAGNOSIS: Bilateral knee pain.\nPROCEDURE: Arthroscopic partial medial meniscectomy.',
    ],
  ])('are a question and no guess: %s', (_, text) => {
    expect(read(text, ['29881'])).toEqual(['29881']);
    expect(asked(text, ['29881'])).toEqual(['side']);
  });

  it('of an earlier operation are not those of this one', () => {
    const text = 'INDICATIONS: History of left knee arthroscopy in 2019.\nPROCEDURE: Partial medial meniscectomy, right knee.';
    expect(read(text, ['29881'])).toEqual(['29881 RT']);
  });
});

describe('fingers, toes, lids and coronary arteries', () => {
  it.each([
    [
      'a list with one side',
      'PROCEDURE: Trigger finger release, right index, long and ring fingers.',
      ['26055'],
      ['26055 F6', '26055 F7', '26055 F8'],
    ],
    ['a span', 'PROCEDURE: Hammertoe correction, toes 2-4, left foot.', ['28285'], ['28285 T1', '28285 T2', '28285 T3']],
    ['names of toes', 'PROCEDURE: Amputation of the left great toe through the interphalangeal joint.', ['28825'], ['28825 TA']],
    [
      'the great toe alone',
      'PROCEDURES:\n1. Bunionectomy, left foot.\n2. Hammertoe correction, left second toe.',
      ['28296', '28285'],
      ['28296 LT', '28285 T1'],
    ],
    ['lids', 'PROCEDURE: Excision of chalazion, right upper lid and left lower lid.', ['67800'], ['67800 E3', '67800 E2']],
    ['both upper lids', 'PROCEDURE: Bilateral upper lid blepharoplasty.', ['15823'], ['15823 50']],
    [
      'arteries',
      'PROCEDURE: Stent to the proximal circumflex and stent to the mid right coronary artery.',
      ['92928'],
      ['92928 LC', '92928 RC'],
    ],
  ])('have a line each: %s', (_, text, codes, lines) => expect(read(text, codes)).toEqual(lines));

  it('are asked for where the note does not say which', () => {
    expect(asked('PROCEDURE: Trigger finger release, right hand.', ['26055'])).toEqual(['digit']);
  });
});

describe('levels, areas, lengths and counts', () => {
  it.each([
    ['levels', 'PROCEDURE: Lumbar laminectomy with facetectomy and foraminotomy L2-3, L3-4 and L4-5.', ['63047', '63048 x2']],
    [
      'a span of levels',
      'PROCEDURE: Anterior cervical discectomy and fusion with decompression, C4 to C7.',
      ['22551', '22552 x2'],
    ],
    [
      'joints of three codes',
      'PROCEDURE: Right lumbar facet joint injections L3-L4, L4-L5 and L5-S1 under fluoroscopy.',
      ['64493 RT', '64495 RT', '64494 RT'],
    ],
    [
      'a label of levels',
      'PROCEDURE: Balloon kyphoplasty.\nLevels: L1 and L3\nDESCRIPTION: Cement leaked into the L2-3 disc.',
      ['22514', '22515'],
    ],
    ['an area', 'PROCEDURE: Excisional debridement of a sacral ulcer to muscle, 65 sq cm.', ['11043', '11046 x3']],
    ['keratoses', 'PROCEDURE: Cryotherapy of seven actinic keratoses.', ['17000', '17003 x6']],
    ['many keratoses', 'PROCEDURE: Cryotherapy of 17 actinic keratoses.', ['17004']],
    ['stages', 'PROCEDURE: Mohs surgery of the nose, three stages.', ['17311', '17312 x2']],
    ['a length', 'PROCEDURE: Complex repair of the left cheek, 14 cm, with wide undermining.', ['13132', '13133 x2']],
    ['wounds of one class', 'PROCEDURE: Layered closure of lacerations: left arm 3 cm, back 5 cm.', ['12034']],
    [
      'a lesion with its margins',
      'PROCEDURE: Excision of nevus of the back.\nDESCRIPTION: The lesion of 1.6 cm was excised with margins of 0.3 cm.',
      ['11403'],
    ],
  ])('choose codes and units: %s', (_, text, lines) => {
    const got = read(text).filter((line) => !/^(7|209)/.test(line));
    expect(got.toSorted()).toEqual(lines.toSorted());
  });

  it('leave the codes as they are where these are settled, and ask', () => {
    const text = 'PROCEDURE: Lumbar laminectomy with facetectomy and foraminotomy L3-L4 and L4-L5.';
    expect(read(text, ['63047'])).toEqual(['63047']);
    expect(asked(text, ['63047'])).toEqual(['code']);
    expect(read(text, ['63047', '63048'])).toEqual(['63047', '63048']);
  });

  it('are not taken from the diagnosis', () => {
    const text = 'POSTOPERATIVE DIAGNOSIS: Stenosis L2-L3, L3-L4, L4-L5.\nPROCEDURE: Lumbar laminectomy with facetectomy L4-L5.';
    expect(read(text, ['63047', '63048'])).toEqual(['63047', '63048']);
  });

  it('a lesion whose pathology is open is asked for', () => {
    const text =
      'PROCEDURE: Excision of lesion of the back, rule out melanoma.\nDESCRIPTION: The lesion of 1 cm was excised. Pathology pending.';
    expect(asked(text, ['11401'])).toContain('pathology');
    expect(asked(text.replace(', rule out melanoma', ', a benign nevus'), ['11401'])).not.toContain('pathology');
  });

  it('are asked for where there is no size', () => {
    expect(asked('PROCEDURE: Excisional debridement of abdominal wound to fat.', ['11042'])).toEqual(['size']);
  });
});

describe('what a modifier asserts', () => {
  it.each([
    [
      '53',
      'PROCEDURE: Colonoscopy.\nDESCRIPTION: The patient desaturated. The examination was stopped for safety.',
      ['45378'],
      {},
    ],
    [
      '22',
      'PROCEDURE: Right hemicolectomy.\nDESCRIPTION: Lysis of dense adhesions took two additional hours, twice the usual time.',
      ['44160'],
      {},
    ],
    [
      '78',
      'PROCEDURE: Re-exploration of the neck.\nDESCRIPTION: She was returned to the operating room for a hematoma.',
      ['35800'],
      {},
    ],
    [
      '58',
      'PROCEDURE: Division of forehead flap, second stage as planned at the first operation.',
      ['15630'],
      { prior: [{ code: '15731' }] },
    ],
    ['AS', 'PROCEDURE: Laparoscopic appendectomy.\nASSISTANT: J. Doe, PA-C.', ['44970'], { performer: 'assistant' }],
    ['62', 'PROCEDURE: Anterior cervical fusion C5-C6.\nCo-surgeons: neurosurgery and ENT.', ['22551'], {}],
    [
      '59',
      'PROCEDURE: Colonoscopy.\nFINDINGS: A polyp in the cecum was removed with a snare. A second polyp in the sigmoid was taken with cold biopsy forceps.',
      ['45385', '45380'],
      {},
    ],
  ])('%s is proposed with its words and never set', (modifier, text, codes, context) => {
    const offered = proposals(text, codes, context).filter(([each]) => each === modifier);
    expect(offered.length).toBeGreaterThan(0);
    for (const [, words] of offered) expect(words.join(' ').length).toBeGreaterThan(3);
    expect(read(text, codes, context).join(' ')).not.toContain(` ${modifier}`);
  });

  it.each([
    ['difficulty alone', 'PROCEDURE: Right hemicolectomy.\nDESCRIPTION: The dissection was difficult.', ['44160']],
    ['a plan for later', 'PROCEDURE: Hysteroscopy.\nPLAN: A second stage is planned.', ['58558']],
    [
      'bleeding that stopped',
      'PROCEDURE: Colonoscopy.\nDESCRIPTION: The bleeding was stopped with a clip. The cecum was reached.',
      ['45382'],
    ],
    [
      'one site',
      'PROCEDURE: Colonoscopy.\nFINDINGS: A polyp in the cecum was biopsied with forceps and removed with a snare.',
      ['45385', '45380'],
    ],
  ])('is not proposed without words: %s', (_, text, codes) => expect(proposals(text, codes)).toEqual([]));
});

describe('the reading part', () => {
  it('is billed in a facility and nowhere else', () => {
    const text = 'PROCEDURE: Right hip joint injection under fluoroscopic guidance.';
    expect(read(text, ['77002'], { pos: '22' })).toEqual(['77002 26']);
    expect(read(text, ['77002'], { pos: '11' })).toEqual(['77002']);
  });
});

describe('reading for billing', () => {
  const texts = [
    '',
    ' ',
    'x'.repeat(5000),
    '\u0000\u{1F600} PROCEDURE:',
    'PROCEDURE: L5-L1, 9999 sq cm, x 60',
    'L1-'.repeat(3000),
    'right left '.repeat(3000),
  ];

  it('never throws, and its words stand in the text', () => {
    for (const text of texts) {
      for (const codes of [undefined, ['63047', '26055', '11042', '12031', '92928', 'XXXXX']]) {
        const { lines, proposed, questions } = engine.claimLines(text, codes);
        const ranges = [
          ...lines.flatMap((line) => Object.values(line.evidence).flat()),
          ...proposed.flatMap((each) => each.words),
          ...questions.flatMap((each) => each.words),
        ];
        for (const { start, end } of ranges) expect(start >= 0 && end > start && end <= text.length).toBe(true);
      }
    }
  });

  it('gives the same for the same note', () => {
    const text = 'PROCEDURE: Bilateral transforaminal epidural injections at L4-L5 and L5-S1.';
    expect(engine.claimLines(text)).toEqual(engine.claimLines(text));
  });

  it('lists procedures with side, sizes and their words', () => {
    const text = 'DATE OF SURGERY: 03/11/2024\nPROCEDURE: Right open carpal tunnel release.';
    const { procedures, serviceDate } = engine.read(text);
    expect(serviceDate).toMatchObject({ value: '2024-03-11', words: 'DATE OF SURGERY: 03/11/2024' });
    expect(procedures).toMatchObject([{ code: '64721', side: { value: 'right', words: 'Right open' } }]);
  });
});
