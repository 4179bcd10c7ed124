/** Strings that are looked for in texts, by number; each is held once. */
export class Strings {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];
  #buckets = new Int16Array(1 << 10);

  /** Takes a string that is not empty; answers its number, from 0. */
  add(string: string): number {
    const known = this.#numbers.get(string);
    if (known !== undefined) return known;
    const number = this.#strings.length;
    this.#numbers.set(string, number);
    this.#strings.push(string);
    if (number >= this.#buckets.length) {
      const larger = new Int16Array(2 * number);
      larger.set(this.#buckets);
      this.#buckets = larger;
    }
    this.#buckets[number] = string.length < OPENING ? NO_BUCKET : bucketAt(string, 0);
    return number;
  }

  /** @param number one that `add` answered */
  of(number: number): string {
    return this.#strings[number] ?? '';
  }

  /** What a text that has the string has at its place; none for strings shorter than three characters. */
  bucketOf(number: number): number {
    return this.#buckets[number] ?? NO_BUCKET;
  }

  get size(): number {
    return this.#strings.length;
  }
}

const NO_BUCKET = -1;
/** Characters by which a place is found. */
const OPENING = 3;
const MOST_BUCKETS = 1 << 15;
const LEAST_BUCKETS = 1 << 6;

/** A number below `MOST_BUCKETS` of the three characters from a place on. */
function bucketAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 31) | ((text.charCodeAt(at + 1) & 31) << 5) | ((text.charCodeAt(at + 2) & 31) << 10);
}

const NONE: readonly number[] = [];
const UNKNOWN = 0;
const ABSENT = 1;
const PRESENT = 2;

/** A text in lower case of which many strings are asked: where each stands is looked up, not searched for. */
export class TextPlaces {
  readonly text: string;
  readonly #strings: Strings;
  /** By bucket, the first place of it and 1, or 0; by place, the next one of its bucket and 1, or 0. */
  readonly #first: Int32Array | Uint16Array;
  readonly #next: Int32Array | Uint16Array;
  #present: Uint8Array;
  readonly #places = new Map<number, readonly number[]>();
  #digits: readonly number[] | undefined;
  #points: readonly number[] | undefined;
  #lineStarts: readonly number[] | undefined;
  /** What patterns found out about this text, each its own. */
  readonly found = new Map<object, unknown>();

  /** @param text in lower case */
  constructor(text: string, strings: Strings) {
    this.text = text;
    this.#strings = strings;
    this.#present = new Uint8Array(strings.size);
    const Places = text.length < 1 << 16 ? Uint16Array : Int32Array;
    this.#next = new Places(text.length);
    this.#first = new Places(Math.min(MOST_BUCKETS, 2 ** Math.ceil(Math.log2(2 * (text.length + LEAST_BUCKETS)))));
    const last = this.#first.length - 1;
    for (let at = text.length - OPENING; at >= 0; at--) {
      const bucket = bucketAt(text, at) & last;
      this.#next[at] = this.#first[bucket] ?? 0;
      this.#first[bucket] = at + 1;
    }
  }

  /** Whether a string stands anywhere. */
  has(number: number): boolean {
    if (number >= this.#present.length) this.#grow();
    if (this.#present[number] === UNKNOWN) this.#present[number] = this.#placeFrom(number, 0) < 0 ? ABSENT : PRESENT;
    return this.#present[number] === PRESENT;
  }

  /** Whether of each of some lists of strings one stands anywhere. @param needs the lists end to end, each behind its length */
  hasOfEach(needs: readonly number[]): boolean {
    for (let at = 0; at < needs.length;) {
      const end = at + 1 + (needs[at] ?? 0);
      let has = false;
      while (!has && ++at < end) has = this.has(needs[at] ?? 0);
      if (!has) return false;
      at = end;
    }
    return true;
  }

  /** Where a string begins, in order. */
  placesOf(number: number): readonly number[] {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    const places: number[] = [];
    if (this.has(number))
      for (let at = this.#placeFrom(number, 0); at >= 0; at = this.#placeFrom(number, at + 1)) places.push(at);
    const found = places.length === 0 ? NONE : places;
    this.#places.set(number, found);
    return found;
  }

  /** Where digits stand. */
  get digits(): readonly number[] {
    return (this.#digits ??= Array.from(this.text.matchAll(/\d/g), ({ index }) => index));
  }

  /** Where full stops and decimal points stand. */
  get points(): readonly number[] {
    return (this.#points ??= Array.from(this.text.matchAll(/[.·]/g), ({ index }) => index));
  }

  /** Where lines begin. */
  get lineStarts(): readonly number[] {
    if (this.#lineStarts !== undefined) return this.#lineStarts;
    const starts = [0];
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
    return (this.#lineStarts = starts);
  }

  /** The first place of a string from one of its places, or the beginning, on; -1 when there is none. */
  #placeFrom(number: number, from: number): number {
    const bucket = this.#strings.bucketOf(number);
    if (bucket === NO_BUCKET) return this.text.indexOf(this.#strings.of(number), from);
    let next = from === 0 ? (this.#first[bucket & (this.#first.length - 1)] ?? 0) : (this.#next[from - 1] ?? 0);
    if (next === 0) return -1;
    const string = this.#strings.of(number);
    // Many strings open alike: most places are told by one more character.
    const further = Math.min(string.length - 1, OPENING + 1);
    const char = string.charCodeAt(further);
    while (next !== 0 && !(this.text.charCodeAt(next - 1 + further) === char && this.text.startsWith(string, next - 1)))
      next = this.#next[next - 1] ?? 0;
    return next - 1;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#strings.size);
    larger.set(this.#present);
    this.#present = larger;
  }
}
