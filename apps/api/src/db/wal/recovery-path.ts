import { type Base, type Segment, historyOf, numberAt, segmentName, segmentOf } from './names.ts';

/** A stretch of the log's history: everything from a segment on was written on this timeline, until the next one begins. */
interface Stretch {
  readonly timeline: number;
  readonly begins: number;
}

/** The segments that a copy of the database's files needs to get from its start to the end of the archive. */
export interface RecoveryPath {
  readonly timeline: number;
  /** In their order, and all of them there. */
  readonly segments: readonly string[];
  /** The first one that is missing although the archive goes on after it. */
  readonly gap: string | undefined;
}

/** What a history file says: the timelines before its own, and where each was left. */
function stretchesOf(timeline: number, text: string): Stretch[] {
  const left = text
    .split('\n')
    .map((line) => /^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line.trim()))
    .filter((parts) => parts !== null)
    .map(([, id, place = '']) => ({ timeline: Number(id), ends: numberAt(place) }));
  const before = left.map(({ timeline: id }, at) => ({ timeline: id, begins: left[at - 1]?.ends ?? 0 }));
  return [...before, { timeline, begins: left.at(-1)?.ends ?? 0 }];
}

/** The newest timeline that goes on from the copy's own. */
function newestFrom({ start }: Base, histories: ReadonlyMap<number, string>): Stretch[] {
  for (const timeline of [...histories.keys()].toSorted((a, b) => b - a)) {
    const stretches = stretchesOf(timeline, histories.get(timeline) ?? '');
    const own = stretches.findIndex((stretch) => stretch.timeline === start.timeline);
    const next = stretches[own + 1];
    // One that was left before the copy was made leads elsewhere.
    if (own >= 0 && (!next || start.number <= next.begins)) return stretches;
  }
  return [{ timeline: start.timeline, begins: 0 }];
}

/**
 * The way from a copy to the end of the archive. Each restore begins a new timeline, told of in a history file; from the segment in which
 * it begins, its own segments count.
 * @param names of all files of the archive
 * @param histories the texts of its history files
 */
export function recoveryPath(base: Base, names: readonly string[], histories: ReadonlyMap<number, string>): RecoveryPath {
  const stretches = newestFrom(base, histories);
  const newest = stretches.at(-1)!;
  const there = new Map<number, Set<number>>();
  for (const name of names) {
    const found = segmentOf(name);
    if (!found) continue;
    there.set(found.timeline, (there.get(found.timeline) ?? new Set()).add(found.number));
  }
  const timelineAt = (number: number): number =>
    stretches.findLast(({ begins }) => begins <= number)?.timeline ?? base.start.timeline;
  const onPath = stretches.flatMap(({ timeline }) =>
    [...(there.get(timeline) ?? [])].filter((number) => timelineAt(number) === timeline),
  );
  // Where the newest timeline has no segment yet, the one before it holds what there is of its first.
  const last = Math.max(base.stop.number, ...onPath);
  const segments: string[] = [];
  for (let number = base.start.number; number <= last; number += 1) {
    const wanted: Segment = { timeline: timelineAt(number), number };
    if (!there.get(wanted.timeline)?.has(number)) return { timeline: newest.timeline, segments, gap: segmentName(wanted) };
    segments.push(segmentName(wanted));
  }
  return { timeline: newest.timeline, segments, gap: undefined };
}

/** The files of an archive that no moment since the oldest copy needs: older copies' segments. History files stay: they are small. */
export function superfluousSegments(names: readonly string[], oldest: Base): string[] {
  return names.filter((name) => {
    const found = segmentOf(name);
    return historyOf(name) === undefined && found !== undefined && found.number < oldest.start.number;
  });
}

/** The copies that may go: all but those of the last days, and the newest one before them, from which the first of these days begins. */
export function superfluousBases(bases: readonly Base[], now: Date, days: number): Base[] {
  const since = now.getTime() - days * 86_400_000;
  return bases
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
    .filter(({ madeAt }) => madeAt.getTime() < since)
    .slice(1);
}
