/** Finds which of many strings a text contains, in one pass over it. */
export class LiteralIndex {
  readonly #literals: string[] = [];
  readonly #ids = new Map<string, number>();
  /** First string of each slot, by the first three characters of short strings and the first four of others; -1 is none. */
  #short = new Int32Array(0);
  #long = new Int32Array(0);
  /** The next string of the same slot. */
  #next = new Int32Array(0);

  /** Takes a string of at least three characters; answers its number. */
  add(literal: string): number {
    const known = this.#ids.get(literal);
    if (known !== undefined) return known;
    this.#literals.push(literal);
    this.#ids.set(literal, this.#literals.length - 1);
    return this.#literals.length - 1;
  }

  /** One byte for each string: 1 when the text contains it. */
  scan(text: string): Uint8Array {
    if (this.#next.length !== this.#literals.length) this.#chain();
    const found = new Uint8Array(this.#literals.length);
    let key = 0;
    for (let end = 0; end < text.length; end++) {
      key = ((key << 5) | (text.charCodeAt(end) & 31)) & FOUR;
      if (end >= 2) this.#tick(this.#short[key & THREE] ?? -1, text, end - 2, found);
      if (end >= 3) this.#tick(this.#long[longSlot(key)] ?? -1, text, end - 3, found);
    }
    return found;
  }

  #tick(first: number, text: string, at: number, found: Uint8Array): void {
    for (let id = first; id >= 0; id = this.#next[id] ?? -1)
      if (found[id] === 0 && text.startsWith(this.#literals[id] ?? '', at)) found[id] = 1;
  }

  #chain(): void {
    this.#short = new Int32Array(THREE + 1).fill(-1);
    this.#long = new Int32Array(LONG_SLOTS).fill(-1);
    this.#next = new Int32Array(this.#literals.length).fill(-1);
    this.#literals.forEach((literal, id) => {
      let key = 0;
      for (let at = 0; at < Math.min(4, literal.length); at++) key = (key << 5) | (literal.charCodeAt(at) & 31);
      const [heads, slot] = literal.length < 4 ? [this.#short, key] : [this.#long, longSlot(key)];
      this.#next[id] = heads[slot] ?? -1;
      heads[slot] = id;
    });
  }
}

/** Five bits of each character: letters stay apart, other characters may share a slot. */
const THREE = (1 << 15) - 1;
const FOUR = (1 << 20) - 1;
const LONG_SLOTS = 1 << 16;

/** Twenty bits in sixteen, so that the table stays in the processor's cache. */
function longSlot(key: number): number {
  return (key ^ (key >>> 13)) & (LONG_SLOTS - 1);
}
