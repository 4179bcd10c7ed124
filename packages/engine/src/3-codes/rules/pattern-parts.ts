import { ANY, everywhere, NONE, NOT_THERE, Pattern, Step, withMore, type Needs, type Places } from './pattern.ts';
import { Condition, Gap, RestOfWord } from './pattern-words.ts';
import type { TextPlaces } from './text-places.ts';

/** What may be missing. */
export class Optional extends Pattern {
  readonly what: Pattern;

  constructor(what: Pattern) {
    super(ANY);
    this.what = what;
  }

  override ends(text: TextPlaces, at: number): Places {
    const ends = this.what.ends(text, at);
    return ends.length === 0 ? [at] : [...new Set([at, ...ends])];
  }

  override starts(): undefined {
    return undefined;
  }

  override ownReading(): Pattern | undefined {
    return this.what.ownReading();
  }
}

/** Longer lists are hardly ever all absent. */
const MOST_NEEDED = 24;

/** One of several. */
export class Either extends Pattern {
  readonly of: readonly Pattern[];

  constructor(of: readonly Pattern[]) {
    super(of.reduce((all, { opens }) => all | opens, 0));
    this.of = of.slice();
  }

  static of(patterns: readonly Pattern[]): Pattern {
    const [first, ...more] = patterns;
    return first !== undefined && more.length === 0 ? first : new Either(patterns);
  }

  override ends(text: TextPlaces, at: number): Places {
    let ends = NONE;
    if (this.mayBegin(text, at)) for (const one of this.of) if (one.mayBegin(text, at)) ends = withMore(ends, one.ends(text, at));
    return ends;
  }

  override begins(text: TextPlaces, at: number): boolean {
    if (this.mayBegin(text, at)) for (const one of this.of) if (one.mayBegin(text, at) && one.begins(text, at)) return true;
    return false;
  }

  override starts(text: TextPlaces): Places | undefined {
    let starts = NONE;
    for (const one of this.of) {
      if (!one.isPossible(text)) continue;
      const own = one.starts(text);
      if (own === undefined) return undefined;
      starts = starts.length === 0 ? own : [...starts, ...own];
    }
    return starts;
  }

  override isPossible(text: TextPlaces): boolean {
    for (const one of this.of) if (one.isPossible(text)) return true;
    return false;
  }

  override isIn(text: TextPlaces): boolean {
    for (const one of this.of) if (one.isIn(text)) return true;
    return false;
  }

  override eachFound(text: TextPlaces, tell: (start: number, ends: Places) => void): void {
    for (const one of this.of) one.eachFound(text, tell);
  }

  override endsAt(text: TextPlaces, place: number): boolean {
    return this.of.some((one) => one.endsAt(text, place));
  }

  override ownReading(): Pattern | undefined {
    const own = this.of.flatMap((one) => one.ownReading() ?? []);
    return own.length === 0 ? undefined : Either.of(own);
  }

  override needs(): Needs {
    const union = new Set<number>();
    for (const one of this.of) {
      let best: readonly number[] | undefined;
      for (const list of one.needs()) if (best === undefined || list.length < best.length) best = list;
      if (best === undefined) return [];
      for (const number of best) union.add(number);
      if (union.size > MOST_NEEDED) return [];
    }
    return [[...union]];
  }
}

/** With what a sequence opens: the first of its items that takes up room, or that may. */
function openingOf(items: readonly Pattern[]): number {
  let opens = 0;
  for (const item of items) {
    if (item instanceof Condition) continue;
    if (!(item instanceof Optional)) return opens | item.opens;
    opens |= item.what.opens;
  }
  return ANY;
}

/** One behind the other. */
export class Sequence extends Pattern {
  readonly items: readonly Pattern[];

  constructor(items: readonly Pattern[]) {
    super(openingOf(items));
    this.items = items.slice();
  }

  static of(items: readonly Pattern[]): Pattern {
    const [first, ...more] = items;
    return first !== undefined && more.length === 0 ? first : new Sequence(items);
  }

  override ends(text: TextPlaces, at: number): Places {
    let place = at;
    let next = 0;
    for (; next < this.items.length; next++) {
      const item = this.items[next];
      if (!(item instanceof Step)) break;
      place = item.end(text, place);
      if (place === NOT_THERE) return NONE;
    }
    let places: Places = [place];
    for (; next < this.items.length && places.length > 0; next++) {
      let ends = NONE;
      for (const from of places) ends = withMore(ends, this.items[next]?.ends(text, from) ?? NONE);
      places = ends;
    }
    return places;
  }

  override begins(text: TextPlaces, at: number): boolean {
    return this.#goesOn(text, 0, at);
  }

  #goesOn(text: TextPlaces, from: number, at: number): boolean {
    let place = at;
    for (let next = from; next < this.items.length; next++) {
      const item = this.items[next];
      if (item instanceof Step) {
        place = item.end(text, place);
        if (place === NOT_THERE) return false;
      } else if (item !== undefined) return item.endsWhere(text, place, (end) => this.#goesOn(text, next + 1, end));
    }
    return true;
  }

  override starts(text: TextPlaces): Places | undefined {
    return this.#startsFrom(text, 0);
  }

  #startsFrom(text: TextPlaces, from: number): Places | undefined {
    let starts = NONE;
    for (let at = from; at < this.items.length; at++) {
      const item = this.items[at];
      if (item === undefined || item instanceof Condition) continue;
      if (item instanceof RestOfWord || item instanceof Gap) {
        const behind = this.#startsFrom(text, at + 1);
        return behind === undefined ? undefined : [...starts, ...item.startsBefore(text, behind)];
      }
      const optional = item instanceof Optional;
      const own = optional ? item.what.starts(text) : item.starts(text);
      if (own === undefined) return undefined;
      starts = starts.length === 0 ? own : [...starts, ...own];
      if (!optional) return starts;
    }
    return undefined;
  }

  override isPossible(text: TextPlaces): boolean {
    for (const item of this.items) if (!item.isPossible(text)) return false;
    return true;
  }

  override ownReading(): Pattern | undefined {
    const readings = this.items.flatMap((item, at) => {
      const own = item.ownReading();
      return own === undefined ? [] : [new Sequence(this.items.with(at, own))];
    });
    return readings.length === 0 ? undefined : Either.of(readings);
  }

  override needs(): Needs {
    return this.items.flatMap((item) => item.needs());
  }
}

/** Parts one behind the other with anything between. */
export class FarApart extends Pattern {
  readonly parts: readonly Pattern[];

  constructor(parts: readonly Pattern[]) {
    super(parts[0]?.opens ?? ANY);
    this.parts = parts;
  }

  override ends(text: TextPlaces, at: number): Places {
    let ends = this.parts[0]?.ends(text, at) ?? NONE;
    for (const part of this.parts.slice(1)) {
      if (ends.length === 0 || !part.isPossible(text)) return NONE;
      const from = ends.reduce((least, end) => Math.min(least, end));
      ends = NONE;
      for (const place of part.starts(text) ?? everywhere(text)) if (place >= from) ends = withMore(ends, part.ends(text, place));
    }
    return ends;
  }

  override starts(text: TextPlaces): Places | undefined {
    return this.parts[0]?.starts(text);
  }

  override isPossible(text: TextPlaces): boolean {
    return this.parts.every((part) => part.isPossible(text));
  }

  override ownReading(): Pattern | undefined {
    const readings = this.parts.flatMap((part, at) => {
      const own = part.ownReading();
      return own === undefined ? [] : [new FarApart(this.parts.with(at, own))];
    });
    return readings.length === 0 ? undefined : Either.of(readings);
  }

  override needs(): Needs {
    return this.parts.flatMap((part) => part.needs());
  }
}

type Known = { readonly possible: boolean; starts: Places | undefined; ends: Map<number, Places> };

/** A concept: what is found of it in a text is kept for all patterns that it is part of. */
export class Shared extends Pattern {
  readonly what: Pattern;
  #needs: Needs | undefined;
  #ownReading: Pattern | null | undefined;

  constructor(what: Pattern) {
    super(what.opens);
    this.what = what;
  }

  #knownOf(text: TextPlaces): Known {
    const known = text.found.get(this) as Known | undefined;
    if (known !== undefined) return known;
    const made: Known = { possible: this.what.isPossible(text), starts: undefined, ends: new Map() };
    text.found.set(this, made);
    if (!made.possible) made.starts = NONE;
    else if (this.what.starts(text) !== undefined) {
      this.what.eachFound(text, (at, ends) => void made.ends.set(at, withMore(made.ends.get(at) ?? NONE, ends)));
      made.starts = [...made.ends.keys()];
    }
    return made;
  }

  override ends(text: TextPlaces, at: number): Places {
    const { starts, ends } = this.#knownOf(text);
    const known = ends.get(at);
    if (known !== undefined) return known;
    if (starts !== undefined) return NONE;
    const made = this.what.ends(text, at);
    ends.set(at, made);
    return made;
  }

  override starts(text: TextPlaces): Places | undefined {
    return this.#knownOf(text).starts;
  }

  override isPossible(text: TextPlaces): boolean {
    const { possible, starts } = this.#knownOf(text);
    return possible && starts?.length !== 0;
  }

  override isIn(text: TextPlaces): boolean {
    const { possible, starts } = this.#knownOf(text);
    return starts === undefined ? possible && this.what.isIn(text) : starts.length > 0;
  }

  override endsAt(text: TextPlaces, place: number): boolean {
    return this.what.endsAt(text, place);
  }

  override ownReading(): Pattern | undefined {
    if (this.#ownReading === undefined) {
      const own = this.what.ownReading();
      this.#ownReading = own === undefined ? null : new Shared(own);
    }
    return this.#ownReading ?? undefined;
  }

  override needs(): Needs {
    return (this.#needs ??= this.what.needs());
  }
}
