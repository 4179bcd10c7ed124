/** Ways in, as bits, so that codes and notes compare by one AND. */
export const APPROACHES = [
  'open',
  'laparoscopic',
  'thoracoscopic',
  'arthroscopic',
  'endoscopic',
  'percutaneous',
  'transurethral',
  'vaginal',
  'abdominal',
  'transanal',
  'transoral',
  'endovascular',
  'needle',
  'incision',
  'closed',
  'closed-manipulated',
  'robotic',
  'microscopic',
  'external',
  'catheter',
  'transnasal',
  'transantral',
  'transorbital',
  'transpalatine',
  'sublabial',
  'transthoracic',
  'coronal incision',
  'brow incision',
  'cervical',
  'closed-heart',
] as const;

export function approachBit(name: string): number {
  const at = (APPROACHES as readonly string[]).indexOf(name);
  return at < 0 ? 0 : 1 << at;
}

const APPROACH_CUES: readonly (readonly [RegExp, number])[] = [
  [
    /\b(laparoscop\w*|(?<!\bex(p|pl|ploratory)?[ -])lap(?!\s*(pads?|sponges?|counts?|tapes?|chairs?|belts?|joint|and|with|for)\b)(?=[ -][a-z])|lsc|l\/s|pneumoperitoneum|veress|trocars?)\b/i,
    approachBit('laparoscopic'),
  ],
  [/\b(thoracoscop\w*|vats|video[- ]assisted)\b/i, approachBit('thoracoscopic')],
  [/\b(arthroscop\w*|scope of the (knee|shoulder))\b/i, approachBit('arthroscopic')],
  [
    /\b(endoscop\w*|colonoscop\w*|bronchoscop\w*|egd|esophagogastroduodenoscop\w*|sigmoidoscop\w*|gastroscop\w*|laryngoscop\w*|hysteroscop\w*|esophagoscop\w*|fess|ercp|nasopharyngoscop\w*)\b/i,
    approachBit('endoscopic'),
  ],
  [/\b(percutaneous\w*|seldinger)\b/i, approachBit('percutaneous')],
  [
    /\b(transurethral\w*|cysto\w*scop\w*|cysto|cystourethroscop\w*|resectoscope|turp|turbt|ureteroscop\w*)\b/i,
    approachBit('transurethral'),
  ],
  [
    /\b(vaginal (hysterectomy|approach|route|delivery|repair)|transvaginal\w*|vaginally|weighted speculum|lavh|tvh)\b/i,
    approachBit('vaginal'),
  ],
  [/\b(abdominal (hysterectomy|approach)|laparotomy|pfannenstiel|celiotomy|tah)\b/i, approachBit('abdominal')],
  [/\b(transanal\w*)\b/i, approachBit('transanal')],
  [/\b(transoral\w*|intraoral\w*|mouth gag)\b/i, approachBit('transoral')],
  [
    /\b(endovascular|catheteri[sz]ation|angiogra\w*|arteriogra\w*|angioplasty|stent[- ]?graft|transcatheter)\b/i,
    approachBit('endovascular'),
  ],
  [/\b(needle|gauge|fna|aspirat\w*)\b/i, approachBit('needle')],
  [
    /\b(open(ed)? (reduction|repair|cholecystectomy|appendectomy|treatment|approach|procedure)|orif|open\b|laparotomy|thoracotomy|arthrotomy|sternotomy|craniotomy)\b/i,
    approachBit('open'),
  ],
  [/\b(incision (was|is|made)|incised|incision and drainage|i&d)\b/i, approachBit('incision')],
  [
    /\b(closed (reduction|treatment|manipulation)|crpp|manipulat\w*)\b/i,
    approachBit('closed') | approachBit('closed-manipulated'),
  ],
  [/\b(robo(t\w*)?|da ?vinci|ra-(?=tlh)|ralp?|rarp)\b/i, approachBit('robotic')],
  [/\b(microscop\w*|microlaryng\w*|microsurg\w*)\b/i, approachBit('microscopic')],
  [/\b(catheter\w*)\b/i, approachBit('catheter')],
  [
    /\b(trans|endo|intra)nasal\w*|\b(through|into|via) (the|each|both|either) (\w+ )?(nose|nostrils?|nares|naris)\b|\bnasal (endoscop|scope)/i,
    approachBit('transnasal'),
  ],
  [/\b(transantral\w*|caldwell)\b/i, approachBit('transantral')],
  [/\b(transorbital\w*|lynch)\b/i, approachBit('transorbital')],
  [/\btranspalat\w*/i, approachBit('transpalatine')],
  [/\b(sublabial|gingivobuccal)\b/i, approachBit('sublabial')],
  [/\btransthoracic\b/i, approachBit('transthoracic')],
  [/\b(bi)?coronal (incision|approach|flap|brow)/i, approachBit('coronal incision')],
  [/\bbrow (incision|approach)|\b(direct|mid-?forehead) brow/i, approachBit('brow incision')],
  [/\b(trans)?cervical (incision|approach|thymectomy)|\bcollar incision/i, approachBit('cervical')],
  [/\bclosed[- ]heart\b/i, approachBit('closed-heart')],
];

/** The approaches that a stretch of text speaks of, as bits. */
export function approachesIn(text: string): number {
  let mask = 0;
  for (const [pattern, bits] of APPROACH_CUES) if (pattern.test(text)) mask |= bits;
  return mask;
}

export const LEVELS = ['cervical', 'thoracic', 'lumbar', 'sacral', 'caudal'] as const;

export function levelBit(name: string): number {
  const at = (LEVELS as readonly string[]).indexOf(name);
  return at < 0 ? 0 : 1 << at;
}

/** Spine levels by name or vertebra ("C5-6", "L4", "T12") as bits; "cervical" of the uterus is not meant where no spine is. */
export function levelsIn(text: string): number {
  let mask = 0;
  if (
    /\bC[2-7]\b|\bC[2-7]\s?[-/]|\bcervical (spine|disk|disc|spondyl|radic|myelop|stenos|facet|epidural|fusion|corpec|discec|diskec|vertebr|interb|anter|medial|interlam|herniat|lamin)/i.test(
      text,
    )
  )
    mask |= 1;
  if (/\bT(?:[1-9]|1[0-2])\b|\bthoracic (spine|disk|disc|vertebr|lamin|epidural|facet|fusion)/i.test(text)) mask |= 2;
  if (/\bL[1-5]\b|\bL[1-5]\s?[-/]|\blumb(ar|o)/i.test(text)) mask |= 4;
  if (/\bS[1-3]\b|\bsacr(al|um|o)/i.test(text)) mask |= 8;
  if (/\bcaudal\b/i.test(text)) mask |= 16;
  return mask;
}

/** How many disk levels are named ("C4-5, C5-6" = 2, "L3-S1" = 3); 0 when none. */
export function diskLevelsIn(text: string): number {
  const order = (letter: string, number: number): number =>
    ({ C: 0, T: 7, L: 19, S: 24 })[letter as 'C' | 'T' | 'L' | 'S'] + number;
  const spaces = new Set<number>();
  for (const match of text
    .toUpperCase()
    .matchAll(/\b([CTLS])\s?(\d{1,2})\s?(?:-|\/|TO|THROUGH|AND)\s?([CTLS])?\s?(\d{1,2})\b/g)) {
    const from = order(match[1] ?? 'C', Number(match[2]));
    const to = order(match[3] ?? match[1] ?? 'C', Number(match[4]));
    if (to <= from || to - from > 12) continue;
    for (let space = from; space < to; space++) spaces.add(space);
  }
  return spaces.size;
}

/** The patient's age in years, or undefined. */
export function ageIn(text: string, said: () => string = () => text): number | undefined {
  const match =
    /\b(\d{1,3}(?:[.-]1\/2)?)(?:\s*(?:and a half|1\/2))?[-\s]*(years?|yrs?|y\/?o|yo|months?|mos?|weeks?|wks?|days?)(?:[-\s]*(?:old|of age)|\b(?=\s+(?:male|female|man|woman|boy|girl)))/i.exec(
      text,
    );
  if (match !== null) {
    const value = Number.parseFloat(match[1] ?? '');
    const unit = (match[2] ?? '').toLowerCase();
    if (unit.startsWith('m')) return value / 12;
    if (unit.startsWith('w')) return value / 52;
    if (unit.startsWith('d')) return value / 365;
    return value;
  }
  const words = said();
  if (/\bnewborn|neonat|day of life\b/i.test(words)) return 0.02;
  if (/\b(this|the|old) (infant|baby)\b/i.test(words)) return 0.5;
  if (/\b(elderly|gentleman|gravida|wife|husband|post-?menopausal)\b/i.test(words)) return 45;
  if (/\b(boy|girl|toddler|child)\b/i.test(words)) return 5;
  return undefined;
}

/** 1 unilateral named, 2 bilateral named, 0 neither. */
export function sideIn(text: string): 0 | 1 | 2 {
  if (
    /\b(bilateral(ly)?|both (sides|eyes|ears|knees|breasts|feet|legs|hands|ovaries|tubes)|right and left|left and right|o\.?u\.?)\b/i.test(
      text,
    )
  )
    return 2;
  return /\b(right|left|unilateral|o\.?d\.?|o\.?s\.?)\b/i.test(text) ? 1 : 0;
}
