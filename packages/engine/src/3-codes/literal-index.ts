/** Finds which of many strings a text contains, in one pass over it. */
export class LiteralIndex {
  readonly #literals: string[] = [];
  readonly #ids = new Map<string, number>();
  /** First string of each slot of three leading characters, and the next one of the same slot; -1 ends. */
  #heads = new Int32Array(0);
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
    const last = text.length - 3;
    for (let at = 0; at <= last; at++) {
      const slot = slotOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
      for (let id = this.#heads[slot] ?? -1; id >= 0; id = this.#next[id] ?? -1)
        if (found[id] === 0 && text.startsWith(this.#literals[id] ?? '', at)) found[id] = 1;
    }
    return found;
  }

  #chain(): void {
    this.#heads = new Int32Array(SLOTS).fill(-1);
    this.#next = new Int32Array(this.#literals.length).fill(-1);
    this.#literals.forEach((literal, id) => {
      const slot = slotOf(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2));
      this.#next[id] = this.#heads[slot] ?? -1;
      this.#heads[slot] = id;
    });
  }
}

const SLOTS = 1 << 15;

/** Five bits of each character: letters stay apart, other characters may share a slot. */
function slotOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}
