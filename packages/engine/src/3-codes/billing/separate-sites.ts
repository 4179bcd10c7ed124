import { matchesIn, wordsOf, type Clause, type ClauseText, type Range } from '../../2-findings/billing/clauses.ts';
import { levelsIn } from '../../2-findings/billing/levels.ts';
import { stemsOf, type CodePlace, type CodeWords } from './code-place.ts';
import { inRanges, parseRanges, type CodeRange } from '../catalogue/code-ranges.ts';

/** Words that set one act apart from another. */
const APART = /\b(second|another|separate(ly)?|different|additional|distinct|other|further|remaining)\b/i;
/** Places within one organ or region that a note tells apart. */
const SITES: readonly RegExp[] = (
  'cecum|cecal;ascending;hepatic flexure;transverse;splenic flexure;descending;sigmoid;rect(?:um|al|osigmoid);esophag\\w*;antrum|antral;fundus;' +
  'gastric body|stomach body;duoden\\w*;jejun\\w*;ile(?:um|al);scalp;forehead;cheek;nose|nasal;ear;neck;chest;back;arm;forearm;hand;thigh;leg|shin;' +
  'foot;heel;sacr\\w*;eyebrow;temple;lip;chin;abdomen|abdominal wall;knee;shoulder;hip;elbow'
)
  .split(';')
  .map((names) => new RegExp(`\\b(?:${names})\\b`, 'i'));
const sitesOf = (words: string): number[] => SITES.flatMap((pattern, at) => (pattern.test(words) ? [at] : []));
/** "Was removed with cold forceps" tells of what stands before it: the words of the site end where the act begins. */
const ACT =
  /\b(was|were)\s+(removed|biopsied|taken|excised|resected|treated|obtained|injected|sampled|debrided|closed|repaired|destroyed|snared|ablated)\b/i;

/** Acts that are billed apart because of words of their own, whatever stands beside them. */
const BY_WORDS: readonly {
  readonly codes: readonly CodeRange[];
  readonly beside: readonly CodeRange[];
  readonly words: RegExp;
}[] = [
  {
    // The first look at the arteries, on which the treatment was decided.
    codes: parseRanges(['93454-93461', '75625-75774', '36221-36228']),
    beside: parseRanges(['92920-92944', '37220-37247', '61624-61645']),
    words:
      /\bno (?:prior|previous)\b[^.;\n]{0,25}\b(?:cath\w*|angiogra\w*|study)[^.;\n]{0,40}|\b(?:angiogra\w*|cath\w*)\b[^.;\n]{0,30}\bbasis (?:for|of)\b[^.;\n]{0,30}|\bdecision to (?:treat|proceed|intervene)\b[^.;\n]{0,80}/gi,
  },
  {
    // A block for the days after, which is not the anesthetic itself.
    codes: parseRanges(['64400-64489', '62320-62327']),
    beside: [],
    words:
      /\b(?:requested by|at the request of) (?:the )?(?:surgeon|surgical team)\b[^.;\n]{0,90}|\bfor post-?\s?op(?:erative)? (?:pain|analgesia)[^.;\n]{0,60}/gi,
  },
];

/** How codes stand to each other, and by what words they are told. */
type Pairs = { readonly isPart: (whole: string, part: string) => boolean; readonly words: CodeWords };

type Line = { readonly code: string; readonly side: string | null; readonly facts: Readonly<Record<string, unknown>> };

/** Lines that are part of another by their codes, but that the note tells apart from it, with its words. */
export function separateSites(
  note: ClauseText,
  lines: readonly Line[],
  places: readonly CodePlace[],
  knowledge: Pairs,
): { line: number; words: Range[] }[] {
  return lines.flatMap((part, line) => {
    const words = byWords(note, part, lines) ?? bySite(note, part, lines, places, knowledge);
    return words === undefined ? [] : [{ line, words }];
  });
}

function byWords(note: ClauseText, part: Line, lines: readonly Line[]): Range[] | undefined {
  for (const { codes, beside, words } of BY_WORDS) {
    const met = beside.length === 0 || lines.some((line) => inRanges(line.code, beside));
    if (!met || !inRanges(part.code, codes)) continue;
    const found = note.clauses.flatMap((clause) => matchesIn(note.text, clause, words).map(({ start, end }) => ({ start, end })));
    if (found.length > 0) return found;
  }
  return undefined;
}

function bySite(
  note: ClauseText,
  part: Line,
  lines: readonly Line[],
  places: readonly CodePlace[],
  { isPart, words }: Pairs,
): Range[] | undefined {
  for (const whole of lines) {
    if (whole === part || whole.code === part.code || !isPart(whole.code, part.code) || isPart(part.code, whole.code)) continue;
    // Sides already say that the places differ.
    if (part.side !== null && whole.side !== null && part.side !== whole.side) continue;
    const found = atOtherLevels(note, part, whole) ?? apart(note, placeOf(places, part.code), placeOf(places, whole.code), words);
    if (found !== undefined) return found;
  }
  return undefined;
}

const levelsOf = (line: Line): string[] => (Array.isArray(line.facts['levels']) ? line.facts['levels'].map(String) : []);
/** Operations on the spine, which are billed apart by level. */
const SPINE = parseRanges(['22010-22899', '63001-63308']);
const SEPARATE_LEVEL = /^,?\s*(?:at\s+)?(?:an?\s+)?(?:separate|different|distinct)\s+(?:interspace|level|segment|vertebra)/i;

/** One level decompressed and another fused: the words of the level, and of its being another one. */
function atOtherLevels(note: ClauseText, part: Line, whole: Line): Range[] | undefined {
  const own = levelsOf(part);
  const theirs = levelsOf(whole);
  if (!inRanges(part.code, SPINE) || own.length === 0 || theirs.length === 0 || own.some((level) => theirs.includes(level)))
    return undefined;
  const found = note.clauses
    .filter((clause) => clause.kind === 'heading' || clause.kind === 'body')
    .flatMap((clause) => levelsIn(note.text, clause))
    .filter(
      (list) =>
        note.isDone(list.start) &&
        own.some((level) => list.spaces.includes(level)) &&
        !theirs.some((level) => list.spaces.includes(level)),
    );
  const words = found.map(({ start, end }) => ({
    start,
    end: end + (SEPARATE_LEVEL.exec(note.text.slice(end, end + 40))?.[0].length ?? 0),
  }));
  return words.length > 0 ? words : undefined;
}

const placeOf = (places: readonly CodePlace[], code: string): CodePlace | undefined =>
  places.find((place) => place.code === code);

/** A clause that tells of an act, with the clause before it where that one names the site. */
type Told = { readonly clause: Clause; readonly site: Clause; readonly sites: readonly number[] };

/** Clauses that tell of a code and not of another: by words that only one of them has. */
function toldBy(note: ClauseText, place: CodePlace, other: CodePlace, words: CodeWords): Told[] {
  const own = words.of(place.code);
  const theirs = words.of(other.code);
  const tells = (clause: Clause): boolean => {
    const said = stemsOf(note.text, clause.start, clause.end).map((each) => each.stem);
    const ours = said.filter((stem) => own.has(stem) && !theirs.has(stem)).length;
    return ours >= said.filter((stem) => theirs.has(stem) && !own.has(stem)).length && ours > 0;
  };
  const clauses = [place.clause, ...place.told].filter(
    (clause): clause is Clause =>
      clause !== undefined && !['history', 'before', 'staff', 'heading'].includes(clause.kind) && tells(clause),
  );
  return clauses.flatMap((clause): Told[] => {
    const sites = sitesOf(wordsOf(note.text, clause));
    if (sites.length > 0) return [{ clause, site: clause, sites }];
    const before = note.clauses[note.clauses.indexOf(clause) - 1];
    const earlier = before === undefined || before.kind !== clause.kind ? [] : sitesOf(wordsOf(note.text, before));
    return before === undefined || earlier.length === 0 ? [] : [{ clause, site: before, sites: earlier }];
  });
}

/** The clause that tells of an act at a site of its own. */
function apart(
  note: ClauseText,
  part: CodePlace | undefined,
  whole: CodePlace | undefined,
  words: CodeWords,
): Range[] | undefined {
  if (part === undefined || whole === undefined) return undefined;
  const theirs = toldBy(note, whole, part, words);
  for (const own of toldBy(note, part, whole, words)) {
    const said = wordsOf(note.text, own.site);
    if (!note.isDone(own.clause.start)) continue;
    const others = theirs.filter((each) => each.clause !== own.clause && each.site !== own.site).flatMap((each) => each.sites);
    if (others.length === 0) continue;
    const elsewhere = own.sites.every((site) => !others.includes(site));
    if (!elsewhere && !APART.test(said)) continue;
    const act = ACT.exec(said);
    const end = act === null || act.index < 8 ? own.site.end - (said.endsWith('.') ? 1 : 0) : own.site.start + act.index;
    return [{ start: own.site.start, end: own.site.start + note.text.slice(own.site.start, end).trimEnd().length }];
  }
  return undefined;
}
