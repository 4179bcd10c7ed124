import { Lexicon } from '../../1-text/lexicon.ts';
import { tokenize } from '../../1-text/tokens.ts';
import { parseReadingCues, type ReadingCues } from '../../2-findings/reading.ts';
import type { CatalogueEntry } from './catalogue-file.ts';
import { CatalogueFacts } from './code-facts.ts';
import { buildCodeIndex, type CodeIndex } from './code-index.ts';
import { parseConventions, rulesByCode, RulesTogether, type Conventions } from '../rules/conventions.ts';
import type { Knowledge } from './knowledge.ts';
import { LineMatcher } from '../ranking/line-match.ts';
import { parseMagnitudes } from './magnitude.ts';
import { Profiles } from './profiles.ts';
import { compileRelations, type Relations } from './relations.ts';

/** The codes, compiled once: what a note is compared with. */
export type CodeSpace = {
  readonly lexicon: Lexicon;
  readonly index: CodeIndex;
  readonly facts: CatalogueFacts;
  readonly matcher: LineMatcher;
  readonly conventions: Conventions;
  readonly rules: ReadonlyMap<number, readonly number[]>;
  readonly tellers: Tellers;
  readonly relations: Relations;
  readonly cues: ReadingCues;
  /** Stems that are rare among codes and common in notes: no clinic's own. */
  readonly ordinary: ReadonlySet<string>;
  /** Terms of the sites at which codes are told apart by size. */
  readonly measuredSites: ReadonlySet<number>;
  readonly profiles: Profiles;
};

/** Rules that tell an act: all of them, those that do so beside a heading that names one, and the codes that each tells. */
export type Tellers = {
  readonly all: RulesTogether;
  readonly beside: RulesTogether;
  readonly codes: ReadonlyMap<number, readonly number[]>;
};

/** Compiles a catalogue (default: all codes of the knowledge). */
export function compileCodes(knowledge: Knowledge, catalogue?: readonly CatalogueEntry[]): CodeSpace {
  const lexicon = new Lexicon({
    synonyms: knowledge.files['synonyms.txt'] ?? '',
    morphology: knowledge.files['morphology.tsv'] ?? '',
  });
  const index = buildCodeIndex(knowledge, catalogue, lexicon);
  const conventions = parseConventions(knowledge.files, knowledge.codes);
  const rules = rulesByCode(
    conventions.rules,
    index.documents.map((document) => document.code),
  );
  const relations = compileRelations(knowledge.files['bundles.tsv'], index.documents);
  return {
    lexicon,
    index,
    facts: new CatalogueFacts(index, lexicon, parseMagnitudes(knowledge.files['weights/magnitude.json'])),
    matcher: new LineMatcher(index),
    conventions,
    relations,
    cues: parseReadingCues(knowledge.files['reading.tsv'], knowledge.files['weights/reading.json']),
    rules,
    tellers: tellersAmong(conventions, rules, relations),
    ordinary: new Set(ordinaryWords(knowledge.files['ordinary-words.txt'] ?? '')),
    measuredSites: measuredSites(index, lexicon),
    profiles: new Profiles(knowledge.files['weights/profiles.tsv']),
  };
}

function ordinaryWords(file: string): string[] {
  return file
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' '));
}

function measuredSites({ documents }: CodeIndex, lexicon: Lexicon): Set<number> {
  const values = documents.flatMap(({ knowledge }) =>
    knowledge?.attributes['size'] === undefined ? [] : (knowledge.attributes['site'] ?? []),
  );
  return new Set(
    [...new Set(values)].flatMap((value) => {
      const own = lexicon.termsOf(tokenize(value)).filter((hit) => hit.weight === 1);
      return own.length === 1 && value !== 'skin' && value !== 'wound' ? own.map((hit) => hit.term) : [];
    }),
  );
}

function tellersAmong(
  conventions: Conventions,
  rules: ReadonlyMap<number, readonly number[]>,
  relations: Pick<Relations, 'isAddon'>,
): Tellers {
  const codes = new Map<number, number[]>();
  for (const [id, own] of rules) {
    for (const at of own) {
      if (conventions.rules[at]?.tellsAct !== true) continue;
      const told = codes.get(at);
      if (told === undefined) codes.set(at, [id]);
      else told.push(id);
    }
  }
  const all = [...codes.keys()];
  return {
    all: new RulesTogether(conventions, all),
    beside: new RulesTogether(
      conventions,
      [...codes].flatMap(([at, ids]) =>
        conventions.rules[at]?.kind === 'tells' || ids.some((id) => relations.isAddon(id)) ? [at] : [],
      ),
    ),
    codes,
  };
}
