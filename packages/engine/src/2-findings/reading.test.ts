import { describe, expect, test } from 'vitest';
import { shippedEngine, shippedKnowledge } from '../../eval/shipped.ts';
import { readGoldDocuments } from '../../eval/documents.ts';

const knowledge = shippedKnowledge();
const engine = shippedEngine();
const read = (text: string) => engine.suggest(text);
const documents = readGoldDocuments();

/** Read wrongly today; each is a mechanism to find. One that reads right has to leave this list. */
const KNOWN_FAILURES: readonly string[] = ['document-017'];

const HEADING_WAYS = [
  '{} - canceled before anesthesia.',
  '{} - cancelled prior to induction.',
  '{}, canceled prior to the start of sedation.',
  '{}, procedure aborted before incision.',
  '{} - aborted before incision.',
  'Attempted {}, aborted prior to anesthesia.',
  '{}. Procedure was canceled before induction of anesthesia.',
  '{}; case canceled in holding.',
  '{} (deferred)',
  '{} (CANCELED)',
  '{} [not done]',
  '{} - deferred',
  '{}: deferred',
  '{} - not performed',
  '{} -- NOT DONE',
  '{}, not performed.',
  '{}; not performed.',
  '{}. Not performed.',
  '{} - postponed',
  '{}, rescheduled',
  '{}, postponed until next week.',
  '{} - not begun',
  '{} not carried out because of fever.',
  '{} was not performed.',
  '{} was canceled.',
  'Canceled: {}',
  'Canceled {}',
  'None. {} was canceled.',
  'Planned {}, not performed.',
];

const BODY_WAYS = [
  'The procedure was canceled before anesthesia because of a fever.',
  'The procedure was aborted before incision because of an arrhythmia.',
  'The case was deferred because of a rash.',
  'The operation was not performed.',
  'She had eaten breakfast, and the surgery was canceled.',
  'Surgery was called off.',
  'We elected to cancel the case before the start of anesthesia.',
  'The procedure was terminated prior to induction of anesthesia.',
  'After discussion the procedure was postponed.',
  'Procedure not performed due to an elevated INR.',
  'Case aborted prior to incision.',
  'The decision was made to postpone the operation.',
  'We therefore canceled the procedure in the holding area.',
  'The planned procedure was never begun.',
];

describe('the reading of the document', () => {
  test('there are 30 documents without a procedure and 30 terse operative ones', () => {
    expect(documents.filter((document) => document.kind === 'operative').length).toBeGreaterThanOrEqual(30);
    expect(documents.filter((document) => document.kind !== 'operative').length).toBeGreaterThanOrEqual(30);
  });

  test.each(documents)('$id ($style) reads as $kind', ({ id, kind, text }) => {
    const { reading } = read(text);
    const right = (reading.kind === 'operative') === (kind === 'operative');
    expect(right).toBe(!KNOWN_FAILURES.includes(id));
  });

  test('what is not operative has no likely code, says why, and marks words of the text', () => {
    for (const { kind, text } of documents) {
      const { reading, suggestions } = read(text);
      const operative = reading.kind === 'operative';
      expect(suggestions.some((row) => row.tier === 'likely') && !operative).toBe(false);
      expect(reading.why).toMatch(operative ? /^$/ : /^This .+\.$/);
      expect(operative && reading.evidence.length > 0).toBe(false);
      for (const { start, end, says } of reading.evidence) {
        expect(kind).not.toBe('operative');
        expect(text.slice(start, end).trim()).not.toBe('');
        expect(says).not.toBe('');
      }
    }
  });

  test('canceled before it began is not performed; canceled after anesthesia is operative', () => {
    const planned = 'PROCEDURE: Left total knee arthroplasty.\n';
    expect(
      read(`${planned}Case canceled in holding, no anesthetic was given, not taken to the operating room.`).reading.kind,
    ).toBe('not-performed');
    const after =
      'General anesthesia was induced and the leg was prepped and draped. Before incision the patient became hypotensive and the case was canceled.';
    expect(read(planned + after).reading.kind).toBe('operative');
  });

  describe('what was called off before it began is not performed, in the heading and in the body', () => {
    const common = knowledge.codes.flatMap(({ common: level, phrases }) => {
      const phrase = phrases[0];
      return level >= 4 && phrase !== undefined && !/[,;:&/()[\]-]/.test(phrase) ? [phrase] : [];
    });
    const concepts = common.filter((_, at) => at % 4 === 0);
    const body = (sentence: string): string => `PREOPERATIVE DIAGNOSIS: As above.\nPROCEDURE: {}.\nDESCRIPTION: ${sentence}`;
    const notes = [
      ...HEADING_WAYS.map((way) => [way, `PROCEDURE: ${way}\nANESTHESIA: None.\nSURGEON: Lee`] as const),
      ...BODY_WAYS.map((way) => [way, body(way)] as const),
    ];

    test('there are 40 ways to say it and 60 procedures', () => {
      expect(notes.length).toBeGreaterThanOrEqual(40);
      expect(concepts.length).toBeGreaterThanOrEqual(60);
    });

    test.each(notes)('%s', (_, note) => {
      const wrong = concepts.flatMap((concept) => {
        const { reading, suggestions } = read(note.replaceAll('{}', concept));
        const likely = suggestions.filter((row) => row.tier === 'likely').map((row) => row.code);
        return likely.length > 0 || reading.kind !== 'not-performed' ? [`${concept}: ${reading.kind} ${likely.join(' ')}`] : [];
      });
      expect(wrong).toEqual([]);
    });
  });

  test.each([
    ['one of two', 'PROCEDURES: 1. Cystoscopy. 2. Left ureteral stent placement - not performed.', '52000', '52332'],
    ['behind a semicolon', 'PROCEDURE: Left total knee arthroplasty; right knee injection canceled.', '27447', '20610'],
    ['told in the body', 'PROCEDURE: Laparoscopic cholecystectomy.\nCholangiogram was canceled.', '47562', '47563'],
    ['cut short once begun', 'PROCEDURE: Laparoscopic cholecystectomy, aborted after trocar placement.', '47562', '47563'],
  ])('only what is taken back is not done: %s', (_, heading, stays, goes) => {
    const { reading, suggestions } = read(
      `${heading}\nThe patient was prepped and draped. The scope was inserted. It was closed.`,
    );
    expect(reading.kind).toBe('operative');
    const likely = suggestions.filter((row) => row.tier === 'likely').map((row) => row.code);
    expect(likely).toContain(stays);
    expect(likely).not.toContain(goes);
  });
});
