const dayMilliseconds = 86_400_000;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const two = (value: number): string => String(value).padStart(2, '0');

const today = (now: Date): number => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());

/** The day that lies some days ahead, YYYY-MM-DD. */
export const dayAhead = (days: number, now = new Date()): string =>
  new Date(today(now) + days * dayMilliseconds).toISOString().slice(0, 10);

export interface DueWords {
  /** MM/dd */
  readonly day: string;
  readonly distance: string;
  readonly tone: 'late' | 'today' | 'ahead';
}

/** A day that something is due, and how far it is: `3 d late`, `today`, `tomorrow`, `Wed`, `in 12 d`. */
export function dueWords(value: string, now = new Date()): DueWords {
  const at = Date.parse(`${value}T00:00:00Z`);
  const days = Math.round((at - today(now)) / dayMilliseconds);
  const day = `${two(new Date(at).getUTCMonth() + 1)}/${two(new Date(at).getUTCDate())}`;
  if (days < 0) return { day, distance: `${-days} d late`, tone: 'late' };
  if (days === 0) return { day, distance: 'today', tone: 'today' };
  const distance = days === 1 ? 'tomorrow' : days < 7 ? weekday.format(at) : `in ${days} d`;
  return { day, distance, tone: 'ahead' };
}
