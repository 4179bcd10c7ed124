import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import { ConventionCheck, rowsOf } from '../../src/3-codes/rules/conventions.ts';
import type { Knowledge } from '../../src/index.ts';
import type { Fault } from './rules-check.ts';

/** Rules without their two sentences, and lines of knowledge/examples/*.tsv whose sentence does not meet its rule or whose near miss does. */
export function faultyExamples({ files }: Knowledge, space: CodeSpace): Fault[] {
  const { rules } = space.conventions;
  const seen = new Set<string>();
  const faulty = rowsOf(files, 'examples/').flatMap(([id = '', meets = '', misses = '']) => {
    const fault = (says: string): Fault[] => [{ where: id, says }];
    const at = rules.findIndex((rule) => rule.id === id);
    const rule = rules[at];
    if (rule === undefined) return fault('no rule has this id: take its sentences out as well');
    if (seen.has(id)) return fault('the rule has its sentences twice');
    seen.add(id);
    if (meets === '' || misses === '') return fault('a rule has two sentences: one that meets it and a near miss');
    const under = rule.scope === 'heading' ? 'PROCEDURE' : 'DESCRIPTION OF PROCEDURE';
    const isMet = (sentence: string): boolean =>
      new ConventionCheck(space.conventions, analyze(`${under}: ${sentence}`, space).view.texts).finds(at);
    if (!isMet(meets)) return fault(`"${meets}" does not meet it`);
    return isMet(misses) ? fault(`"${misses}" meets it and should not`) : [];
  });
  const without = rowsOf(files, 'rules/').filter(([id = '']) => !seen.has(id));
  return [...faulty, ...without.map(([where = '']) => ({ where, says: 'the rule has no sentences in examples/' }))];
}
