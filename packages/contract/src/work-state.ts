import { type Capability, type Role, can } from './roles.ts';

/** Where a case stands in the work of the day. `claimed` is a live lease and nothing that is stored: it ends with its session. */
export const workStates = [
  'new',
  'claimed',
  'held',
  'queried',
  'coded',
  'in-review',
  'returned',
  'final',
  'exported',
  'void',
] as const;
export type WorkState = (typeof workStates)[number];

export const workActs = [
  'claim',
  'take-over',
  'release',
  'skip',
  'hold',
  'query',
  'resume',
  'answer',
  'finish',
  'settle',
  'draw',
  'pass',
  'return',
  'rebut',
  'export',
  'reopen',
  'void',
  'note-changed',
] as const;
export type WorkAct = (typeof workActs)[number];

/** What an act depends on besides the state and the role. */
export interface WorkFacts {
  /** Who has the case now. */
  readonly holder: 'nobody' | 'self' | 'other';
  /** What a claimed case falls back to when it is let go. */
  readonly resting: 'new' | 'returned' | 'queried';
  /** The one who acts has coded this case. */
  readonly isCoder: boolean;
}

export type Refusal = 'claimed' | 'not-yours' | 'role' | 'state' | 'own-case';
export type Step = { readonly to: WorkState } | { readonly refused: Refusal };

interface Rule {
  readonly from: readonly WorkState[];
  readonly to: WorkState | 'resting';
  /** `system`: what follows by itself from something else and belongs to no role. */
  readonly who: Capability | 'system';
  /** `self`: only who has it; `other`: only what somebody else has; `not-other`: anybody while nobody else has it. */
  readonly holder?: 'self' | 'other' | 'not-other';
  readonly coder?: 'only' | 'never';
}

const open = ['new', 'returned'] as const;
const waiting = ['held', 'queried'] as const;
const finished = ['coded', 'in-review', 'final', 'exported'] as const;

const rules: Readonly<Record<WorkAct, Rule>> = {
  // A held case that somebody opens to work on comes back by that.
  claim: { from: [...open, ...waiting, 'claimed'], to: 'claimed', who: 'queue.work', holder: 'not-other' },
  'take-over': { from: ['claimed'], to: 'claimed', who: 'queue.lead', holder: 'other' },
  release: { from: ['claimed'], to: 'resting', who: 'queue.work', holder: 'self' },
  skip: { from: ['claimed'], to: 'resting', who: 'queue.work', holder: 'self' },
  hold: { from: ['claimed'], to: 'held', who: 'queue.work', holder: 'self' },
  query: { from: ['claimed'], to: 'queried', who: 'queries.ask', holder: 'self' },
  resume: { from: waiting, to: 'new', who: 'queue.work' },
  answer: { from: ['queried'], to: 'new', who: 'queries.answer' },
  finish: { from: ['claimed'], to: 'coded', who: 'claims.finish', holder: 'self' },
  settle: { from: ['coded', 'in-review'], to: 'final', who: 'system' },
  draw: { from: ['coded'], to: 'in-review', who: 'system' },
  pass: { from: ['in-review'], to: 'final', who: 'reviews.do', coder: 'never' },
  return: { from: ['in-review'], to: 'returned', who: 'reviews.do', coder: 'never' },
  rebut: { from: ['claimed', 'returned'], to: 'in-review', who: 'queue.work', holder: 'not-other', coder: 'only' },
  export: { from: ['final', 'exported'], to: 'exported', who: 'claims.export' },
  reopen: { from: [...finished, 'void'], to: 'new', who: 'queue.lead' },
  void: { from: [...open, ...waiting, 'claimed'], to: 'void', who: 'queue.work', holder: 'not-other' },
  'note-changed': { from: finished, to: 'returned', who: 'system' },
};

/**
 * The one function that changes where a case stands: the next state, or why not.
 * @param role of the one who acts; null for what follows by itself
 */
export function step(state: WorkState, act: WorkAct, role: Role | null, facts: WorkFacts): Step {
  const rule = rules[act];
  if (rule.who === 'system' ? role !== null : role === null || !can(role, rule.who)) return { refused: 'role' };
  if (!rule.from.includes(state)) return { refused: 'state' };
  // Its question holds it already: let go it waits for the answer, held it would not come back with it.
  if (act === 'hold' && facts.resting === 'queried') return { refused: 'state' };
  if (rule.holder === 'not-other' && facts.holder === 'other') return { refused: 'claimed' };
  if (rule.holder === 'self' && facts.holder !== 'self') return { refused: facts.holder === 'other' ? 'claimed' : 'not-yours' };
  if (rule.holder === 'other' && facts.holder !== 'other') return { refused: 'state' };
  if (rule.coder === 'never' && facts.isCoder) return { refused: 'own-case' };
  if (rule.coder === 'only' && !facts.isCoder) return { refused: 'not-yours' };
  return { to: rule.to === 'resting' ? facts.resting : rule.to };
}

/** What somebody of the role may do now. */
export const actsNow = (state: WorkState, role: Role, facts: WorkFacts): WorkAct[] =>
  workActs.filter((act) => 'to' in step(state, act, role, facts));

/** A note waits five days for its coder before it is late. */
export const codingDays = 5;
/** Minutes without activity after which a case is free again. */
export const leaseMinutes = 30;
/** Seconds between two signs of activity that are one stretch of work. */
export const stretchSeconds = 120;
/** Minutes for which a skipped case is kept from whoever skipped it. */
export const skipMinutes = 60;

export interface HoldReason {
  readonly key: string;
  readonly label: string;
  /** Days until it is due again. */
  readonly days: number;
  /** Words are asked for. */
  readonly words?: boolean | undefined;
}

/** What a tenant starts with; an administrator changes the list. */
export const firstHoldReasons: readonly HoldReason[] = [
  { key: 'pathology', label: 'Pathology pending', days: 7 },
  { key: 'implant', label: 'Implant or device record', days: 3 },
  { key: 'page', label: 'Page or addendum missing', days: 2 },
  { key: 'duplicate', label: 'Duplicate or wrong patient', days: 1 },
  { key: 'patient-data', label: 'Patient or payer data', days: 3 },
  { key: 'second-note', label: 'Second surgeon’s note', days: 5 },
  { key: 'supervisor', label: 'Supervisor’s answer', days: 1 },
  { key: 'other', label: 'Other', days: 1, words: true },
];

export const skipReasons = [
  { key: 'specialty', label: 'Not my specialty' },
  { key: 'too-long', label: 'No time for it now' },
  { key: 'conflict', label: 'I know the patient' },
  { key: 'other', label: 'Other' },
] as const;
export type SkipReason = (typeof skipReasons)[number]['key'];

/** States in a person's words. */
export const workStateWords: Readonly<Record<WorkState, string>> = {
  new: 'New',
  claimed: 'Claimed',
  held: 'Held',
  queried: 'Queried',
  coded: 'Coded',
  'in-review': 'In review',
  returned: 'Returned',
  final: 'Final',
  exported: 'Exported',
  void: 'Void',
};
