const day = 86_400_000;

/** A time of a working day, so many working days before today: always in the past, in the hours of a clinic in the United States. */
export function workTime(now: Date, daysAgo: number, minutes: number): Date {
  let at = new Date(now).setUTCHours(0, 0, 0, 0);
  for (let left = daysAgo; left > 0;) {
    at -= day;
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1;
  }
  return new Date(at + (13 * 60 + (minutes % 540)) * 60_000);
}

export const isoDay = (at: Date): string => at.toISOString().slice(0, 10);
