import type { Token } from '../1-text/tokens.ts';
import type { SectionKind } from '../1-text/headings.ts';
import { CONDITIONAL, DONE, FAMILY, firstFrom, PAST } from './assertion.ts';
import type { CalledOff } from './called-off.ts';
import type { NoteFindings } from './note.ts';

/** What a document is: a report that something was done, one that says that it was not, or another kind of document. */
export type ReadingKind = 'operative' | 'not-performed' | 'other';

/** How a document was read. Offsets are of the text that was read; `says` is what the words tell, in two or three words. */
export type Reading = {
  readonly kind: ReadingKind;
  /** The chance that something was done. */
  readonly chance: number;
  /** One or two plain sentences that say so; empty for operative documents. */
  readonly why: string;
  readonly evidence: readonly { readonly start: number; readonly end: number; readonly says: string }[];
};

type Sign = 'done' | 'other' | 'stop';
/** Where a cue counts: anywhere, at the start and in headings, or at the start alone, where a document has its title. */
type Place = 'any' | 'head' | 'title';
type CueGroup = { readonly name: string; readonly sign: Sign; readonly where: Place; readonly label: string };
/** A word of a wording; GAP stands for up to four others. */
type Wording = { readonly words: readonly string[]; readonly group: number };

/** The cues of knowledge/reading.tsv and their fitted weights. */
export type ReadingCues = {
  readonly groups: readonly CueGroup[];
  readonly features: readonly string[];
  readonly byFirst: ReadonlyMap<string, readonly Wording[]>;
  readonly weights: Float64Array;
  readonly threshold: number;
};

const GAP = '..';
const GAP_WORDS = 4;
/** A document says what it is at its start and in its headings. */
const HEAD = 160;
/** Documents say what they are long before this; cost must not grow without end. */
const READ = 24_000;

/** What is known of a document beside its cues: absolute, so that a weak best match stays weak. */
export type MatchStrength = {
  readonly named: boolean;
  /** How well the best line says the best code's wording. */
  readonly line: number;
  /** The best code's score over the whole note. */
  readonly overall: number;
};

const KINDS: readonly SectionKind[] = [
  'procedure',
  'postdx',
  'predx',
  'description',
  'anesthesia',
  'history',
  'plan',
  'findings',
  'staff',
  'specimens',
  'complications',
];
const STRENGTHS = ['named line', 'line match', 'overall match', 'length', 'told densely'];

/** Reads the table of cues and its weights; without weights every document counts as operative. */
export function parseReadingCues(table: string | undefined, weights: string | undefined): ReadingCues {
  const groups: CueGroup[] = [];
  const byFirst = new Map<string, Wording[]>();
  for (const line of (table ?? '').split(/\r?\n/)) {
    const [name = '', sign = '', where = '', label = '', wordings = ''] = line.split('\t');
    if (line.startsWith('#') || wordings === '') continue;
    const group = groups.push({ name, sign: sign as Sign, where: where as Place, label }) - 1;
    for (const wording of wordings.split('|')) {
      const words = wording.trim().split(/\s+/);
      const first = words[0] ?? '';
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words, group }]);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  const features = [
    'constant',
    ...groups.map((group) => group.name),
    ...KINDS.flatMap((kind) => [`${kind} there`, `${kind} share`]),
    ...STRENGTHS,
  ];
  const stored =
    weights === undefined ? undefined : (JSON.parse(weights) as { features: string[]; weights: number[]; threshold: number });
  const place = new Map(stored?.features.map((name, at) => [name, at]));
  return {
    groups,
    features,
    byFirst,
    weights: Float64Array.from(features, (name) => stored?.weights[place.get(name) ?? -1] ?? 0),
    threshold: stored?.threshold ?? 0,
  };
}

type Met = { readonly group: number; readonly start: number; readonly end: number };

/** Numbers in the order of `features`, and where each cue was met. */
export function readingFeatures(
  note: NoteFindings,
  strength: MatchStrength,
  cues: ReadingCues,
): { values: Float64Array; met: readonly Met[] } {
  const met = meetCues(note, cues);
  const values = new Float64Array(cues.features.length);
  values[0] = 1;
  const counts = new Int32Array(cues.groups.length);
  for (const { group } of met) counts[group] = (counts[group] ?? 0) + 1;
  for (let group = 0; group < counts.length; group++) values[1 + group] = Math.log1p(Math.min(7, counts[group] ?? 0));
  let at = 1 + cues.groups.length;
  for (const kind of KINDS) {
    const own = note.sections.filter((section) => section.kind === kind && section.end > section.contentStart + 1);
    const size = own.reduce((sum, section) => sum + section.end - section.contentStart, 0);
    values[at++] = own.length > 0 ? 1 : 0;
    values[at++] = size / Math.max(1, note.text.length);
  }
  values[at++] = strength.named ? 1 : 0;
  values[at++] = strength.line;
  values[at++] = Math.min(3, strength.overall / 20);
  values[at++] = Math.log1p(note.text.length / 300);
  values[at] = mostTogether(met, cues) / 4;
  return { values, met };
}

/** Code units of a paragraph that tells a procedure. */
const TOGETHER = 450;

/** The most kinds of deeds told in one stretch: a visit that holds a procedure tells them together, a history here and there. */
function mostTogether(met: readonly Met[], { groups }: ReadingCues): number {
  const deeds = met.filter(({ group }) => groups[group]?.sign === 'done' && groups[group]?.where === 'any');
  let most = 0;
  let from = 0;
  for (const { end } of deeds) {
    while ((deeds[from]?.start ?? 0) < end - TOGETHER) from++;
    const kinds = new Set<number>();
    for (let at = from; at < deeds.length && (deeds[at]?.end ?? 0) <= end; at++) kinds.add(deeds[at]?.group ?? -1);
    most = Math.max(most, kinds.size);
  }
  return most;
}

/** "Complications: none" denies complications, and tells of an operation. */
const NONE: ReadonlySet<string> = new Set(['no', 'none']);

function meetCues(note: NoteFindings, cues: ReadingCues): Met[] {
  const { words: tokens, assertions } = note;
  const labels = note.sections.flatMap(({ label, start, contentStart }) => (label === '' ? [] : [{ start, end: contentStart }]));
  const met: Met[] = [];
  let label = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.start > READ) break;
    while ((labels[label]?.end ?? Infinity) <= token.start) label++;
    const inTitle = token.start < HEAD;
    const inHead = inTitle || token.start >= (labels[label]?.start ?? Infinity);
    const wordings = cues.byFirst.get(token.word);
    if (wordings === undefined) continue;
    const taken = new Set<number>();
    for (const { words, group } of wordings) {
      const own = cues.groups[group];
      if (own === undefined || taken.has(group) || (own.where === 'head' ? !inHead : own.where === 'title' && !inTitle)) continue;
      const last = lastOf(words, tokens, at);
      if (last === undefined) continue;
      const end = tokens[last]?.end ?? token.end;
      if (own.sign === 'done' && !words.some((word) => NONE.has(word)) && (assertions[at] !== DONE || assertions[last] !== DONE))
        continue;
      taken.add(group);
      met.push({ group, start: token.start, end });
    }
  }
  return met;
}

/** Place of the last word of a wording that begins at `from`, or undefined where the text goes on otherwise. */
function lastOf(words: readonly string[], tokens: readonly Token[], from: number): number | undefined {
  let at = from;
  for (let place = 1; place < words.length; place++) {
    if (words[place] !== GAP) {
      at++;
      if (tokens[at]?.word !== words[place]) return undefined;
      continue;
    }
    const wanted = words[++place];
    const limit = at + 1 + GAP_WORDS;
    do at++;
    while (at <= limit && tokens[at]?.word !== wanted);
    if (at > limit) return undefined;
  }
  return at < tokens.length ? at : undefined;
}

function readingChance(values: Float64Array, { weights }: ReadingCues): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (weights[at] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

const SHOWN = 4;

/** Reads what a document is. Its evidence are the words that spoke most against an operation, in the order of the text. */
export function readDocument(note: NoteFindings, strength: MatchStrength, cues: ReadingCues): Reading {
  const { values, met } = readingFeatures(note, strength, cues);
  const chance = readingChance(values, cues);
  const off = calledOffBeforeIt(note, met, cues);
  if (off !== undefined)
    return {
      kind: 'not-performed',
      chance: Math.min(chance, CALLED_OFF),
      why: NOT_DONE,
      evidence: [{ start: off.start, end: off.end, says: 'called off' }],
    };
  if (chance >= cues.threshold) return { kind: 'operative', chance, why: '', evidence: [] };
  const pull = (group: number): number => (values[1 + group] ?? 0) * (cues.weights[1 + group] ?? 0);
  const against = cues.groups
    .map((group, at) => ({ ...group, at, pull: pull(at) }))
    .filter((group) => group.sign !== 'done' && group.pull < 0)
    .sort((a, b) => a.pull - b.pull || a.at - b.at);
  const headed = cues.groups.some((group, at) => HEADED.has(group.name) && (values[1 + at] ?? 0) > 0);
  const stopped = against.some((group) => group.sign === 'stop' && (group.name !== 'not done' || headed));
  const total = (sign: Sign): number => against.reduce((sum, group) => (group.sign === sign ? sum + group.pull : sum), 0);
  const kind = stopped && total('stop') < total('other') / 2 ? 'not-performed' : 'other';
  const shown =
    kind === 'not-performed'
      ? [...against.filter((group) => group.sign === 'stop'), ...against.filter((group) => group.sign === 'other')]
      : against;
  const evidence = shown.slice(0, SHOWN).flatMap((group) => {
    const own = met.filter((cue) => cue.group === group.at);
    const longest = own.reduce<Met | undefined>(
      (best, cue) => (best && best.end - best.start >= cue.end - cue.start ? best : cue),
      undefined,
    );
    const [says = ''] = group.label.split('. ');
    return longest === undefined
      ? []
      : [{ start: longest.start, end: TOLD.has(group.name) ? clauseEnd(note.text, longest.end) : longest.end, says }];
  });
  const distinct = evidence.filter(
    ({ start, end }, at) => !evidence.slice(0, at).some((before) => start < before.end && end > before.start),
  );
  distinct.sort((a, b) => a.start - b.start || a.end - b.end);
  return {
    kind,
    chance,
    why:
      kind === 'other' ? readsLike(against.filter((group) => DOCUMENT.test(group.label)).map((group) => group.label)) : NOT_DONE,
    evidence: distinct,
  };
}

/** What a document that says so in plain words leaves of the chance that something was done. */
const CALLED_OFF = 0.1;
/** Groups of cues that tell what the operator did, and those that tell how the patient was made ready for it. */
const DEEDS: ReadonlySet<string> = new Set(['opened', 'passed', 'closed', 'treated', 'studied']);
const READIED: ReadonlySet<string> = new Set(['prepared', 'anesthetized']);
/** Sections that tell neither of the operation nor of what became of it. */
const ASIDE: ReadonlySet<SectionKind> = new Set(['history', 'indications', 'planned', 'plan', 'predx', 'postdx', 'staff']);
/** A heading names what is done in the words of doing it; only a verb tells that it was done. */
const NAMES: ReadonlySet<SectionKind> = new Set([...ASIDE, 'procedure', 'anesthesia']);
const VERB = /\b(was|were)\b/;
const BESIDE = 12;

/** Where the note says that its case was called off, unless it tells that the operation had begun all the same. */
function calledOffBeforeIt(note: NoteFindings, met: readonly Met[], { groups }: ReadingCues): CalledOff | undefined {
  const kindAt = (place: number): SectionKind | undefined =>
    note.sections.find((section) => section.start <= place && place < section.end)?.kind;
  const found = note.calledOff.find(({ start, end, of, before }) => {
    const kind = kindAt(start) ?? 'other';
    const meant = note.assertions[firstFrom(note.words, start)] ?? DONE;
    if (ASIDE.has(kind) || meant === PAST || meant === FAMILY) return false;
    if (meant === CONDITIONAL && !HAPPENED.test(note.text.slice(start, end))) return false;
    return of === 'case' || before !== undefined || (kind === 'procedure' && note.allTakenBack);
  });
  if (found === undefined) return undefined;
  const given = found.before !== 'anesthesia';
  const told = new Set<number>();
  for (const { group, start, end } of met) {
    const name = groups[group]?.name ?? '';
    if (!DEEDS.has(name) && !(given && READIED.has(name))) continue;
    if (NAMES.has(kindAt(start) ?? 'other') && !VERB.test(note.text.slice(Math.max(0, start - BESIDE), end + BESIDE))) continue;
    if (note.calledOff.some((each) => each.start <= start && start < each.end)) continue;
    told.add(group);
  }
  return told.size > (given ? 0 : 1) ? undefined : found;
}
/** Of what is talked about, this was done about it. */
const HAPPENED = /\b(was|were|been)\b/;

/** A note with the headings of an operation that says "not done" speaks of that operation; a consult of something else. */
const HEADED: ReadonlySet<string> = new Set(['named', 'operated title']);

/** Of these the words that follow say what it is about: "I recommend laparoscopic cholecystectomy". */
const TOLD: ReadonlySet<string> = new Set(['advised', 'planned', 'canceled', 'put off', 'not done', 'not begun']);
const CLAUSE = /^[^.;:\n]{0,80}(?![a-z])/;

function clauseEnd(text: string, from: number): number {
  const rest = CLAUSE.exec(text.slice(from, from + 90))?.[0] ?? '';
  return from + rest.trimEnd().length;
}

const NOT_DONE = 'This reads like a procedure that was not performed.';

function readsLike(labels: readonly string[]): string {
  const label = labels.find((name) => name !== UNNAMED) ?? labels[0];
  if (label === undefined) return 'This does not read like a report of a procedure.';
  const [document, elsewhere = 'Nothing was done'] = label.split('. ');
  return `This reads like ${document}. ${elsewhere}.`;
}

/** Labels that name a kind of document; the last resort of them. */
const DOCUMENT = /^(an? |instructions)/;
const UNNAMED = 'a note without a procedure';
