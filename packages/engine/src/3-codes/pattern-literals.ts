/**
 * What a text must contain for a regular expression to match at all: at least one of these strings. Undefined when nothing
 * can be said. Errs on the side of saying nothing; reads the syntax that knowledge/conventions uses.
 * @param source of a case-insensitive expression without the `u` and `v` flags
 * @example requiredLiterals('polyps?[^.]{0,40}(remov|excis)') // ['polyp']
 */
export function requiredLiterals(source: string): readonly string[] | undefined {
  const reader = new Reader(source.toLowerCase());
  const literals = reader.alternation();
  return reader.ended ? literals : undefined;
}

/** Shorter strings are in every text. */
const SHORTEST = 3;
/** Longer lists are hardly ever all absent. */
const MOST = 24;

type Literals = readonly string[] | undefined;

/** The better of two requirements: the one whose shortest string is longer, then the one with fewer strings. */
function better(a: Literals, b: Literals): Literals {
  if (a === undefined || b === undefined) return a ?? b;
  const length = (list: readonly string[]): number => Math.min(6, ...list.map((literal) => literal.trim().length));
  const gain = length(b) - length(a);
  return gain > 0 || (gain === 0 && b.length < a.length) ? b : a;
}

/** What belongs to an escape beyond its letter: code points and the names of back-references. */
const OPERANDS: Readonly<Record<string, RegExp>> = { x: /^[\da-f]{2}/, u: /^[\da-f]{4}/, k: /^<[^>]*>/ };

/** Recursive descent; each method leaves the reader behind what it read. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get ended(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Alternatives up to the end or a closing bracket: each of them must be able to say what it needs. */
  alternation(): Literals {
    const union: string[] = [];
    let said = true;
    for (;;) {
      const literals = this.#sequence();
      if (literals === undefined) said = false;
      else union.push(...literals);
      if (this.#source[this.#at] !== '|') break;
      this.#at++;
    }
    return said && union.length <= MOST ? union : undefined;
  }

  /** Atoms in a row: their best requirement, where plain characters in a row are one string. */
  #sequence(): Literals {
    let best: Literals;
    let run = '';
    const endRun = (): void => {
      if (run.trim().length >= SHORTEST) best = better(best, [run]);
      run = '';
    };
    while (!this.ended && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const atom = this.#atom();
      const least = this.#leastTimes();
      if (atom.char !== undefined && least === undefined) {
        run += atom.char;
        continue;
      }
      // Before a quantifier a character belongs to the run only if it must be there, and then ends it.
      if (atom.char !== undefined && (least ?? 0) > 0) run += atom.char;
      if (atom.width > 0 || least !== undefined) endRun();
      if ((least ?? 1) > 0) best = better(best, atom.literals);
    }
    endRun();
    return best;
  }

  /** One atom: a plain character, a group with what it needs, or something that says nothing. */
  #atom(): { char?: string; width: number; literals?: Literals } {
    const char = this.#source[this.#at++] ?? '';
    if (char === '(') return this.#group();
    if (char === '[') {
      this.#skipClass();
      return { width: 1 };
    }
    if (char === '^' || char === '$') return { width: 0 };
    if (char === '.') return { width: 1 };
    if (char !== '\\') return { char, width: 1 };
    const escaped = this.#source[this.#at++] ?? '';
    // The source is in lower case, where \b and \B are both without width, and \s and \S both one character.
    if (escaped === 'b') return { width: 0 };
    const [rest] = OPERANDS[escaped]?.exec(this.#source.slice(this.#at, this.#at + 40)) ?? [''];
    this.#at += rest.length;
    return /[a-z0-9]/.test(escaped) ? { width: 1 } : { char: escaped, width: 1 };
  }

  #group(): { width: number; literals?: Literals } {
    const [opening] = /^\?(?:[:=!]|<[=!]|<[a-z_]\w*>)/.exec(this.#source.slice(this.#at, this.#at + 40)) ?? [''];
    this.#at += opening.length;
    const literals = this.alternation();
    this.#at++;
    if (opening.endsWith('=') || opening.endsWith('!')) return { width: 0 };
    return { width: 1, literals };
  }

  #skipClass(): void {
    while (!this.ended && this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    this.#at++;
  }

  /** How often the atom before must stand at least; undefined without a quantifier. */
  #leastTimes(): number | undefined {
    const [quantifier] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 12)) ?? [''];
    if (quantifier === '') return undefined;
    this.#at += quantifier.length;
    if (quantifier.startsWith('{')) return Number.parseInt(quantifier.slice(1), 10);
    return quantifier.startsWith('+') ? 1 : 0;
  }
}
