import { within, type Clause, type ClauseText, type Range } from '../../2-findings/billing/clauses.ts';
import { sameRegion } from '../../2-findings/billing/regions.ts';
import { SIDE_LABEL, sidesIn, withNoun, type Side, type SideMention } from '../../2-findings/billing/sides.ts';
import type { CodePlace } from './code-place.ts';

/** The side of a code's act, or what speaks against saying one. */
export type SideReading =
  | { readonly side: Side; readonly words: readonly Range[] }
  | { readonly side: undefined; readonly why: 'silent' | 'contradiction'; readonly words: readonly Range[] };

type Kinds = readonly Clause['kind'][];

const MOST_WORDS = 6;

const valueOf = (mentions: readonly SideMention[]): Side | undefined => {
  const values = new Set(mentions.map((mention) => mention.value));
  if (values.has('both') || (values.has('left') && values.has('right'))) return 'both';
  return mentions[0]?.value;
};

/** All sides of a note, clause by clause, read once. */
export class NoteSides {
  readonly #mentions: ReadonlyMap<Clause, readonly SideMention[]>;
  readonly #labelled: readonly SideMention[];
  readonly #note: ClauseText;

  constructor(note: ClauseText) {
    this.#note = note;
    this.#mentions = new Map(note.clauses.map((clause) => [clause, sidesIn(note.text, clause)]));
    this.#labelled = [...this.#mentions.values()]
      .flat()
      .filter((mention) => SIDE_LABEL.test(note.text.slice(Math.max(0, mention.start - 16), mention.start)));
  }

  in(clause: Clause): readonly SideMention[] {
    return this.#mentions.get(clause) ?? [];
  }

  /** @param alone whether the note tells of no other code with a side */
  of(place: CodePlace, alone: boolean): SideReading {
    const own = this.#own(place);
    const named = valueOf(own);
    if (named !== undefined) return named === 'both' ? this.#told(own, named) : this.#unlessContradicted(place, own, named);
    const labelled = valueOf(this.#labelled);
    if (labelled !== undefined) return this.#told(this.#labelled, labelled);
    const steps: readonly (readonly [Kinds, boolean])[] = [
      [['heading'], !alone],
      [['diagnosis'], !alone],
      [['findings', 'body'], true],
      [['before'], !alone],
      [['aside', 'history'], !alone],
    ];
    for (const [kinds, sure] of steps) {
      const mentions = this.#of(place, kinds, sure);
      const value = valueOf(mentions);
      if (value === undefined) continue;
      // A diagnosis of both sides says nothing of what was done.
      if (value === 'both' && (kinds[0] === 'diagnosis' || kinds[0] === 'before')) continue;
      if (value !== 'both' || mentions.some((mention) => mention.value === 'both')) return this.#told(mentions, value);
      const together = this.#inOneClause(place, mentions);
      if (together !== undefined) return this.#told(together, 'both');
      return { side: undefined, why: 'contradiction', words: this.#marked(mentions) };
    }
    return this.#byTold(place) ?? { side: undefined, why: 'silent', words: this.#silent(place) };
  }

  /** Sides told as done in clauses of some kinds, of the code's region; `sure`: only where the words name that region. */
  #of(place: CodePlace, kinds: Kinds, sure: boolean): SideMention[] {
    return this.#note.clauses
      .filter((clause) => kinds.includes(clause.kind))
      .flatMap((clause) => this.in(clause))
      .filter((mention) => this.#note.isDone(mention.start) && this.#fits(mention, place, sure));
  }

  #fits(mention: SideMention, place: CodePlace, sure: boolean): boolean {
    const same = sameRegion(mention.region, place.region);
    return sure ? same === true : same !== false;
  }

  /** Sides in the code's own stretch; else those before it in its clause, which govern all that follows. */
  #own(place: CodePlace): SideMention[] {
    const { clause, scope } = place;
    if (clause === undefined || scope === undefined) return [];
    const fits = this.in(clause).filter(
      (mention) => this.#fits(mention, place, false) && (clause.kind === 'heading' || this.#note.isDone(mention.start)),
    );
    const inside = fits.filter((mention) => within(mention, scope));
    const twins = place.twins.flatMap((twin) => this.in(twin)).filter((mention) => this.#fits(mention, place, false));
    if (inside.length + twins.length > 0) return [...inside, ...twins];
    const before = fits.filter((mention) => mention.end <= scope.start);
    return valueOf(before) === 'both' ? [] : before;
  }

  /** What clauses that tell of the same act say, where no region is named. */
  #byTold(place: CodePlace): SideReading | undefined {
    const mentions = place.told
      .filter((clause) => clause.kind === 'body' || clause.kind === 'findings')
      .flatMap((clause) => this.in(clause))
      .filter((mention) => this.#note.isDone(mention.start) && this.#fits(mention, place, false));
    const value = valueOf(mentions);
    if (value !== undefined && value !== 'both') return this.#told(mentions, value);
    const together = this.#inOneClause(place, mentions);
    return together === undefined ? undefined : this.#told(together, 'both');
  }

  #inOneClause(place: CodePlace, mentions: readonly SideMention[]): SideMention[] | undefined {
    for (const clause of [place.clause, ...place.told]) {
      const inside = mentions.filter((mention) => clause !== undefined && within(mention, clause));
      if (valueOf(inside) === 'both') return inside;
    }
    return undefined;
  }

  #unlessContradicted(place: CodePlace, own: readonly SideMention[], named: 'left' | 'right'): SideReading {
    // Where the procedure lines name both sides, each line has its own.
    const lines = new Set(this.#of(place, ['heading'], false).map((mention) => mention.value));
    if (lines.size > 1) return this.#told(own, named);
    const kinds: readonly Kinds[] = [
      ['diagnosis', 'before'],
      ['body', 'findings'],
    ];
    for (const group of kinds) {
      const others = this.#of(place, group, true);
      const against = others.filter((mention) => mention.value !== named && mention.value !== 'both');
      const agrees = others.some((mention) => mention.value === named || mention.value === 'both');
      if (against.length > 0 && !agrees)
        return { side: undefined, why: 'contradiction', words: this.#marked([...own, ...against]) };
    }
    return this.#told(own, named);
  }

  #told(mentions: readonly SideMention[], side: Side): SideReading {
    return { side, words: this.#marked(mentions.filter((mention) => side === 'both' || mention.value === side)) };
  }

  #marked(mentions: readonly SideMention[]): Range[] {
    return mentions.slice(0, MOST_WORDS).map((mention) => withNoun(this.#note.text, mention));
  }

  /** Where the side would stand: behind the name of the act. */
  #silent({ anchor, clause }: CodePlace): Range[] {
    if (anchor === undefined || clause === undefined) return [];
    const behind = /^\s*((?:of|in|on|at)\s+(?:the\s+)?[a-z]+(?:\s+[a-z]+)?)/i.exec(this.#note.text.slice(anchor.end, clause.end));
    if (behind?.[1] === undefined) return [anchor];
    const start = anchor.end + behind[0].length - behind[1].length;
    return [{ start, end: start + behind[1].length }];
  }
}

/** The modifier of a side. */
export const sideModifier = (side: Side): string => (side === 'both' ? '50' : side === 'left' ? 'LT' : 'RT');
