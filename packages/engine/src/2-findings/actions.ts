import { keptWord } from '../1-text/kept-word.ts';

/** What is done, as bits: codes and lines that act differently are rarely the same procedure. Told by one word, or by several. */
const ACTIONS: readonly (readonly [name: string, word: RegExp, words?: RegExp])[] = [
  ['drainage', /^(drain|evacuat)/, /\b(i ?& ?d|incision and)/],
  ['excision', /\wectom(y|ies)$|^(excis|resect|exenterat)/],
  ['removal', /^(remov|extract|retriev|explant)/],
  ['biopsy', /^(biops\w*|bx|fna|sampling)$/],
  [
    'destruction',
    /^(destr\w*|ablat\w*|fulgurat\w*|cauteri\w*|electrocauter\w*|cryo\w*|neuroly\w*|rhizotomy|photocoagul\w*|endolaser|coagulat\w*|electrodes\w*|radiofrequency|rfa)$/,
  ],
  ['repair', /rrhaph(y|ies)$|\woplast(y|ies)$|^(repair|sutur|reconstruct|plicat|reattach|reinsert)|^closure$/],
  ['replacement', /^(arthroplast\w*|hemiarthroplast\w*|replace\w*|prosthe\w*|tka|tha|thr|tkr)$/],
  ['insertion', /^(insert|implant|introduc|cannulat)|^plac(e|ed|ement|ing)$/, /\bport-?a-?cath/],
  ['fixation', /^(fixation|pinning|\w*nailing|plating|orif|crpp|pexy|\w+opex(y|ies)|instrumentation|tenodes\w*|fixat\w*)$/],
  ['reduction', /^(reduction|manipulat\w*|orif|crpp)$/, /\b(closed treatment|open treatment)\b/],
  ['fusion', /^(fusion|arthrodes\w*|acdf|plif|tlif)$/],
  ['injection', /^(inject\w*|block|infiltrat\w*|chemodenervat\w*|instillat\w*|epidural|esi|botox)$/],
  ['aspiration', /^(aspirat\w*|\w*centes\w*|tap|puncture|paracentesis)$/],
  ['scope', /scop(y|ic|ies|ically)$|^(egd|cysto|ercp|lap)$/],
  ['imaging', /^(\w+ogra(m|ms|phy|phic)|imaging|echo\w*|ultrasound|ct|mri|fluoroscop\w*|spect|scan)$/],
  ['dilation', /^(dilat\w*|bougie\w*|angioplast\w*)$/],
  ['graft', /^(graft\w*|autograft|allograft|stsg|ftsg)$/],
  ['flap', /^(flap\w*|transfer|transposition|advancement)$/, /\b(z-?plasty|adjacent tissue)\b/],
  [
    'release',
    /^(releas\w*|decompress\w*|\w*lysis|neuroplast\w*|\w*tenotom\w*|fasciotom\w*|myotom\w*|\w*laminectom\w*|\w*laminotom\w*|foraminotom\w*)$/,
  ],
  ['bypass', /^(bypass\w*|anastomos\w*|shunt\w*|cabg|\w+ostom(y|ies))$/, /\bfistula creation\b/],
  ['delivery', /^(deliver\w*|cesarean|lscs|ltcs)$/, /\b(c-?section|vaginal birth)\b/],
  ['stent', /^stent/],
  ['occlusion', /^(emboli[sz]\w*|occlu\w*|ligat\w*|clip\w*|band(ing|ed)?|sclero\w*|steriliz\w*|tubal)$/],
  ['exploration', /^(explor\w*|laparotomy|celiotomy|thoracotomy|arthrotomy)$/],
  ['change', /^(chang\w*|exchang\w*|revis\w*|reprogram\w*|reposition\w*|convers\w*)$/],
  ['amputation', /^(amputat\w*|disarticulat\w*|bka|aka)$/],
  ['shaving', /^(shav\w*|paring|debrid\w*)$/],
  ['transplant', /^(transplant\w*|keratoplast\w*)$/],
  ['study', /^(study|studies|test\w*|monitor\w*|measure\w*|evaluat\w*|examination|mapping|stress)$/],
  ['crushing', /^(lithotrip\w*|\w*litholapax\w*|crush\w*|fragment\w*|eswl|phaco\w*)$/],
  ['osteotomy', /^(osteotom\w*|\w*ostectom\w*|exostectom\w*|bunionectom\w*)$/],
];
const BY_SEVERAL_WORDS = ACTIONS.flatMap(([, , words], at) => (words === undefined ? [] : [[words, 1 << at] as const]));

/** The words met so far; a stream of nonsense must fill no memory. */
const known = new Map<string, number>();
const MOST_KNOWN = 20_000;

/** The actions that a text speaks of, as bits. */
export function actionsIn(text: string): number {
  const lower = text.toLowerCase();
  let mask = 0;
  for (const word of lower.match(/\w+/g) ?? []) mask |= known.get(word) ?? actionsOfWord(word);
  for (const [words, bit] of BY_SEVERAL_WORDS) if (words.test(lower)) mask |= bit;
  return mask;
}

function actionsOfWord(word: string): number {
  let mask = 0;
  // Dates and record numbers tell no action, and do not come again.
  if (/^\d+$/.test(word)) return mask;
  ACTIONS.forEach(([, pattern], at) => {
    if (pattern.test(word)) mask |= 1 << at;
  });
  if (known.size < MOST_KNOWN) known.set(keptWord(word), mask);
  return mask;
}
