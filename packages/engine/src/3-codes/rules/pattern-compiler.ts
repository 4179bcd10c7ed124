import { Either, FarApart, Optional, Sequence, Shared } from './pattern-parts.ts';
import {
  Digit,
  Gap,
  LINE_END,
  LineStart,
  Literal,
  NO_DECIMAL,
  NotAfter,
  NotBefore,
  Point,
  RestOfWord,
  WORD_EDGE,
} from './pattern-words.ts';
import type { Pattern } from './pattern.ts';
import type { Strings } from './text-places.ts';
import { WordingError, type Alternatives, type Concepts, type Item } from './wording.ts';

/** What stands beside an item: more of its word, what ends a word by itself, or what does not. */
type Side = 'word' | 'apart' | 'open';
/** What a sequence is made of before strings that stand beside each other are one. */
type Piece = string | Pattern | typeof ANYTHING;

const ANYTHING = Symbol('anything');

/** Makes patterns of wordings, for texts whose hyphens are blanks and whose decimal points are `·`. */
export class PatternCompiler {
  readonly #concepts: Concepts;
  readonly #strings: Strings;
  /** Concepts by name, what stands beside them, and whether a gap stays in its line. */
  readonly #shared = new Map<string, Pattern>();
  /** Strings, words, gaps and digits, most of which stand in many wordings, by how they are written: strings have no capitals. */
  readonly #known = new Map<string, Pattern>();
  /** Concepts that are being read. */
  readonly #within = new Set<string>();

  constructor(concepts: Concepts, strings: Strings) {
    this.#concepts = concepts;
    this.#strings = strings;
  }

  /**
   * The pattern that is found where a wording stands.
   * @param lines whether a gap stays in its line rather than its sentence
   * @throws WordingError where a concept is unknown
   */
  patternOf(wording: Alternatives, lines: boolean): Pattern {
    try {
      return this.#either(wording, 'open', 'open', lines);
    } finally {
      this.#within.clear();
    }
  }

  #either(alternatives: Alternatives, before: Side, after: Side, lines: boolean): Pattern {
    return Either.of(alternatives.map((items) => this.#joined(this.#sequence(items, before, after, lines))));
  }

  #once(written: string, make: () => Pattern): Pattern {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const made = make();
    this.#known.set(written, made);
    return made;
  }

  #literal(string: string): Pattern {
    return this.#once(string, () => new Literal(string, this.#strings.add(string)));
  }

  #joined(pieces: readonly Piece[]): Pattern {
    const word = wordOf(pieces);
    return word === undefined ? this.#sequenceOf(pieces) : this.#once(word, () => this.#sequenceOf(pieces));
  }

  /** Strings that stand beside each other are one. */
  #sequenceOf(pieces: readonly Piece[]): Pattern {
    const parts: Pattern[][] = [[]];
    let string = '';
    const endString = (): void => {
      if (string !== '') parts.at(-1)?.push(this.#literal(string));
      string = '';
    };
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        string += piece;
        continue;
      }
      endString();
      if (piece === ANYTHING) parts.push([]);
      else parts.at(-1)?.push(piece);
    }
    endString();
    return parts.length === 1 ? Sequence.of(parts[0] ?? []) : new FarApart(parts.map((items) => Sequence.of(items)));
  }

  #sequence(items: readonly Item[], before: Side, after: Side, lines: boolean): Piece[] {
    const pieces: Piece[] = [];
    /** A blank that the pieces end with belongs to what comes. */
    const takeBlank = (): void => {
      if (pieces.at(-1) === ' ') pieces.pop();
    };
    for (let at = 0; at < items.length; at++) {
      const item = items[at];
      if (item === undefined) continue;
      const [from, to] = [sideOf(items[at - 1], before), sideOf(items[at + 1], after)];
      switch (item.kind) {
        case 'text':
          pieces.push(...bounded(spelled(item.text), item.text[0], item.text.at(-1), from, to));
          break;
        case 'digit':
          pieces.push(...bounded([this.#digit(item)], item.from, item.to, from, to));
          break;
        case 'more':
          // At an edge nothing is asked of the rest of the word.
          if (items.length > 1 && ((at === 0 && before === 'open') || (at === items.length - 1 && after === 'open'))) break;
          pieces.push(from === 'word' || to === 'word' ? REST_OF_WORD : A_WORD);
          break;
        case 'blank':
          pieces.push(' ');
          break;
        case 'joint':
          pieces.push(this.#once('JOINT', () => new Optional(this.#literal(' '))));
          break;
        case 'start':
          pieces.push(new LineStart());
          break;
        case 'end':
          pieces.push(LINE_END);
          break;
        case 'gap':
          pieces.push(this.#gap(item, at === 0 || beginsWord(items, at - 1), lines));
          break;
        case 'either':
          pieces.push(this.#either(item.of, from, to, lines));
          break;
        case 'concept':
          pieces.push(this.#concept(item.name, from, to, lines));
          break;
        case 'after':
          if (items[at + 1]?.kind === 'blank') {
            pieces.push(new NotAfter(this.#around(item.of, 'open', 'apart', lines, '', ' ')));
            at++;
            if (before === 'open' && items[at + 1]?.kind !== 'more') pieces.push(WORD_EDGE);
          } else pieces.push(new NotAfter(this.#either(item.of, 'open', 'word', lines)));
          break;
        case 'before':
          if (items[at - 1]?.kind === 'blank') {
            takeBlank();
            pieces.push(new NotBefore(this.#around(item.of, 'apart', 'open', lines, ' ', '')));
          } else pieces.push(new NotBefore(this.#either(item.of, 'word', 'open', lines)));
          break;
        case 'optional':
          if (from !== 'word' && items[at - 1]?.kind === 'blank' && endsHere(items, at)) {
            takeBlank();
            if (to === 'open') pieces.push(WORD_EDGE);
            pieces.push(new Optional(this.#around(item.of, 'apart', to, lines, ' ', '')));
          } else if ((from !== 'word' || items[at - 1]?.kind === 'joint') && items[at + 1]?.kind === 'blank') {
            if (from === 'open') pieces.push(WORD_EDGE);
            pieces.push(new Optional(this.#around(item.of, 'apart', 'apart', lines, '', ' ')));
            at++;
          } else {
            pieces.push(new Optional(this.#either(item.of, from, 'word', lines)));
            if (to === 'open') pieces.push(WORD_EDGE);
          }
      }
    }
    return pieces;
  }

  /** Alternatives, each with something before and behind it. */
  #around(of: Alternatives, from: Side, to: Side, lines: boolean, before: string, behind: string): Pattern {
    return Either.of(
      of.map((one) => this.#joined([before, ...this.#sequence(one, from, to, lines), behind].filter((piece) => piece !== ''))),
    );
  }

  #digit({ from, to }: Extract<Item, { kind: 'digit' }>): Pattern {
    return this.#once(`DIGIT${from}${to}`, () => new Digit(from, to));
  }

  #gap({ words, far }: Extract<Item, { kind: 'gap' }>, beginning: boolean, lines: boolean): Piece {
    if (words === undefined) return ANYTHING;
    const stop = far ? '' : lines ? '\n' : '.';
    return this.#once(`GAP${words}${stop}${beginning}`, () => new Gap(words, stop, beginning));
  }

  #concept(name: string, before: Side, after: Side, lines: boolean): Pattern {
    const key = `${name} ${before} ${after} ${lines}`;
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#within.has(name)) throw new WordingError(`${name} is said by itself: its wordings must end in words`);
    const meaning = this.#concepts.get(name);
    if (meaning === undefined) throw new WordingError(`${name} is no concept: knowledge/concepts has no line for it`);
    this.#within.add(name);
    const made = new Shared(this.#either(meaning, before, after, lines));
    this.#within.delete(name);
    this.#shared.set(key, made);
    return made;
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
function bounded(own: readonly Piece[], first: string | undefined, last: string | undefined, from: Side, to: Side): Piece[] {
  const begins = from === 'open' && isLetter(first) ? (/\d/.test(first ?? '') ? [WORD_EDGE, NO_DECIMAL] : [WORD_EDGE]) : [];
  return [...begins, ...own, ...(to === 'open' && isLetter(last) ? [WORD_EDGE] : [])];
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}

/** Points of a wording are found as decimal points too. */
function spelled(text: string): Piece[] {
  return text.split(/(\.)/).flatMap((part) => (part === '' ? [] : [part === '.' ? POINT : part]));
}

const POINT = new Point();
const REST_OF_WORD = new RestOfWord(0);
const A_WORD = new RestOfWord(1);

/** How a sequence of nothing but strings, which have no capitals, and their edges is written. */
function wordOf(pieces: readonly Piece[]): string | undefined {
  let word = '';
  for (const piece of pieces) {
    if (piece === WORD_EDGE) word += 'EDGE';
    else if (piece === NO_DECIMAL) word += 'WHOLE';
    else if (typeof piece === 'string') word += piece;
    else return undefined;
  }
  return word;
}
