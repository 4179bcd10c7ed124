/** What the confidence of a row rests on. */
export type RowFacts = {
  readonly main: number;
  readonly items: number;
  /** Log odds of being billed, whatever the other rows are. */
  readonly billed: number;
  /** The largest share of any row under the model of billed items. */
  readonly topItems: number;
  /** From 0. */
  readonly place: number;
  /** How sure what contains it is; 0 where nothing does. */
  readonly part: number;
  /** Its procedure: place among the procedures, all shares of its readings together, and those of surer readings. */
  readonly procedure: number;
  readonly procedureShare: number;
  /** The chances of its procedure's readings to be billed, together; and the log odds of the likeliest other one. */
  readonly procedureBilled: number;
  readonly rival: number;
  readonly isLead: boolean;
  /** How many procedures the shares speak of: few shares of all are one, many equal ones are many. */
  readonly procedures: number;
  /** How well it answers its line, against the best there. */
  readonly standing: number;
  /** How strongly the candidates meet the note at all. */
  readonly strength: number;
  readonly pseudo: boolean;
};

/** More than this between two readings of one procedure says nothing more. */
const MOST_LEAD = 6;

export const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

export const logOdds = (chance: number): number => Math.log((chance + 1e-5) / (1 - chance + 1e-5));

/** Names of what the calibration sees, in the order of its weights. */
export const SIGNALS = [
  'always',
  'odds of main code',
  'odds of share',
  'first',
  'place',
  'larger chance',
  'part of',
  'odds of expected share',
  'odds of procedure',
  'part of procedure',
  'lead',
  'odds of procedure, not its lead',
  'procedure',
  'procedures',
  'share of largest',
  'standing on line',
  'no heading',
  'odds of share, no heading',
  'strength',
  'strength and odds of share',
  'odds of being billed',
  'lead over rival',
  'odds of procedure being billed',
  'part of procedure being billed',
] as const;

/** What the calibration sees, in the order of `SIGNALS`. */
export function confidenceSignals(facts: RowFacts): number[] {
  const expected = Math.min(0.98, facts.items * facts.procedures);
  const within = facts.items / Math.max(facts.procedureShare, 1e-6);
  const whole = Math.min(0.98, facts.procedureShare * facts.procedures);
  return [
    1,
    logOdds(facts.main),
    logOdds(facts.items),
    facts.place === 0 ? 1 : 0,
    Math.log1p(facts.place),
    Math.max(facts.main, facts.items),
    facts.part,
    logOdds(expected),
    logOdds(whole),
    Math.log(within + 1e-4),
    facts.isLead ? 1 : 0,
    facts.isLead ? 0 : logOdds(whole),
    Math.log1p(facts.procedure),
    Math.log(facts.procedures),
    Math.log(facts.items / Math.max(1e-6, facts.topItems) + 1e-4),
    facts.standing,
    facts.pseudo ? 1 : 0,
    facts.pseudo ? logOdds(facts.items) : 0,
    facts.strength,
    facts.strength * logOdds(facts.items),
    facts.billed,
    Math.max(-MOST_LEAD, Math.min(MOST_LEAD, facts.billed - facts.rival)),
    logOdds(Math.min(0.98, facts.procedureBilled)),
    Math.log(chanceOf(facts.billed) / Math.max(1e-6, facts.procedureBilled) + 1e-4),
  ];
}

/** Log odds of signals under a calibration. */
export const calibratedOdds = (signals: readonly number[], calibration: readonly number[]): number =>
  signals.reduce((total, signal, at) => total + signal * (calibration[at] ?? 0), 0);

/** No chance is told surer than so. */
export const withinReason = (chance: number): number => Math.min(0.99, Math.max(0.001, chance));

/** Chance from signals; uncalibrated engines answer with the larger share. */
export function confidenceOf(signals: readonly number[], calibration: readonly number[]): number {
  if (calibration.length === 0) return Math.min(0.99, signals[5] ?? 0);
  return withinReason(chanceOf(calibratedOdds(signals, calibration)));
}
