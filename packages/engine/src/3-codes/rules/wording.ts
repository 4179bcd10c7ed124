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
