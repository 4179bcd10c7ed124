import { readFileSync } from 'node:fs';
import type { ReadingKind } from '../src/2-findings/reading.ts';

/** A document written for this project, and what it is. */
export type GoldDocument = { readonly id: string; readonly kind: ReadingKind; readonly style: string; readonly text: string };

/** Documents of all kinds: papers without an operation, operations that were put off, terse and unusual operative notes. */
export function readGoldDocuments(): GoldDocument[] {
  return ['not-operative', 'operative'].flatMap((name) =>
    readFileSync(new URL(`./gold/documents/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GoldDocument),
  );
}
