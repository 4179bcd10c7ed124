import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// A document that names a path which is gone sends its reader nowhere.

const root = path.resolve(import.meta.dirname, '..');
const left = new Set(['node_modules', 'dist', '.git', 'data', 'test-results']);

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !left.has(entry.name))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? [`${name}/`, ...filesIn(name)] : [name];
    });
}
const files = filesIn('.');
const known = new Set(files.flatMap((file) => [file, file.replace(/\/$/, '')]));
/** Also as the documents shorten it: `http/mount.ts` for what stands in apps/api/src. */
const exists = (name: string): boolean =>
  known.has(name.replace(/\/$/, '')) || files.some((file) => file.endsWith(`/${name}`) || file.endsWith(`/${name}/`));

const documents = files.filter((file) => /^(docs\/.*|[A-Z]+|packages\/[a-z]+\/[A-Z]+)\.md$/.test(file));
const textOf = (document: string): string => readFileSync(path.join(root, document), 'utf8');

/** What stands between back quotes and reads as a path of the repository; made files, placeholders and addresses do not. */
function pathsIn(text: string): string[] {
  const quoted = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([\w.][\w./-]*)`/g)].map(([, name = '']) => name);
  return quoted
    .filter((name) => /^[\w.-]+\/[\w./-]*[a-z]|^[\w.-]+\/$|^[a-z][\w.-]*\.(tsx?|mjs|md|sql|tsv)$/.test(name))
    .filter((name) => !/NNN|^(\.\/)?(data|DATA_DIR|zod)(\/|$)/.test(name));
}

/** The paths of a drawn tree: each line's first words that are names, below the line that is indented less. */
function pathsOfTree(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const depth = (line.length - line.trimStart().length) / 2;
    const names = (
      /^(?:[\w.-]+(?:\/[\w.-]+)*(?:\/|\.tsx?)(?: |$)|apps\/\w+\/src|packages\/\w+\/src)+/.exec(line.trimStart())?.[0] ?? ''
    )
      .trim()
      .split(/ +/);
    above.length = depth;
    above.push(names[0] ?? '');
    return names.map((name) => path.posix.join(...above.slice(0, depth), name));
  });
}

describe('C9: a folder is small enough to be known by its name', () => {
  const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec|fixture)\.tsx?$/.test(file));
  const crowded = (names: readonly string[]): string[] =>
    [...new Set(names.map((name) => path.posix.dirname(name)))].filter(
      (folder) => names.filter((name) => path.posix.dirname(name) === folder).length > 20,
    );
  it('no folder holds more than twenty source files: split it by what they are for', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(crowded(sources)).toEqual([]);
  });
  it('finds a crowded one', () => {
    const names = Array.from({ length: 21 }, (_, n) => `a/b/${n}.ts`);
    expect(crowded([...names, 'a/c.ts'])).toEqual(['a/b']);
    expect(crowded(names.slice(1))).toEqual([]);
  });
});

describe('the documents name what is there', () => {
  it.each(documents)('%s', (document) => {
    expect(pathsIn(textOf(document)).filter((name) => !exists(name))).toEqual([]);
  });

  it('links between them lead somewhere', () => {
    const broken = documents.flatMap((document) =>
      [...textOf(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => path.join(root, path.dirname(document), target))
        .filter((target) => !existsSync(target)),
    );
    expect(broken).toEqual([]);
  });

  it('every folder of the tree in ARCHITECTURE.md is there, and no room is left out of it', () => {
    const tree = /^```\n(packages\/contract\/src[^]*?)\n```/m.exec(textOf('ARCHITECTURE.md'))?.[1] ?? '';
    const drawn = pathsOfTree(tree).map((name) => name.replace(/\/$/, ''));
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((name) => !known.has(name))).toEqual([]);
    const rooms = files
      .filter((file) =>
        /^(apps\/(api|web)\/src\/([a-z-]+\/|(features|http|components|lib)\/[a-z-]+\/)|packages\/contract\/src\/[a-z-]+\/)$/.test(
          file,
        ),
      )
      .map((file) => file.replace(/\/$/, ''));
    expect(rooms.filter((room) => !drawn.includes(room))).toEqual([]);
  });

  it('finds a path that is gone', () => {
    expect(pathsIn('See `http/gone.ts`, `docs/gone.md` and `lib/`.').filter((name) => !exists(name))).toEqual([
      'http/gone.ts',
      'docs/gone.md',
    ]);
    expect(pathsOfTree('apps/api/src\n  http/ gone/   the gate\n    input/ mount.ts  bodies')).toEqual([
      'apps/api/src',
      'apps/api/src/http/',
      'apps/api/src/gone/',
      'apps/api/src/http/input/',
      'apps/api/src/http/mount.ts',
    ]);
  });
});
