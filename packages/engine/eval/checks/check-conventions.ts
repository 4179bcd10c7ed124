import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { ConventionCheck } from '../../src/3-codes/rules/conventions.ts';
import { readGoldNotes } from '../gold-set.ts';
import { evalData, readLabelledNotes } from '../labelled-notes.ts';

/**
 * `node --import tsx packages/engine/eval/checks/check-conventions.ts [--codes FROM-TO]`: each rule against notes whose codes are known.
 * For rules that speak against a code: on how many notes that carry it they would wrongly do so. For rules that speak for one: on
 * how many notes that carry it they do, and on how many that carry a sibling or neither. A rule that is often wrong is a wrong rule.
 */
const { values } = parseArgs({ options: { codes: { type: 'string', default: '00000-99999' } } });
const [from = '', to = from] = values.codes.split('-');
const space = compileCodes(loadKnowledge());
const folder = evalData();
const notes = [...readGoldNotes(), ...(folder === undefined ? [] : readLabelledNotes(join(folder, 'notes-labelled.jsonl')))];
const read = notes.map((note) => ({
  codes: new Set(note.items.flatMap((item) => item.codes)),
  check: new ConventionCheck(space.conventions, analyze(note.text, space).view.texts),
}));
const familyOf = new Map(space.index.documents.map((document) => [document.code, document.knowledge?.family]));
for (const [at, rule] of space.conventions.rules.entries()) {
  const own = (code: string): boolean => rule.codes.some((range) => code >= range.from && code <= range.to);
  if (!rule.codes.some((range) => range.to >= from && range.from <= to)) continue;
  const families = new Set([...familyOf].flatMap(([code, family]) => (own(code) && family !== undefined ? [family] : [])));
  const carrying = read.filter((note) => [...note.codes].some(own));
  const siblings = read.filter(
    (note) => ![...note.codes].some(own) && [...note.codes].some((code) => families.has(familyOf.get(code) ?? '')),
  );
  const others = read.filter((note) => !carrying.includes(note) && !siblings.includes(note));
  const found = (list: typeof read): number => list.filter((note) => note.check.finds(at)).length;
  const speaks = (list: typeof read): number => (rule.kind === 'needs' ? list.length - found(list) : found(list));
  const name = `${rule.id} ${rule.kind} ${rule.scope} ${rule.condition.slice(0, 60)}`;
  process.stdout.write(
    `${name}\n   ${rule.kind === 'prefers' || rule.kind === 'tells' ? 'for' : 'against'}: ${speaks(carrying)} of ${carrying.length} notes with the code, ${speaks(siblings)} of ${siblings.length} with a sibling, ${speaks(others)} of ${others.length} others\n`,
  );
}
