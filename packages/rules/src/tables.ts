/** The kinds of files that rules read: fee schedule, procedure pairs, unit limits, add-on codes, diagnoses. */
export type TableKind = 'mpfs' | 'ptp' | 'mue' | 'addon' | 'icd';

/** One row of the physician fee schedule, its columns as CMS codes them; an empty string where a row lacks one. */
export interface FeeRow {
  status: string;
  globalDays: string;
  multProc: string;
  bilatSurg: string;
  asstSurg: string;
  coSurg: string;
  teamSurg: string;
  endoBase: string;
  pctcInd: string;
  facilityTotal: number;
  nonfacilityTotal: number;
}

/** The edit of two codes that is in force on a day. */
export interface PairEdit {
  column1: string;
  column2: string;
  indicator: '0' | '1';
}

export interface UnitLimit {
  limit: number;
  /** What the limit counts: 1 a line, 2 the day by policy, 3 the day by clinical data. */
  mai: 1 | 2 | 3;
}

export interface AddOn {
  type: number;
  primaries: ReadonlySet<string>;
}

export interface Diagnosis {
  billable: boolean;
  /** The side that the long description names, where it names one alone. */
  side: 'left' | 'right' | null;
}

/** Which file an answer was read from. */
export interface TableSource {
  file: string;
  version: string;
}

/**
 * What is published for a date of service. A date outside every file of a kind is not covered: rules of that kind then do not run.
 * `date` may be empty: a line without one is checked for what does not depend on it.
 */
export interface ClaimTables {
  covers(kind: TableKind, date: string): boolean;
  /** Whether there is any file of the kind, for whatever dates. */
  holds(kind: TableKind): boolean;
  source(kind: TableKind, date: string): TableSource | null;
  fee(code: string, date: string, modifier?: '26' | 'TC' | '53'): FeeRow | undefined;
  pair(first: string, second: string, date: string): PairEdit | undefined;
  unitLimit(code: string, date: string): UnitLimit | undefined;
  addOn(code: string, date: string): AddOn | undefined;
  /** Undefined: not in the file. Asked only where `covers('icd', date)`. */
  diagnosis(code: string, date: string): Diagnosis | undefined;
}

/** The side that a diagnosis names in its words, when it names one and not both. */
export function sideOfDescription(description: string): 'left' | 'right' | null {
  const left = /\bleft\b/i.test(description);
  const right = /\bright\b/i.test(description);
  if (left === right || /\bbilateral\b/i.test(description)) return null;
  return left ? 'left' : 'right';
}
