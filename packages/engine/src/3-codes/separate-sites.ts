import { wordsOf, type Clause, type ClauseText, type Range } from '../2-findings/clauses.ts';
import type { CodePlace } from './code-place.ts';

/** Words that set one act apart from another. */
const APART = /\b(second|another|separate(ly)?|different|additional|distinct|other|further|remaining)\b/i;
/** Places within one organ or region that a note tells apart. */
const SITES: readonly RegExp[] = [
  /\bcecum|cecal\b/i,
  /\bascending\b/i,
  /\bhepatic flexure\b/i,
  /\btransverse\b/i,
  /\bsplenic flexure\b/i,
  /\bdescending\b/i,
  /\bsigmoid\b/i,
  /\brect(um|al|osigmoid)\b/i,
  /\besophag/i,
  /\bantrum\b/i,
  /\bfundus\b/i,
  /\bgastric body\b/i,
  /\bduoden/i,
  /\bscalp\b/i,
  /\bforehead\b/i,
  /\bcheek\b/i,
  /\bnose\b/i,
  /\bear\b/i,
  /\bneck\b/i,
  /\bchest\b/i,
  /\bback\b/i,
  /\barm\b/i,
  /\bforearm\b/i,
  /\bhand\b/i,
  /\bthigh\b/i,
  /\bleg\b/i,
  /\bfoot\b/i,
  /\bheel\b/i,
  /\bsacr/i,
  /\beyebrow\b/i,
];
const sitesOf = (words: string): number[] => SITES.flatMap((pattern, at) => (pattern.test(words) ? [at] : []));
/** "Was removed with cold forceps" tells of what stands before it: the words of the site end where the act begins. */
const ACT =
  /\b(was|were)\s+(removed|biopsied|taken|excised|resected|treated|obtained|injected|sampled|debrided|closed|repaired|destroyed|snared|ablated)\b/i;

type Line = {
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly side: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Lines that are part of another by their codes, but that the note tells of another site, with its words. */
export function separateSites(
  note: ClauseText,
  lines: readonly Line[],
  places: readonly CodePlace[],
  isPart: (whole: string, part: string) => boolean,
): { line: number; words: Range[] }[] {
  const found: { line: number; words: Range[] }[] = [];
  for (const [at, part] of lines.entries()) {
    for (const whole of lines) {
      if (whole === part || whole.code === part.code || !isPart(whole.code, part.code) || isPart(part.code, whole.code)) continue;
      // Sides and digits already say that the places differ.
      if (part.side !== null && whole.side !== null && part.side !== whole.side) continue;
      const words = apart(note, placeOf(places, part.code), placeOf(places, whole.code));
      if (words === undefined) continue;
      found.push({ line: at, words });
      break;
    }
  }
  return found;
}

const placeOf = (places: readonly CodePlace[], code: string): CodePlace | undefined =>
  places.find((place) => place.code === code);

/** The clause that tells of an act at a site of its own. */
function apart(note: ClauseText, part: CodePlace | undefined, whole: CodePlace | undefined): Range[] | undefined {
  if (part === undefined || whole === undefined) return undefined;
  const clausesOf = (place: CodePlace): Clause[] =>
    [place.clause, ...place.told].filter(
      (clause) => clause !== undefined && (clause.kind === 'body' || clause.kind === 'findings'),
    ) as Clause[];
  const theirs = clausesOf(whole);
  for (const clause of clausesOf(part)) {
    const said = wordsOf(note.text, clause);
    const own = sitesOf(said);
    if (own.length === 0 || !note.isDone(clause.start + Math.floor(said.length / 2))) continue;
    const others = theirs.filter((each) => each !== clause).flatMap((each) => sitesOf(wordsOf(note.text, each)));
    const elsewhere = others.length > 0 && own.every((site) => !others.includes(site));
    if (!elsewhere && !(APART.test(said) && others.length > 0)) continue;
    const act = ACT.exec(said);
    const end = act === null || act.index < 8 ? clause.end - (said.endsWith('.') ? 1 : 0) : clause.start + act.index;
    return [{ start: clause.start, end: clause.start + note.text.slice(clause.start, end).trimEnd().length }];
  }
  return undefined;
}
