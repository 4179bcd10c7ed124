/** Lists of terms end to end: list n stands from `starts[n]` to `starts[n + 1]`. */
export type TermTable = { readonly starts: Int32Array; readonly terms: Int32Array; readonly weights: Float32Array };

/** The terms of one list. */
export function termsAt({ starts, terms }: TermTable, at: number): Int32Array {
  return terms.subarray(starts[at] ?? 0, starts[at + 1] ?? 0);
}

/**
 * Lists of terms with weights, filled one after another. The current list answers like a map; closed ones lie end to end in two
 * flat arrays, since a hundred thousand small maps would cost more than everything that is kept in them.
 */
export class TermLists {
  #terms = new Int32Array(1 << 16);
  #weights = new Float32Array(1 << 16);
  #starts: number[] = [0];
  #length = 0;
  /** Where the current list has a term; right only where the place is in the list and holds that term. */
  #placeOf = new Int32Array(1 << 16);

  /** Weight of a term in the current list, 0 when it is not there. */
  get(term: number): number {
    const place = this.#find(term);
    return place < 0 ? 0 : (this.#weights[place] ?? 0);
  }

  /** Puts a term into the current list, or gives it another weight. */
  set(term: number, weight: number): void {
    let place = this.#find(term);
    if (place < 0) {
      place = this.#length++;
      if (place >= this.#terms.length) {
        this.#terms = grown(this.#terms, Int32Array, place + 1);
        this.#weights = grown(this.#weights, Float32Array, place + 1);
      }
      if (term >= this.#placeOf.length) this.#placeOf = grown(this.#placeOf, Int32Array, term + 1);
      this.#terms[place] = term;
      this.#placeOf[term] = place;
    }
    this.#weights[place] = weight;
  }

  /** Ends the current list and begins the next. */
  close(): void {
    this.#starts.push(this.#length);
  }

  /** The closed lists, in order. */
  table(): TermTable {
    return {
      starts: Int32Array.from(this.#starts),
      terms: this.#terms.slice(0, this.#length),
      weights: this.#weights.slice(0, this.#length),
    };
  }

  #find(term: number): number {
    const place = this.#placeOf[term] ?? -1;
    const open = this.#starts[this.#starts.length - 1] ?? 0;
    return place >= open && place < this.#length && this.#terms[place] === term ? place : -1;
  }
}

function grown<T extends Int32Array | Float32Array>(array: T, make: new (length: number) => T, least: number): T {
  const larger = new make(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}
