/** How a figure grows: by least squares, as a share of its mean an hour, with how far the slope may be off (twice its standard error). */
export interface Growth {
  readonly perHour: number;
  readonly give: number;
  readonly mean: number;
}

/** @param points milliseconds since the start, and the figure then; a few at least */
export function growth(points: readonly { readonly at: number; readonly value: number }[]): Growth {
  const n = points.length;
  if (n < 3) return { perHour: Number.NaN, give: Number.POSITIVE_INFINITY, mean: points[0]?.value ?? Number.NaN };
  const hours = points.map(({ at }) => at / 3_600_000);
  const middle = hours.reduce((sum, hour) => sum + hour, 0) / n;
  const mean = points.reduce((sum, { value }) => sum + value, 0) / n;
  const spread = hours.reduce((sum, hour) => sum + (hour - middle) ** 2, 0);
  const slope = points.reduce((sum, { value }, i) => sum + (hours[i]! - middle) * (value - mean), 0) / spread;
  const left = points.reduce((sum, { value }, i) => sum + (value - mean - slope * (hours[i]! - middle)) ** 2, 0);
  const error = Math.sqrt(left / (n - 2) / spread);
  return { perHour: (100 * slope) / mean, give: (200 * error) / mean, mean };
}

/** The mean of each minute: readings a few seconds apart follow each other and would make a slope look surer than it is. */
export function byMinute(
  points: readonly { readonly at: number; readonly value: number }[],
): { readonly at: number; readonly value: number }[] {
  const minutes = new Map<number, number[]>();
  for (const { at, value } of points) {
    const minute = Math.floor(at / 60_000);
    minutes.set(minute, [...(minutes.get(minute) ?? []), value]);
  }
  return [...minutes].map(([minute, values]) => ({
    at: (minute + 0.5) * 60_000,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}

export type Judgement = 'holds' | 'fails' | 'cannot be told';

/** Whether a growth stays within a bound: told only where the whole of its interval lies on one side. */
export const judge = ({ perHour, give }: Growth, bound: number): Judgement =>
  perHour + give <= bound ? 'holds' : perHour - give > bound ? 'fails' : 'cannot be told';

/** The middle one of figures. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
