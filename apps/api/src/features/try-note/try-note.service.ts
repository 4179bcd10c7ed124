import type { TriedCode, TriedNote } from '@incisive/contract/try-note';
import type { Deps } from '../../deps.ts';
import { publicCatalogueVersion } from '../../http/public-records.ts';

/** So many codes are shown, and none below this chance. */
const shown = 6;
const leastChance = 0.1;
/** A likely code below this is said to be unsure. */
const sure = 0.8;

/** Reads a pasted note with the plain engine. Words of codes are ours: what a licensed clinic uploaded is not shown to the public. */
export async function readTriedNote(deps: Deps, ownWords: ReadonlyMap<string, string>, text: string): Promise<TriedNote> {
  const catalogue = await publicCatalogueVersion(deps.database);
  const { suggestions, reading } = await deps.suggester.suggest({ text, size: shown, catalogue });
  const codes = suggestions
    .filter((row, index) => index === 0 || row.confidence >= leastChance)
    .map(({ code, confidence, tier, why, evidence }) => ({
      code,
      description: ownWords.get(code) ?? '',
      confidence,
      tier,
      why,
      evidence,
    }));
  return { text, suggestions: codes, unknown: unknownOf(codes, reading.kind === 'operative' ? null : reading.why) };
}

/**
 * What the answer leaves open, in plain words.
 * @param held why the codes of what is no operative note are held back
 */
export function unknownOf(
  codes: readonly Pick<TriedCode, 'code' | 'confidence' | 'tier'>[],
  held: string | null = null,
): string[] {
  if (held !== null) return [held, 'Codes are suggested for what was done, so none of these is called likely.'];
  if (codes.length === 0) return ['No words here name a procedure that Incisive knows. It suggests nothing rather than a guess.'];
  const likely = codes.filter(({ tier }) => tier === 'likely');
  const unsure = likely.filter(({ confidence }) => confidence < sure).map(({ code }) => code);
  return [
    ...(likely.length === 0 ? ['Nothing here is sure enough to be called likely. A person should read the whole note.'] : []),
    ...(unsure.length > 0 ? [`Not sure about ${unsure.join(', ')}: read the highlighted words before you accept it.`] : []),
    'It does not know your payer, your contracts, or an earlier operation that this note does not mention.',
  ];
}
