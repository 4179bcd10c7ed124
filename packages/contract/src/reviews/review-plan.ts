/** What a clinic may have read before it is billed. */
export const focusReasons = ['modifier-22', 'separate-service', 'two-surgeons', 'override', 'first-use', 'high-value'] as const;
export type FocusReason = (typeof focusReasons)[number];
/** Why a case is read before it is billed; `share`: by the hash of seed and case. */
export const reviewReasons = [...focusReasons, 'share'] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** Working days within which a mark is answered. */
export const answerDays = 5;

const modifiersOf: Partial<Record<FocusReason, readonly string[]>> = {
  'modifier-22': ['22'],
  'separate-service': ['59', 'XE', 'XP', 'XS', 'XU'],
  'two-surgeons': ['62', '66'],
};

interface FinishedClaim {
  readonly lines: readonly { readonly code: string; readonly modifiers: readonly string[] }[];
  /** Reasons of errors that were passed by saying why. */
  readonly overrides: readonly string[];
  /** Somebody finishes a claim with one of its codes for the first time. */
  readonly firstUse: boolean;
  /** Its relative value lies above nearly all of what the clinic finished before. */
  readonly highValue: boolean;
}

/** The part of a clinic's finished cases that a case of high value lies above, and how many there have to be to say so. */
export const highValue = { above: 0.95, leastCases: 20 } as const;

/** Which of these reasons a finished claim gives. */
export const reasonsOf = (claim: FinishedClaim, focus: readonly FocusReason[]): FocusReason[] =>
  focus.filter((reason) => {
    if (reason === 'override') return claim.overrides.length > 0;
    if (reason === 'first-use') return claim.firstUse;
    if (reason === 'high-value') return claim.highValue;
    return claim.lines.some((line) => line.modifiers.some((one) => modifiersOf[reason]?.includes(one)));
  });

/**
 * Whether a case is among the share: its hash, as a fraction of all hashes, lies below it. Whoever has the seed finds the same.
 * @param hash SHA-256 of `seed:case` in hexadecimal
 * @param percent 0 to 100
 */
export const inShare = (hash: string, percent: number): boolean =>
  Number.parseInt(hash.slice(0, 8), 16) < (percent / 100) * 2 ** 32;

/** The day after so many working days, Monday to Friday; of a moment, its day in UTC. */
export function afterWorkingDays(from: Date, days: number): string {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()));
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

/**
 * How many cases of a coder a month asks for, of those finished in it so far: all until three samples in a row reached the standard, then
 * the larger of 10 and a twentieth, and at most 30.
 */
export const monthlyDraw = (finished: number, proved: boolean): number =>
  proved ? Math.min(finished, 30, Math.max(10, Math.ceil(finished / 20))) : finished;
