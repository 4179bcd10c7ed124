import type { TextPlaces } from './text-places.ts';

/** Numbers of strings: of each list a text must have one for a pattern to be found. */
export type Needs = readonly (readonly number[])[];

/** Places of a text, each once. */
export type Places = readonly number[];

export const NONE: Places = [];
/** What opens with any character. */
export const ANY = -1;
/** @param char its code */
export const opening = (char: number): number => 1 << (char & 31);

/**
 * What a wording looks for: a tree whose branches are found at places of a text. Concepts are shared by all wordings that name them, and
 * found once in a text.
 */
export abstract class Pattern {
  /** Of the characters that it may begin with, the last five bits, each a bit of this number; all of them where it may take up no room. */
  readonly opens: number;

  constructor(opens: number) {
    this.opens = opens;
  }

  /** False only when it does not begin at a place. */
  mayBegin({ text }: TextPlaces, at: number): boolean {
    return ((this.opens >>> (text.charCodeAt(at) & 31)) & 1) !== 0;
  }

  /** Where it ends when it begins at a place. */
  abstract ends(text: TextPlaces, at: number): Places;

  /** Whether what comes behind it is found from any of its ends on. @param then whether what comes is found from a place on */
  endsWhere(text: TextPlaces, at: number, then: (end: number) => boolean): boolean {
    for (const end of this.ends(text, at)) if (then(end)) return true;
    return false;
  }

  /** Places among which are all where it begins; undefined when it may begin anywhere. */
  abstract starts(text: TextPlaces): Places | undefined;

  /** False only when it is nowhere: a string is absent that it needs. */
  isPossible(_text: TextPlaces): boolean {
    return true;
  }

  isIn(text: TextPlaces): boolean {
    if (!this.isPossible(text)) return false;
    for (const at of this.starts(text) ?? everywhere(text)) if (this.begins(text, at)) return true;
    return false;
  }

  /** Whether it begins at a place. */
  begins(text: TextPlaces, at: number): boolean {
    return this.ends(text, at).length > 0;
  }

  /** Tells of each place where it begins where it ends; may tell of one twice. */
  eachFound(text: TextPlaces, tell: (start: number, ends: Places) => void): void {
    if (!this.isPossible(text)) return;
    for (const at of this.starts(text) ?? everywhere(text)) {
      const ends = this.ends(text, at);
      if (ends.length > 0) tell(at, ends);
    }
  }

  /** Whether it ends at a place. */
  endsAt(text: TextPlaces, place: number): boolean {
    let ends = text.found.get(this) as Set<number> | undefined;
    if (ends === undefined) {
      const all = new Set<number>();
      this.eachFound(text, (_, found) => found.forEach((end) => all.add(end)));
      ends = all;
      text.found.set(this, ends);
    }
    return ends.has(place);
  }

  /** The same with nothing but the readings that say themselves how what they look for is meant; undefined without any. */
  ownReading(): Pattern | undefined {
    return undefined;
  }

  needs(): Needs {
    return [];
  }
}

export function* everywhere({ text }: TextPlaces): Iterable<number> {
  for (let at = 0; at <= text.length; at++) yield at;
}

export const NOT_THERE = -1;

/** What has at most one end. */
export abstract class Step extends Pattern {
  /** Where it ends when it begins at a place; -1 when it does not. */
  abstract end(text: TextPlaces, at: number): number;

  override ends(text: TextPlaces, at: number): Places {
    const end = this.end(text, at);
    return end === NOT_THERE ? NONE : [end];
  }

  override begins(text: TextPlaces, at: number): boolean {
    return this.end(text, at) !== NOT_THERE;
  }
}

/** The places of two lists, each once. */
export function withMore(places: Places, more: Places): Places {
  if (more.length === 0) return places;
  if (places.length === 0) return more;
  const added = more.filter((place) => !places.includes(place));
  return added.length === 0 ? places : [...places, ...added];
}
