import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseKnowledge, type Knowledge } from '../src/index.ts';

/**
 * Reads the knowledge folder of this package, or another in the same form, from disk.
 * @param dir folder holding codes/, weights/ and the tables; default: the package's own
 * @throws the file system's error when the folder cannot be read
 */
export const loadKnowledge = (dir?: string): Knowledge => parseKnowledge(readKnowledgeFiles(dir));

/** The files of a knowledge folder by their path inside it, for `parseKnowledge` here or in another thread. */
export function readKnowledgeFiles(
  dir: string = fileURLToPath(new URL('../knowledge', import.meta.url)),
): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsv|txt|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(dir, path).split(sep).join('/')] = readFileSync(path, 'utf8');
  }
  return files;
}
