import { addTo, type Bag, CHANNELS, HEADING, type NoteFindings } from './note.ts';

/** The ways of a flexible scope that one sitting may have both of: through the mouth, and through the anus or a stoma of the bowel. */
export type Way = 'upper' | 'lower';

/** Which stretches of a note tell of which way; what tells of neither is in no list. */
export type ScopeStretches = Readonly<Record<Way, readonly Stretch[]>>;

type Stretch = { readonly start: number; readonly end: number };

const UPPER_SCOPE =
  /\b(egd|ogd|esophagogastroduodenoscop\w*|oesophagogastroduodenoscop\w*|gastroscop\w*|o?esophagoscop\w*|panendoscop\w*|upper (gi )?(endoscop\w*|scope))\b/;
const LOWER_SCOPE = /\b(colonoscop\w*|c-?scope|sigmoidoscop\w*|flex(ible)? sig|proctosigmoidoscop\w*|ileocolonoscop\w*)\b/;

/** Scopes and what is seen through them. */
const UPPER =
  /\b(egd|ogd|\w*gastroduodenoscop\w*|gastroscop\w*|panendoscop\w*|upper (gi|endoscop\w*|scope)|o?esophag\w*|stomach|gastric|gastritis|antr(um|al)|pylor\w*|duoden\w*|fundus|fundal|cardia|hypopharynx|oropharynx|mouth|per os|bulb|barrett\w*|hiatal|d[12]|z-line|ge junction|gej|incisors|bite ?block|schatzki|h\.? ?pylori|clo ?test\w*)\b/g;
const LOWER =
  /\b(colonoscop\w*|c-?scope|\w*sigmoidoscop\w*|flex(ible)? sig|colon|colonic|cec(um|al)|caec(um|al)|ascending|transverse|descending|sigmoid|rect(um|al|osigmoid)|hepatic flexure|splenic flexure|ileocecal|terminal ileum|appendiceal|anus|anal|anorectal|hemorrhoid\w*|haemorrhoid\w*|diverticulosis|diverticula|colitis|tics)\b/g;

const SENTENCE = /[^.;\n]*(?:[.;\n]|$)/g;
/** Where a sentence that names both ways may turn from one to the other. */
const JOINT = /,|;|\(|\b(and|then|after|followed by|with)\b/g;

/** Sections that tell what was done, or name it. */
const TOLD = new Set(['procedure', 'description', 'findings', 'preamble', 'other', 'postdx', 'specimens']);

/**
 * Where a note of two endoscopies tells of each: what was biopsied in the stomach says nothing of the colon.
 * @returns undefined where fewer than two are told
 */
export function scopeStretches({ meant, sections }: Pick<NoteFindings, 'meant' | 'sections'>): ScopeStretches | undefined {
  const told = sections.filter(({ kind }) => TOLD.has(kind));
  const names = (scope: RegExp): boolean => told.some(({ start, end }) => scope.test(meant.slice(start, end)));
  if (!names(UPPER_SCOPE) || !names(LOWER_SCOPE)) return undefined;
  const stretches: Record<Way, Stretch[]> = { upper: [], lower: [] };
  for (const section of sections) {
    // A section without a word of either way is about both.
    let way: Way | undefined;
    for (const sentence of meant.slice(section.start, section.end).matchAll(SENTENCE)) {
      const from = section.start + sentence.index;
      let start = 0;
      for (const { at, way: named } of turnsOf(sentence[0])) {
        if (way !== undefined && at > start) stretches[way].push({ start: from + start, end: from + at });
        start = at;
        way = named;
      }
      if (way !== undefined) stretches[way].push({ start: from + start, end: from + sentence[0].length });
    }
  }
  return stretches;
}

/** From where on a sentence is about which way: from its beginning about the first that it names. */
function turnsOf(sentence: string): { readonly at: number; readonly way: Way }[] {
  const named = [
    ...[...sentence.matchAll(UPPER)].map(({ index }) => ({ index, way: 'upper' as const })),
    ...[...sentence.matchAll(LOWER)].map(({ index }) => ({ index, way: 'lower' as const })),
  ].sort((a, b) => a.index - b.index);
  return named.flatMap(({ index, way }, place) => {
    const before = named[place - 1];
    if (before === undefined) return [{ at: 0, way }];
    if (before.way === way) return [];
    const joint = [...sentence.slice(before.index, index).matchAll(JOINT)].at(-1);
    return [{ at: joint === undefined ? index : before.index + joint.index, way }];
  });
}

/** A note without what some stretches of it say; its lines and sections stay where they are. @param stretches in their order */
export function noteWithout(note: NoteFindings, stretches: readonly Stretch[]): NoteFindings {
  // A long note has thousands of stretches and words: each word is looked up, not searched for.
  const left = new Uint8Array(note.meant.length);
  for (const { start, end } of stretches) left.fill(1, start, end);
  const isLeft = (at: number): boolean => left[at] === 1;
  const blank = (text: string): string => {
    let result = '';
    let from = 0;
    for (const { start, end } of stretches) {
      result += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
      from = end;
    }
    return result + text.slice(from);
  };
  const channels: Bag[] = CHANNELS.map(() => new Map());
  const occurrences = note.occurrences.filter(({ token }) => !isLeft(token.start));
  for (const { term, weight, channel } of occurrences) addTo(channels[channel], term, weight);
  for (const { line, hits, tokens } of note.lines)
    for (const { term, from, weight } of hits)
      if (!isLeft(tokens[from]?.start ?? 0)) addTo(channels[HEADING], term, weight * line.weight);
  return { ...note, meant: blank(note.meant), said: blank(note.said), channels, occurrences };
}
