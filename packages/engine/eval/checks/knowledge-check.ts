import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { rowsOf } from '../../src/3-codes/rules/conventions.ts';
import { readGoldNotes } from '../gold-set.ts';
import { faultyExamples } from './rule-examples.ts';
import { faultyLines, MOST_RULES, unknownAttributes, wideRules } from './rules-check.ts';
import { readWordingHashes, sharedWordings } from './wording-check.ts';

/**
 * `npm run knowledge:check [-- --against FILE]`: whether every line of rules, concepts and attributes can be read and says what it must,
 * and whether what we say of codes is in our own words. FILE holds hashes of official runs of seven words; it stays outside the
 * repository, so that check is made where it is there.
 */
const { values } = parseArgs({ options: { against: { type: 'string' } } });
const print = (line: string): void => void process.stdout.write(line + '\n');
const knowledge = loadKnowledge();
const { codes } = knowledge;
const space = compileCodes(knowledge);
const rules = rowsOf(knowledge.files, 'rules/').length;
const concepts = rowsOf(knowledge.files, 'concepts/').length;
const wordings = codes.reduce((sum, { named, told }) => sum + named.length + told.length, 0);
print(
  `${codes.length} codes with ${wordings} wordings of their own, ${rules} rules of at most ${MOST_RULES} (${rowsOf(knowledge.files, 'examples/').length} with their two sentences), ${concepts} concepts`,
);
const faults = [
  ...faultyLines(knowledge),
  ...unknownAttributes(knowledge),
  ...faultyExamples(knowledge, space),
  ...wideRules(space, readGoldNotes()),
];
for (const { where, says } of faults) print(`${where}  ${says}`);
print(`${faults.length} lines to mend`);
if (faults.length > 0) process.exitCode = 1;
if (values.against === undefined) print('No file of official wordings was given (--against FILE): wordings are not compared.');
else if (!existsSync(values.against)) {
  process.stderr.write(`There is no file ${values.against}. Give the path of the hashes of official wordings.\n`);
  process.exitCode = 2;
} else {
  const shared = sharedWordings(codes, readWordingHashes(values.against));
  for (const { code, where, words } of shared)
    print(`${code}  ${where}: "${words}" stands in an official text; say it in other words`);
  print(`${shared.length} lines share seven or more words in a row with an official text`);
  if (shared.length > 0) process.exitCode = 1;
}
