import { SourceReader } from './source-reader.ts';

/**
 * Wordings: what knowledge looks for, written as words. docs/coding-knowledge.md teaches them; in short:
 *
 * - `a | b` either; `{a | b} c` either, then c; `(a)` may be missing, also inside a word: `polyp(s)`
 * - `biops*` a word that begins so, `*scopy` one that ends so, `*` any one word
 * - a blank is a blank or a hyphen; a hyphen may be missing too: `x-ray` is "x-ray", "x ray", "xray"
 * - `..5` up to five words of the same sentence, in a procedure line of the same line; `...` anything, `...50` up to fifty words
 * - `#` a digit, `{3-9}` one from three to nine
 * - `<not after no> a`, `a <not before graft>`; `<start>` and `<end>` of a line
 * - CAPITALS: a concept, the wordings that knowledge/concepts gives it
 */
export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digit'; readonly from: string; readonly to: string }
  | { readonly kind: 'more' | 'blank' | 'joint' | 'start' | 'end' }
  | { readonly kind: 'gap'; readonly words: number | undefined; readonly far: boolean }
  | { readonly kind: 'either' | 'optional' | 'after' | 'before'; readonly of: Alternatives }
  | { readonly kind: 'concept'; readonly name: string };
export type Alternatives = readonly (readonly Item[])[];

/** Says what a wording cannot be read by, in words for who wrote it. */
export class WordingError extends Error {}

const ITEM =
  /(?<gap>(?: |(?<=^|[{(|] ?|<not (?:after|before) ))\.\.(?<far>\.)?(?<words>\d+)?(?: |$))|(?<either>\{)|(?<digits>)(?<optional>\()|<not (?<side>after|before) |<(?<edge>start|end)>|(?<concept>[A-Z][A-Z0-9_]+)|(?<more>\*)|(?<blank> )|(?<joint>-)|(?<digit>#)|(?<text>[^\sA-Z*#(){}|<>-]+|[<>])/y;
const RANGE = /\{(\d)-(\d)\}/y;
const CLOSING = /[})]/;

/** @throws WordingError that says what stands where it cannot be read */
export function parseWording(source: string): Alternatives {
  const reader = new Reader(source.trim());
  const read = reader.alternatives();
  if (!reader.ended) reader.fail();
  return read;
}

class Reader extends SourceReader {
  fail(): never {
    throw new WordingError(`"${this.source}" cannot be read from "${this.source.slice(this.at, this.at + 20)}" on`);
  }

  alternatives(): Alternatives {
    const all = [this.#sequence()];
    while (this.source.startsWith(' | ', this.at)) {
      this.at += 3;
      all.push(this.#sequence());
    }
    return all;
  }

  #sequence(): Item[] {
    const items: Item[] = [];
    while (!this.ended) {
      if (this.source.startsWith(' | ', this.at) || CLOSING.test(this.source[this.at] ?? '')) break;
      if (this.#open > 0 && this.source[this.at] === '>') break;
      items.push(this.#item());
    }
    if (items.length === 0) this.fail();
    return items;
  }

  /** Brackets `<not ...>` that are open. */
  #open = 0;

  #item(): Item {
    RANGE.lastIndex = this.at;
    const range = RANGE.exec(this.source);
    if (range !== null) {
      this.at += range[0].length;
      return { kind: 'digit', from: range[1] ?? '', to: range[2] ?? '' };
    }
    ITEM.lastIndex = this.at;
    const groups = ITEM.exec(this.source)?.groups;
    if (groups === undefined) this.fail();
    this.at = ITEM.lastIndex;
    if (groups['gap'] !== undefined) {
      const words = groups['words'] === undefined ? (groups['far'] === undefined ? USUAL : undefined) : Number(groups['words']);
      return { kind: 'gap', words, far: groups['far'] !== undefined };
    }
    if (groups['either'] !== undefined) return { kind: 'either', of: this.#closed('}') };
    if (groups['optional'] !== undefined) return { kind: 'optional', of: this.#closed(')') };
    if (groups['side'] !== undefined) {
      this.#open++;
      const of = this.#closed('>');
      this.#open--;
      return { kind: groups['side'] === 'after' ? 'after' : 'before', of };
    }
    if (groups['edge'] !== undefined) return { kind: groups['edge'] === 'start' ? 'start' : 'end' };
    if (groups['concept'] !== undefined) return { kind: 'concept', name: groups['concept'] };
    if (groups['more'] !== undefined) return { kind: 'more' };
    if (groups['blank'] !== undefined) return { kind: 'blank' };
    if (groups['joint'] !== undefined) return { kind: 'joint' };
    if (groups['digit'] !== undefined) return { kind: 'digit', from: '0', to: '9' };
    return { kind: 'text', text: groups['text'] ?? '' };
  }

  #closed(bracket: string): Alternatives {
    const of = this.alternatives();
    if (this.source[this.at] !== bracket) this.fail();
    this.at++;
    return of;
  }
}

/** Words of a gap that does not say how many. */
const USUAL = 4;

/** Wordings by the name of their concept. */
export type Concepts = { readonly get: (name: string) => Alternatives | undefined };

/** The concepts of knowledge/concepts, each read when first asked for. */
export class ConceptTable implements Concepts {
  readonly #wordings: ReadonlyMap<string, string>;
  readonly #read = new Map<string, Alternatives>();

  /** @param rows name and wordings of each concept */
  constructor(rows: readonly (readonly string[])[]) {
    this.#wordings = new Map(rows.map(([name = '', wordings = '']) => [name, wordings]));
  }

  /** @throws WordingError where the wordings cannot be read */
  get(name: string): Alternatives | undefined {
    const known = this.#read.get(name);
    const wordings = this.#wordings.get(name);
    if (known !== undefined || wordings === undefined) return known;
    const read = parseWording(wordings);
    this.#read.set(name, read);
    return read;
  }
}

/**
 * The expression that is found where a wording stands in a text whose hyphens are blanks and whose decimal points are `·`.
 * @param lines whether a gap stays in its line rather than its sentence
 * @throws WordingError where a concept is unknown
 */
export function expressionOf(wording: Alternatives, concepts: Concepts, lines: boolean): string {
  return new Writer(concepts, lines).either(wording, 'open', 'open');
}

/** What stands beside an item: more of its word, what ends a word by itself, or what does not. */
type Side = 'word' | 'apart' | 'open';

class Writer {
  readonly #concepts: Concepts;
  readonly #lines: boolean;
  /** Concepts that are being written. */
  readonly #within = new Set<string>();

  constructor(concepts: Concepts, lines: boolean) {
    this.#concepts = concepts;
    this.#lines = lines;
  }

  either(alternatives: Alternatives, before: Side, after: Side): string {
    return alternatives.map((items) => this.#sequence(items, before, after)).join('|');
  }

  #sequence(items: readonly Item[], before: Side, after: Side): string {
    let written = '';
    for (let at = 0; at < items.length; at++) {
      const item = items[at];
      if (item === undefined) continue;
      const [from, to] = [sideOf(items[at - 1], before), sideOf(items[at + 1], after)];
      switch (item.kind) {
        case 'text':
          written += bounded(escaped(item.text), item.text[0], item.text.at(-1), from, to);
          break;
        case 'digit':
          written += bounded(`[${item.from}-${item.to}]`, item.from, item.to, from, to);
          break;
        case 'more':
          // At an edge nothing is asked of the rest of the word.
          if (items.length > 1 && ((at === 0 && before === 'open') || (at === items.length - 1 && after === 'open'))) break;
          written += from === 'word' || to === 'word' ? '\\w*' : '\\w+';
          break;
        case 'blank':
          written += ' ';
          break;
        case 'joint':
          written += ' ?';
          break;
        case 'start':
          written += '^[^a-z\\n]*';
          break;
        case 'end':
          written += '$';
          break;
        case 'gap':
          written += this.#gap(item, at === 0 || beginsWord(items, at - 1));
          break;
        case 'either':
          written += `(?:${this.either(item.of, from, to)})`;
          break;
        case 'concept':
          written += `(?:${this.#concept(item.name, from, to)})`;
          break;
        case 'after':
          if (items[at + 1]?.kind === 'blank') {
            written += `(?<!${item.of.map((one) => `${this.#sequence(one, 'open', 'apart')} `).join('|')})`;
            at++;
            if (before === 'open' && items[at + 1]?.kind !== 'more') written += '\\b';
          } else written += `(?<!${this.either(item.of, 'open', 'word')})`;
          break;
        case 'before':
          if (items[at - 1]?.kind === 'blank')
            written = `${written.slice(0, -1)}(?!${item.of.map((one) => ` ${this.#sequence(one, 'apart', 'open')}`).join('|')})`;
          else written += `(?!${this.either(item.of, 'word', 'open')})`;
          break;
        case 'optional':
          if (from !== 'word' && items[at - 1]?.kind === 'blank' && endsHere(items, at)) {
            written = `${written.slice(0, -1)}${to === 'open' ? '\\b' : ''}(?: ${this.#grouped(item.of, 'apart', to)})?`;
          } else if ((from !== 'word' || items[at - 1]?.kind === 'joint') && items[at + 1]?.kind === 'blank') {
            written += `${from === 'open' ? '\\b' : ''}(?:${this.#grouped(item.of, 'apart', 'apart')} )?`;
            at++;
          } else written += `(?:${this.either(item.of, from, 'word')})?${to === 'open' ? '\\b' : ''}`;
      }
    }
    return written;
  }

  #grouped(of: Alternatives, before: Side, after: Side): string {
    const inner = this.either(of, before, after);
    return of.length > 1 ? `(?:${inner})` : inner;
  }

  #gap({ words, far }: { readonly words: number | undefined; readonly far: boolean }, beginning: boolean): string {
    if (words === undefined) return '[^]*';
    const apart = `[^\\w${far ? '' : this.#lines ? '\\n' : '.'}]+`;
    const between = words === 0 ? '' : `(?:\\w+${apart}){0,${words}}`;
    return beginning ? between : apart + between;
  }

  #concept(name: string, before: Side, after: Side): string {
    if (this.#within.has(name)) throw new WordingError(`${name} is said by itself: its wordings must end in words`);
    this.#within.add(name);
    const written = this.either(this.#meaning(name), before, after);
    this.#within.delete(name);
    return written;
  }

  #meaning(name: string): Alternatives {
    const meaning = this.#concepts.get(name);
    if (meaning === undefined) throw new WordingError(`${name} is no concept: knowledge/concepts has no line for it`);
    return meaning;
  }
}

function sideOf(item: Item | undefined, edge: Side): Side {
  if (item === undefined) return edge;
  if (item.kind === 'blank' || (item.kind === 'gap' && item.words !== undefined)) return 'apart';
  return item.kind === 'start' || item.kind === 'end' || item.kind === 'gap' ? 'open' : 'word';
}

/** Whether a word may begin right behind an item that takes up no room: what is not before something stands behind a word. */
function beginsWord(items: readonly Item[], at: number): boolean {
  const kind = items[at]?.kind;
  return kind === 'start' || kind === 'after' || (kind === 'before' && at === 0);
}

/** Whether only what may be missing stands between a part that may be missing and the end, or a gap. */
function endsHere(items: readonly Item[], from: number): boolean {
  let at = from + 1;
  while (items[at]?.kind === 'blank' && items[at + 1]?.kind === 'optional') at += 2;
  const next = items[at]?.kind;
  return next === undefined || next === 'gap';
}

/** A word that ends where nothing says so by itself ends at its boundary; a number does not begin behind a decimal point. */
function bounded(own: string, first: string | undefined, last: string | undefined, from: Side, to: Side): string {
  const begins = from === 'open' && isLetter(first) ? (/\d/.test(first ?? '') ? NUMBER_BEGINS : '\\b') : '';
  return `${begins}${own}${to === 'open' && isLetter(last) ? '\\b' : ''}`;
}

const NUMBER_BEGINS = String.raw`\b(?<!·)`;

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}

function escaped(text: string): string {
  return text.replace(/[*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('.', '[.·]');
}
