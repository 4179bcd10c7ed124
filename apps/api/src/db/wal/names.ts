/** PostgreSQL's own default, which `initdb` of the own database leaves as it is. */
export const segmentBytes = 16 * 1024 * 1024;
const segmentsPerLogFile = 2 ** 32 / segmentBytes;

/** A piece of the write-ahead log: the timeline that it was written on, and its place in the log. */
export interface Segment {
  readonly timeline: number;
  readonly number: number;
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** PostgreSQL's name of a segment. */
export const segmentName = ({ timeline, number }: Segment): string =>
  hex(timeline) + hex(Math.floor(number / segmentsPerLogFile)) + hex(number % segmentsPerLogFile);

/** The segment of a name; undefined when it is the name of something else. */
export function segmentOf(name: string): Segment | undefined {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
    .exec(name)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  if (!parts) return undefined;
  const [timeline = 0, file = 0, part = 0] = parts;
  return part < segmentsPerLogFile ? { timeline, number: file * segmentsPerLogFile + part } : undefined;
}

/** The timeline that a history file tells of; undefined for any other name. */
export function historyOf(name: string): number | undefined {
  const found = /^([0-9A-F]{8})\.history$/.exec(name)?.[1];
  return found === undefined ? undefined : Number.parseInt(found, 16);
}

export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/** The segment in which a place of the log (`0/5000028`) lies. */
export function numberAt(place: string): number {
  const [high = '', low = ''] = place.split('/');
  return Number.parseInt(high, 16) * segmentsPerLogFile + Math.floor(Number.parseInt(low, 16) / segmentBytes);
}

/** A copy of the database's files, whole once the log from `start` to `stop` is read over it. */
export interface Base {
  readonly name: string;
  /** When it was complete: it can be brought to this moment or a later one. */
  readonly madeAt: Date;
  readonly start: Segment;
  readonly stop: Segment;
}

const basePattern = /^base-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z-([0-9A-F]{24})-([0-9A-F]{24})\.bak$/;

export function baseName(madeAt: Date, start: string, stop: string): string {
  return `base-${madeAt.toISOString().replaceAll(/[-:.]/g, '')}-${start}-${stop}.bak`;
}

/** The copies among the names of a folder, newest first. */
export function basesAmong(names: readonly string[]): Base[] {
  return names
    .flatMap((name) => {
      const parts = basePattern.exec(name);
      if (!parts) return [];
      const [, year, month, day, hour, minute, second, part, from = '', to = ''] = parts;
      const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${part}Z`);
      const start = segmentOf(from);
      const stop = segmentOf(to);
      return start && stop && !Number.isNaN(madeAt.getTime()) ? [{ name, madeAt, start, stop }] : [];
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
