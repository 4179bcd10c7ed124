import { lowerBound } from '../../1-text/lower-bound.ts';
import { showsAct } from '../../1-text/lines.ts';
import { tokenize, type Token } from '../../1-text/tokens.ts';
import { PSEUDO_LINES, readNote, type NoteFindings, type NoteLine } from '../../2-findings/note.ts';
import type { MatchStrength } from '../../2-findings/reading.ts';
import { noteWithout, scopeStretches, type Way } from '../../2-findings/scopes.ts';
import { findCandidates, type Candidates } from './candidates.ts';
import { ownersOf, type CodeDocument } from '../catalogue/code-index.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { titleCore } from '../catalogue/title-core.ts';
import { ConventionCheck } from '../rules/conventions.ts';
import { describeCandidates, type FeatureMatrix } from './features.ts';
import { likenessTo } from './likeness.ts';
import { viewNote, type NoteView, type Reading } from './note-view.ts';

/** Everything found about one note before any fitted weight comes in. */
export type Analysis = {
  readonly note: NoteFindings;
  readonly view: NoteView;
  readonly candidates: Candidates;
  readonly matrix: FeatureMatrix;
  /** What is read for a code: the note, or of a note of two endoscopies the part that tells of its own. */
  readonly readingOf: (id: number) => Reading;
};

/** Reads a note with what the knowledge tells about its lines. */
export const readKnowing = (text: string, space: CodeSpace): NoteFindings =>
  readNote(text, space.lexicon, {
    densest: (lines, folded) => densestLines(lines, folded, space),
    names: (line) => space.matcher.match(line).f.some((f) => f >= LEAST_NAMED),
    has: (line) => ownersOf(line.tokens, space.lexicon, space.index).length > 0,
    coreOf: (line) => titleCore(line, space.lexicon, space.index),
    leavesOpen: (line) => leavesOpen(line, space),
  });

/** Reads a note and describes its candidate codes. */
export function analyze(text: string, space: CodeSpace): Analysis {
  const note = readKnowing(text, space);
  const view = viewNote(note, space.lexicon.size, space.measuredSites);
  const check = new ConventionCheck(space.conventions, view.texts);
  const told = toldCodes(check, space, note.listed);
  const likeness = likenessTo(note, space);
  const found = findCandidates(note, space, told, likeness);
  const candidates = isReadable(note, found, told.length > 0, space) ? found : { ...found, ids: [] };
  const readingOf = readingsByWay({ note, view, check }, space);
  return { note, view, candidates, matrix: describeCandidates(candidates, space, likeness, readingOf), readingOf };
}

/** Of a note of two endoscopies, what it says of each: a code of one is held to its own part of the note. */
function readingsByWay(whole: Reading, space: CodeSpace): (id: number) => Reading {
  const stretches = scopeStretches(whole.note);
  if (stretches === undefined) return () => whole;
  const readingWithout = (other: Way): Reading => {
    const note = noteWithout(whole.note, stretches[other]);
    const view = viewNote(note, space.lexicon.size, space.measuredSites);
    return { note, view, check: new ConventionCheck(space.conventions, view.texts) };
  };
  const readings: Readonly<Record<Way, Reading>> = { upper: readingWithout('lower'), lower: readingWithout('upper') };
  return (id) => {
    const way = wayOf(space.index.documents[id]);
    return way === undefined ? whole : readings[way];
  };
}

const SITES: Readonly<Record<Way, ReadonlySet<string>>> = {
  upper: new Set(['esophagus', 'stomach', 'duodenum']),
  lower: new Set(['colon', 'rectum', 'sigmoid colon']),
};

/** Which way the scope of a code goes; undefined for what is no endoscopy of the bowel. */
function wayOf(code: CodeDocument | undefined): Way | undefined {
  const { approach = [], site = [] } = code?.knowledge?.attributes ?? {};
  if (!approach.includes('endoscopic')) return undefined;
  return (['upper', 'lower'] as const).find((way) => site.some((value) => SITES[way].has(value)));
}

/** How strongly a note resembles what any code stands for; absolute, where the features of candidates compare. */
export function matchStrength({ note, candidates }: Analysis): MatchStrength {
  return {
    named: !note.pseudo,
    line: candidates.byLines.lineBest.reduce((most, value) => Math.max(most, value), 0),
    overall: candidates.ids.reduce((most, id) => Math.max(most, candidates.overall[id] ?? 0), 0),
  };
}

/**
 * Codes whose act the narrative tells. Below a heading for procedures a code's own wordings are tried for add-ons alone, which headings
 * leave out; a title names one procedure at most, and nothing may.
 */
function toldCodes(check: ConventionCheck, { tellers }: CodeSpace, listed: boolean): number[] {
  return check.foundAmong(listed ? tellers.beside : tellers.all).flatMap((rule) => tellers.codes.get(rule) ?? []);
}

/** How well a line without any word of an act has to meet some code's wording to name one. */
const LEAST_NAMED = 0.6;

/**
 * Whether a line leaves open what was done: it names nothing that is known, or a look through a way that was made for more. The name of an
 * endoscopy stands for whatever was done through it.
 */
function leavesOpen(line: NoteLine, { matcher, index }: CodeSpace): boolean {
  const { codes, f } = matcher.match(line);
  const best = f.reduce((most, value) => Math.max(most, value), 0);
  return best < LEAST_MEANT || codes.every((id, entry) => (f[entry] ?? 0) < best * NEARLY || isLook(index.documents[id]));
}
/** A line that resembles nothing more than so names nothing that is known. */
const LEAST_MEANT = 0.45;
const NEARLY = 0.97;
const WAYS = new Set(['open', 'laparoscopic', 'thoracoscopic', 'arthroscopic']);

function isLook(code: CodeDocument | undefined): boolean {
  const { scope = [], approach = [] } = code?.knowledge?.attributes ?? {};
  return scope.includes('diagnostic') && approach.some((way) => WAYS.has(way));
}

/** Code units. */
const SAMPLE = 1500;
const LEAST_KNOWN = 0.45;
const LEAST_MATCH = 0.25;
/** Of so few words each counts: "OCT, Eylea OD". */
const FEW_WORDS = 5;
const LEAST_KNOWN_OF_FEW = 0.6;
/** Words that few codes share, and how many of them make a clinical text. */
const RARE = 3.5;
const LEAST_CLINICAL = 8;

/** The words of the beginning; only the last one before its end, which may be cut, is read anew. */
function sampleOf({ text, words }: NoteFindings): Token[] {
  const whole = Math.max(0, lowerBound(words.length, (at) => (words[at]?.end ?? 0) < SAMPLE) - 1);
  return [...words.slice(0, whole), ...tokenize(text.slice(0, SAMPLE), words[whole]?.start)];
}

function isNumber(word: string): boolean {
  return word.charCodeAt(0) <= 57;
}

/** Whether a place lies in the words of a heading, which are in every note. */
function isLabel({ sections }: NoteFindings, at: number): boolean {
  return sections.some(({ start, contentStart }) => start <= at && at < contentStart);
}

/** Foreign, garbled or unrelated text gets no suggestions: too few words are known, or nothing resembles or tells any procedure. */
function isReadable(note: NoteFindings, found: Candidates, told: boolean, { lexicon, index: { idf } }: CodeSpace): boolean {
  const said = sampleOf(note).filter(({ word, start }) => !isNumber(word) && !isLabel(note, start));
  if (said.length === 0) return false;
  const words = said.filter(({ word }) => word.length > 1);
  const known = words.filter((token) => lexicon.knows(token.word)).length / words.length;
  const isNamed =
    (least: number) =>
    (f: number, at: number): boolean => {
      const line = note.lines[at]?.line;
      return f >= LEAST_NAMED || (f >= least && line !== undefined && showsAct(note.meant.slice(line.start, line.end)));
    };
  if (words.length <= FEW_WORDS)
    return found.byLines.lineBest.some(isNamed(known >= LEAST_KNOWN_OF_FEW ? LEAST_MEANT : LEAST_NAMED));
  if (known < LEAST_KNOWN) return false;
  if (told || found.byLines.lineBest.some(isNamed(LEAST_MATCH))) return true;
  let clinical = 0;
  const terms = new Set(note.occurrences.filter((entry) => entry.weight === 1).map((entry) => entry.term));
  for (const term of terms) if ((idf[term] ?? 0) >= RARE) clinical++;
  return clinical >= LEAST_CLINICAL;
}

/** Sentences about closing, draping and numbing are in every note and name no procedure. */
const ROUTINE =
  /\b(closed|closure|sutur\w*|prepped|draped|an(a)?esthe\w*|hemostasis|tourniquet|sponge|tolerat\w*|vicryl|nylon|prolene|monocryl|staples|lidocaine|marcaine|irrigat\w*|dressing\w*|follow|recommend\w*|steri)\b/i;

/** Of the sentences of a note without heading, those that say most of some code's wording. */
function densestLines(lines: readonly NoteLine[], text: string, { index, matcher }: CodeSpace): readonly NoteLine[] {
  const rated = lines.flatMap((line, place) => {
    const { f, wording, wordingCover, lineCover } = matcher.match(line);
    const sentence = text.slice(line.line.start, line.line.end);
    if (!showsAct(sentence) && !f.some((value) => value >= LEAST_NAMED)) return [];
    let best = 0;
    for (let entry = 0; entry < wording.length; entry++) {
      const mass = Math.min(20, index.wordingMasses[wording[entry] ?? 0] ?? 0);
      best = Math.max(best, (wordingCover[entry] ?? 0) * mass * (0.5 + (lineCover[entry] ?? 0)));
    }
    return [{ line, place, value: best * (ROUTINE.test(sentence) ? 0.4 : 1) }];
  });
  rated.sort((a, b) => b.value - a.value || a.place - b.place);
  return rated.slice(0, PSEUDO_LINES).map((entry) => entry.line);
}
