import { describe, expect, test } from 'vitest';
import { AFFIRMED, contextOf, HISTORICAL, NEGATED, OTHER_PROVIDER, PLANNED } from './context.ts';
import { tokenize } from './tokens.ts';

function contextOfWord(sentence: string, word: string): number {
  const tokens = tokenize(sentence);
  const breaks = tokens.map((token, at) => at === 0 || /[.;\n]/.test(sentence.slice(tokens[at - 1]?.end ?? 0, token.start)));
  return contextOf(tokens, breaks)[tokens.findIndex((token) => token.word === word)] ?? -1;
}

describe('contextOf', () => {
  test.each([
    ['No biopsy was taken.', 'biopsy', NEGATED],
    ['Biopsy was not performed.', 'biopsy', NEGATED],
    ['Epidural injection without fluoroscopy', 'fluoroscopy', NEGATED],
    ['Status post cholecystectomy.', 'cholecystectomy', HISTORICAL],
    ['History of colonoscopy; now for hernia repair', 'repair', AFFIRMED],
    ['The patient will need arthroplasty.', 'arthroplasty', PLANNED],
    ['The flap is dictated separately', 'flap', OTHER_PROVIDER],
    ['Laparoscopic converted to open cholecystectomy', 'laparoscopic', NEGATED],
    ['Laparoscopic converted to open cholecystectomy', 'open', AFFIRMED],
    ['The gallbladder was removed without difficulty.', 'difficulty', AFFIRMED],
    ['No stones were seen. A stent was placed.', 'stent', AFFIRMED],
    ['No ureteroscopy with laser lithotripsy and stent placement was performed.', 'stent', NEGATED],
    ['No stenosis and a stent was placed.', 'stent', AFFIRMED],
    ['She had a carpal tunnel release in 2019 and did well.', 'release', HISTORICAL],
    ['Fistulogram with angioplasty was not performed.', 'fistulogram', NEGATED],
    ['A cast was put on with padding; a splint was not needed.', 'cast', AFFIRMED],
    ['The stump was closed with staples and a drain was not needed.', 'staples', AFFIRMED],
    ['No polyp was seen, but a biopsy was taken', 'biopsy', AFFIRMED],
  ])('%s: %s', (sentence, word, expected) => {
    expect(contextOfWord(sentence, word)).toBe(expected);
  });
});
