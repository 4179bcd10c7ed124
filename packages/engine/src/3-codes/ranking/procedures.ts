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
  const matched = new Map<number, ReadonlyMap<number, number>>();
  const wordsOf = (row: number): ReadonlyMap<number, number> => {
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
      if (space.facts.of(leadId)?.family === space.facts.of(id)?.family)
        return !(line >= 0 && line !== lineOf[lead] && shareOn(row, line) >= OWNS && shareOn(lead, line) < LEAVES);
      if (line < 0 || (lineOf[lead] ?? -1) < 0) return false;
      const theirs = wordsOf(lead);
      let all = 0;
      let own = 0;
      for (const [place, weight] of wordsOf(row)) {
        all += weight;
        own += Math.max(0, weight - (theirs.get(place) ?? 0));
      }
      return all > 0 && own / all <= OWN_WORDS;
    },
  };
}

/** The words of its line that a code's best wording says, by their place in the text, with how rare they are. */
function matchedWords(row: number, id: number, line: number, analysis: Analysis, space: CodeSpace): ReadonlyMap<number, number> {
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
