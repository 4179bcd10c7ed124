import { circumstancesOf } from '../../2-findings/billing/circumstances.ts';
import { ageIn } from '../../2-findings/cues.ts';
import { distinctRanges, readClauses, wordsOf, type ClauseText, type Range } from '../../2-findings/billing/clauses.ts';
import { facilityWords, isFacility } from '../../2-findings/billing/facility.ts';
import { openPathology } from '../../2-findings/billing/pathology.ts';
import type { Side } from '../../2-findings/billing/sides.ts';
import type { Billing } from './billing.ts';
import type { ClaimContext, ClaimKnowledge, ClaimQuestion, ClaimReading, ProposedModifier } from './claim-types.ts';
import { inRanges, parseRanges } from '../catalogue/code-ranges.ts';
import { anchorWords, placesOf, type CodePlace } from './code-place.ts';
import { NoteSides, sideModifier, type SideReading } from './line-side.ts';
import { amountOf, countedBy, excisionOf, furtherBilling, siblingFor, woundsOf, type Amount } from './line-units.ts';
import { partsOf } from './line-parts.ts';
import { separateSites } from './separate-sites.ts';

type Draft = {
  code: string;
  units: number;
  modifiers: string[];
  side: Side | null;
  facts: Record<string, unknown>;
  evidence: Record<string, readonly Range[]>;
};

/** Reads the lines of a claim out of a note for codes that are settled; `derive` also adds and changes codes that counts and sizes ask for. */
export function readClaimLines(
  text: string,
  codes: readonly string[],
  context: ClaimContext,
  knowledge: ClaimKnowledge,
  given: ReadonlyMap<string, readonly Range[]> = new Map(),
  derive = false,
  sure: ReadonlySet<string> = new Set(codes),
): ClaimReading {
  const note = readClauses(text);
  const sides = new NoteSides(note);
  const places = placesOf(note, codes, knowledge.words, given);
  const reader = new LineReader(note, sides, places, context, knowledge, derive, sure);
  return reader.read();
}

class LineReader {
  readonly #questions: ClaimQuestion[] = [];
  readonly #lines: Draft[] = [];
  readonly #note: ClauseText;
  readonly #sides: NoteSides;
  readonly #places: readonly CodePlace[];
  readonly #context: ClaimContext;
  readonly #knowledge: ClaimKnowledge;
  readonly #derive: boolean;
  /** Codes that are likely by themselves. */
  readonly #sure: ReadonlySet<string>;
  /** Units of codes that another code's amount already told. */
  readonly #told = new Map<string, NonNullable<Amount['further']>>();
  readonly #dropped = new Set<string>();

  constructor(
    note: ClauseText,
    sides: NoteSides,
    places: readonly CodePlace[],
    context: ClaimContext,
    knowledge: ClaimKnowledge,
    derive: boolean,
    sure: ReadonlySet<string>,
  ) {
    this.#note = note;
    this.#sides = sides;
    this.#places = places;
    this.#context = context;
    this.#knowledge = knowledge;
    this.#derive = derive;
    this.#sure = sure;
  }

  read(): ClaimReading {
    const { table } = this.#knowledge;
    const sided = this.#places.filter((place) => ['paired', 'marked', 'sided'].includes(table.of(place.code).side)).length;
    const primaries = this.#places.filter((place) => table.of(place.code).unit === undefined);
    const further = this.#places.filter((place) => table.of(place.code).unit !== undefined);
    for (const place of [...primaries, ...further.filter((each) => !this.#isStray(each.code))]) this.#line(place, sided <= 1);
    const proposed = this.#proposed();
    return this.#derive ? this.#withoutParts(proposed) : { lines: this.#lines, proposed, questions: this.#questions };
  }

  /** A code of further units whose first one was not found is none. */
  #isStray(code: string): boolean {
    const after = this.#knowledge.table.of(code).unit?.after ?? [];
    return this.#derive && after.length > 0 && !this.#places.some((place) => inRanges(place.code, parseRanges(after)));
  }

  /** What was found beside another code that holds it is left out again, unless the note tells it apart from that; two that
   * became one by their size are one. */
  #withoutParts(proposed: readonly ProposedModifier[]): ClaimReading {
    const { apart } = this.#knowledge;
    const place = (line: Draft): string => [line.side ?? '', ...line.modifiers].join();
    const isHeld = (line: Draft, at: number): boolean =>
      !this.#sure.has(line.code) &&
      !proposed.some((each) => each.line === at && each.modifier === '59') &&
      this.#lines.some((whole) => whole !== line && apart(whole.code, line.code) && place(whole) === place(line));
    const isRepeated = (line: Draft, at: number): boolean =>
      this.#lines.slice(0, at).some((other) => other.code === line.code && place(other) === place(line));
    const kept = this.#lines.flatMap((line, at) => (isHeld(line, at) || isRepeated(line, at) ? [] : [at]));
    return {
      lines: kept.flatMap((at) => this.#lines[at] ?? []),
      proposed: proposed.flatMap((each) => (kept.includes(each.line) ? [{ ...each, line: kept.indexOf(each.line) }] : [])),
      questions: this.#questions,
    };
  }

  #line(place: CodePlace, alone: boolean): void {
    const { table } = this.#knowledge;
    const { code } = place;
    if (this.#dropped.has(code)) return;
    const billing = table.of(code);
    const draft: Draft = {
      code,
      units: 1,
      modifiers: [],
      side: null,
      facts: {},
      evidence: { code: anchorWords(this.#note.text, place) },
    };
    const units = this.#units(place, billing, draft);
    const drafts = this.#placed(place, billing, draft, alone);
    for (const each of drafts) this.#component(each, billing);
    this.#lines.push(...drafts);
    for (const derived of units) {
      const same = drafts[0];
      const inherited =
        same !== undefined && (same.modifiers.includes('50') || same.modifiers.includes('LT') || same.modifiers.includes('RT'));
      this.#lines.push(
        inherited
          ? {
              ...derived,
              modifiers: same.modifiers.filter((modifier) => ['50', 'LT', 'RT'].includes(modifier)),
              side: same.side,
              evidence: { ...same.evidence, ...derived.evidence },
            }
          : derived,
      );
    }
  }

  /** Counts, lengths, areas and levels; answers the lines that follow from them. */
  #units(place: CodePlace, billing: Billing, draft: Draft): Draft[] {
    const { table, words, codes } = this.#knowledge;
    const told = this.#told.get(draft.code);
    if (told !== undefined) {
      draft.units = told.units;
      draft.facts = { ...told.facts };
      draft.evidence['units'] = told.words;
      return [];
    }
    const following = furtherBilling(draft.code, table);
    const entry = words.entry(draft.code);
    const sites = entry?.attributes['site'] ?? [];
    if (billing.excision) this.#excision(draft, place);
    if (billing.sum !== undefined) this.#summed(place, draft, woundsOf(sites));
    const after = table.of(draft.code) === billing ? billing : table.of(draft.code);
    const by = countedBy(
      after,
      furtherBilling(draft.code, table).map((each) => each.billing),
    );
    if (by === undefined) return [];
    const amount = amountOf(
      this.#note,
      place,
      by,
      after.sum === undefined ? [] : woundsOf(words.entry(draft.code)?.attributes['site'] ?? []),
    );
    if (amount === undefined && after.each !== undefined && this.#sides.of(place, true).side === 'both') {
      draft.units = 2;
      draft.evidence['units'] = this.#sides.of(place, true).words;
    }
    if (amount === undefined) {
      if (after.first !== undefined && after.sum === undefined)
        this.#ask('size', draft.code, 'the note gives no size', anchorWords(this.#note.text, place));
      return [];
    }
    if (after.each !== undefined || (after.unit !== undefined && following.length === 0)) {
      draft.units = Math.max(1, after.each !== undefined ? amount.all : (amount.further?.units ?? 1));
      draft.evidence['units'] = amount.words;
      draft.facts = { ...draft.facts, ...(after.each === undefined ? amount.further?.facts : {}) };
      return [];
    }
    if (after.most !== undefined && amount.all > after.most.count) {
      if (this.#derive && codes.includes(after.most.beyond)) {
        draft.code = after.most.beyond;
        draft.evidence['units'] = amount.words;
        for (const each of following) this.#dropped.add(each.code);
      } else this.#ask('code', draft.code, `${amount.all} are told: ${after.most.beyond}`, amount.words);
      return [];
    }
    draft.facts = { ...draft.facts, ...amount.first };
    return this.#further(
      draft,
      amount,
      after.next,
      furtherBilling(draft.code, table).map((each) => each.code),
    );
  }

  #further(draft: Draft, amount: Amount, next: string | undefined, following: readonly string[]): Draft[] {
    const { further } = amount;
    if (next !== undefined) return this.#chain(next, amount);
    const settled = following.filter((code) => this.#places.some((place) => place.code === code));
    if (further === undefined) {
      if (this.#derive) for (const code of settled) this.#dropped.add(code);
      return [];
    }
    for (const code of settled) this.#told.set(code, further);
    const [first] = following;
    if (settled.length > 0 || first === undefined) return [];
    if (this.#derive)
      return [
        {
          code: first,
          units: further.units,
          modifiers: [],
          side: null,
          facts: { ...further.facts },
          evidence: { code: further.words, units: further.words },
        },
      ];
    this.#ask('code', draft.code, `the note tells ${further.units} more: ${first}`, further.words);
    return [];
  }

  /** Codes of the second and of the third: each one unit. */
  #chain(next: string, amount: Amount): Draft[] {
    const levels = (amount.further?.facts['levels'] ?? []) as string[];
    const lines: Draft[] = [];
    let code: string | undefined = next;
    for (let at = 0; code !== undefined && at < levels.length; at++) {
      const last: boolean = this.#knowledge.table.of(code).next === undefined;
      const facts = { levels: last ? levels.slice(at) : levels.slice(at, at + 1) };
      const current: string = code;
      if (this.#places.some((place) => place.code === current)) this.#told.set(current, { units: 1, facts, words: amount.words });
      else if (this.#derive)
        lines.push({
          code: current,
          units: 1,
          modifiers: [],
          side: null,
          facts,
          evidence: { code: amount.words, units: amount.words },
        });
      else this.#ask('code', current, `the note tells ${amount.all} levels: ${current}`, amount.words);
      if (last) break;
      code = this.#knowledge.table.of(code).next;
    }
    return lines;
  }

  #summed(place: CodePlace, draft: Draft, wounds: readonly string[]): void {
    const whole = amountOf(this.#note, place, { of: 'cm', first: Number.MAX_SAFE_INTEGER, step: 1 }, wounds);
    const size = whole?.first['size_cm'];
    if (whole === undefined || typeof size !== 'number') {
      this.#ask('size', draft.code, 'the note gives no length', anchorWords(this.#note.text, place));
      return;
    }
    const kind = this.#knowledge.words.entry(draft.code)?.attributes['scope']?.[0];
    draft.facts = { ...draft.facts, size_cm: size, ...(kind === undefined ? {} : { kind }) };
    draft.evidence['units'] = whole.words;
    this.#bySize(draft, size, whole.words);
  }

  #excision(draft: Draft, place: CodePlace): void {
    const cut = excisionOf(this.#note);
    if (cut !== undefined) {
      draft.facts = { ...draft.facts, size_cm: cut.size, lesion_cm: cut.lesion, margin_cm: cut.margin };
      draft.evidence['code'] = distinctRanges([...(draft.evidence['code'] ?? []), ...cut.words]);
      this.#bySize(draft, cut.size, cut.words);
    } else if (this.#note.clauses.every((clause) => !/\d\s*-?\s*(cm|mm)\b/i.test(wordsOf(this.#note.text, clause)))) {
      this.#ask('size', draft.code, 'the note gives no size', anchorWords(this.#note.text, place));
    }
    const open = openPathology(this.#note);
    if (open.length > 0) this.#ask('pathology', draft.code, 'benign or malignant is not known yet', open);
  }

  /** The code of the band that holds the size: taken where codes are being found, else asked. */
  #bySize(draft: Draft, size: number, words: readonly Range[]): void {
    const fitting = siblingFor(draft.code, size, this.#knowledge.words, this.#knowledge.codes);
    if (fitting === undefined || fitting === draft.code) return;
    if (this.#derive) draft.code = fitting;
    else this.#ask('code', draft.code, `${size} cm is ${fitting}`, words);
  }

  /** Whether no other code of the claim is billed by the same parts of the body. */
  #aloneInParts(billing: Billing): boolean {
    const { table } = this.#knowledge;
    return this.#places.filter((place) => [...table.of(place.code).parts].some((part) => billing.parts.has(part))).length <= 1;
  }

  /** The line for each part or side that the note names. */
  #placed(place: CodePlace, billing: Billing, draft: Draft, alone: boolean): Draft[] {
    if ((billing.side === 'once' || billing.side === 'single') && billing.parts.size === 0) return [this.#bySum(draft)];
    if (billing.sum !== undefined) return [draft];
    const reading = this.#sides.of(place, alone);
    if (billing.parts.size > 0) {
      const { parts, unsided } = partsOf(this.#note, place, billing, reading, this.#aloneInParts(billing));
      if (parts.length > 0) {
        return parts.map((part) => ({
          ...draft,
          modifiers: [...draft.modifiers, part.modifier],
          side: part.side ?? null,
          facts: { ...draft.facts, ...part.facts },
          evidence: { ...draft.evidence, ...(part.side === undefined ? {} : { side: part.words }), [part.modifier]: part.words },
        }));
      }
      if (billing.parts.has('coronary')) return [draft];
      if (unsided.length > 0) this.#ask('side', draft.code, 'the note does not say which side', unsided);
      else if (reading.side === undefined || (!billing.greatToe && (billing.parts.has('finger') || billing.parts.has('toe'))))
        this.#ask('digit', draft.code, 'the note does not say which one', reading.words);
      if (unsided.length > 0 || reading.side === undefined) return [draft];
    }
    return [this.#withSide(draft, billing, reading)];
  }

  #withSide(draft: Draft, billing: Billing, reading: SideReading): Draft {
    if (reading.side === undefined) {
      if (billing.side === 'paired' || billing.side === 'marked')
        this.#ask(
          'side',
          draft.code,
          reading.why === 'silent' ? 'the note does not say which side' : 'the note says two sides',
          reading.words,
        );
      return draft;
    }
    if (billing.side === 'sided' || (billing.side === 'marked' && reading.side === 'both'))
      return { ...draft, side: reading.side, evidence: { ...draft.evidence, side: reading.words } };
    const modifier = sideModifier(reading.side);
    return {
      ...draft,
      modifiers: [...draft.modifiers, modifier],
      side: reading.side,
      evidence: { ...draft.evidence, side: reading.words, [modifier]: reading.words },
    };
  }

  #bySum(draft: Draft): Draft {
    const age = this.#knowledge.words.entry(draft.code)?.attributes['age'];
    const years = age === undefined ? undefined : ageIn(this.#note.text);
    return years === undefined ? draft : { ...draft, facts: { ...draft.facts, age_years: years } };
  }

  /** In a facility the machine is the facility's: the reading part is billed. */
  #component(draft: Draft, billing: Billing): void {
    if (!billing.reading) return;
    const words = facilityWords(this.#note);
    const { pos } = this.#context;
    if (pos === undefined ? words.length === 0 : !isFacility(pos)) return;
    draft.modifiers = ['26', ...draft.modifiers];
    draft.evidence['26'] = words.slice(0, 3);
  }

  #proposed(): ProposedModifier[] {
    const { table } = this.#knowledge;
    const sides = new Set(this.#lines.flatMap((line) => (line.side === null ? [] : [line.side])));
    const proposed: ProposedModifier[] = [];
    const mains = this.#lines.flatMap((line, at) =>
      table.of(line.code).unit === undefined && this.#knowledge.words.entry(line.code)?.role !== 'addon' ? [at] : [],
    );
    for (const { modifier, words, fact } of circumstancesOf(this.#note, this.#context, sides)) {
      const first = mains[0] ?? 0;
      const on = ['53', '52', '22'].includes(modifier)
        ? [first]
        : ['AS', '80', '82'].includes(modifier)
          ? this.#lines.map((_, at) => at)
          : mains;
      for (const at of on) {
        const line = this.#lines[at];
        if (line === undefined) continue;
        proposed.push({ line: at, code: line.code, modifier, words });
        line.evidence[modifier] = words;
        if (fact !== undefined) line.facts = { ...line.facts, ...fact };
      }
    }
    for (const { line, words } of separateSites(this.#note, this.#lines, this.#places, this.#knowledge)) {
      const draft = this.#lines[line];
      if (draft === undefined) continue;
      proposed.push({ line, code: draft.code, modifier: '59', words });
      draft.evidence['59'] = words;
    }
    return proposed;
  }

  #ask(about: ClaimQuestion['about'], code: string, why: string, words: readonly Range[]): void {
    this.#questions.push({ about, code, why, words });
  }
}
