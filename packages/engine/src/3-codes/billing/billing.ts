import type { CodeRange } from '../catalogue/code-ranges.ts';
import { inRanges, parseRanges } from '../catalogue/code-ranges.ts';

/** How sides are written: paired organs, marked with LT or RT but never 50, sides as a fact only, both sides as one service, no sides. */
export type SideUse = 'paired' | 'marked' | 'sided' | 'once' | 'single';

/** What a code covers first, or what one further unit is: 20 sq cm, 5 cm, a level, a lesion. */
export type Step = { readonly amount: number; readonly of: string };

/** How a line of a code is written, in our own words (`knowledge/billing.tsv`). */
export type Billing = {
  readonly side: SideUse;
  /** Parts that get a line each with a modifier of their own. */
  readonly parts: ReadonlySet<'finger' | 'toe' | 'lid' | 'coronary'>;
  /** The step of an add-on and the codes that it follows. */
  readonly unit: (Step & { readonly after: readonly string[] }) | undefined;
  /** Every one is a unit of this code. */
  readonly each: string | undefined;
  /** The eyelids that the code is about. */
  readonly lids: 'upper' | 'lower' | undefined;
  /** The great toe is the only one that the code is about. */
  readonly greatToe: boolean;
  /** The code of the second; it may name a code of the third. */
  readonly next: string | undefined;
  readonly first: Step | undefined;
  /** As many as this code's family counts, and the code of more. */
  readonly most: { readonly count: number; readonly beyond: string } | undefined;
  readonly sum: 'length' | undefined;
  readonly excision: boolean;
  /** Has a reading part that is billed alone where the machine is somebody else's. */
  readonly reading: boolean;
};

type Row = { readonly ranges: readonly CodeRange[]; readonly words: readonly string[] };

const SIDES: ReadonlySet<string> = new Set(['paired', 'marked', 'sided', 'once', 'single']);
const PARTS: Readonly<Record<string, 'finger' | 'toe' | 'lid' | 'coronary'>> = {
  finger: 'finger',
  toe: 'toe',
  greattoe: 'toe',
  lids: 'lid',
  coronary: 'coronary',
};

const stepOf = (text: string): Step => {
  const [, amount, of] = /^([\d.]*)(.*)$/.exec(text) ?? [];
  return { amount: amount === undefined || amount === '' ? 1 : Number(amount), of: of ?? '' };
};

/** What the knowledge says of billing a code; a later row replaces what an earlier one says of the same thing. */
export class BillingTable {
  readonly #rows: readonly Row[];
  readonly #known = new Map<string, Billing>();

  constructor(file: string | undefined) {
    this.#rows = (file ?? '').split(/\r?\n/).flatMap((line): Row[] => {
      if (line === '' || line.startsWith('#')) return [];
      const [codes = '', billing = ''] = line.split('\t');
      return [{ ranges: parseRanges(codes.split(',')), words: billing.split(' ') }];
    });
  }

  of(code: string): Billing {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const made = this.#read(code);
    this.#known.set(code, made);
    return made;
  }

  /** Codes of which each further unit follows the given one. */
  furtherOf(code: string): string[] {
    return this.#rows.flatMap((row) => {
      const after = row.words[1] === 'after' ? parseRanges((row.words[2] ?? '').split(',')) : [];
      return after.length > 0 && inRanges(code, after) ? row.ranges.map((range) => range.from) : [];
    });
  }

  #read(code: string): Billing {
    let side: SideUse = 'single';
    const parts = new Set<'finger' | 'toe' | 'lid' | 'coronary'>();
    let rest: Omit<Billing, 'side' | 'parts'> = {
      greatToe: false,
      lids: undefined,
      unit: undefined,
      each: undefined,
      next: undefined,
      first: undefined,
      most: undefined,
      sum: undefined,
      excision: false,
      reading: false,
    };
    for (const { ranges, words } of this.#rows) {
      if (!inRanges(code, ranges)) continue;
      const [word = '', joint, more] = words;
      const [key = '', value = ''] = word.split('=');
      if (SIDES.has(key)) {
        side = key as SideUse;
        parts.clear();
      } else if (key === 'digits' || key === 'lids' || key === 'vessels') {
        parts.clear();
        for (const name of key === 'lids' ? ['lids'] : value.split(',')) {
          const part = PARTS[name];
          if (part !== undefined) parts.add(part);
        }
        side = 'paired';
        rest = {
          ...rest,
          greatToe: value === 'greattoe',
          lids: key === 'lids' && (value === 'upper' || value === 'lower') ? value : undefined,
        };
      } else if (key === 'unit')
        rest = { ...rest, unit: { ...stepOf(value), after: joint === 'after' ? (more ?? '').split(',') : [] } };
      else if (key === 'each') rest = { ...rest, each: value };
      else if (key === 'next') rest = { ...rest, next: value };
      else if (key === 'first') rest = { ...rest, first: stepOf(value) };
      else if (key === 'max') rest = { ...rest, most: { count: Number(value), beyond: more ?? '' } };
      else if (key === 'sum') rest = { ...rest, sum: 'length' };
      else if (key === 'excision') rest = { ...rest, excision: true };
      else if (key === 'reading') rest = { ...rest, reading: true };
      else if (key === 'whole') rest = { ...rest, reading: false };
    }
    return { side, parts, ...rest };
  }
}
