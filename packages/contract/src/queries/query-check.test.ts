import { describe, expect, it } from 'vitest';
import { type QueryDraft, checkQuery, withoutRefused } from './query-check.ts';
import { draftFor, templateSubjects } from './query-templates.ts';

const note =
  'PROCEDURE PERFORMED: Knee arthroscopy with partial medial meniscectomy.\n' +
  'FINDINGS: A radial tear of the posterior horn of the lateral meniscus. The medial meniscus was stable.\n' +
  'DESCRIPTION: The torn posterior horn was trimmed to a stable rim. A screw of 4.5 mm was left at L4.';
const quote = (words: string): [number, number] => [note.indexOf(words), note.indexOf(words) + words.length];
const quotes = [quote('partial medial meniscectomy'), quote('tear of the posterior horn of the lateral meniscus')];
const choices = [
  { label: 'Medial meniscus', quotes: [0] },
  { label: 'Lateral meniscus', quotes: [1] },
  { label: 'Both', quotes: [0, 1] },
];
const good: QueryDraft = {
  subject: 'site',
  form: 'choices',
  heading: 'Which meniscus',
  question: 'Which meniscus was trimmed?',
  quotes,
  choices,
};
const open: QueryDraft = { ...good, form: 'open', choices: [] };
const rulesOf = (draft: QueryDraft): string[] => checkQuery(draft, note).map(({ rule, words }) => `${rule}: ${words}`);

describe('a query that may be sent', () => {
  it.each<[string, QueryDraft]>([
    ['choices that the note makes possible', good],
    ['an open question', open],
    ['an open question with a word that the note lacks', { ...open, question: 'How was the torn horn managed?' }],
    [
      'yes or no about what the note states',
      { ...open, form: 'yes-no', question: 'Was the torn posterior horn of the lateral meniscus trimmed?' },
    ],
    [
      'sides, although the note names none',
      {
        ...good,
        subject: 'side',
        heading: 'Side',
        question: 'Which knee was operated on?',
        choices: [
          { label: 'Right', quotes: [0] },
          { label: 'Left', quotes: [0] },
        ],
      },
    ],
    ['a level of the spine', { ...open, subject: 'level', question: 'At which levels, L4 or T12, was the screw left?' }],
    ['a dose with its unit', { ...open, question: 'Were 10000 units given before the tear was trimmed?' }],
    ['the surgeon in charge', { ...open, question: 'Who was in charge of the trimming?' }],
    ['a discharge', { ...open, question: 'Was there discharge from the knee?' }],
    ['a negative number', { ...open, question: 'Was the angle -5 degrees or more?' }],
  ])('%s', (_name, draft) => expect(checkQuery(draft, note)).toEqual([]));
});

describe('words that are refused, each named', () => {
  it.each([
    ['Was 29881 done?', 'code: 29881'],
    ['Was 0213T done?', 'code: 0213T'],
    ['Was G0289 done?', 'code: G0289'],
    ['Is it S83.241A?', 'code: S83.241A'],
    ['Is it M23?', 'code: M23'],
    ['Is it S83241A?', 'code: S83241A'],
    ['Which CPT fits?', 'code: CPT'],
    ['Which ICD-10 diagnosis fits?', 'code: ICD-10'],
    ['What should be coded?', 'code: coded'],
    ['Does modifier 59 apply?', 'code: modifier'],
    ['Was it -59?', 'code: -59'],
    ['Was it RT?', 'code: RT'],
    ['Was it a separate compartment (XS)?', 'code: XS'],
    ['What was trimmed, so that we can bill it?', 'money: so that we can'],
    ['Is it billable?', 'money: billable'],
    ['What would raise the value?', 'money: value'],
    ['Worth $ 300?', 'money: $ 3'],
    ['What was charged?', 'money: charged'],
    ['The payer asks what was trimmed.', 'money: payer'],
    ['Medicare asks what was trimmed.', 'money: Medicare'],
    ['What was trimmed? We had a denial.', 'money: denial'],
    ['It was denied. What was trimmed?', 'money: denied'],
    ['Please document that the lateral meniscus was trimmed.', 'leading: Please document that'],
    ['please state that it was lateral', 'leading: please state that'],
    ['Could you add the lateral meniscus?', 'leading: Could you add'],
    ['The note should say lateral.', 'leading: note should say'],
    ['Would you agree it was lateral?', 'leading: Would you agree'],
    ["Wasn't it the lateral meniscus?", "leading: Wasn't it"],
    ['It was lateral, correct?', 'leading: correct?'],
    ['We need words to support it.', 'leading: to support'],
  ])('%s', (question, refused) => {
    expect(rulesOf({ ...open, question })).toContain(refused);
    expect(checkQuery({ ...open, question }, note).find(({ words }) => refused.endsWith(words))).toMatchObject({
      path: 'question',
    });
  });

  it('also where they stand in the heading or a choice', () => {
    expect(checkQuery({ ...good, heading: 'Modifier' }, note)[0]).toMatchObject({ rule: 'code', path: 'heading' });
    const paid = [...choices.slice(0, 2), { label: 'Lateral meniscus, 29881', quotes: [1] }];
    expect(checkQuery({ ...good, choices: paid }, note)[0]).toMatchObject({ rule: 'code', path: 'choices.2.label' });
  });
});

describe('what is missing', () => {
  it.each<[string, Partial<QueryDraft>, string]>([
    ['no quoted words', { quotes: [] }, 'Quote the words of the note that the question is about.'],
    ['a quote past the end', { quotes: [[0, 99_999], quotes[1]!] }, 'Quote 1 has no words of the note. Select them again.'],
    ['a quote of a blank', { quotes: [quotes[0]!, quote('\n')] }, 'Quote 2 has no words of the note. Select them again.'],
    ['one choice', { choices: choices.slice(0, 1) }, 'Offer two choices or more, each possible by the note.'],
    [
      'a choice without words that support it',
      { choices: [choices[0]!, { label: 'Lateral meniscus', quotes: [] }] },
      '“Lateral meniscus” needs words of the note that make it possible.',
    ],
    [
      'a choice by words that are not quoted',
      { choices: [choices[0]!, { label: 'Lateral meniscus', quotes: [7] }] },
      '“Lateral meniscus” needs words of the note that make it possible.',
    ],
    [
      'a choice that the note lacks',
      { choices: [choices[0]!, { label: 'Discoid meniscus', quotes: [1] }] },
      '“discoid” stands nowhere in the note: the choice has no support there.',
    ],
    [
      'a size that the note lacks',
      {
        subject: 'size',
        heading: 'Size',
        choices: [
          { label: '4.5 mm', quotes: [0] },
          { label: '6.5 mm', quotes: [0] },
        ],
      },
      '“6.5” stands nowhere in the note: the choice has no support there.',
    ],
    [
      'a choice twice',
      { choices: [choices[0]!, { label: 'medial meniscus ', quotes: [1] }] },
      '“medial meniscus ” is offered twice.',
    ],
    [
      'a choice that is always there',
      { choices: [...choices, { label: 'Other', quotes: [0] }] },
      '“Other” is always offered. Leave it out.',
    ],
    ['choices of what is no choice', { subject: 'time' }, 'Ask this openly: its answers cannot be told apart beforehand.'],
    ['choices under an open question', { form: 'open' }, 'Only a question with choices has choices. Remove them.'],
    [
      'yes or no about something new',
      { form: 'yes-no', choices: [], question: 'Was a chondroplasty done?' },
      '“chondroplasty” stands nowhere in the note: yes or no may only confirm what the note states. Ask openly.',
    ],
    [
      'a heading that names what the note lacks',
      { heading: 'Chondroplasty of the knee' },
      '“chondroplasty” stands nowhere in the note: the heading would tell it to the surgeon.',
    ],
  ])('%s', (_name, change, message) =>
    expect(checkQuery({ ...good, ...change }, note).map((one) => one.message)).toContain(message),
  );
});

describe('templates', () => {
  it.each(templateSubjects)('of %s has nothing to refuse once words are quoted', (about) => {
    const draft = draftFor(about, [quotes[0]!]);
    const rest = checkQuery(draft, note).filter(({ rule }) => rule !== 'choices' && rule !== 'support');
    expect(rest).toEqual([]);
    expect(draft.quotes).toEqual([quotes[0]]);
  });

  it('of the side is ready to be sent', () => expect(checkQuery(draftFor('side', [quotes[0]!]), note)).toEqual([]));
});

describe('what a problem refuses can be taken out', () => {
  const draft = (question: string): QueryDraft => ({
    subject: 'side',
    form: 'open',
    heading: 'Side',
    question,
    quotes: [[0, 3]],
    choices: [],
  });
  it.each([
    ['Which knee was it? Please document that it was the left.', 'Which knee was it?'],
    ['You should write left. Which knee was it?', 'Which knee was it?'],
    ['Which knee was it, for the CPT code?', 'Which knee was it, for the?'],
    ['Please document that it was the left.', ''],
  ])('%j', (question, left) => {
    let now = draft(question);
    for (;;) {
      const [first] = checkQuery(now, 'Leg').filter(({ rule }) => rule === 'leading' || rule === 'code');
      if (!first) break;
      now = withoutRefused(now, first)!;
    }
    expect(now.question).toBe(left);
  });

  it('nothing is taken from where no words are named', () => {
    const problems = checkQuery({ ...draft('Which knee?'), quotes: [] }, 'Leg');
    expect(problems.map((one) => withoutRefused(draft('Which knee?'), one))).toEqual(problems.map(() => null));
    expect(problems.length).toBeGreaterThan(0);
  });
});
