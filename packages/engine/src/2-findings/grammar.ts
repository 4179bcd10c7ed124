import { approachBit, levelBit, LEVELS } from './cues.ts';
import { parseAgeBand, type Band, type SizeBand, type SizeUnit } from './bands.ts';

/** What the grammar of a descriptor says, for codes whose attributes nobody wrote down. */
export type DescriptorFacts = {
  readonly approach: number;
  readonly level: number;
  readonly ages: readonly Band[];
  readonly sizes: readonly SizeBand[];
  readonly side: number;
  readonly eachAdditional: boolean;
  readonly with: readonly string[];
  readonly without: readonly string[];
};

const APPROACH_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(laparoscop|laps?\b|lap[.] )/i, 'laparoscopic'],
  [/\b(thoracoscop|vats\b)/i, 'thoracoscopic'],
  [/\b(arthroscop|arthrscop)/i, 'arthroscopic'],
  [
    /\b(endoscop|endo\b|colonoscop|bronchoscop|laryngoscop|esophagoscop|sigmoidoscop|esophagogastroduodenoscop|egd\b|hysteroscop|nasal\/sinus)/i,
    'endoscopic',
  ],
  [/\b(percutaneous|perq|percut|prq)\b/i, 'percutaneous'],
  [/\b(transurethral|cystourethroscop|cystoscop|cysto\b)/i, 'transurethral'],
  [/\bvaginal (approach|hysterectomy)|\btransvaginal|\bvag hyst/i, 'vaginal'],
  [/\babdominal (approach|hysterectomy)\b/i, 'abdominal'],
  [/\b(transanal)/i, 'transanal'],
  [/\b(endovascular|evasc)\b/i, 'endovascular'],
  [/\bopen\b(?! wound)/i, 'open'],
  [/\bclosed (treatment|reduction)|\bcltx\b|\bclsd tx\b/i, 'closed'],
];

const LEVEL_WORDS = LEVELS.map((name) => [new RegExp(`\\b${name}\\b`, 'i'), name] as const);

/** Reads a descriptor: approach, spine level, age, size, side, "with" and "without" parts, each when it is asked for. */
export function readDescriptor(text: string): DescriptorFacts {
  return {
    get approach() {
      return bitsOf(APPROACH_WORDS, text, approachBit);
    },
    get level() {
      return isSpine(text) ? bitsOf(LEVEL_WORDS, text, levelBit) : 0;
    },
    get ages() {
      return /\d/.test(text) ? agesOf(text) : [];
    },
    get sizes() {
      return /\d/.test(text) ? sizesOf(text) : [];
    },
    get side() {
      return sideOf(text);
    },
    get eachAdditional() {
      return /\b(each|ea) add/i.test(text);
    },
    get with() {
      return partsAfter(text, WITH);
    },
    get without() {
      return partsAfter(text, WITHOUT);
    },
  };
}

const WITH = /\bwith(?! or without)(?: the)? /gi;
const WITHOUT = /\bwithout /gi;

function bitsOf(words: readonly (readonly [RegExp, string])[], text: string, bit: (name: string) => number): number {
  return words.reduce((mask, [pattern, name]) => (pattern.test(text) ? mask | bit(name) : mask), 0);
}

function sideOf(text: string): number {
  if (/unilateral or bilateral|one or both/i.test(text)) return 0;
  if (/\bbilateral\b|\bboth sides\b/i.test(text)) return 2;
  return /\bunilateral\b|\bone side\b/i.test(text) ? 1 : 0;
}

function isSpine(text: string): boolean {
  return /\b(spine|spinal|vertebra|disk|disc|lamin|interbody|epidural|facet|interspace|foramin|nerve root|arthrodesis|fusion|paravertebral|radicul)/i.test(
    text,
  );
}

function agesOf(text: string): Band[] {
  const bands: (Band | undefined)[] = [];
  const unit = (word: string): string => (/^m/i.test(word) ? 'm' : /^d/i.test(word) ? 'd' : /^w/i.test(word) ? 'w' : 'y');
  for (const match of text.matchAll(
    /\b(?:younger than|under|less than|below|<)\s*(?:age\s*)?(\d+)\s*(years?|yrs?|months?|mos?|days?)\b/gi,
  ))
    bands.push(parseAgeBand(`<${match[1]}${unit(match[2] ?? '')}`));
  for (const match of text.matchAll(
    /\b(?:age )?(\d+)\s*(years?|yrs?|months?|mos?|days?)(?: of age)? (?:or|and) (?:older|over|above|more)/gi,
  ))
    bands.push(parseAgeBand(`>=${match[1]}${unit(match[2] ?? '')}`));
  for (const match of text.matchAll(/\bolder than (\d+) (years?|months?|days?)\b/gi))
    bands.push(parseAgeBand(`>=${match[1]}${unit(match[2] ?? '')}`));
  for (const match of text.matchAll(/\b(\d+) (?:years|months|days) or younger\b/gi))
    bands.push(parseAgeBand(`<=${match[1]}${unit(match[0].includes('month') ? 'm' : match[0].includes('day') ? 'd' : 'y')}`));
  return bands.filter((band) => band !== undefined);
}

function sizeUnit(word: string): SizeUnit {
  return /sq|2$|²/i.test(word) ? 'sqcm' : /^g/i.test(word) ? 'g' : 'cm';
}

const UNIT = String.raw`(sq\.? ?cm|square centimeters?|cm2|cm|centimeters?|mm|grams?|g|gm)\b`;
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const BETWEEN = new RegExp(String.raw`${NUMBER}\s*(?:cm|mm|sq cm)?\s*(?:to|-|through)\s*${NUMBER}\s*${UNIT}`, 'gi');
const BELOW = new RegExp(String.raw`(?:less than|under|smaller than|<)\s*${NUMBER}\s*${UNIT}`, 'gi');
const ABOVE = new RegExp(String.raw`(?:more than|over|greater than|larger than|exceeding|>)\s*${NUMBER}\s*${UNIT}`, 'gi');
const OR_LESS = new RegExp(String.raw`${NUMBER}\s*${UNIT} or (less|smaller|under)`, 'gi');
const OR_MORE = new RegExp(String.raw`${NUMBER}\s*${UNIT} or (more|greater|larger|over)`, 'gi');

function sizesOf(text: string): SizeBand[] {
  const bands: SizeBand[] = [];
  const scale = (word: string): number => (/^mm/i.test(word) ? 0.1 : 1);
  const push = (low: number, high: number, word: string): void => {
    bands.push({ low: low * scale(word), high: high * scale(word), unit: sizeUnit(word) });
  };
  for (const match of text.matchAll(BETWEEN)) push(Number(match[1]), Number(match[2]), match[3] ?? '');
  for (const match of text.matchAll(BELOW)) push(0, Number(match[1]) - 0.001, match[2] ?? '');
  for (const match of text.matchAll(ABOVE)) push(Number(match[1]) + 0.001, Infinity, match[2] ?? '');
  for (const match of text.matchAll(OR_LESS)) push(0, Number(match[1]), match[2] ?? '');
  for (const match of text.matchAll(OR_MORE)) push(Number(match[1]), Infinity, match[2] ?? '');
  return bands;
}

const PART_END = /[,;.:()]|\b(or|and|without|with|when|if|including|for|in|by|of|through|under|to)\b/i;

/** The parts named after "with" or "without", each up to the next joint, at most four words. */
function partsAfter(text: string, opener: RegExp): string[] {
  const parts: string[] = [];
  for (const match of text.matchAll(opener)) {
    if (/with or $/i.test(text.slice(0, match.index + (match[0].startsWith('with') ? 0 : 1)))) continue;
    const rest = text.slice(match.index + match[0].length);
    const end = PART_END.exec(rest)?.index ?? rest.length;
    const words = rest.slice(0, end).trim().split(/\s+/).slice(0, 4);
    if (words[0] !== undefined && words[0] !== '') parts.push(words.join(' '));
  }
  return parts;
}
