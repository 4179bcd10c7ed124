const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const two = (value: number): string => String(value).padStart(2, '0');

/** A moment of the API as MM/dd/yyyy in the viewer's zone; '' for none. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '';
  const at = new Date(value);
  return `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
}

/** The same with the time, for tooltips and histories. */
export function formatMoment(value: string | null | undefined): string {
  if (!value) return '';
  const at = new Date(value);
  return `${formatDate(value)} ${clock.format(at)}`;
}

/** The same with seconds, where the order of things matters. */
export const formatInstant = (value: string): string => `${formatDate(value)} ${clockWithSeconds.format(new Date(value))}`;

/** The viewer's IANA time zone, which date filters are read in. */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A plain day of the API, YYYY-MM-DD, as MM/dd/yyyy; it belongs to no zone. */
export const formatDay = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** The day that somebody typed, as M/D/YYYY with or without its slashes, as YYYY-MM-DD; null when it is none. */
export function dayTyped(typed: string): string | null {
  const plain = typed.trim();
  const [, year, month, day] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ??
    [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, /^(\d{2})(\d{2})(\d{4}|\d{2})$/]
      .map((form) => form.exec(plain))
      .flatMap((found) => (found ? [['', found[3]!.padStart(4, '20'), found[1]!, found[2]!]] : []))[0] ??
    [];
  if (!year || !month || !day) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}
