import type { QueryDraft, QueryForm, QuerySubject, Words } from './query-check.ts';

interface Template {
  readonly label: string;
  readonly subject: QuerySubject;
  readonly form: QueryForm;
  readonly heading: string;
  readonly question: string;
  readonly choices?: readonly string[];
}

/** What each kind of question starts as. Names of kinds are those of the questions that reading a note for its claim leaves open. */
const templates = {
  side: {
    label: 'Which side',
    subject: 'side',
    form: 'choices',
    heading: 'Side',
    question: 'On which side was this done?',
    choices: ['Right', 'Left', 'Both'],
  },
  digit: {
    label: 'Which digit',
    subject: 'site',
    form: 'open',
    heading: 'Site',
    question: 'On which finger or toe, of which side, was this done?',
  },
  size: {
    label: 'Which size',
    subject: 'size',
    form: 'open',
    heading: 'Size',
    question: 'What was the size, and when was it measured?',
  },
  level: { label: 'Which levels', subject: 'level', form: 'open', heading: 'Levels', question: 'At which levels was this done?' },
  count: {
    label: 'How many',
    subject: 'site',
    form: 'open',
    heading: 'Number',
    question: 'How many were there, and where was each?',
  },
  pathology: {
    label: 'Which finding',
    subject: 'other',
    form: 'open',
    heading: 'Reason',
    question: 'What was the reason for this part of the operation?',
  },
  code: { label: 'What was done', subject: 'other', form: 'open', heading: 'Procedure', question: 'What was done here?' },
  'second-site': {
    label: 'Separate or same site',
    subject: 'separate-site',
    form: 'choices',
    heading: 'Separate or same site',
    question: 'Was this done at the same site or at a separate one?',
    choices: ['Same site', 'Separate site, same incision', 'Separate incision'],
  },
  time: {
    label: 'How long',
    subject: 'time',
    form: 'open',
    heading: 'Time',
    question: 'How many minutes did this part of the operation take?',
  },
  assistant: {
    label: 'Role of the assistant',
    subject: 'assistant',
    form: 'open',
    heading: 'Role of the assistant',
    question: 'What did the assistant do during the operation?',
  },
} as const satisfies Record<string, Template>;
export type TemplateSubject = keyof typeof templates;
export const templateSubjects = Object.keys(templates) as TemplateSubject[];
export const isTemplateSubject = (about: string): about is TemplateSubject => about in templates;
export const templateLabel = (about: TemplateSubject): string => templates[about].label;

/** A query of this kind about these words; a person reads it before it goes. */
export function draftFor(about: TemplateSubject, quotes: readonly Words[]): QueryDraft {
  const { subject, form, heading, question, choices = [] }: Template = templates[about];
  const by = quotes.map((_words, nth) => nth);
  return { subject, form, heading, question, quotes, choices: choices.map((label) => ({ label, quotes: by })) };
}
