import dayjs from 'dayjs';
import { limits } from '@incisive/contract/limits';

/** A moment of the API as MM/dd/yyyy in the viewer's zone; '' for none. */
export const formatDate = (value: string | null | undefined): string => (value ? dayjs(value).format(limits.dateFormat) : '');

/** The same with the time, for tooltips and histories. */
export const formatMoment = (value: string | null | undefined): string =>
  value ? dayjs(value).format(`${limits.dateFormat} HH:mm`) : '';

/** The viewer's IANA time zone, which date filters are read in. */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A plain day of the API, YYYY-MM-DD, as MM/dd/yyyy; it belongs to no zone. */
export const formatDay = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
