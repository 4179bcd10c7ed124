import { rowsOf } from '../src/3-codes/rules/conventions.ts';
import { parseWording, type Alternatives, type Item } from '../src/3-codes/rules/wording.ts';
import type { Knowledge } from '../src/index.ts';
import { readGoldNotes } from './gold-set.ts';

/** A concept of the knowledge as a note would say it: the first of its wordings that names a thing. */
export type SpokenConcept = { readonly name: string; readonly words: string };

/** Concepts that are said by a verb, a number or a whole clause name no thing that can be denied or planned. */
const NO_NAME =
  /\b(?:was|were|is|are|be|been|to|not|no|without|with|and|or|of|at|by|in|on|then|than|due|for|into)\b|[^a-z -]|^.{0,3}$|\b[ivx]+\b/;
const VERB = /(?:ed|ing|cut|sewn|taken|ly|s\b.* (?:out|off))$/;
/** What says itself that it is of the past is no example of anything else. */
const PAST = /\b(?:old|previous|prior|remote)\b/;
const MOST_WORDS = 3;

/** Every concept of knowledge/concepts that has a name, and the names of the others. */
export function spokenConcepts(knowledge: Knowledge): { readonly said: SpokenConcept[]; readonly unsaid: string[] } {
  const rows = rowsOf(knowledge.files, 'concepts/');
  const speaker = new Speaker(new Map(rows.map(([name = '', wordings = '']) => [name, wordings])), wordsOf(knowledge));
  const said: SpokenConcept[] = [];
  const unsaid: string[] = [];
  for (const [name = ''] of rows) {
    const words = speaker.names(name).find((each) => isName(each));
    if (words === undefined) unsaid.push(name);
    else said.push({ name, words });
  }
  return { said, unsaid };
}

function isName(words: string): boolean {
  return !NO_NAME.test(words) && !VERB.test(words) && !PAST.test(words) && words.split(' ').length <= MOST_WORDS;
}

/** The words that we say of codes and that gold notes have, the most usual first. */
function wordsOf({ codes }: Knowledge): string[] {
  const counts = new Map<string, number>();
  const texts = [...codes.flatMap(({ sentence, phrases }) => [sentence, ...phrases]), ...readGoldNotes().map(({ text }) => text)];
  for (const text of texts)
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([word]) => !VERB.test(word))
    .sort(([a, often], [b, other]) => other - often || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** Says wordings: what may be missing is left out, of several the first is taken, and a word's end is the usual one. */
class Speaker {
  readonly #wordings: ReadonlyMap<string, string>;
  readonly #words: readonly string[];
  readonly #names = new Map<string, readonly string[]>();
  readonly #within = new Set<string>();

  constructor(wordings: ReadonlyMap<string, string>, words: readonly string[]) {
    this.#wordings = wordings;
    this.#words = words;
  }

  names(concept: string): readonly string[] {
    const known = this.#names.get(concept);
    if (known !== undefined || this.#within.has(concept)) return known ?? [];
    this.#within.add(concept);
    const said = this.#said(parseWording(this.#wordings.get(concept) ?? ''));
    this.#within.delete(concept);
    this.#names.set(concept, said);
    return said;
  }

  #said(alternatives: Alternatives): string[] {
    return alternatives.flatMap((items) => {
      const raw = items.map((item) => this.#part(item)).join('');
      const words = raw.replaceAll(/\s+/g, ' ').trim().split(' ');
      const whole = words.map((word) => (word.includes('*') ? this.#completed(word) : word));
      return whole.includes(undefined) || raw.trim() === '' ? [] : [whole.join(' ')];
    });
  }

  #part(item: Item): string {
    switch (item.kind) {
      case 'text':
        return item.text;
      case 'digit':
        return item.to;
      case 'more':
        return '*';
      case 'joint':
        return '-';
      case 'blank':
      case 'gap':
        return ' ';
      case 'either':
        return this.#said(item.of)[0] ?? '*';
      case 'concept':
        return this.names(item.name)[0] ?? '*';
      default:
        return '';
    }
  }

  /** The word that is most often written so. */
  #completed(word: string): string | undefined {
    const parts = word.split('*').map((part) => part.toLowerCase().replaceAll('-', ''));
    if (parts.join('').length < 3) return undefined;
    const [first = '', last = ''] = [parts[0], parts.at(-1)];
    const middle = parts.slice(1, -1).join('');
    return this.#words.find((known) => known.startsWith(first) && known.endsWith(last) && known.includes(middle));
  }
}
