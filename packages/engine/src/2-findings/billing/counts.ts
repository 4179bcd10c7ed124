import { numberWords } from '../number-words.ts';
import { matchesIn, type Mention, type Range } from './clauses.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  ...numberWords,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  both: 2,
  single: 1,
  double: 2,
  dual: 2,
};

/** What is counted, by the unit that a code counts: the nouns that a number has to stand before. */
const COUNTED: Readonly<Record<string, string>> = {
  lesion: 'lesions?|biops(?:y|ies)|nodules?|masses|moles?|nev(?:us|i)|growths?|sites?',
  keratosis: 'keratos[ei]s|AKs?|lesions?|spots?|papules?|patches|areas?',
  cyst: 'cysts?',
  nail: 'nails?|nail plates?|toenails?|fingernails?',
  stage: 'stages?',
  incision: 'incisions?',
  digit: 'digits?|fingers?|toes?',
  joint: 'joints?',
  tendon: 'tendons?',
  lobe: 'lobes?',
  bronchus: 'bronch(?:us|i)',
  wedge: 'wedges?|wedge resections?',
  segment: 'segments?',
  implant: 'implants?',
  lead: 'leads?|electrodes?',
  nerve: 'nerves?',
  strand: 'strands?',
  vessel: 'vessels?|arter(?:y|ies)',
  vein: 'veins?',
  site: 'sites?|compartments?',
  flap: 'flaps?',
  graft: 'grafts?',
  level: 'levels?|interspaces?|disc spaces?|cages?',
  vertebra: 'vertebra[el]?|bod(?:y|ies)|levels?',
};

const NUMBER = String.raw`(\d{1,2}|${Object.keys(NUMBERS).join('|')})`;

/** Veins of a leg that are told apart by name. */
const VEINS =
  /\b(great(?:er)?|small|lesser|short|long|anterior accessory|posterior accessory|accessory) saphenous|\bperforator/gi;

/** Veins that a clause names, each once. */
export function veinsIn(text: string, scope: Range): Mention<string>[] {
  const found = matchesIn(text, scope, VEINS).map(({ start, end, groups }) => {
    const name = (groups[0] ?? 'perforator').toLowerCase();
    return { start, end, value: /great|long/.test(name) ? 'great' : /small|lesser|short/.test(name) ? 'small' : name };
  });
  return found.filter((mention, at) => found.findIndex((other) => other.value === mention.value) === at);
}

/** Numbers of what a unit counts: "three shave biopsies", "7 actinic keratoses", "biopsy x 3", "lesions times four". */
export function countsIn(text: string, scope: Range, unit: string): Mention<number>[] {
  const nouns = COUNTED[unit];
  if (nouns === undefined) return [];
  const before = new RegExp(
    String.raw`\b${NUMBER}\s+(?!cm|mm|sq|x\b|minutes|hours|weeks|days|o'clock|French|Fr\b)(?:(?!and\b|with\b|of\b|for\b|to\b|in\b|was\b|were\b)[\w()-]+\s+){0,4}(?:${nouns})\b`,
    'gi',
  );
  const behind = new RegExp(
    String.raw`\b(?:${nouns})\b[^.;]{0,30}?(?:\bx\s*|\btimes\s+|×\s*|\()${NUMBER}\b(?!\s*(?:cm|mm|x))`,
    'gi',
  );
  const read = (word: string | undefined): number => NUMBERS[(word ?? '').toLowerCase()] ?? Number(word);
  return [...matchesIn(text, scope, before), ...matchesIn(text, scope, behind)]
    .map(({ start, end, groups }) => ({ start, end, value: read(groups[0]) }))
    .filter(({ value }) => Number.isInteger(value) && value >= 1 && value <= 60);
}
