import { SourceReader } from './source-reader.ts';

/**
 * What a text must contain for a regular expression to match at all: of each of these lists at least one string. Empty when
 * nothing can be said. Errs on the side of saying nothing; reads the syntax that knowledge/conventions uses.
 * @param source of a case-insensitive expression without the `u` and `v` flags
 * @example requiredLiterals('polyps?[^.]{0,40}(remov|excis)') // [['polyp'], ['remov', 'excis']]
 */
export function requiredLiterals(source: string): readonly (readonly string[])[] {
  const reader = new Reader(source.toLowerCase());
  const lists = reader.alternation();
  return reader.ended ? lists : [];
}

/** Shorter strings are in every text. */
const SHORTEST = 3;
/** Longer lists are hardly ever all absent. */
const MOST = 24;

type Literals = readonly string[];

/** The better of two requirements: the one whose shortest string is longer, then the one with fewer strings. */
function better(a: Literals | undefined, b: Literals): Literals {
  if (a === undefined) return b;
  const gain = shortest(b) - shortest(a);
  return gain > 0 || (gain === 0 && b.length < a.length) ? b : a;
}

/** Length of the shortest; beyond six characters longer is no better. */
function shortest(list: Literals): number {
  let least = 6;
  for (const literal of list) least = Math.min(least, literal.trim().length);
  return least;
}

/** What belongs to an escape beyond its letter: code points and the names of back-references. */
const OPERANDS: Readonly<Record<string, RegExp>> = { x: /[\da-f]{2}/y, u: /[\da-f]{4}/y, k: /<[^>]*>/y };
const OPENING = /\?(?:[:=!]|<[=!]|<[a-z_]\w*>)/y;
const TIMES = /\{(\d+)(?:,\d*)?\}/y;
const SPECIAL: ReadonlySet<number> = new Set(Array.from('()[]^$.\\|?*+{', (char) => char.charCodeAt(0)));
const IS_CLASS = /[a-z0-9]/;

type Atom = {
  /** Of a plain character. */
  readonly char?: string;
  /** False for what takes up no character. */
  readonly wide: boolean;
  readonly needs?: readonly Literals[];
};

const EMPTY: Atom = { wide: false };
const ANY: Atom = { wide: true };

/** Recursive descent; each method leaves the reader behind what it read. */
class Reader extends SourceReader {
  /** Alternatives up to the end or a closing bracket: of several, each must be able to say what it needs. */
  alternation(): readonly Literals[] {
    const first = this.#sequence();
    if (this.source[this.at] !== '|') return first;
    const union: string[] = [];
    let said = true;
    for (let needs = first; ; needs = this.#sequence()) {
      let best: Literals | undefined;
      for (const list of needs) best = better(best, list);
      if (best === undefined || union.length + best.length > MOST) said = false;
      else if (said) union.push(...best);
      if (this.source[this.at] !== '|') break;
      this.at++;
    }
    return said ? [union] : [];
  }

  /** Atoms in a row: all that they need, where plain characters in a row are one string. */
  #sequence(): readonly Literals[] {
    const needs: Literals[] = [];
    let run = '';
    const endRun = (): void => {
      if (run.trim().length >= SHORTEST) needs.push([run]);
      run = '';
    };
    while (!this.ended && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      run += this.#plain();
      const atom = this.#atom();
      const least = this.#leastTimes();
      if (atom.char !== undefined && least === undefined) {
        run += atom.char;
        continue;
      }
      // Before a quantifier a character belongs to the run only if it must be there, and then ends it.
      if (atom.char !== undefined && (least ?? 0) > 0) run += atom.char;
      if (atom.wide || least !== undefined) endRun();
      if ((least ?? 1) > 0 && atom.needs !== undefined) needs.push(...atom.needs);
    }
    endRun();
    return needs;
  }

  /** Plain characters but the last, to which a quantifier may belong. */
  #plain(): string {
    const from = this.at;
    while (this.at < this.source.length && !SPECIAL.has(this.source.charCodeAt(this.at))) this.at++;
    if (this.at > from) this.at--;
    return this.source.slice(from, this.at);
  }

  /** One atom: a plain character, a group with what it needs, or something that says nothing. */
  #atom(): Atom {
    const char = this.source[this.at++] ?? '';
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        this.#skipClass();
        return ANY;
      case '^':
      case '$':
        return EMPTY;
      case '.':
        return ANY;
      case '\\':
        return this.#escape();
      default:
        return { char, wide: true };
    }
  }

  /** The source is in lower case, where \b and \B are both without width, and \s and \S both one character. */
  #escape(): Atom {
    const escaped = this.source[this.at++] ?? '';
    if (escaped === 'b') return EMPTY;
    const operand = OPERANDS[escaped];
    if (operand !== undefined) this.#take(operand);
    return IS_CLASS.test(escaped) ? ANY : { char: escaped, wide: true };
  }

  #group(): Atom {
    const opening = this.source[this.at] === '?' ? (this.#take(OPENING)?.[0] ?? '') : '';
    const needs = this.alternation();
    this.at++;
    return opening.endsWith('=') || opening.endsWith('!') ? EMPTY : { wide: true, needs };
  }

  #skipClass(): void {
    while (!this.ended && this.source[this.at] !== ']') this.at += this.source[this.at] === '\\' ? 2 : 1;
    this.at++;
  }

  /** How often the atom before must stand at least; undefined without a quantifier. */
  #leastTimes(): number | undefined {
    const char = this.source[this.at];
    let least: number | undefined;
    if (char === '?' || char === '*' || char === '+') {
      this.at++;
      least = char === '+' ? 1 : 0;
    } else if (char === '{') {
      const [, times] = this.#take(TIMES) ?? [];
      if (times !== undefined) least = Number(times);
    }
    if (least !== undefined && this.source[this.at] === '?') this.at++;
    return least;
  }

  /** What a sticky expression matches here; the reader goes behind it. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match !== null) this.at += match[0].length;
    return match;
  }
}
