/** Who bills the claim. An assistant and a co-surgeon have claims of their own. */
export type Performer = 'surgeon' | 'assistant' | 'co-surgeon' | 'team';

/** How one payer wants claims written. */
export interface PayerProfile {
  payer: 'medicare' | 'other';
  /** Both sides: one line with 50, or a line for each side. */
  bilateral: 'one-line' | 'two-lines';
  /** Whether 51 is left to the payer or written on every further procedure. */
  mod51: 'omit' | 'append';
  /** Where 59 and the X modifiers count: on either line of a pair, or on the column 2 line alone. */
  distinctOn: 'either' | 'column2';
}

export const MEDICARE: PayerProfile = { payer: 'medicare', bilateral: 'one-line', mod51: 'omit', distinctOn: 'either' };

export interface ClaimLine {
  id: string;
  code: string;
  units: number;
  modifiers: readonly string[];
  /** ISO date of service; null while nobody said it. */
  date: string | null;
  /** Positions in the claim's list of diagnoses, from 1. */
  dx: readonly number[];
  /** The modifiers that have words of the note, or a reason, attached. */
  evidence: ReadonlySet<string>;
}

/** An earlier operation on the same patient by the same group. */
export interface PriorOperation {
  code: string;
  date: string;
  modifiers: readonly string[];
}

export interface Claim {
  profile: PayerProfile;
  /** Two-digit place of service. */
  pos: string;
  performer: Performer;
  /** ICD-10-CM codes, with or without the point. */
  dx: readonly string[];
  prior: readonly PriorOperation[];
  /** Given, since rules have no clock. */
  today: string;
  lines: readonly ClaimLine[];
}

const FACILITY_PLACES = new Set(['19', '21', '22', '23', '24', '26', '31', '34', '41', '42', '51', '52', '53', '56', '61']);

/** Whether the place is a facility, which bears the costs of the room and the machine itself. */
export const inFacility = (claim: Claim): boolean => FACILITY_PLACES.has(claim.pos);

const EYE_VISITS = new Set(['92002', '92004', '92012', '92014']);

/** Visits: evaluation and management, and the visits of eye doctors. */
export const isVisit = (code: string): boolean => (code >= '99202' && code <= '99499') || EYE_VISITS.has(code);

/** Whole days from one ISO date to another; NaN when one of them is none. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000);

/** All pairs of lines, each once, in order. */
export function* pairs<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (const [n, first] of items.entries()) for (const second of items.slice(n + 1)) yield [first, second];
}
