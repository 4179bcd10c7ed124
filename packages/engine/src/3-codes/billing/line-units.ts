import { measuresIn, tidy, wholeOf, type Measure, type MeasureUnit } from '../../2-findings/billing/areas.ts';
import { inBand, parseSizeBand } from '../../2-findings/bands.ts';
import {
  distinctRanges,
  wordsOf,
  type Clause,
  type ClauseText,
  type Mention,
  type Range,
} from '../../2-findings/billing/clauses.ts';
import { countsIn, veinsIn } from '../../2-findings/billing/counts.ts';
import { levelsIn } from '../../2-findings/billing/levels.ts';
import type { Billing, BillingTable } from './billing.ts';
import type { CodePlace, CodeWords } from './code-place.ts';

/** How much of something a note tells: the whole, and how it divides between a first code and each further unit. */
export type Amount = {
  readonly first: Readonly<Record<string, unknown>>;
  readonly further:
    | { readonly units: number; readonly facts: Readonly<Record<string, unknown>>; readonly words: readonly Range[] }
    | undefined;
  /** Units of a code that counts every one. */
  readonly all: number;
  readonly words: readonly Range[];
};

const LEVELS = new Set(['level', 'vertebra', 'joint']);
const UNIT: Readonly<Record<string, MeasureUnit>> = { sqcm: 'sqcm', cm: 'cm', cc: 'cc' };

/** The scopes to look for amounts in: the code's own words, the headings, what was done; never the diagnosis alone. */
function scopesOf(note: ClauseText, place: CodePlace): Range[][] {
  const of = (...kinds: Clause['kind'][]): Range[] => note.clauses.filter((clause) => kinds.includes(clause.kind));
  const { clause } = place;
  return [
    ...(place.scope === undefined ? [] : [[place.scope]]),
    ...(clause === undefined ? [] : [[clause]]),
    of('heading'),
    place.told.filter((each) => each.kind === 'body' || each.kind === 'findings'),
    of('body', 'findings'),
  ];
}

/** "Levels: L1 and L3" is said for the operation as a whole. */
const LEVEL_LABEL = /^(?:levels?|level\(s\)|interspaces?)(?: treated| performed)?\s*:/i;

function levels(note: ClauseText, place: CodePlace, what: string): Amount | undefined {
  const labelled = note.clauses.filter((clause) => LEVEL_LABEL.test(wordsOf(note.text, clause)));
  for (const scopes of [labelled, ...scopesOf(note, place)]) {
    const lists = scopes.flatMap((scope) => levelsIn(note.text, scope)).filter((list) => note.isDone(list.start));
    const spaces = [...new Set(lists.flatMap((list) => list.spaces))];
    const vertebrae = [...new Set(lists.flatMap((list) => list.vertebrae))];
    const items =
      what !== 'vertebra' && spaces.length > 0
        ? spaces
        : what === 'joint' && vertebrae.length > 1
          ? vertebrae.slice(1)
          : vertebrae;
    if (items.length === 0) continue;
    const told = [
      ...lists,
      ...note.clauses.flatMap((clause) => (clause.kind === 'body' ? COUNTED_LEVELS(note.text, clause) : [])),
    ];
    const words = distinctRanges(told.map(({ start, end }) => ({ start, end })));
    const rest = items.slice(1);
    return {
      first: { levels: items.slice(0, 1) },
      further: rest.length > 0 ? { units: rest.length, facts: { levels: rest }, words } : undefined,
      all: items.length,
      words,
    };
  }
  return undefined;
}

const COUNTED_LEVELS = (text: string, scope: Range): Range[] =>
  [...text.slice(scope.start, scope.end).matchAll(/\beach of the (?:two|three|four|five|six) levels\b/gi)].map((match) => ({
    start: scope.start + match.index,
    end: scope.start + match.index + match[0].length,
  }));

/** Words by which a measure is that of something else. */
const ELSEWHERE =
  /\b(incision|trocar|port|drain|blade|screw|plate|nail|mesh|tube|catheter|sheath|balloon|stent|needle|suture|verge|deep|depth|donor|away|from the|punch|scalpel|tourniquet|curette|graft of 0\.|thick)\b/i;

function measured(
  note: ClauseText,
  place: CodePlace,
  unit: MeasureUnit,
  region: (measure: Mention<Measure>, scope: Range) => boolean = () => true,
): { amount: number; words: Range[] } | undefined {
  for (const scopes of scopesOf(note, place)) {
    const found = scopes.flatMap((scope) =>
      measuresIn(note.text, scope).filter((measure) => {
        const before = note.text.slice(Math.max(scope.start, measure.start - 25), measure.start);
        const behind = note.text.slice(measure.end, Math.min(scope.end, measure.end + 20)).replace(/[,;.].*$/s, '');
        const around = `${before} ${behind}`;
        return measure.value.unit === unit && note.isDone(measure.start) && !ELSEWHERE.test(around) && region(measure, scope);
      }),
    );
    const whole = wholeOf(unit === 'sqcm' || found.some((each) => each.value.total) ? withoutRepeats(found) : found);
    if (whole === undefined || whole.amount <= 0) continue;
    const again = note.clauses.flatMap((clause) =>
      clause.kind === 'body' ? measuresIn(note.text, clause).filter((each) => each.value.unit === unit) : [],
    );
    return { amount: whole.amount, words: distinctRanges([...whole.from, ...again].map(({ start, end }) => ({ start, end }))) };
  }
  return undefined;
}

/** One wound told twice in the same numbers is one wound. */
const withoutRepeats = (found: readonly Mention<Measure>[]): Mention<Measure>[] =>
  found.filter((each, at) => found.findIndex((other) => other.value.amount === each.value.amount) === at);

function byStep(whole: { amount: number; words: Range[] }, first: number, step: number, fact: string): Amount {
  const rest = tidy(whole.amount - first);
  return {
    first: { [fact]: tidy(Math.min(whole.amount, first)) },
    further: rest > 0 ? { units: Math.ceil(tidy(rest / step)), facts: { [fact]: rest }, words: whole.words } : undefined,
    all: Math.ceil(tidy(whole.amount / step)),
    words: whole.words,
  };
}

const FACT: Readonly<Record<string, string>> = { sqcm: 'area_sqcm', cm: 'size_cm', cc: 'volume_cc' };

/** Veins are counted by their names. */
function veins(note: ClauseText, place: CodePlace): Amount | undefined {
  for (const scopes of scopesOf(note, place)) {
    const named = scopes.flatMap((scope) => veinsIn(note.text, scope)).filter((vein) => note.isDone(vein.start));
    const names = [...new Set(named.map((vein) => vein.value))];
    if (names.length === 0) continue;
    const words = distinctRanges(named.map(({ start, end }) => ({ start, end })));
    const units = names.length > 1 ? 1 : 0;
    return {
      first: { vein: names[0] },
      further: units > 0 ? { units, facts: { veins: names.slice(1) }, words } : undefined,
      all: names.length,
      words,
    };
  }
  return undefined;
}

function counted(note: ClauseText, place: CodePlace, unit: string): Amount | undefined {
  for (const scopes of scopesOf(note, place)) {
    const counts = scopes.flatMap((scope) => countsIn(note.text, scope, unit)).filter((count) => note.isDone(count.start));
    if (counts.length === 0) continue;
    const most = Math.max(...counts.map((count) => count.value));
    const words = distinctRanges([...counts.map(({ start, end }) => ({ start, end })), ...listed(note, counts, most)]);
    return {
      first: { count: 1 },
      further: most > 1 ? { units: most - 1, facts: { count: most - 1 }, words } : undefined,
      all: most,
      words,
    };
  }
  return undefined;
}

/** "Three biopsies: left temple, upper back, right shin": the list behind the number. */
function listed(note: ClauseText, counts: readonly Mention<number>[], most: number): Range[] {
  return counts.flatMap((count) => {
    const behind = /^\s*:\s*([^.\n;]+)/.exec(note.text.slice(count.end, count.end + 160));
    if (behind?.[1] === undefined || behind[1].split(',').length !== most) return [];
    const start = count.end + behind[0].length - behind[1].length;
    return [{ start, end: start + behind[1].trimEnd().length }];
  });
}

/** What a code or the ones that follow it are counted by. */
export function countedBy(
  billing: Billing,
  further: readonly Billing[],
): { of: string; first: number; step: number } | undefined {
  const after = further.find((each) => each.unit !== undefined)?.unit ?? billing.unit;
  if (after !== undefined) return { of: after.of, first: billing.first?.amount ?? 0, step: after.amount };
  if (billing.next !== undefined) return { of: 'joint', first: 1, step: 1 };
  if (billing.each !== undefined) return { of: billing.each, first: 1, step: 1 };
  return billing.first === undefined
    ? undefined
    : { of: billing.first.of, first: billing.first.amount, step: billing.first.amount };
}

/** How much a note tells of what a code counts. Undefined: it does not say. */
export function amountOf(
  note: ClauseText,
  place: CodePlace,
  by: { of: string; first: number; step: number },
  wounds: readonly string[],
): Amount | undefined {
  if (LEVELS.has(by.of)) return levels(note, place, by.of);
  if (by.of === 'vein') return veins(note, place);
  const unit = UNIT[by.of];
  if (unit === undefined) return counted(note, place, by.of);
  const whole = measured(
    note,
    place,
    unit,
    unit === 'cm' && wounds.length > 0 ? (measure, scope) => ofWounds(note.text, measure, scope, wounds) : undefined,
  );
  return whole === undefined ? undefined : byStep(whole, by.first, by.step, FACT[by.of] ?? by.of);
}

const REGIONS: readonly (readonly [string, RegExp])[] = [
  ['scalp', /\bscalp\b/gi],
  [
    'face',
    /\b(face|facial|forehead|cheeks?|chin|brow|eyebrow|temple|lips?|nose|nasal|ears?|eyelids?|lids?|mouth|jaw|auricle|pinna)\b/gi,
  ],
  ['neck', /\bneck\b/gi],
  ['hand', /\b(hands?|fingers?|thumb|palm|knuckle)\b/gi],
  ['foot', /\b(foot|feet|toes?|heel|sole)\b/gi],
  ['trunk', /\b(trunk|chest|back|abdomen|abdominal|flank|buttocks?|shoulder blade|breast)\b/gi],
  ['limb', /\b(arms?|forearms?|legs?|thighs?|shins?|knees?|elbows?|calf|wrists?|ankles?|shoulders?|extremit(?:y|ies))\b/gi],
  ['axilla', /\b(axilla[e]?|armpit)\b/gi],
  ['genital', /\b(genital\w*|penis|scrotum|vulva|labia|perineum)\b/gi],
];

/** Whether a measured wound lies in one of the regions of a code's class. */
function ofWounds(text: string, measure: Range, scope: Range, wounds: readonly string[]): boolean {
  const before = text.slice(scope.start, measure.start);
  const after = text.slice(measure.end, scope.end);
  let nearest = 70;
  let region: string | undefined;
  for (const [name, pattern] of REGIONS) {
    for (const match of before.matchAll(pattern)) {
      const distance = before.length - match.index - match[0].length;
      if (distance < nearest && !/\d\s*(cm|mm)/.test(before.slice(match.index))) [nearest, region] = [distance, name];
    }
    for (const match of after.matchAll(pattern)) {
      const gap = after.slice(0, match.index);
      if (match.index < nearest && !/[,;]|\band\b|\d\s*(cm|mm)/.test(gap)) [nearest, region] = [match.index, name];
    }
  }
  return region === undefined || wounds.includes(region);
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  scalp: ['scalp'],
  axilla: ['axilla'],
  trunk: ['trunk'],
  chest: ['trunk'],
  abdomen: ['trunk'],
  back: ['trunk'],
  arm: ['limb'],
  leg: ['limb'],
  neck: ['neck'],
  hand: ['hand'],
  foot: ['foot'],
  genitalia: ['genital'],
  face: ['face'],
  ear: ['face'],
  eyelid: ['face'],
  nose: ['face'],
  lip: ['face'],
  cheek: ['face'],
  forehead: ['face'],
  chin: ['face'],
  mouth: ['face'],
  extremity: ['limb', 'hand', 'foot'],
};

/** Regions whose wounds a code adds together. */
export const woundsOf = (sites: readonly string[]): string[] => [
  ...new Set(sites.flatMap((site) => GROUPS[site.split(' ').at(-1) ?? ''] ?? GROUPS[site] ?? [])),
];

/** The code of the same family whose band holds a size. */
export function siblingFor(code: string, amount: number, words: CodeWords, all: readonly string[]): string | undefined {
  const family = words.entry(code)?.family;
  const scope = words.entry(code)?.attributes['scope']?.join();
  const site = words.entry(code)?.attributes['site']?.join();
  return all.find((each) => {
    const entry = words.entry(each);
    if (
      entry === undefined ||
      entry.family !== family ||
      entry.attributes['scope']?.join() !== scope ||
      entry.attributes['site']?.join() !== site
    )
      return false;
    if (entry.role === 'addon') return false;
    const band = (entry.attributes['size'] ?? []).map(parseSizeBand).find((one) => one !== undefined);
    return band !== undefined && inBand(amount, band);
  });
}

/** The lesion and its margin, as an excision is measured. */
export function excisionOf(note: ClauseText): { lesion: number; margin: number; size: number; words: Range[] } | undefined {
  for (const clause of note.clauses) {
    if (!['heading', 'findings', 'body'].includes(clause.kind)) continue;
    const said = wordsOf(note.text, clause);
    const margin =
      /(?<![\d.])(\d+(?:\.\d+)?|\.\d+)\s*-?\s*(cm|mm)\s+(?:[a-z]+\s+){0,2}margins?|margins?\s+(?:of|were|was)\s+(\d+(?:\.\d+)?|\.\d+)\s*(cm|mm)/i.exec(
        said,
      );
    const [lesion] = measuresIn(note.text, clause).filter((each) => each.value.unit === 'cm');
    if (margin === null || lesion === undefined) continue;
    const width = Number(margin[1] ?? margin[3]) * ((margin[2] ?? margin[4]) === 'mm' ? 0.1 : 1);
    const size = tidy(lesion.value.amount + 2 * width);
    const end = clause.start + margin.index + margin[0].length;
    return {
      lesion: lesion.value.amount,
      margin: width,
      size,
      words: [{ start: Math.min(lesion.start, end), end: Math.max(lesion.end, end) }],
    };
  }
  return undefined;
}

/** Codes that follow this one for each further unit. */
export const furtherBilling = (code: string, table: BillingTable): { code: string; billing: Billing }[] =>
  table.furtherOf(code).map((each) => ({ code: each, billing: table.of(each) }));
