import { approachBit } from '../../2-findings/cues.ts';
import type { Analysis } from './analysis.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { answeredLine } from './by-lines.ts';
import { termsAt } from '../catalogue/term-lists.ts';

/** How candidates stand to the procedures that a note names; rows are places among the candidates. */
export interface ProcedureView {
  /** The line that a row answers best, or -1. */
  readonly lineOf: readonly number[];
  /** Lines that name procedures; 0 where the narrative stands in for a heading. */
  readonly namedLines: number;
  /** Whether two codes are two readings of one act, of which one is billed. @param lead the surer one */
  sameAct(lead: number, row: number): boolean;
  /** How well the row's line is answered by it, against the line's best; 0 without a line. */
  standing(row: number): number;
}

/** A weaker match answers no line. */
const LINE_MIN_F = 0.2;
/** A sibling is an act of its own when it answers a line that the lead does not. */
const OWNS = 0.95;
const LEAVES = 0.8;
/** Of what a code says of its line, so much may be its own before it counts as another act. */
const OWN_WORDS = 0.34;

/** The procedures of a note as the lines tell them. @param ids may hold codes beyond the candidates, which answer no line */
export function viewProcedures(
  analysis: Analysis,
  space: CodeSpace,
  ids: readonly number[] = analysis.matrix.ids,
): ProcedureView {
  const { byLines, lines } = analysis.candidates;
  const lineOf = ids.map((_, place) => answeredLine(byLines, place, LINE_MIN_F));
  const shareOn = (place: number, line: number): number => (lines[line]?.f[place] ?? 0) / (byLines.lineBest[line] ?? 1);
  const matched = new Map<number, Words>();
  const wordsOf = (row: number): Words => {
    const known = matched.get(row);
    if (known !== undefined) return known;
    const words = matchedWords(row, ids[row] ?? -1, lineOf[row] ?? -1, analysis, space);
    matched.set(row, words);
    return words;
  };
  return {
    lineOf,
    namedLines: analysis.note.pseudo ? 0 : analysis.note.lines.length,
    standing: (row) => ((lineOf[row] ?? -1) < 0 ? 0 : shareOn(row, lineOf[row] ?? 0)),
    sameAct: (lead, row) => {
      const [leadId, id] = [ids[lead] ?? -1, ids[row] ?? -1];
      if (space.relations.isAddon(leadId) !== space.relations.isAddon(id)) return false;
      const line = lineOf[row] ?? -1;
      const [leadFacts, facts] = [space.facts.of(leadId), space.facts.of(id)];
      if (leadFacts?.family === facts?.family) {
        if (line >= 0 && line !== lineOf[lead] && shareOn(row, line) >= OWNS && shareOn(lead, line) < LEAVES) return false;
        // One scope serves for several techniques, one operation for several extras: each with words of its own is billed.
        const several = space.relations.isAddon(id) || ((facts?.approach ?? 0) & (leadFacts?.approach ?? 0) & SCOPES) !== 0;
        return !(
          several &&
          ownShare(wordsOf(row), wordsOf(lead)) > OWN_WORDS &&
          ownShare(wordsOf(lead), wordsOf(row)) > OWN_WORDS
        );
      }
      if (line < 0 || (lineOf[lead] ?? -1) < 0) return false;
      const share = ownShare(wordsOf(row), wordsOf(lead));
      return share >= 0 && share <= OWN_WORDS;
    },
  };
}

const SCOPES = approachBit('endoscopic') | approachBit('transurethral') | approachBit('arthroscopic');

type Words = ReadonlyMap<number, number>;

/** Of what some words tell, the share that others do not say; -1 where they tell nothing. */
function ownShare(words: Words, theirs: Words): number {
  let all = 0;
  let own = 0;
  for (const [place, weight] of words) {
    all += weight;
    own += Math.max(0, weight - (theirs.get(place) ?? 0));
  }
  return all > 0 ? own / all : -1;
}

/** The words of its line that a code's best wording says, by their place in the text, with how rare they are. */
function matchedWords(row: number, id: number, line: number, analysis: Analysis, space: CodeSpace): Words {
  const words = new Map<number, number>();
  const noteLine = analysis.note.lines[line];
  const { entry, matches } = analysis.candidates.lines[line] ?? {};
  const wording = matches?.wording[entry?.[row] ?? -1] ?? -1;
  if (noteLine === undefined || wording < 0 || id < 0) return words;
  const terms = new Set(termsAt(space.index.wordings, wording));
  for (const hit of noteLine.hits) {
    const place = noteLine.tokens[hit.from]?.start;
    if (place !== undefined && terms.has(hit.term))
      words.set(place, Math.max(words.get(place) ?? 0, space.index.idf[hit.term] ?? 0));
  }
  return words;
}
