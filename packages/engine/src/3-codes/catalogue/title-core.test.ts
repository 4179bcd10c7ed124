import { describe, expect, it } from 'vitest';
import { shippedSpace } from '../../../eval/shipped.ts';
import { tokenize } from '../../1-text/tokens.ts';
import { ownersOf } from './code-index.ts';
import { titleCore } from './title-core.ts';

const { lexicon, index } = shippedSpace();
const owners = (title: string): string[] =>
  ownersOf(tokenize(title.toLowerCase()), lexicon, index).map((id) => index.documents[id]?.code ?? '');
const coreOf = (title: string): string | undefined => {
  const text = title.toLowerCase();
  const tokens = lexicon.mend(tokenize(text));
  const core = titleCore({ tokens, hits: lexicon.termsOf(tokens) }, lexicon, index);
  return core === undefined ? undefined : text.slice(core.start, core.end);
};

describe('the part of a title that is a phrase of a code', () => {
  it.each([
    ['LIS known fissure', 'lis'],
    ['left MRM, drains x2', 'left mrm'],
    ['circ, GA, tolerated well', 'circ'],
    ['BMT for recurrent otitis media', 'bmt'],
  ])('of "%s" is "%s"', (title, core) => expect(coreOf(title)).toBe(core));

  it.each(['PEG out', 'LP shunt', 'circ revision', 'BMT for tube removal', 'CABG x2 today'])('is none of "%s"', (title) =>
    expect(coreOf(title)).toBeUndefined(),
  );

  it('is not looked for where the whole title is one, nor in a sentence', () => {
    expect(coreOf('left MRM')).toBeUndefined();
    expect(coreOf('circ done today in clinic under local with no issues at all and home the same day well')).toBeUndefined();
  });
});

describe('the codes that own a title', () => {
  it('do so however its sides are written, and by its sides where a phrase has them', () => {
    for (const title of ['B CTR', 'bilateral CTR', 'b/l CTR', 'R CTR']) expect(owners(title)).toEqual(['64721']);
    expect(owners('R/LHC')).not.toEqual(owners('LHC'));
    expect(owners('bilat cleft lip repair')).toEqual(['40701']);
    expect(owners('L cleft lip repair')).toEqual(['40700']);
  });

  it('are others for what came out, or the way back', () => {
    expect(owners('PEG out')).not.toEqual(owners('PEG'));
    expect(owners('RNY to sleeve')).not.toEqual(owners('sleeve to RNY'));
  });

  it('are none of a title of words that say nothing', () => expect(owners('the')).toEqual([]));
});
