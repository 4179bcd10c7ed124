import { BODY, DIAGNOSIS, FINDINGS, HEADING, HISTORY, INDICATIONS, type NoteFindings } from '../../2-findings/note.ts';
import { byLinesOf, type ByLines } from './by-lines.ts';
import { ownersOf, type CodeIndex } from '../catalogue/code-index.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import type { NoteLikeness } from './likeness.ts';
import { codesOnLine, type CodesOnLine, type LineMatches } from './line-match.ts';
import { kthLargest, scoreBag, topCodes } from './retrieval.ts';

/** Codes worth a close look, with the scores that brought them in. */
export type Candidates = {
  /** Places in the index, sorted. */
  readonly ids: readonly number[];
  readonly overall: Float32Array;
  readonly heading: Float32Array;
  readonly diagnosis: Float32Array;
  readonly body: Float32Array;
  /** Of each line, the matches of the candidates, in the order of `ids`. */
  readonly lines: readonly CodesOnLine[];
  readonly byLines: ByLines;
};

const OVERALL = 90;
const PER_LINE = 25;
const LINES_TOTAL = 140;
const FROM_BODY = 20;
/** Where no heading names the procedure, the body has to. */
const FROM_BODY_ALONE = 60;
/** Families whose notes have bodies like this one's. */
const FAMILIES = 2;
const FAMILIES_ALONE = 4;
const PER_FAMILY = 10;

/** About 120 codes: the best overall, the best of each line, the best by the body alone, those told by rules, and those of the likest families. */
export function findCandidates(
  note: NoteFindings,
  { index, matcher, lexicon, facts }: CodeSpace,
  told: readonly number[],
  likeness: NoteLikeness,
): Candidates {
  const { overall, heading, diagnosis, body } = scoreChannels(note, index);
  const found = note.lines.map((line) => matcher.match(line));
  const owners = note.lines.map(({ tokens }) => ownersOf(tokens, lexicon, index));
  const chosen = new Set([...told, ...owners.flat(), ...topCodes(overall, OVERALL)]);
  const perLine = Math.max(8, Math.min(PER_LINE, Math.floor(LINES_TOTAL / Math.max(1, found.length))));
  for (const matches of found) for (const id of topMatches(matches, perLine)) chosen.add(id);
  for (const id of topCodes(body, note.pseudo ? FROM_BODY_ALONE : FROM_BODY)) chosen.add(id);
  for (const family of likeness.likest(note.pseudo ? FAMILIES_ALONE : FAMILIES))
    for (const id of bestOf(facts.idsOf(family), overall, PER_FAMILY)) chosen.add(id);
  for (const id of chosen) if (isAside(index.documents[id]?.code ?? '') && !isNamed(id, found)) chosen.delete(id);
  const ids = [...chosen].sort((a, b) => a - b);
  const placeOf = new Int32Array(index.documents.length);
  ids.forEach((id, place) => (placeOf[id] = place + 1));
  const lines = found.map((matches, at) => codesOnLine(ids.length, placeOf, matches, owners[at] ?? []));
  return { ids, overall, heading, diagnosis, body, lines, byLines: byLinesOf(ids.length, lines) };
}

/** Performance measures (Category II), laboratory and pathology codes: no work of who operates, though a full catalog has them. */
const isAside = (code: string): boolean => /^(\d{4}F|8\d{4}|\d{4}U)$/.test(code);

/** A line of the note has to be about them. */
const NAMED_F = 0.6;

function isNamed(id: number, found: readonly LineMatches[]): boolean {
  return found.some(({ codes, f }) => {
    const entry = codes.indexOf(id);
    return entry >= 0 && (f[entry] ?? 0) >= NAMED_F;
  });
}

/** BM25 of every code by each of the telling channels, and over all channels, weighted. */
function scoreChannels(
  { channels }: NoteFindings,
  index: CodeIndex,
): Pick<Candidates, 'overall' | 'heading' | 'diagnosis' | 'body'> {
  const scoresOf = (channel: number): Float32Array => {
    const scores = new Float32Array(index.documents.length);
    scoreBag(channels[channel], 1, index, scores);
    return scores;
  };
  const [heading, diagnosis, body] = [scoresOf(HEADING), scoresOf(DIAGNOSIS), scoresOf(BODY)];
  const overall = new Float32Array(index.documents.length);
  for (const channel of [FINDINGS, INDICATIONS, HISTORY]) scoreBag(channels[channel], weightOf(channel), index, overall);
  const [ofHeading, ofDiagnosis, ofBody] = [weightOf(HEADING), weightOf(DIAGNOSIS), weightOf(BODY)];
  for (let id = 0; id < overall.length; id++) {
    const told = ofHeading * (heading[id] ?? 0) + ofDiagnosis * (diagnosis[id] ?? 0) + ofBody * (body[id] ?? 0);
    overall[id] = (overall[id] ?? 0) + told;
  }
  return { overall, heading, diagnosis, body };
}

/** How much a term counts by where it stands; measured: post-operative diagnosis pays most after the heading. */
const CHANNEL_WEIGHTS: readonly number[] = [1, 0.25, 0.15, 0.1, 0.1, 0.03];
const weightOf = (channel: number): number => CHANNEL_WEIGHTS[channel] ?? 0;

const bestOf = (ids: readonly number[], scores: Float32Array, limit: number): number[] =>
  ids.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, limit);

function topMatches({ codes, f }: LineMatches, limit: number): number[] {
  const threshold = kthLargest(new Float32Array(f), limit);
  const found: number[] = [];
  for (let entry = 0; entry < f.length; entry++) if (Math.fround(f[entry] ?? 0) >= threshold) found.push(entry);
  found.sort((a, b) => (f[b] ?? 0) - (f[a] ?? 0) || (codes[a] ?? 0) - (codes[b] ?? 0));
  return found.slice(0, limit).map((entry) => codes[entry] ?? 0);
}
