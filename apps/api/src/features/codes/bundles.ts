import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BundlesAmong, createBundles } from '@incisive/engine';
import type { CodeLink } from '@incisive/contract/code-links';
import { paths } from '../../paths.ts';

let among: BundlesAmong | undefined;

/** Each row with the codes of the note that contain it or that it contains, by the product's own knowledge. */
export function withBundles(rows: readonly CodeLink[], codesOfNote: Iterable<string>): CodeLink[] {
  among ??= createBundles(readFileSync(path.join(paths.knowledgeFolder, 'bundles.tsv'), 'utf8'));
  const pairs = among([...rows.map((row) => row.code), ...codesOfNote]);
  return rows.map((row) => ({
    ...row,
    included_in: pairs.filter(({ part }) => part === row.code).map(({ whole }) => whole),
    includes: pairs.filter(({ whole }) => whole === row.code).map(({ part }) => part),
  }));
}
