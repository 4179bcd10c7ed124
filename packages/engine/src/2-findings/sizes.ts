import type { SizeUnit } from './bands.ts';
import { numberWords } from './number-words.ts';

/** What a measured size is the size of, as far as the words around it say. */
export type SizeOf = 'lesion' | 'whole' | 'margin' | 'closure' | 'opening' | 'elsewhere' | 'unsaid';

/** A size with its unit; `of` by the nearest telling word of its clause. */
export type Size = { readonly value: number; readonly unit: SizeUnit; readonly of: SizeOf; readonly start: number };

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...numberWords,
  half: 0.5,
};

const MEASURE =
  /\b(\d+(?:\.\d+)?|\.\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*-?\s*(?:(?:cm|mm|centimeters?)\s*)?(?:(?:x|by|×)\s*(\d+(?:\.\d+)?)\s*-?\s*(?:(?:cm|mm)\s*)?)?(?:(?:x|by|×)\s*(\d+(?:\.\d+)?)\s*-?\s*)?(sq(?:uare)?\.?\s*(?:cm|centimeters?)|cm2|cm\b|centimeters?|mm\b|millimeters?|g\b|gm\b|gms\b|grams?|inch(?:es)?)/gi;

const SUBJECTS: readonly (readonly [SizeOf, RegExp])[] = [
  ['margin', /\b(margins?|cuff|halo|rim of normal|normal (skin|tissue)|on (all|every|each) sides?|peripheral)\b/gi],
  [
    'whole',
    /\b(includ\w+ (the )?margins?|with (the )?margins?|excised diameter|total diameter|excisional? diameter|specimen|giving|yielding|resulting in|for a total)\b/gi,
  ],
  ['closure', /\b(wounds?|lacerations?|closures?|closed|repair(s|ed)?|suture line|length|long|totall?ing|scar)\b/gi],
  ['opening', /\b(defects?|hernias?|fascial|ring|grafts?|flaps?|donor|area)\b/gi],
  [
    'lesion',
    /\b(lesions?|bcc|scc|ak|sk|eic|mass(es)?|tumou?rs?|cysts?|nev(us|i)|moles?|lipomas?|\w*carcinomas?|melanomas?|nodules?|polyps?|growths?|keratos[ie]s|papules?|plaques?|lumps?|knots?|diameter|ellipse|punch|fibroids?|stones?|calcul(us|i)|ulcers?)\b/gi,
  ],
  [
    'elsewhere',
    /\b(incisions?|trocars?|ports?|mesh|balloons?|catheters?|stents?|screws?|plates?|needles?|tubes?|sheaths?|drains?|nails?|wires?|blades?|lens|cup|liner|stem|head|tray|bearing|from the|below|above|away|proximal|distal|verge|incisors?|deep|sleeve|resected|gap|devices?|sutures?)\b/gi,
  ],
];
/** Code units looked at on either side. */
const REACH = 70;
const MOST = 60;

/** Measured sizes with a unit; of "2 x 3 cm" the largest side as cm and the product as sq cm. */
export function sizesIn(text: string): Size[] {
  const sizes: Size[] = [];
  for (const match of text.matchAll(MEASURE)) {
    const first = (NUMBER_WORDS[(match[1] ?? '').toLowerCase()] ?? Number(match[1])) + beyond(text.slice(0, match.index));
    const sides = [first, Number(match[2] ?? 0), Number(match[3] ?? 0)];
    const unit = (match[4] ?? '').toLowerCase();
    const largest = Math.max(...sides);
    if (!Number.isFinite(largest)) continue;
    const start = match.index;
    const of = subjectOf(text, start, start + match[0].length);
    if (unit.startsWith('sq') || unit === 'cm2')
      sizes.push({ value: sides[1] ? first * sides[1] : first, unit: 'sqcm', of, start });
    else if (unit.startsWith('g')) sizes.push({ value: first, unit: 'g', of, start });
    else {
      const scale = unit.startsWith('mm') || unit.startsWith('milli') ? 0.1 : unit.startsWith('inch') ? 2.54 : 1;
      sizes.push({ value: largest * scale, unit: 'cm', of, start });
      if (sides[1]) sizes.push({ value: first * sides[1] * scale * scale, unit: 'sqcm', of, start });
    }
    if (sizes.length >= MOST) break;
  }
  return sizes;
}

/** "More than 5 cm" is in the band above that of "5 cm". */
function beyond(before: string): number {
  if (/(>|\b(over|(more|greater|larger|bigger) than|exceeding))\s*$/i.test(before.slice(-20))) return A_LITTLE;
  return /(<|\b(under|(less|smaller) than))\s*$/i.test(before.slice(-20)) ? -A_LITTLE : 0;
}
const A_LITTLE = 0.05;

function subjectOf(text: string, start: number, end: number): SizeOf {
  const before = text.slice(Math.max(0, start - REACH), start).replace(/^.*(?:[;\n]|\.\s)/s, '');
  const after = text.slice(end, end + REACH).replace(/(?:[;\n]|\.\s).*$/s, '');
  // A word beyond another measure belongs to that one, if there is a nearer word at all: "0.8 cm and 4 mm margins".
  const near = nearestSubject(before.replace(UP_TO_MEASURE, ''), after.replace(FROM_MEASURE, ''));
  return near === 'unsaid' ? nearestSubject(before, after) : near;
}

const UP_TO_MEASURE = /^.*\d\s*-?\s*(?:cm|mm|centimeters?|millimeters?)\b/s;
const FROM_MEASURE = /\d(?:\.\d+)?\s*-?\s*(?:cm|mm|centimeters?|millimeters?)\b.*$/s;

function nearestSubject(before: string, after: string): SizeOf {
  let nearest = REACH + 1;
  let subject: SizeOf = 'unsaid';
  for (const [kind, pattern] of SUBJECTS) {
    for (const match of after.matchAll(pattern)) {
      if (match.index >= nearest) break;
      nearest = match.index;
      subject = kind;
    }
    for (const match of before.matchAll(pattern)) {
      const distance = before.length - match.index - match[0].length;
      if (distance >= nearest) continue;
      nearest = distance;
      subject = kind;
    }
  }
  return subject;
}

/** What a code's size band is about: an excised lesion with its margins, a closed wound, a hernia or a graft, or not said. */
export type BandOf = 'lesion' | 'closure' | 'opening' | undefined;

/**
 * The sizes of a note that a band is to be compared with. An excision counts the lesion with its margins on both sides; a closure the
 * wounds one by one and together. Where nothing is said of the subject, every size but those of margins and of other things stands in.
 */
export function sizesFor(sizes: readonly Size[], about: BandOf): Size[] {
  const of = (kind: SizeOf): Size[] => sizes.filter((size) => size.of === kind);
  const others = sizes.filter((size) => size.of !== 'margin' && size.of !== 'elsewhere');
  if (about === 'lesion') {
    const whole = of('whole');
    const lesions = of('lesion');
    if (lesions.length === 0) return whole.length > 0 ? whole : others.filter((size) => size.of !== 'closure');
    return [
      ...whole,
      ...lesions.map((size) => (size.unit === 'cm' ? { ...size, value: size.value + 2 * marginOf(size, sizes) } : size)),
    ];
  }
  if (about === 'closure' || about === 'opening') {
    const own = of(about);
    if (own.length === 0) return others;
    const total = own.filter((size) => size.unit === 'cm').reduce((sum, size) => sum + size.value, 0);
    return about === 'closure' && total > 0 ? [...own, { value: total, unit: 'cm', of: about, start: own[0]?.start ?? 0 }] : own;
  }
  return others.length > 0 ? others : [...sizes];
}

const MOST_MARGIN = 3;

/** The margin told after a lesion and before the next one; else the widest of the note. */
function marginOf(lesion: Size, sizes: readonly Size[]): number {
  const margins = sizes.filter((size) => size.of === 'margin' && size.unit === 'cm' && size.value <= MOST_MARGIN);
  const next = sizes.find((size) => size.of === 'lesion' && size.start > lesion.start)?.start ?? Infinity;
  const own = margins.filter((margin) => margin.start >= lesion.start && margin.start < next);
  return Math.max(0, ...(own.length > 0 ? own : margins).map((margin) => margin.value));
}
