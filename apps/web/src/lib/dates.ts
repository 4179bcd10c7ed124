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
