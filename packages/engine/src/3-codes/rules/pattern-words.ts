import { ANY, NONE, NOT_THERE, opening, Pattern, Step, type Needs, type Places } from './pattern.ts';
import type { TextPlaces } from './text-places.ts';

/** Words by which a pattern says itself how what it looks for is meant: "previous bypass", "no stone was found". */
const OWN_READING =
  /\b(?:(?:no|not|without|previous|previously|prior|history|hx|status post|s\/p|planned|possible|future|denie[sd]|never|old|redo|years ago|if|unable|instead|rather|staged|cannot|could)(?![a-z])|defer|declin|abort|abandon|fail|unsuccessful|conver|attempt)/;
/** Shorter strings are in every text. */
const SHORTEST = 3;

/** A string. */
export class Literal extends Step {
  readonly string: string;
  readonly #number: number;
  readonly #first: number;

  /** @param number of the string among those that texts are asked for */
  constructor(string: string, number: number) {
    super(opening(string.charCodeAt(0)));
    this.string = string;
    this.#number = number;
    this.#first = string.charCodeAt(0);
  }

  override end({ text }: TextPlaces, at: number): number {
    return text.charCodeAt(at) === this.#first && text.startsWith(this.string, at) ? at + this.string.length : NOT_THERE;
  }

  override starts(text: TextPlaces): Places {
    return text.placesOf(this.#number);
  }

  override isPossible(text: TextPlaces): boolean {
    return this.string.length < SHORTEST || text.has(this.#number);
  }

  override endsAt({ text }: TextPlaces, place: number): boolean {
    return place >= this.string.length && text.startsWith(this.string, place - this.string.length);
  }

  override ownReading(): Pattern | undefined {
    return OWN_READING.test(this.string) ? this : undefined;
  }

  override needs(): Needs {
    return this.string.trim().length < SHORTEST ? [] : [[this.#number]];
  }
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => opening('0'.charCodeAt(0) + digit)).reduce((all, one) => all | one);

/** A digit of some. */
export class Digit extends Step {
  readonly from: number;
  readonly to: number;

  constructor(from: string, to: string) {
    super(DIGITS);
    this.from = from.charCodeAt(0);
    this.to = to.charCodeAt(0);
  }

  override end({ text }: TextPlaces, at: number): number {
    const code = text.charCodeAt(at);
    return code >= this.from && code <= this.to ? at + 1 : NOT_THERE;
  }

  override starts(text: TextPlaces): Places {
    return text.digits;
  }

  override isPossible(text: TextPlaces): boolean {
    return text.digits.length > 0;
  }
}

/** A full stop or a decimal point. */
export class Point extends Step {
  constructor() {
    super(opening('.'.charCodeAt(0)) | opening('·'.charCodeAt(0)));
  }

  override end({ text }: TextPlaces, at: number): number {
    const char = text.charAt(at);
    return char === '.' || char === '·' ? at + 1 : NOT_THERE;
  }

  override endsAt(text: TextPlaces, place: number): boolean {
    return this.end(text, place - 1) === place;
  }

  override starts(text: TextPlaces): Places {
    return text.points;
  }
}

/** Something about a place, which takes up no room. */
export class Condition extends Step {
  readonly holds: (text: TextPlaces, at: number) => boolean;
  /** As an expression would say it. */
  readonly said: string;

  constructor(said: string, holds: Condition['holds']) {
    super(ANY);
    this.said = said;
    this.holds = holds;
  }

  override end(text: TextPlaces, at: number): number {
    return this.holds(text, at) ? at : NOT_THERE;
  }

  override starts(): undefined {
    return undefined;
  }
}

const isWordAt = (text: string, at: number): boolean => isWordCode(text.charCodeAt(at));

/** Letters, digits and the underscore. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);

/** Where a word begins or ends. */
export const WORD_EDGE = new Condition('\\b', ({ text }, at) => isWordAt(text, at - 1) !== isWordAt(text, at));
/** Not within a number behind its decimal point. */
export const NO_DECIMAL = new Condition('(?<!·)', ({ text }, at) => text.charAt(at - 1) !== '·');
export const LINE_END = new Condition('$', ({ text }, at) => at === text.length || text.charAt(at) === '\n');

/** Not where something else ends. */
export class NotAfter extends Condition {
  readonly what: Pattern;

  constructor(what: Pattern) {
    super('', (text, at) => !what.endsAt(text, at));
    this.what = what;
  }
}

/** Not where something else begins. */
export class NotBefore extends Condition {
  readonly what: Pattern;

  constructor(what: Pattern) {
    super('', (text, at) => !what.begins(text, at));
    this.what = what;
  }
}

/** From the beginning of a line to its first letter, or less. */
export class LineStart extends Pattern {
  constructor() {
    super(ANY);
  }

  override ends({ text }: TextPlaces, at: number): Places {
    if (at > 0 && text.charAt(at - 1) !== '\n') return NONE;
    const ends = [at];
    for (let end = at; end < text.length && /[^a-z\n]/i.test(text.charAt(end)); end++) ends.push(end + 1);
    return ends;
  }

  override starts(text: TextPlaces): Places {
    return text.lineStarts;
  }
}

/** No word is longer: of what is, a run of letters without end, the rest is not looked through. */
const MOST_LETTERS = 200;

/** The rest of a word: at least so many of its characters. */
export class RestOfWord extends Pattern {
  readonly least: 0 | 1;

  constructor(least: 0 | 1) {
    super(ANY);
    this.least = least;
  }

  override ends({ text }: TextPlaces, at: number): Places {
    const ends = this.least === 0 ? [at] : [];
    for (let end = at; end < at + MOST_LETTERS && isWordAt(text, end); end++) ends.push(end + 1);
    return ends;
  }

  /** Where it may begin when something begins behind it at some places. */
  startsBefore({ text }: TextPlaces, places: Places): Places {
    const starts = new Set(places);
    for (const place of places)
      for (let at = place - 1; at >= place - MOST_LETTERS && isWordAt(text, at) && !starts.has(at); at--) starts.add(at);
    return [...starts];
  }

  override starts(): undefined {
    return undefined;
  }
}

/** Up to so many words that stand between, and what parts them. */
export class Gap extends Pattern {
  readonly words: number;
  /** The character that no gap goes beyond; empty when there is none. */
  readonly stop: '' | '.' | '\n';
  /** Whether it begins where a word may. */
  readonly beginning: boolean;

  constructor(words: number, stop: Gap['stop'], beginning: boolean) {
    super(ANY);
    this.words = words;
    this.stop = stop;
    this.beginning = beginning;
  }

  override ends(text: TextPlaces, at: number): Places {
    const ends: number[] = [];
    this.endsWhere(text, at, (end) => {
      ends.push(end);
      return false;
    });
    return ends;
  }

  override endsWhere({ text }: TextPlaces, at: number, then: (end: number) => boolean): boolean {
    if (this.beginning && then(at)) return true;
    let end = at;
    for (let words = this.beginning ? 1 : 0; words <= this.words; words++) {
      if (words > 0) {
        if (!isWordAt(text, end)) return false;
        while (isWordAt(text, end)) end++;
      }
      const parted = end;
      while (end < text.length && !isWordAt(text, end) && text.charAt(end) !== this.stop) if (then(++end)) return true;
      if (end === parted) return false;
    }
    return false;
  }

  /** Places among which are all where it may begin when something begins behind it at some places. */
  startsBefore({ text }: TextPlaces, places: Places): Places {
    const starts = new Set<number>(places);
    for (const place of places) {
      let at = place - 1;
      for (let words = 0; words <= this.words && at >= 0; words++) {
        while (at >= 0 && !isWordAt(text, at) && text.charAt(at) !== this.stop) starts.add(at--);
        for (let letter = 0; letter < MOST_LETTERS && isWordAt(text, at); letter++) starts.add(at--);
      }
    }
    return [...starts];
  }

  override starts(): undefined {
    return undefined;
  }
}
