import { inRanges, parseRanges, placesIn } from '../../src/3-codes/catalogue/code-ranges.ts';
import { ConventionCheck, partsOf, rowsOf, RulesTogether } from '../../src/3-codes/rules/conventions.ts';
import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { PatternCompiler } from '../../src/3-codes/rules/pattern-compiler.ts';
import { Strings } from '../../src/3-codes/rules/text-places.ts';
import { ConceptTable, parseWording, WordingError } from '../../src/3-codes/rules/wording.ts';
import type { Knowledge } from '../../src/index.ts';
import type { LabelledNote } from '../labelled-notes.ts';

/** What is wrong with a line of knowledge, in words for whoever wrote it. */
export type Fault = { readonly where: string; readonly says: string };

/** Signs of regular expressions that no wording has; brackets, bars and stars are words' own. */
const FOREIGN = /[\\[\]^$+?]|\.\*|\(\?|\{\d+,/;
/** Rules are for what codes cannot say of themselves: their wordings and attributes. Only ever lowered. */
export const MOST_RULES = 1500;
/** The share of unrelated notes from which on a wording says next to nothing. */
const MOST_MET = 0.25;
/** A reason that says why a wording is met nearly everywhere. */
const WIDE = /\bwide\b/;

/** Faults of rules and concepts that their lines alone show. */
export function faultyLines({ files, codes }: Knowledge): Fault[] {
  const faults: Fault[] = [];
  const rows = rowsOf(files, 'concepts/');
  const compiler = new PatternCompiler(new ConceptTable(rows), new Strings());
  const names = new Set<string>();
  for (const [name = '', wordings = '', ...more] of rows) {
    const fault = (says: string): void => void faults.push({ where: name, says });
    if (!/^[A-Z][A-Z0-9_]+$/.test(name)) fault('the name of a concept is written in capitals');
    if (names.has(name)) fault('the concept stands twice: keep one line');
    if (more.length > 0) fault('a concept has two cells: name and wordings');
    names.add(name);
    for (const says of unreadable(wordings, compiler)) fault(says);
  }
  const known = codes.map((code) => code.code);
  const used = new Set<string>();
  const ids = new Set<string>();
  const same = new Map<string, string>();
  for (const [id = '', list = '', kind = '', scope = '', condition = '', reason = ''] of rowsOf(files, 'rules/')) {
    const fault = (says: string): void => void faults.push({ where: id, says });
    if (!/^[a-z-]+-\d{3,}$/.test(id)) fault('an id is the name of its file and a number: skin-breast-012');
    if (ids.has(id)) fault('the id stands twice: take the next free number of the file');
    ids.add(id);
    if (!['needs', 'unless', 'prefers', 'tells'].includes(kind)) fault(`"${kind}" is no kind of rule`);
    if (!['heading', 'body', 'any'].includes(scope)) fault(`"${scope}" is no place: heading, body or any`);
    if (reason.trim().length < 4) fault('the reason is missing: say in one sentence why a coder decides so');
    const key = [kind, scope, condition].join('\t');
    if (same.has(key)) fault(`${same.get(key)} looks for the same: add the codes there`);
    same.set(key, id);
    for (const { wording } of partsOf(condition)) for (const says of unreadable(wording, compiler)) fault(says);
    for (const name of condition.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []) used.add(name);
    if (placesIn(parseRanges(list.split(',')), known).length === 0) fault(`none of the codes ${list} is known`);
  }
  if (ids.size > MOST_RULES)
    faults.push({
      where: 'rules',
      says: `${ids.size} rules, at most ${MOST_RULES}: let a code's own wordings or attributes say it`,
    });
  for (const { code, named, told } of codes)
    for (const condition of [...named, ...told]) {
      const fault = (says: string): void => void faults.push({ where: code, says });
      for (const { wording, found } of partsOf(condition)) {
        if (!found) fault(`"${condition}" says what a note lacks: that is a rule, with its reason`);
        for (const says of unreadable(wording, compiler)) fault(says);
      }
      for (const name of condition.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []) used.add(name);
    }
  for (const [name = '', wordings = ''] of rows)
    for (const inner of wordings.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []) if (name !== inner) used.add(inner);
  for (const name of names) if (!used.has(name)) faults.push({ where: name, says: 'no rule, no code and no concept uses it' });
  return faults;
}

/** A gap and, behind it, only what may be missing. */
const OPEN_END = /\.{2,}\d+ \((?:[^()]|\([^()]*\))*\)\*?(?=\s*(?:\||\}|$))/;

function unreadable(wording: string, compiler: PatternCompiler): string[] {
  if (FOREIGN.test(wording))
    return [`"${wording}" has signs of a regular expression: docs/coding-knowledge.md says how words are written`];
  const open = OPEN_END.exec(wording)?.[0];
  if (open !== undefined) return [`"${open.trim()}" may be missing, and so says nothing: write { } for one of several`];
  try {
    void compiler.patternOf(parseWording(wording), false);
    return [];
  } catch (error) {
    if (error instanceof WordingError) return [error.message];
    throw error;
  }
}

/** Attribute values that the concept list does not know. */
export function unknownAttributes({ files, codes }: Knowledge): Fault[] {
  const known = new Map(
    rowsOf(files, 'attributes.tsv').map(([key = '', values = '']) => [
      key,
      new Set(values.split(',').map((value) => value.trim())),
    ]),
  );
  return codes.flatMap(({ code, attributes }) =>
    Object.entries(attributes).flatMap(([key, values]) => {
      const list = known.get(key);
      if (list === undefined) return [{ where: code, says: `"${key}" is no attribute` }];
      return list.has('#')
        ? []
        : values
            .filter((value) => !list.has(value))
            .map((value) => ({ where: code, says: `${key}=${value}: attributes.tsv has no such ${key}` }));
    }),
  );
}

/** Rules met by more than a quarter of the notes of other families that do not say why. */
export function wideRules(space: CodeSpace, notes: readonly LabelledNote[]): Fault[] {
  const familyOf = new Map(space.index.documents.map(({ code, knowledge }) => [code, knowledge?.family ?? code]));
  const { rules } = space.conventions;
  // Looked up together: few of the rules are worth trying on a note.
  const all = new RulesTogether(space.conventions, [...rules.keys()]);
  const read = notes.map(({ text, items }) => ({
    families: new Set(items.flatMap((item) => item.codes).map((code) => familyOf.get(code) ?? code)),
    met: new Set(new ConventionCheck(space.conventions, analyze(text, space).view.texts).foundAmong(all)),
  }));
  return rules.flatMap((rule, at) => {
    if (WIDE.test(rule.reason)) return [];
    const own = new Set([...familyOf].flatMap(([code, family]) => (inRanges(code, rule.codes) ? [family] : [])));
    const unrelated = read.filter(({ families }) => ![...families].some((family) => own.has(family)));
    const met = unrelated.filter((note) => note.met.has(at)).length;
    if (met <= unrelated.length * MOST_MET) return [];
    const says = `met by ${met} of ${unrelated.length} notes of other families: look for less, or say in the reason why it is wide`;
    return [{ where: rule.id, says }];
  });
}
