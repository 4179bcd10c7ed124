// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { errorAdvice } from '@incisive/contract/errors';

const api = path.join(import.meta.dirname, '../../api/src');

/** What tells its reader to do something: a sentence, or the part after a comma or colon, that begins so. */
const acts =
  'Activate Add Approve Ask Begin Change Check Choose Correct Deactivate Enter Finish Leave Make Mend Move Open Read Remove Reopen Save Select Send Set Sign Split Start Take Tell Try Turn Upload Use Wait'.split(
    ' ',
  );
const saysWhatToDo = (words: string): boolean =>
  new RegExp(`(?:^|[.:] )(?:${acts.join('|')})\\b|[,;:] (?:or )?(?:${acts.join('|').toLowerCase()})\\b`).test(words);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Calls `visit` for every node below one. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit));
  if (!isNode(node)) return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

const nameOf = (node: unknown): string => {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof name === 'string' ? name : '';
};

/** The words that an expression can be: a string, a template with its gaps as …, either side of a choice, every entry of a table. */
function wordsOf(expression: unknown, names: ReadonlyMap<string, unknown>): (string | null)[] {
  if (!isNode(expression)) return [null];
  const of = (one: unknown): (string | null)[] => wordsOf(one, names);
  switch (expression.type) {
    case 'Literal':
      return [String(expression['value'])];
    case 'TemplateLiteral':
      return [(expression['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked).join('…')];
    case 'ConditionalExpression':
      return [...of(expression['consequent']), ...of(expression['alternate'])];
    case 'Identifier':
      return of(names.get(nameOf(expression)));
    case 'MemberExpression':
      return expression['computed'] ? of(expression['object']) : [null];
    case 'ObjectExpression':
      return (expression['properties'] as Node[]).flatMap((property) => of(property['value']));
    default:
      return [null];
  }
}

/** The details that a file gives its refusals; null where they are made elsewhere. */
function detailsIn(source: string): (string | null)[] {
  const found: (string | null)[] = [];
  const { program } = parseSync('read.ts', source);
  const names = new Map<string, unknown>();
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') names.set(nameOf(node['id']), node['init']);
  });
  walk(program, (node) => {
    if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'AppError') return;
    walk(node['arguments'], (property) => {
      if (property.type === 'Property' && nameOf(property['key']) === 'detail') found.push(...wordsOf(property['value'], names));
    });
  });
  return found;
}

const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.|(?:^|\/)testing\//.test(name),
);
const details = files.flatMap((file) => detailsIn(readFileSync(path.join(api, file), 'utf8')).map((words) => ({ file, words })));

describe('every problem answer has a detail that says what to do', () => {
  it('each code of the contract', () => {
    const silent = Object.entries(errorAdvice).filter(([, words]) => !saysWhatToDo(words));
    expect(silent).toEqual([]);
  });

  it('each refusal with words of its own', () => {
    expect(details.length).toBeGreaterThan(30);
    expect(details.filter(({ words }) => words !== null && !saysWhatToDo(words))).toEqual([]);
  });

  it('words that are made elsewhere are few and known', () => {
    // What the reader of files says of a file; each of its messages is in the contract's words or tells what to upload instead.
    // What single sign-on says of a person, judged below.
    // What an entry of a FHIR transaction is refused for, after the entry's number: details that are judged above.
    expect(
      details
        .filter(({ words }) => words === null)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual([
      'features/accounts/single-sign-on/sign-in.ts',
      'features/fhir/transaction.service.ts',
      'features/notes/read-file.service.ts',
    ]);
  });

  it('whom the clinic’s provider does not let in is told whom to ask', () => {
    const people = readFileSync(path.join(api, 'features/accounts/single-sign-on/people.ts'), 'utf8');
    const words = [...people.matchAll(/new NotAdmitted\(\s*'([^']+)'/g)].map(([, said]) => said!);
    expect(words.length).toBe(people.split('new NotAdmitted(').length - 1);
    expect(words.filter((said) => !saysWhatToDo(said))).toEqual([]);
  });

  it.each([
    ["throw new AppError('conflict', { detail: 'It is gone.' })", ['It is gone.']],
    ['throw new AppError(why, { fields: [], detail: `${n} left. Wait.` })', ['… left. Wait.']],
    ["const words = a ? 'One.' : 'Two.'; new AppError('busy', { detail: words })", ['One.', 'Two.']],
    ["const table = { a: 'One.', b: 'Two.' }; new AppError('busy', { detail: table[why] })", ['One.', 'Two.']],
    ["new AppError('busy', { detail: error.message })", [null]],
  ])('reads %s', (source, words) => expect(detailsIn(source)).toEqual(words));

  it('knows advice from a statement', () => {
    expect(['This tenant is deactivated.', 'Only two lines are merged.'].filter(saysWhatToDo)).toEqual([]);
    expect(['It is gone. Read it again.', 'Use another key.', 'Check it, or ask for another.'].every(saysWhatToDo)).toBe(true);
  });
});
