import type { QueryForm, QuerySubject } from '@incisive/contract/query-check';
import type { SkipReason } from '@incisive/contract/work-state';

/** When a step is taken: so many working days ago, minutes after the clinic opened. */
interface Taken {
  readonly by: string;
  readonly ago: number;
  readonly at: number;
}
export interface Question {
  readonly to: string;
  readonly subject: QuerySubject;
  readonly form: QueryForm;
  readonly heading: string;
  readonly question: string;
  /** The words of the note that it is about. */
  readonly quote: string;
  readonly choices?: readonly string[];
}
export type Step = Taken &
  (
    | { readonly do: 'claim' | 'release' | 'resume' | 'train' | 'begin' | 'finish' | 'export' }
    | { readonly do: 'hold'; readonly reason: string }
    | { readonly do: 'skip'; readonly reason: SkipReason }
    | ({ readonly do: 'ask' } & Question)
    | { readonly do: 'answer'; readonly choice?: string; readonly words?: string }
    | { readonly do: 'close' }
    | { readonly do: 'edit'; readonly add: string }
    | { readonly do: 'comment'; readonly text: string; readonly words?: string }
  );

export interface OpenNote {
  /** Words that stand in this sample note alone. */
  readonly words: string;
  /** Working days since it came. */
  readonly ago: number;
  readonly steps: readonly Step[];
}

/** Notes that nobody settled: what they wait for. Those that are not named came yesterday and are new. */
export const openNotes: readonly OpenNote[] = [
  {
    words: 'Posterior-stabilized femur size 5',
    ago: 12,
    steps: [
      { do: 'claim', by: 'coder', ago: 11, at: 40 },
      { do: 'hold', by: 'coder', ago: 11, at: 46, reason: 'implant' },
      { do: 'claim', by: 'coder', ago: 7, at: 30 },
      { do: 'hold', by: 'coder', ago: 7, at: 33, reason: 'implant' },
      {
        do: 'comment',
        by: 'coder',
        ago: 7,
        at: 34,
        text: '@admin the implant record never came. Who keeps it?',
        words: 'Posterior-stabilized femur size 5',
      },
      { do: 'comment', by: 'admin', ago: 6, at: 20, text: '@coder the operating room desk has it. I have asked them for it.' },
    ],
  },
  {
    words: 'Z line at 39 cm',
    ago: 6,
    steps: [
      { do: 'claim', by: 'coder2', ago: 5, at: 90 },
      { do: 'hold', by: 'coder2', ago: 5, at: 95, reason: 'pathology' },
    ],
  },
  {
    words: 'tonsils 4+',
    ago: 4,
    steps: [
      { do: 'claim', by: 'coder', ago: 1, at: 200 },
      { do: 'hold', by: 'coder', ago: 1, at: 203, reason: 'patient-data' },
    ],
  },
  {
    words: 'chronic subdural hematoma with 11 mm',
    ago: 9,
    steps: [
      { do: 'claim', by: 'coder', ago: 8, at: 20 },
      {
        do: 'ask',
        by: 'coder',
        ago: 8,
        at: 27,
        to: 'approver',
        subject: 'time',
        form: 'open',
        heading: 'Burr holes',
        question:
          'At which minute of the operation was the second of both holes made, and through which was the collection evacuated?',
        quote: 'irrigated until clear through both holes',
      },
    ],
  },
  {
    words: 'a platelet count of 32',
    ago: 6,
    steps: [
      { do: 'claim', by: 'coder2', ago: 4, at: 310 },
      { do: 'release', by: 'coder2', ago: 4, at: 322 },
    ],
  },
  {
    words: 'bovine pericardial patch',
    ago: 5,
    steps: [
      { do: 'claim', by: 'coder', ago: 3, at: 15 },
      { do: 'skip', by: 'coder', ago: 3, at: 16, reason: 'too-long' },
      { do: 'claim', by: 'coder2', ago: 2, at: 35 },
      { do: 'skip', by: 'coder2', ago: 2, at: 36, reason: 'specialty' },
    ],
  },
  {
    words: 'Armstrong grommet',
    ago: 5,
    steps: [
      { do: 'claim', by: 'coder', ago: 4, at: 60 },
      {
        do: 'ask',
        by: 'coder',
        ago: 4,
        at: 66,
        to: 'surgeon',
        subject: 'other',
        form: 'open',
        heading: 'Cerumen',
        question: 'How was the cerumen of the right ear removed, and what kept the incision from being made before that?',
        quote: 'cerumen removed',
      },
      {
        do: 'answer',
        by: 'surgeon',
        ago: 1,
        at: 330,
        words: 'With a curette under the microscope. It was impacted and hid the drum.',
      },
    ],
  },
  {
    words: 'Rings were complete and the air leak test',
    ago: 8,
    steps: [
      { do: 'claim', by: 'coder2', ago: 6, at: 100 },
      {
        do: 'ask',
        by: 'coder2',
        ago: 6,
        at: 108,
        to: 'approver',
        subject: 'other',
        form: 'open',
        heading: 'Splenic flexure',
        question: 'How far was the splenic flexure freed, and for what reason?',
        quote: 'the left colon and the splenic flexure were freed',
      },
      {
        do: 'answer',
        by: 'approver',
        ago: 4,
        at: 400,
        words: 'Taken down from all its attachments, so that the anastomosis had no tension.',
      },
      { do: 'close', by: 'coder2', ago: 3, at: 50 },
    ],
  },
  {
    words: 'generator connected and placed in the pocket',
    ago: 4,
    steps: [
      { do: 'claim', by: 'coder2', ago: 2, at: 240 },
      {
        do: 'ask',
        by: 'coder2',
        ago: 2,
        at: 246,
        to: 'surgeon',
        subject: 'device',
        form: 'open',
        heading: 'Leads',
        question: 'Were both leads new, and was an older device taken out during this operation?',
        quote: 'leads secured, generator connected',
      },
    ],
  },
  {
    words: 'about 30 percent was resected with the punch',
    ago: 3,
    steps: [
      { do: 'claim', by: 'coder', ago: 1, at: 120 },
      {
        do: 'ask',
        by: 'coder',
        ago: 1,
        at: 127,
        to: 'approver',
        subject: 'separate-site',
        form: 'choices',
        heading: 'Separate or same site',
        question: 'Was the patella treated at the same site as the meniscus or at a separate one?',
        quote: 'fraying of the central ridge, which was shaved to a stable rim',
        choices: ['Same site', 'Separate site, same incision', 'Separate incision'],
      },
    ],
  },
  {
    words: 'Right 640 g and left 605 g',
    ago: 4,
    steps: [
      { do: 'claim', by: 'coder', ago: 1, at: 300 },
      { do: 'hold', by: 'coder', ago: 1, at: 304, reason: 'page' },
    ],
  },
  { words: 'no gradient on pullback', ago: 3, steps: [] },
  { words: 'two fingerbreadths below the left costal margin', ago: 2, steps: [] },
  { words: 'I&D perianal abscess', ago: 2, steps: [] },
];

/** Whose case lives on after the sample week is made, for as long as a session without activity does. */
export const atWork = { by: 'coder2', words: 'two fingerbreadths below the left costal margin' } as const;

/** Of notes whose codes were settled: how many of the newest are not finished yet. */
const unfinished = 4;
const lags = [0, 1, 1, 2] as const;
const coders = ['coder', 'coder2', 'coder', 'approver'] as const;

/** What was done with the nth of so many settled notes, the oldest first; its note came `came` working days ago. */
export function settledSteps(nth: number, of: number, came: number, second: boolean): Step[] {
  const own = (name: string): string => (second && !name.startsWith('coder') ? `${name}2` : name);
  const by = own(coders[nth % coders.length]!);
  const ago = Math.max(1, came - lags[nth % lags.length]!);
  const at = 330 + ((nth * 17) % 60);
  if (nth >= of - unfinished)
    return nth % 2 === 0
      ? [
          { do: 'begin', by, ago, at },
          { do: 'release', by, ago, at: at + 6 },
        ]
      : [];
  const steps: Step[] = [
    { do: 'begin', by, ago, at },
    { do: 'finish', by, ago, at: at + 4 + (nth % 5) * 3 },
    { do: 'train', by: own('approver'), ago, at: at + 60 },
  ];
  if (nth === of - unfinished - 3)
    return [
      ...steps,
      {
        do: 'edit',
        by: own('approver'),
        ago: 1,
        at: 260,
        add: 'A drain was left and brought out through a separate stab incision.',
      },
    ];
  return ago > 5 && nth % 6 !== 5 ? [...steps, { do: 'export', by: own('admin'), ago: ago - 1, at: 30 }] : steps;
}
