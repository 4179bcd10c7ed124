/**
 * Tells which of many strings a text may contain, in one pass over it. Never denies a string that is there; may affirm one that
 * is not, since only the first characters are compared, and of these the last five bits.
 */
export class LiteralIndex {
  readonly #ids = new Map<string, number>();
  readonly #literals: string[] = [];
  /** By the first three characters, the node of a tree of what follows; 0 is none. */
  readonly #opening = new Int32Array(1 << (3 * BITS));
  /** 32 children a node. */
  #children = new Int32Array(1 << 16);
  #nodes = 1;
  /** By node, the number of a string that ends there, from 1. */
  #endsAt = new Int32Array(1 << 11);
  /** By string, the string that ends at the same node; itself when it is the first. */
  readonly #sameAs: number[] = [];

  /** Takes a string of at least three characters; answers its number. */
  add(literal: string): number {
    const known = this.#ids.get(literal);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(literal, id);
    this.#literals.push(literal);
    let key = 0;
    for (let at = 0; at < 3; at++) key = (key << BITS) | symbolAt(literal, at);
    let node = (this.#opening[key] ||= this.#newNode());
    for (let at = 3; at < Math.min(MOST_COMPARED, literal.length); at++) node = this.#childOf(node, symbolAt(literal, at));
    const first = (this.#endsAt[node] ?? 0) - 1;
    if (first < 0) this.#endsAt[node] = id + 1;
    this.#sameAs.push(first < 0 ? id : first);
    return id;
  }

  /** Whether a text may contain a string. @param present what a scan of it, or of a text that it is part of, told */
  mayContain(text: string, present: LiteralsPresent, id: number): boolean {
    const told = present[id];
    return told === undefined ? text.includes(this.#literals[id] ?? '') : told !== 0;
  }

  /** Of each string taken so far, 1 when the text may contain it, else 0. */
  scan(text: string): LiteralsPresent {
    const found = new Uint8Array(this.#ids.size);
    const [opening, children, endsAt] = [this.#opening, this.#children, this.#endsAt];
    const { length } = text;
    const symbols = new Uint8Array(length);
    for (let at = 0; at < length; at++) symbols[at] = symbolAt(text, at);
    let key = 0;
    for (let end = 0; end < length; end++) {
      key = ((key << BITS) | (symbols[end] ?? 0)) & THREE;
      let node = end < 2 ? 0 : (opening[key] ?? 0);
      for (let at = end + 1; node !== 0; at++) {
        const id = endsAt[node] ?? 0;
        if (id > 0) found[id - 1] = 1;
        node = at < length ? (children[(node << BITS) | (symbols[at] ?? 0)] ?? 0) : 0;
      }
    }
    const sameAs = this.#sameAs;
    for (let id = 0; id < found.length; id++) found[id] = found[sameAs[id] ?? id] ?? 0;
    return found;
  }

  #childOf(node: number, symbol: number): number {
    const place = (node << BITS) | symbol;
    const known = this.#children[place] ?? 0;
    if (known !== 0) return known;
    const child = this.#newNode();
    this.#children[place] = child;
    return child;
  }

  #newNode(): number {
    const node = this.#nodes++;
    if (node >= this.#endsAt.length) {
      this.#children = doubled(this.#children);
      this.#endsAt = doubled(this.#endsAt);
    }
    return node;
  }
}

/** By number of the string; strings that the index took only after the scan are undefined, and may always be there. */
export type LiteralsPresent = Uint8Array;

const MOST_COMPARED = 8;
const BITS = 5;
const THREE = (1 << (3 * BITS)) - 1;

function symbolAt(text: string, at: number): number {
  return text.charCodeAt(at) & 31;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
