import { measuresIn } from '../../2-findings/billing/areas.ts';
import { readClauses, wordsOf, type Range } from '../../2-findings/billing/clauses.ts';
import { digitName, digitsIn } from '../../2-findings/billing/digits.ts';
import { levelsIn } from '../../2-findings/billing/levels.ts';
import { serviceDateIn } from '../../2-findings/billing/service-date.ts';
import type { Side } from '../../2-findings/billing/sides.ts';
import { coronariesIn, coronaryName } from '../../2-findings/billing/vessels.ts';
import type { BilledCodes } from './billed-codes.ts';
import { placesOf } from './code-place.ts';
import type { ClaimKnowledge } from './claim-types.ts';
import { NoteSides } from './line-side.ts';

/** Words of the note by where they stand. */
export type Quoted = Range & { readonly words: string };

/** One procedure that a note tells, with what it says of it. */
export type ReadProcedure = {
  readonly code: string;
  readonly named: Quoted | undefined;
  readonly side: (Quoted & { readonly value: Side }) | undefined;
  readonly digits: readonly (Quoted & { readonly value: string })[];
  readonly vessels: readonly (Quoted & { readonly value: string })[];
  readonly levels: readonly (Quoted & { readonly value: readonly string[] })[];
  readonly sizes: readonly (Quoted & { readonly value: number; readonly unit: string })[];
};

export type NoteReading = {
  readonly serviceDate: (Quoted & { readonly value: string }) | undefined;
  readonly procedures: readonly ReadProcedure[];
};

/** Lists the procedures that the engine is sure of, with site, side, sizes and their words. */
export function readProcedures(text: string, knowledge: ClaimKnowledge, { codes, evidence }: BilledCodes): NoteReading {
  const note = readClauses(text);
  const quoted = ({ start, end }: Range): Quoted => ({ start, end, words: wordsOf(text, { start, end }) });
  const sides = new NoteSides(note);
  const places = placesOf(note, codes, knowledge.words, evidence);
  const date = serviceDateIn(text);
  return {
    serviceDate: date === undefined ? undefined : { ...quoted(date), value: date.value },
    procedures: places.map((place) => {
      const reading = sides.of(place, places.length === 1);
      const [first] = reading.words;
      const scope = place.scope;
      const parts = knowledge.table.of(place.code).parts;
      return {
        code: place.code,
        named: place.anchor === undefined ? undefined : quoted(place.anchor),
        side: reading.side === undefined || first === undefined ? undefined : { ...quoted(first), value: reading.side },
        digits:
          scope === undefined || parts.size === 0
            ? []
            : digitsIn(text, scope, parts.has('finger') ? 'finger' : 'toe').map((each) => ({
                ...quoted(each),
                value: digitName(each.value),
              })),
        vessels:
          scope === undefined || !parts.has('coronary')
            ? []
            : coronariesIn(text, scope).map((each) => ({ ...quoted(each), value: coronaryName(each.value) })),
        levels:
          scope === undefined
            ? []
            : levelsIn(text, scope).map((each) => ({
                ...quoted(each),
                value: each.spaces.length > 0 ? each.spaces : each.vertebrae,
              })),
        sizes:
          scope === undefined
            ? []
            : measuresIn(text, scope).map((each) => ({ ...quoted(each), value: each.value.amount, unit: each.value.unit })),
      };
    }),
  };
}
