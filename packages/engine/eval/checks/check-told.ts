import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { ConventionCheck } from '../../src/3-codes/rules/conventions.ts';
import { readGoldNotes } from '../gold-set.ts';
import { evalData, readLabelledNotes } from '../labelled-notes.ts';

/**
 * `node --import tsx packages/engine/eval/checks/check-told.ts [--codes FROM-TO] [--notes FILE]...`: each wording by which notes tell a code
 * (`told`), against notes whose codes are known: on how many that carry the code it is met, and on which that carry a sibling or neither.
 */
const { values } = parseArgs({
  options: { codes: { type: 'string', default: '00000-99999' }, notes: { type: 'string', multiple: true, default: [] } },
});
const [from = '', to = from] = values.codes.split('-');
const space = compileCodes(loadKnowledge());
const folder = evalData();
const files = [
  ...values.notes,
  ...(folder === undefined ? [] : [join(folder, 'notes-labelled.jsonl'), join(folder, 'notes-other.jsonl')]),
];
const notes = [...readGoldNotes(), ...files.flatMap((file) => readLabelledNotes(file))];
const read = notes.map((note) => ({
  id: note.id,
  codes: new Set(note.items.flatMap((item) => item.codes)),
  check: new ConventionCheck(space.conventions, analyze(note.text, space).view.texts),
}));
const documents = space.index.documents;
for (const [rule, ids] of space.tellers.codes) {
  const codes = new Set(ids.map((id) => documents[id]!.code));
  if (![...codes].some((code) => code >= from && code <= to)) continue;
  const families = new Set(ids.map((id) => documents[id]!.knowledge?.family));
  const siblings = new Set(documents.filter(({ knowledge }) => families.has(knowledge?.family)).map(({ code }) => code));
  const carries = (some: ReadonlySet<string>) => (note: (typeof read)[number]) => [...note.codes].some((code) => some.has(code));
  const carrying = read.filter(carries(codes));
  const met = read.filter((note) => note.check.finds(rule));
  const wrong = met.filter((note) => !carries(codes)(note));
  const named = (list: typeof read): string =>
    `${list.length}${
      list.length > 0
        ? ` (${list
            .slice(0, 6)
            .map(({ id }) => id)
            .join(', ')})`
        : ''
    }`;
  process.stdout.write(
    `${[...codes].slice(0, 3).join(',')} ${space.conventions.rules[rule]!.condition.slice(0, 70)}\n   met by ${met.length - wrong.length} of ${carrying.length} with the code, ${named(wrong.filter(carries(siblings)))} with a sibling, ${named(wrong.filter((note) => !carries(siblings)(note)))} others\n`,
  );
}
