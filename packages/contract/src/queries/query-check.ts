/** Subjects whose answers can be told apart beforehand. */
const subjectsOfChoices = ['side', 'site', 'level', 'size', 'depth', 'approach', 'device', 'separate-site'] as const;

/** What a query to the surgeon is about. */
export const querySubjects = [...subjectsOfChoices, 'time', 'assistant', 'other'] as const;
export type QuerySubject = (typeof querySubjects)[number];
export const queryForms = ['open', 'choices', 'yes-no'] as const;
export type QueryForm = (typeof queryForms)[number];

export const choiceSubjects: readonly QuerySubject[] = subjectsOfChoices;

/** What stands under every list of choices. */
export const otherChoice = 'Other';
export const undeterminedChoice = 'Cannot be determined';

/** A stretch of the note, by its characters. */
export type Words = readonly [number, number];

export interface QueryDraft {
  readonly subject: QuerySubject;
  readonly form: QueryForm;
  readonly heading: string;
  readonly question: string;
  /** The words of the note that the question is about. */
  readonly quotes: readonly Words[];
  /** Each names, by their place among the quotes, the words that make it possible. */
  readonly choices: readonly { readonly label: string; readonly quotes: readonly number[] }[];
}

export type QueryRule = 'leading' | 'code' | 'money' | 'quotes' | 'choices' | 'support' | 'introduces';

export interface QueryProblem {
  readonly rule: QueryRule;
  /** The field that it stands in: `choices.0.label`. */
  readonly path: string;
  /** The words that are refused; empty where something is missing. */
  readonly words: string;
  readonly message: string;
}

const unit = '(?:units?|mm|cm|mg|mcg|g|kg|ml|cc|l|min|minutes?|hours?|iu)';
const vertebra = '(?:C[1-7]|T(?:[1-9]|1[0-2])|L[1-5]|S[1-5])';

/** Words that no query has, with what to do instead. Each pattern is tried on the whole field. */
const refused: readonly { readonly rule: QueryRule; readonly pattern: RegExp; readonly because: string }[] = [
  {
    rule: 'code',
    pattern: /\b(?:cpt|icd(?:-?\d+)?(?:-cm|-pcs)?|hcpcs|drg|w?rvus?)\b/i,
    because: 'is about coding. Ask what was done.',
  },
  { rule: 'code', pattern: /\b(?:codes?|coded|coding|coders?)\b/i, because: 'is about coding. Ask what was done.' },
  { rule: 'code', pattern: /\bmodifiers?\b/i, because: 'is about coding. Ask what was done.' },
  {
    rule: 'code',
    pattern: new RegExp(`\\b\\d{4}[\\dFTU]\\b(?!\\s*${unit}\\b)`, 'u'),
    because: 'looks like a procedure code. Leave it out.',
  },
  { rule: 'code', pattern: /\b[A-V]\d{4}\b/u, because: 'looks like a procedure code. Leave it out.' },
  { rule: 'code', pattern: /\b[A-TV-Z]\d[\dAB]\.[\dA-Z]{1,4}\b/u, because: 'looks like a diagnosis code. Leave it out.' },
  {
    rule: 'code',
    pattern: new RegExp(`\\b(?!${vertebra}\\b)[A-TV-Z]\\d[\\dAB][\\dA-Z]{0,4}\\b`, 'u'),
    because: 'looks like a diagnosis code. Leave it out.',
  },
  {
    rule: 'code',
    pattern: /(?<![\w.])-(?:2[2-9]|5[0-9]|6[236]|7[6-9]|8[0-2]|9[1-9])(?![\w.-])/u,
    because: 'looks like a modifier. Leave it out.',
  },
  {
    rule: 'code',
    pattern: /(?<!\w)-?(?:RT|LT|XE|XS|XP|XU|F[A1-9]|T[A1-4])(?!\w)(?<!\bT[1-4])/u,
    because: 'looks like a modifier. Write it in words.',
  },
  {
    rule: 'money',
    pattern: /\b(?:so that|so|in order that) (?:we|i|the practice|the clinic) (?:can|could|may|get|are|is)\b/i,
    because: 'tells what the answer is for. Ask what was done.',
  },
  {
    rule: 'money',
    pattern:
      /\b(?:bill(?:s|ed|ing|able)?|invoic\w*|reimburs\w*|payments?|paid|pays?|fees?|revenue|money|dollars?|values?|valued|higher-paying)\b/i,
    because: 'is about money. Ask what was done.',
  },
  { rule: 'money', pattern: /\$\s?\d/u, because: 'is about money. Ask what was done.' },
  { rule: 'money', pattern: /(?<!\bin )\bcharg(?:e|es|ed|ing)\b/i, because: 'is about money. Ask what was done.' },
  {
    rule: 'money',
    pattern:
      /\b(?:payers?|payors?|insur(?:er|ers|ance)|medicare|medicaid|claims?|den(?:ial|ials|ied|y|ies)|medical necessity|audit\w*)\b/i,
    because: 'is about who pays. Ask what was done.',
  },
  {
    rule: 'leading',
    pattern: /\b(?:please )?(?:document|state|write|note|record|add|addend|indicate|confirm|clarify|include|mention) that\b/i,
    because: 'tells the surgeon what to write. Ask what was done.',
  },
  {
    rule: 'leading',
    pattern:
      /\b(?:please|kindly|could you|can you|would you|you should|you must|need you to) (?:document|write|add|addend|amend|change|record|include)\b/i,
    because: 'tells the surgeon what to write. Ask what was done.',
  },
  {
    rule: 'leading',
    pattern: /\b(?:note|record|report|dictation) (?:should|must|needs to|has to) (?:say|state|read|show|mention|include)\b/i,
    because: 'tells the surgeon what to write. Ask what was done.',
  },
  {
    rule: 'leading',
    pattern:
      /\b(?:wouldn['’]t|don['’]t|didn['’]t|isn['’]t|wasn['’]t|weren['’]t|do|would|can|could|will) you (?:not )?(?:agree|think|say|concur)\b/i,
    because: 'leads to one answer. Ask openly.',
  },
  {
    rule: 'leading',
    pattern: /\b(?:wasn['’]t|isn['’]t|didn['’]t|weren['’]t) (?:it|that|there|this|they|you)\b/i,
    because: 'leads to one answer. Ask openly.',
  },
  {
    rule: 'leading',
    pattern: /\b(?:presumably|surely|obviously|of course|we assume|i assume|we believe|i believe|correct\?|right\?)/i,
    because: 'leads to one answer. Ask openly.',
  },
  {
    rule: 'leading',
    pattern: /\b(?:to|would|will|must|does not|doesn['’]t) support\b/i,
    because: 'tells what the answer is for. Ask what was done.',
  },
];

/** Words of a question that name nothing of the patient or the operation. */
const plain = new Set(
  (
    'a about above after again all also an and any are as at be because been before below between both but by can cannot case ' +
    'cause caused choice could described did different do does done due during each either first for from had has have he her his ' +
    'how if in into is it its last length mentioned more most much named neither no none not note number of on one only operation ' +
    'or other out over part per performed place placed procedure reason same second section separate side sides single site size ' +
    'so stated surgeon than that the their then there these they third this those three through time times to told took two under ' +
    'used was way were what when where whether which who why with within without words you your depth level levels approach device ' +
    'devices assistant role minutes measured'
  ).split(' '),
);
/** What each subject's answers may be although the note is silent: they are possible by its kind. */
const possible: Readonly<Partial<Record<QuerySubject, readonly string[]>>> = {
  side: ['right', 'left', 'both', 'bilateral', 'midline'],
  'separate-site': ['separate', 'same', 'incision', 'site', 'lesion'],
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\d+(?:[.,]\d+)*|\p{L}[\p{L}\d]*/gu) ?? [];
/** The part of a word that its forms share. */
const stem = (word: string): string => {
  const short = word.replace(/(?:ations?|ions?|ings?|ally|ed|es|ly|al|s|y)$/u, '');
  return short.length >= 4 ? short : word;
};
const alike = (one: string, two: string): boolean => {
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  return short === long || (short.length >= 4 && long.startsWith(short) && long.length - short.length <= 2);
};

/** The first word of the text that the note lacks; undefined when it names nothing new. */
function newWord(text: string, note: readonly string[], also: readonly string[] = []): string | undefined {
  return wordsOf(text).find((word) => {
    if (plain.has(word) || also.includes(word)) return false;
    const own = stem(word);
    return !note.some((other) => (/^\d/u.test(word) ? other === word : alike(stem(other), own)));
  });
}

function refusedWords(text: string, path: string): QueryProblem[] {
  const found = refused.flatMap(({ rule, pattern, because }) => {
    const hit = pattern.exec(text);
    return hit ? [{ rule, path, words: hit[0].trim(), message: `“${hit[0].trim()}” ${because}`, at: hit.index }] : [];
  });
  // One word is refused once, however many rules it breaks.
  return found
    .filter(
      (one, nth) => !found.slice(0, nth).some((two) => two.at < one.at + one.words.length && one.at < two.at + two.words.length),
    )
    .map(({ rule, words, message }) => ({ rule, path, words, message }));
}

const problem = (rule: QueryRule, path: string, message: string, words = ''): QueryProblem => ({ rule, path, words, message });

function quoteProblems({ quotes }: QueryDraft, note: string): QueryProblem[] {
  if (quotes.length === 0) return [problem('quotes', 'quotes', 'Quote the words of the note that the question is about.')];
  const bad = quotes.findIndex(
    ([start, end]) => !(start >= 0 && start < end && end <= note.length) || !/[\p{L}\d]/u.test(note.slice(start, end)),
  );
  return bad === -1 ? [] : [problem('quotes', `quotes.${bad}`, `Quote ${bad + 1} has no words of the note. Select them again.`)];
}

function choiceProblems(draft: QueryDraft, words: readonly string[]): QueryProblem[] {
  const { form, subject, choices, quotes } = draft;
  if (form !== 'choices')
    return choices.length === 0 ? [] : [problem('choices', 'choices', 'Only a question with choices has choices. Remove them.')];
  if (!choiceSubjects.includes(subject))
    return [problem('choices', 'form', 'Ask this openly: its answers cannot be told apart beforehand.')];
  if (choices.length < 2) return [problem('choices', 'choices', 'Offer two choices or more, each possible by the note.')];
  const keys = choices.map(({ label }) => label.trim().toLowerCase());
  return choices.flatMap(({ label, quotes: by }, nth) => {
    const path = `choices.${nth}.label`;
    const key = keys[nth]!;
    if (key === '') return [problem('choices', path, 'A choice needs words.')];
    if (key === otherChoice.toLowerCase() || key === undeterminedChoice.toLowerCase())
      return [problem('choices', path, `“${label}” is always offered. Leave it out.`, label)];
    if (keys.indexOf(key) !== nth) return [problem('choices', path, `“${label}” is offered twice.`, label)];
    if (by.length === 0 || by.some((one) => !Number.isInteger(one) || one < 0 || one >= quotes.length))
      return [problem('support', path, `“${label}” needs words of the note that make it possible.`, label)];
    const strange = newWord(label, words, possible[subject]);
    return strange === undefined
      ? []
      : [problem('support', path, `“${strange}” stands nowhere in the note: the choice has no support there.`, strange)];
  });
}

/**
 * What keeps a query from being sent; nothing when it may go. A query asks what was done and leads to no answer: it has no code, no money,
 * nothing that tells what to write, and names nothing that the note lacks.
 */
export function checkQuery(draft: QueryDraft, note: string): QueryProblem[] {
  const words = [...new Set(wordsOf(note))];
  const introduced = (text: string, path: string, because: string): QueryProblem[] => {
    const strange = newWord(text, words, possible[draft.subject]);
    return strange === undefined
      ? []
      : [problem('introduces', path, `“${strange}” stands nowhere in the note: ${because}`, strange)];
  };
  return [
    ...refusedWords(draft.heading, 'heading'),
    ...refusedWords(draft.question, 'question'),
    ...draft.choices.flatMap(({ label }, nth) => refusedWords(label, `choices.${nth}.label`)),
    ...introduced(draft.heading, 'heading', 'the heading would tell it to the surgeon.'),
    ...(draft.form === 'yes-no'
      ? introduced(draft.question, 'question', 'yes or no may only confirm what the note states. Ask openly.')
      : []),
    ...quoteProblems(draft, note),
    ...choiceProblems(draft, words),
  ];
}

/**
 * The draft without the words that a problem names: a sentence that leads goes whole, for without its words it would lead still.
 * Null where no words of the heading or the question are named.
 */
export function withoutRefused(draft: QueryDraft, { rule, path, words }: QueryProblem): QueryDraft | null {
  if (words === '' || (path !== 'heading' && path !== 'question')) return null;
  const text = draft[path];
  const at = text.indexOf(words);
  if (at < 0) return null;
  const sentences = [...text.matchAll(/[^.!?]+[.!?]*\s*/g)].map((found) => [found.index, found.index + found[0].length] as const);
  const [from, to] = (rule === 'leading' ? sentences.find(([, end]) => end > at) : undefined) ?? [at, at + words.length];
  const left = `${text.slice(0, from)} ${text.slice(to)}`
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:?!])/g, '')
    .trim();
  return { ...draft, [path]: left };
}
