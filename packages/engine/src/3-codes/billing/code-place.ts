import { regionOf, type Region } from '../../2-findings/billing/regions.ts';
import type { Clause, ClauseText, Range } from '../../2-findings/billing/clauses.ts';
import { wordsOf } from '../../2-findings/billing/clauses.ts';
import { ACTION } from '../../1-text/acts.ts';
import { stem } from '../../1-text/stem.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { tokenize } from '../../1-text/tokens.ts';
import type { CodeKnowledge } from '../catalogue/knowledge.ts';

/** Where a note tells of a code: the words that name it, and the stretch of the clause that is this code's alone. */
export type CodePlace = {
  readonly code: string;
  readonly anchor: Range | undefined;
  readonly scope: Range | undefined;
  readonly clause: Clause | undefined;
  /** Words of the narrative that tell of the same act. */
  readonly also: Range | undefined;
  /** Other procedure lines that name the same act: "right leg" and "left leg" on a line each. */
  readonly twins: readonly Clause[];
  /** Other clauses that tell of the same act, best first. */
  readonly told: readonly Clause[];
  readonly region: Region;
};

const PLAIN = new Set([
  'right',
  'left',
  'bilateral',
  'both',
  'procedure',
  'operation',
  'surgery',
  'performed',
  'patient',
  'each',
  'further',
  'additional',
]);

/** Words by their stem, weighed by how few codes use them. */
export class CodeWords {
  readonly #weights = new Map<string, number>();
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly #byCode: ReadonlyMap<string, CodeKnowledge>;

  constructor(codes: readonly CodeKnowledge[]) {
    this.#byCode = new Map(codes.map((entry) => [entry.code, entry]));
    const uses = new Map<string, number>();
    for (const entry of codes) for (const word of this.of(entry.code)) uses.set(word, (uses.get(word) ?? 0) + 1);
    for (const [word, times] of uses) this.#weights.set(word, Math.log((codes.length + 1) / times));
  }

  entry(code: string): CodeKnowledge | undefined {
    return this.#byCode.get(code);
  }

  /** Stems of everything that the knowledge says of a code. */
  of(code: string): ReadonlySet<string> {
    const known = this.#words.get(code);
    if (known !== undefined) return known;
    const entry = this.#byCode.get(code);
    const said =
      entry === undefined ? '' : [entry.sentence, ...entry.phrases, ...Object.values(entry.attributes).flat()].join(' ');
    const words = new Set(stemsOf(said).map((each) => each.stem));
    this.#words.set(code, words);
    return words;
  }

  weight(word: string): number {
    return this.#weights.get(word) ?? 0;
  }
}

/** Telling words of a stretch by their stems. */
export function stemsOf(text: string, from = 0, to = text.length): (Range & { stem: string })[] {
  return tokenize(text, from, to).flatMap(({ word, start, end }) =>
    word.length < 2 || STOP_WORDS.has(word) || PLAIN.has(word) || /^\d+$/.test(word) ? [] : [{ start, end, stem: stem(word) }],
  );
}

const WEIGHT: Readonly<Record<Clause['kind'], number>> = {
  heading: 1.6,
  body: 1,
  findings: 0.9,
  diagnosis: 0.4,
  before: 0.2,
  aside: 0.5,
  staff: 0.1,
  history: 0.15,
};
/** A procedure line counts as the place unless the narrative names the act much better. */
const HEADING_SHARE = 0.45;
const TOLD_SHARE = 0.3;
const TWIN_SHARE = 0.9;
/** Words further apart than this are not one name. */
const GAP = 45;

/** Finds where the note tells of each code; codes of one clause share it by the joints between their names. */
export function placesOf(
  note: ClauseText,
  codes: readonly string[],
  words: CodeWords,
  given: ReadonlyMap<string, readonly Range[]>,
): CodePlace[] {
  const stems = note.clauses.map((clause) => stemsOf(note.text, clause.start, clause.end));
  const places = codes.map((code): CodePlace => {
    const own = words.of(code);
    const entry = words.entry(code);
    const scored = note.clauses.map((clause, at) => {
      const hits = (stems[at] ?? []).filter((hit) => own.has(hit.stem));
      const best = densest(hits, words);
      const denied = best.range !== undefined && !note.isDone(best.range.start) ? 0.3 : 1;
      const marked = (given.get(code) ?? []).filter((range) => range.start >= clause.start && range.end <= clause.end);
      const whole = marked.some((range) => range.end - range.start > 0.6 * (clause.end - clause.start));
      const shown = whole ? 2 : marked.length > 0 ? 1.35 : 1;
      return { clause, ...best, score: best.score * WEIGHT[clause.kind] * denied * shown };
    });
    const sorted = scored.filter((each) => each.score > 0).sort((a, b) => b.score - a.score || a.clause.start - b.clause.start);
    const strongest = sorted[0]?.score ?? 0;
    const top = sorted.find((each) => each.clause.kind === 'heading' && each.score >= HEADING_SHARE * strongest) ?? sorted[0];
    const told = sorted.filter((each) => each.score >= TOLD_SHARE * strongest && each.clause !== top?.clause);
    const body = told.find((each) => each.clause.kind === 'body' || each.clause.kind === 'findings');
    const twins = sorted.filter(
      (each) =>
        each !== top && top?.clause.kind === 'heading' && each.clause.kind === 'heading' && each.score >= TWIN_SHARE * top.score,
    );
    const site = entry === undefined ? '' : [entry.sentence, ...(entry.attributes['site'] ?? [])].join(' ');
    return {
      code,
      anchor: top?.range,
      scope: top?.clause,
      clause: top?.clause,
      also: body?.range,
      twins: twins.map((each) => each.clause),
      told: told.slice(0, 6).map((each) => each.clause),
      region: regionOf(site),
    };
  });
  return places.map((place) => ({ ...place, scope: scopeOf(note.text, place, places) }));
}

function densest(hits: readonly (Range & { stem: string })[], words: CodeWords): { score: number; range: Range | undefined } {
  let best: { score: number; range: Range | undefined } = { score: 0, range: undefined };
  for (let from = 0; from < hits.length; from++) {
    const seen = new Set<string>();
    let score = 0;
    let end = hits[from]?.end ?? 0;
    for (let at = from; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || hit.start - end > GAP) break;
      if (!seen.has(hit.stem)) score += words.weight(hit.stem);
      seen.add(hit.stem);
      end = hit.end;
      if (score > best.score + 1e-9) best = { score, range: { start: hits[from]?.start ?? 0, end } };
    }
  }
  return best;
}

const JOINT = /,\s+(?:and\s+|with\s+)?|\s+and\s+|\s+with\s+|\s+plus\s+|\s*\/\s+|\s+including\s+|\s*\+\s*|\s+&\s+/gi;

/** The part of the clause that is a code's own: up to the joints that stand between its name and those of other codes. */
function scopeOf(text: string, place: CodePlace, all: readonly CodePlace[]): Range | undefined {
  const { anchor, clause } = place;
  if (anchor === undefined || clause === undefined) return clause;
  let { start, end } = clause;
  for (const other of all) {
    if (other === place || other.clause !== clause || other.anchor === undefined) continue;
    const { anchor: theirs } = other;
    if (theirs.end <= anchor.start) {
      const joints = [...text.slice(theirs.end, anchor.start).matchAll(JOINT)];
      const last = joints.at(-1);
      start = Math.max(start, last === undefined ? theirs.end : theirs.end + last.index + last[0].length);
    } else if (theirs.start >= anchor.end) {
      const joints = [...text.slice(anchor.end, theirs.start).matchAll(JOINT)];
      const last = joints.at(-1);
      end = Math.min(end, last === undefined ? theirs.start : anchor.end + last.index);
    }
  }
  return segmentOf(text, { start, end }, anchor);
}

/** Where the neighbors of the name's own segment name acts of their own, only that segment is the code's. */
function segmentOf(text: string, scope: Range, anchor: Range): Range {
  const joints = [...text.slice(scope.start, scope.end).matchAll(JOINT)].map((match) => ({
    start: scope.start + match.index,
    end: scope.start + match.index + match[0].length,
  }));
  const before = joints.filter((joint) => joint.end <= anchor.start).at(-1);
  const after = joints.find((joint) => joint.start >= anchor.end);
  const start = before !== undefined && ACTION.test(text.slice(scope.start, before.start)) ? before.end : scope.start;
  const end = after !== undefined && ACTION.test(text.slice(after.end, scope.end)) ? after.start : scope.end;
  return { start, end };
}

/** The words that name a code's act: in its procedure line, and where the narrative tells it. */
export function anchorWords(text: string, place: CodePlace): Range[] {
  return [place.anchor, place.also].flatMap((range) =>
    range === undefined || wordsOf(text, range).trim() === '' ? [] : [range],
  );
}
