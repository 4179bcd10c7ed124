import { BODY, DIAGNOSIS, HEADING, type NoteFindings } from '../2-findings/note.ts';
import type { CodeIndex } from './code-index.ts';
import { matchLine, type LineMatch } from './line-match.ts';
import { kthLargest, scoreBag, scoreCodes, topCodes } from './retrieval.ts';

/** Codes worth a close look, with the scores that brought them in. */
export type Candidates = {
  /** Places in the index, sorted. */
  readonly ids: readonly number[];
  readonly overall: Float32Array;
  readonly heading: Float32Array;
  readonly diagnosis: Float32Array;
  readonly body: Float32Array;
  /** One map a line: candidate to its match. */
  readonly lines: readonly ReadonlyMap<number, LineMatch>[];
  /** The same as numbers: `f` of each candidate, in the order of `ids`, 0 without a match. */
  readonly lineF: readonly Float32Array[];
};

const OVERALL = 90;
const PER_LINE = 25;
const LINES_TOTAL = 120;
const FROM_BODY = 20;
/** Where no heading names the procedure, the body has to. */
const FROM_BODY_ALONE = 60;

/** About 165 codes: the best overall, the best of each line, the best by the body alone, and those told by rules. */
export function findCandidates(note: NoteFindings, index: CodeIndex, told: readonly number[]): Candidates {
  const count = index.documents.length;
  const channelScores = (channel: number): Float32Array => {
    const scores = new Float32Array(count);
    const bag = note.channels[channel];
    if (bag !== undefined) scoreBag(bag, 1, index, scores);
    return scores;
  };
  const overall = scoreCodes(note, index);
  const body = channelScores(BODY);
  const scratch = new Float32Array(index.wordings.length);
  const lines = note.lines.map((line) => matchLine(line, index, scratch));
  const ids = new Set([...told, ...topCodes(overall, OVERALL)]);
  const perLine = Math.max(8, Math.min(PER_LINE, Math.floor(LINES_TOTAL / Math.max(1, lines.length))));
  for (const matches of lines) for (const id of topMatches(matches, perLine)) ids.add(id);
  for (const id of topCodes(body, note.pseudo ? FROM_BODY_ALONE : FROM_BODY)) ids.add(id);
  const sorted = [...ids].sort((a, b) => a - b);
  const kept = lines.map((matches) => only(sorted, matches));
  return {
    ids: sorted,
    overall,
    heading: channelScores(HEADING),
    diagnosis: channelScores(DIAGNOSIS),
    body,
    lines: kept,
    lineF: kept.map((matches) => Float32Array.from(sorted, (id) => matches.get(id)?.f ?? 0)),
  };
}

/** A line touches thousands of codes; the steps that follow ask for candidates alone, again and again. */
function only(ids: readonly number[], matches: ReadonlyMap<number, LineMatch>): Map<number, LineMatch> {
  const kept = new Map<number, LineMatch>();
  for (const id of ids) {
    const match = matches.get(id);
    if (match !== undefined) kept.set(id, match);
  }
  return kept;
}

function topMatches(matches: ReadonlyMap<number, LineMatch>, limit: number): number[] {
  const threshold = kthLargest(
    Float32Array.from(matches.values(), (match) => match.f),
    limit,
  );
  return [...matches]
    .filter(([, match]) => Math.fround(match.f) >= threshold)
    .sort((a, b) => b[1].f - a[1].f || a[0] - b[0])
    .slice(0, limit)
    .map(([id]) => id);
}
