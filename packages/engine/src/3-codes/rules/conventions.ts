import { parseRanges, placesIn, type CodeRange } from '../catalogue/code-ranges.ts';
import type { CodeKnowledge } from '../catalogue/knowledge.ts';
import { PatternCompiler } from './pattern-compiler.ts';
import type { Pattern } from './pattern.ts';
import { RuleGroup } from './rule-group.ts';
import { Strings, TextPlaces } from './text-places.ts';
import { ConceptTable, parseWording, WordingError } from './wording.ts';

/** A rule of coding practice about some codes: what has to be in the note, or must not, or speaks for them, or tells their act. */
export type Convention = {
  readonly id: string;
  readonly codes: readonly CodeRange[];
  readonly kind: 'needs' | 'unless' | 'prefers' | 'tells';
  readonly scope: 'heading' | 'body' | 'any';
  readonly condition: string;
  readonly reason: string;
  readonly source: string;
  /** Whether what it finds is the codes' own act as a narrative tells it, which brings them up where no heading names one. */
  readonly tellsAct: boolean;
  /**
   * Found when all of these are found, or not found, as each says; undefined when the condition cannot be read. Read when first
   * asked for: few rules are about the codes of a day.
   */
  readonly tests: ConventionTests | undefined;
};

type ConventionTest = {
  /** Looked for in what is meant as done. */
  readonly pattern: Pattern;
  /** What of it says itself how it is meant, looked for in all that is said: "previous bypass", "no stone was found". */
  readonly ownReading: Pattern | undefined;
  readonly found: boolean;
};

type ConventionTests = {
  readonly all: readonly ConventionTest[];
  /** Strings: a text must have one of each of these lists, which stand end to end, each behind its length. */
  readonly needs: readonly number[];
};

/** All rules, with the strings that they look for. */
export type Conventions = {
  readonly rules: readonly Convention[];
  readonly strings: Strings;
  /** Two sentences for people, by the rule's id. */
  readonly examples: ReadonlyMap<string, RuleExample>;
};

/** A sentence of a note that meets a rule, and one that comes near and does not. */
export type RuleExample = { readonly meets: string; readonly misses: string };

/** What the rules say about one code and one note: how many speak against and for it, and tell its act; headings are the surer place. */
export type Verdict = Record<Convention['kind'], number> & Record<'unlessHeading' | 'prefersHeading' | 'acts', number>;

const KINDS = ['needs', 'unless', 'prefers', 'tells'] as const;
const SCOPES = ['heading', 'body', 'any'] as const;
const isKind = (word: string): word is Convention['kind'] => (KINDS as readonly string[]).includes(word);
const isScope = (word: string): word is Convention['scope'] => (SCOPES as readonly string[]).includes(word);

class Rule implements Convention {
  readonly id: string;
  readonly codes: Convention['codes'];
  readonly kind: Convention['kind'];
  readonly scope: Convention['scope'];
  readonly condition: string;
  readonly reason: string;
  readonly source: string;
  readonly tellsAct: boolean;
  readonly #compiler: PatternCompiler;
  #tests: Convention['tests'] | null = null;

  constructor(rule: Omit<Convention, 'tests'>, compiler: PatternCompiler) {
    this.id = rule.id;
    this.codes = rule.codes;
    this.kind = rule.kind;
    this.scope = rule.scope;
    this.condition = rule.condition;
    this.reason = rule.reason;
    this.source = rule.source;
    this.tellsAct = rule.tellsAct;
    this.#compiler = compiler;
  }

  get tests(): Convention['tests'] {
    if (this.#tests === null) this.#tests = readTests(this.condition, this.scope === 'heading', this.#compiler);
    return this.#tests;
  }
}

/**
 * Reads the tables of knowledge/rules and knowledge/concepts; lines that cannot be read are left out.
 * @param codes what codes say of themselves speaks for them as a rule would
 */
export function parseConventions(
  files: Readonly<Record<string, string>>,
  codes: readonly Pick<CodeKnowledge, 'code' | 'named' | 'told'>[] = [],
): Conventions {
  const rules: Convention[] = [];
  const strings = new Strings();
  const compiler = new PatternCompiler(new ConceptTable(rowsOf(files, 'concepts/')), strings);
  const add = (rule: Omit<Convention, 'tests'>): void => {
    rules.push(new Rule(rule, compiler));
  };
  for (const [id = '', list = '', kind = '', scope = '', condition = '', reason = '', source = ''] of rowsOf(files, 'rules/')) {
    if (!isKind(kind) || !isScope(scope)) continue;
    add({ id, codes: parseRanges(list.split(',')), kind, scope, condition, reason, source, tellsAct: kind === 'tells' });
  }
  for (const { code, named, told } of codes) {
    const own = { codes: [{ from: code, to: code }], kind: 'prefers' as const, source: '' };
    named.forEach((condition, at) =>
      add({ ...own, id: `${OWN}${code}-named-${at}`, scope: 'heading', condition, reason: NAMED, tellsAct: false }),
    );
    told.forEach((condition, at) =>
      add({
        ...own,
        id: `${OWN}${code}-told-${at}`,
        scope: 'any',
        condition,
        reason: TOLD,
        tellsAct: partsOf(condition).length > 1,
      }),
    );
  }
  const examples = rowsOf(files, 'examples/').map(([id = '', meets = '', misses = '']) => [id, { meets, misses }] as const);
  return { rules, strings, examples: new Map(examples) };
}

/**
 * A wording of so many parts tells a whole act. Parts of it are met in notes of other operations too; where a heading names the procedure,
 * it counts for less.
 */
const ACT_PARTS = 3;
const BESIDE_HEADING = 0.4;

const OWN = 'code-';
const NAMED = 'the heading names it';
const TOLD = 'the note tells it';

/** Whether it is a code's own wording that speaks, which the codes' table holds, rather than a rule. */
export const isOwnWording = ({ id }: Pick<Convention, 'id'>): boolean => id.startsWith(OWN);

/** The cells of the lines of all tables of a folder, without the lines that say what stands where. */
export function rowsOf(files: Readonly<Record<string, string>>, folder: string): string[][] {
  return Object.keys(files)
    .filter((path) => path.startsWith(folder))
    .sort()
    .flatMap((path) => (files[path] ?? '').split(/\r?\n/))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** The wordings of a condition, each with whether it must be found: `stent* AND NOT {removed | exchanged}`. */
export function partsOf(condition: string): { readonly wording: string; readonly found: boolean }[] {
  return condition.split(' AND ').map((part) => {
    const found = !part.startsWith('NOT ');
    return { wording: found ? part : part.slice(4), found };
  });
}

function readTests(condition: string, lines: boolean, compiler: PatternCompiler): ConventionTests | undefined {
  try {
    const all = partsOf(condition).map(({ wording, found }) => {
      const pattern = compiler.patternOf(parseWording(wording), lines);
      return { pattern, ownReading: pattern.ownReading(), found };
    });
    const needs = all.flatMap(({ pattern, found }) => (found ? pattern.needs().flatMap((list) => [list.length, ...list]) : []));
    return { all, needs };
  } catch (error) {
    if (error instanceof WordingError) return undefined;
    throw error;
  }
}

/** What the rules read of a note, by scope: what is meant as done, and for those that look for what is not, what is said at all. */
export type ConventionTexts = Readonly<Record<'meant' | 'said', Readonly<Record<Convention['scope'], string>>>>;

/** For each code of the index, the rules about it; codes without rules are absent. @param codes sorted */
export function rulesByCode(rules: readonly Convention[], codes: readonly string[]): Map<number, number[]> {
  const byCode = new Map<number, number[]>();
  rules.forEach((rule, at) => {
    for (const id of placesIn(rule.codes, codes)) {
      const found = byCode.get(id);
      if (found === undefined) byCode.set(id, [at]);
      else found.push(at);
    }
  });
  return byCode;
}

/** Rules that are asked for together, by scope; read when first asked for. */
export class RulesTogether {
  readonly #conventions: Conventions;
  readonly #rules: readonly number[];
  #groups: ReadonlyMap<Convention['scope'], RuleGroup> | undefined;

  constructor(conventions: Conventions, rules: readonly number[]) {
    this.#conventions = conventions;
    this.#rules = rules;
  }

  get groups(): ReadonlyMap<Convention['scope'], RuleGroup> {
    return (this.#groups ??= new Map(SCOPES.map((scope) => [scope, this.#group(scope)])));
  }

  #group(scope: Convention['scope']): RuleGroup {
    const asking = this.#rules.flatMap((rule) => {
      const { tests, scope: own } = this.#conventions.rules[rule] ?? {};
      if (own !== scope || tests === undefined) return [];
      return [{ rule, needs: tests.needs }];
    });
    return new RuleGroup(asking);
  }
}

/** The rules applied to one note; each pattern is tried once, when first asked for. */
export class ConventionCheck {
  readonly #conventions: Conventions;
  readonly #texts: ConventionTexts;
  /** Of each rule: 0 not tried, 1 not found, 2 found. */
  readonly #tried: Uint8Array;
  readonly #places: Readonly<Record<keyof ConventionTexts, Map<Convention['scope'], TextPlaces>>> = {
    meant: new Map(),
    said: new Map(),
  };

  constructor(conventions: Conventions, texts: ConventionTexts) {
    this.#conventions = conventions;
    this.#tried = new Uint8Array(conventions.rules.length);
    this.#texts = texts;
  }

  /** Whether the text has what a rule looks for. @param at place of the rule */
  finds(at: number): boolean {
    const rule = this.#conventions.rules[at];
    if (this.#tried[at] === 0 && rule !== undefined) this.#tried[at] = this.#try(rule) ? 2 : 1;
    return this.#tried[at] === 2;
  }

  /** Those of some rules that the text has what they look for of. */
  foundAmong(rules: RulesTogether): number[] {
    const { groups } = rules;
    const found = new Set<number>();
    for (const [scope, group] of groups)
      for (const at of group.mayBeIn(this.#placesIn('said', scope))) if (this.finds(at)) found.add(at);
    return [...found];
  }

  #try({ scope, tests }: Convention): boolean {
    if (tests === undefined) return false;
    const said = this.#placesIn('said', scope);
    // What is meant has nothing that is not said.
    if (!said.hasOfEach(tests.needs)) return false;
    const meant = this.#placesIn('meant', scope);
    return tests.all.every(
      ({ pattern, ownReading, found }) => (pattern.isIn(meant) || (ownReading?.isIn(said) ?? false)) === found,
    );
  }

  #placesIn(reading: keyof ConventionTexts, scope: Convention['scope']): TextPlaces {
    const texts = this.#texts[reading];
    const known = this.#places[reading].get(scope);
    if (known !== undefined) return known;
    const made = new TextPlaces(texts[scope], this.#conventions.strings);
    this.#places[reading].set(scope, made);
    return made;
  }

  /** Whether a rule speaks about a code: a need where it is not met, every other rule where it is. @param own as in `verdict` */
  speaks(at: number, own?: () => ConventionCheck | undefined): boolean {
    const rule = this.#conventions.rules[at];
    if (rule?.tests === undefined || this.finds(at) === (rule.kind === 'needs')) return false;
    return rule.kind !== 'unless' || rule.scope !== 'heading' || own?.()?.finds(at) !== false;
  }

  /**
   * What rules say about a code.
   * @param pseudo whether no heading names a procedure
   * @param own the lines of the heading that name the code, where others name what it is not: they speak against that, not against it
   */
  verdict(rules: readonly number[] | undefined, pseudo = false, own?: () => ConventionCheck | undefined): Verdict {
    const verdict: Verdict = { needs: 0, unless: 0, prefers: 0, tells: 0, unlessHeading: 0, prefersHeading: 0, acts: 0 };
    for (const at of rules ?? []) {
      const rule = this.#conventions.rules[at];
      if (rule?.tests === undefined) continue;
      // What a heading has to say cannot be missed where there is none.
      if (pseudo && rule.kind === 'needs' && rule.scope === 'heading') continue;
      if (!this.speaks(at, own)) continue;
      verdict[rule.kind] +=
        rule.tellsAct && rule.kind !== 'tells' && !pseudo && rule.tests.all.length >= ACT_PARTS ? BESIDE_HEADING : 1;
      if (rule.tellsAct) verdict.acts++;
      if (rule.scope === 'heading' && (rule.kind === 'unless' || rule.kind === 'prefers')) verdict[`${rule.kind}Heading`]++;
    }
    return verdict;
  }
}
