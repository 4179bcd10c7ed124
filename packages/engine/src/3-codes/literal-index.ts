/**
 * Tells which of many strings a text may contain, in one pass over it. Never denies a string that is there; may affirm one that
 * is not, since only the first characters are compared, and of these the last five bits.
 */
export class LiteralIndex {
  readonly #ids = new Map<string, number>();
  /** A tree of the strings: 32 children a node, 0 is none; the root is node 0. */
  #children = new Int32Array(1 << 16);
  #nodes = 1;
  /** By node, the number of a string that ends there, from 1. */
  #endsAt = new Int32Array(1 << 11);
  /** By string, the string that ends at the same node; itself when it is the first. */
  readonly #sameAs: number[] = [];

  /** Takes a string; answers its number. */
  add(literal: string): number {
    const known = this.#ids.get(literal);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(literal, id);
    let node = 0;
    for (let at = 0; at < Math.min(MOST_COMPARED, literal.length); at++) node = this.#childOf(node, literal.charCodeAt(at) & 31);
    const first = (this.#endsAt[node] ?? 0) - 1;
    if (first < 0) this.#endsAt[node] = id + 1;
    this.#sameAs.push(first < 0 ? id : first);
    return id;
  }

  /** Of each string taken so far, 1 when the text may contain it, else 0. */
  scan(text: string): LiteralsPresent {
    const found = new Uint8Array(this.#ids.size);
    const [children, endsAt] = [this.#children, this.#endsAt];
    const { length } = text;
    for (let from = 0; from < length; from++) {
      let node = 0;
      for (let at = from; at < length; at++) {
        node = children[(node << 5) | (text.charCodeAt(at) & 31)] ?? 0;
        if (node === 0) break;
        const id = endsAt[node] ?? 0;
        if (id > 0) found[id - 1] = 1;
      }
    }
    this.#sameAs.forEach((first, id) => (found[id] = found[first] ?? 0));
    return found;
  }

  #childOf(node: number, symbol: number): number {
    const place = (node << 5) | symbol;
    const known = this.#children[place] ?? 0;
    if (known !== 0) return known;
    const child = this.#nodes++;
    if (child >= this.#endsAt.length) {
      this.#children = doubled(this.#children);
      this.#endsAt = doubled(this.#endsAt);
    }
    this.#children[place] = child;
    return child;
  }
}

/** By number of the string; strings that the index took only after the scan are undefined, and may always be there. */
export type LiteralsPresent = Uint8Array;

const MOST_COMPARED = 8;

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
