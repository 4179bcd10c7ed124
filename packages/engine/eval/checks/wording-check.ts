import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CodeKnowledge } from '../../src/index.ts';

/** So many words in a row, shared with an official text, are no longer our own words. */
const RUN = 7;
const DIGITS = 12;

export type SharedWording = { readonly code: string; readonly where: 'sentence' | 'plain' | 'phrase'; readonly words: string };

/** Reads the hashes of official runs of words: one a line, gzipped when the name says so. @throws when the file cannot be read */
export function readWordingHashes(file: string): ReadonlySet<string> {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return new Set(text.split(/\s+/).filter((hash) => hash.length === DIGITS));
}

/** The first digits of the SHA-256 of every run of seven lower-case words of a text. */
export function wordingHashes(text: string): { readonly words: string; readonly hash: string }[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => {
    const run = words.slice(at, at + RUN).join(' ');
    return { words: run, hash: createHash('sha256').update(run).digest('hex').slice(0, DIGITS) };
  });
}

/** Lines of our own that share seven or more words in a row with an official text, the first run of each. */
export function sharedWordings(codes: readonly CodeKnowledge[], official: ReadonlySet<string>): SharedWording[] {
  return codes.flatMap(({ code, sentence, plain, phrases }) => {
    const texts = [
      { where: 'sentence' as const, text: sentence },
      { where: 'plain' as const, text: plain },
      ...phrases.map((text) => ({ where: 'phrase' as const, text })),
    ];
    return texts.flatMap(({ where, text }) => {
      const met = wordingHashes(text).find(({ hash }) => official.has(hash));
      return met === undefined ? [] : [{ code, where, words: met.words }];
    });
  });
}
