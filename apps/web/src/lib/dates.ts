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
  return `${formatDate(value)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The viewer's IANA time zone, which date filters are read in. */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A plain day of the API, YYYY-MM-DD, as MM/dd/yyyy; it belongs to no zone. */
export const formatDay = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
