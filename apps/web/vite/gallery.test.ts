// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '..', 'src');
const galleryFolder = path.join(src, 'gallery');
const components = path.join(src, 'components');
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => path.join(folder, name));
const read = (file: string): string => readFileSync(file, 'utf8');

/** Files by what they import of ours. */
const importers = new Map<string, string[]>();
for (const file of sources(src))
  for (const [, target] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const imported = path.resolve(path.dirname(file), String(target));
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }

const gallery = sources(galleryFolder).map(read).join('\n');
/** Components that draw something; what a room uses within itself alone is shown by what uses it. */
const shared = sources(components).flatMap((file) => {
  const room = path.dirname(file);
  const outside = (importers.get(file) ?? []).filter(
    (importer) => path.dirname(importer) !== room && path.dirname(importer) !== galleryFolder,
  );
  const names = [...read(file).matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)\s*[<(=]/gm)].map(([, name]) =>
    String(name),
  );
  const draws = file.endsWith('.tsx') && /<\/|\/>/.test(read(file));
  return outside.length === 0 || !draws ? [] : names.filter((name) => !name.endsWith('Context'));
});

describe('C12: the gallery', () => {
  it('finds the components', () => {
    expect(shared).toEqual(expect.arrayContaining(['DataTable', 'ConfirmDialog', 'StatusTag', 'PageHeader', 'PhoneInput']));
    expect(shared).not.toContain('HeaderCell');
  });

  it.each(shared)('shows %s', (name) => {
    expect(gallery).toMatch(new RegExp(`<${name}[\\s/>]`));
  });
});
