// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Where words that people read are written: screens, the site, messages, mails, command lines, the sample notes. */
const sources = ['apps/web/src', 'apps/api/src', 'packages/contract/src', 'packages/documents/src'];

const british = new RegExp(
  String.raw`\b(?:${[
    '(?:dis)?colour(?:s|ed|ing|ful)?',
    'licence[sd]?',
    '(?:re)?organis(?:e[sd]?|ing|ations?|ational)',
    'catalogue[sd]?',
    'cancell(?:ed|ing)',
    'centre[sd]?',
    '(?:orthopaedic|gynaecolog|paediatric|anaesthe|haemo|haema|oedema|oesophag|tumour|diarrhoea|fibre|litre)\\w*',
    '(?:behaviour|favour|honour|labour|neighbour)\\w*',
    '(?:author|recogn|summar|minim|maxim|custom|normal|final|standard|optim|util|emphas|apolog|real)is(?:e[sd]?|ing|ations?)',
    '(?:analy|practi)s(?:ed|ing)',
    '(?:travell|modell|labell|signall)(?:ed|ing)',
    '(?:grey|judgement|programme|cheque|defence|offence|artefact|ageing|learnt|spelt|whilst|amongst|fulfil)s?',
  ].join('|')})\b`,
  'gi',
);

/** Strings that are names in storage or in the API, and no words on a screen. */
const exceptions: readonly { readonly string: RegExp; readonly why: string }[] = [
  { string: /^catalogue\.(?:search|view|manage)$/, why: 'names of capabilities' },
  { string: /^catalogue(?:-search)?$/, why: 'the name of an object in the audit log and in query keys' },
  { string: /\) as catalogue,/, why: 'a column of a query' },
];

interface Words {
  readonly text: string;
  readonly at: number;
}

/** The texts of a file: strings, templates and JSX text, without names of modules, types and properties. */
function wordsOf(file: string, source: string): Words[] {
  const found: Words[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`);
  const visit = (node: unknown, key = ''): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, key));
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, start, value } = node as { type: string; start: number; value?: unknown };
    if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(type) || key === 'source') return;
    if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) found.push({ text: String(value), at: start });
    if (type === 'TemplateElement') found.push({ text: (value as { cooked: string }).cooked, at: start });
    for (const [name, child] of Object.entries(node)) {
      const isKey = name === 'key' && !('computed' in node && node.computed);
      if (!isKey) visit(child, name);
    }
  };
  visit(program);
  return found;
}

/** British spellings in what users see, as `file:line word`. */
function findBritish(file: string, source: string): string[] {
  return wordsOf(file, source)
    .filter(({ text }) => !exceptions.some((one) => one.string.test(text)))
    .flatMap(({ text, at }) =>
      (text.match(british) ?? []).map((word) => `${file}:${String(source.slice(0, at).split('\n').length)} ${word}`),
    );
}

/** What was said before a native reader had gone over it. */
const translated =
  /\b(?:(?:is|are) not taken|taken back|one or the other|stands? twice|carry it|acted on by|of this date|taken away unnoticed|nothing by themselves|an example now)\b/i;

describe('U20: words on screen are US English', () => {
  const files = sources
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.fixture\.|\/testing\/|\.gen\.ts$/.test(file));

  it('U20: no British spelling stands in a string that users see', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => findBritish(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  it('U20: no phrase that was translated word by word stands in one', () => {
    const found = files.flatMap((file) =>
      wordsOf(file, readFileSync(path.join(root, file), 'utf8'))
        .filter(({ text }) => translated.test(text))
        .map(({ text }) => `${file} ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('U20: each exception is still needed', () => {
    const texts = files.flatMap((file) => wordsOf(file, readFileSync(path.join(root, file), 'utf8'))).map(({ text }) => text);
    expect(exceptions.filter(({ string }) => !texts.some((text) => string.test(text)))).toEqual([]);
  });

  it.each([
    ['a string', "const words = 'Your organisation asks';", 'organisation'],
    ['a template', 'const words = `${n} cancelled`;', 'cancelled'],
    ['JSX', 'const words = <p>All colours</p>;', 'colours'],
    ['an attribute', 'const words = <p title="Your licence" />;', 'licence'],
  ])('U20: finds one in %s', (_where, source, word) => {
    expect(findBritish('made-up.tsx', source)).toEqual([`made-up.tsx:1 ${word}`]);
  });

  it('U20: leaves names, modules and American words alone', () => {
    const source =
      "import { colour } from './catalogue.ts';\nconst center = { catalogue: colour, words: 'canceled color, cancellation' };";
    expect(findBritish('made-up.ts', source)).toEqual([]);
  });
});
