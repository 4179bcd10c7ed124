/** What is done, as bits: codes and lines that act differently are rarely the same procedure. */
const ACTIONS: readonly (readonly [string, RegExp])[] = [
  ['drainage', /\b(drain\w*|i ?& ?d|evacuat\w*|incision and)/i],
  ['excision', /(\w+ectom(y|ies)\b|\bexcis\w*|\bresect\w*|\bexenterat\w*)/i],
  ['removal', /\b(remov\w*|extract\w*|retriev\w*|explant\w*)/i],
  ['biopsy', /\b(biops\w*|bx|fna|sampling)\b/i],
  [
    'destruction',
    /\b(destr\w*|ablat\w*|fulgurat\w*|cauteri\w*|electrocauter\w*|cryo\w*|neuroly\w*|rhizotomy|photocoagul\w*|endolaser|coagulat\w*|electrodes\w*|radiofrequency|rfa)\b/i,
  ],
  [
    'repair',
    /(\w*rrhaph(y|ies)\b|\brepair\w*|\bsutur\w*|\bclosure\b|\breconstruct\w*|\w+oplast(y|ies)\b|\bplicat\w*|\breattach\w*|\breinsert\w*)/i,
  ],
  ['replacement', /\b(arthroplast\w*|hemiarthroplast\w*|replace\w*|prosthe\w*|tka|tha|thr|tkr)\b/i],
  ['insertion', /\b(insert\w*|plac(e|ed|ement|ing)\b|implant\w*|introduc\w*|cannulat\w*|port-?a-?cath)/i],
  ['fixation', /\b(fixation|pinning|\w*nailing|plating|orif|crpp|pexy|\w+opex(y|ies)|instrumentation|tenodes\w*|fixat\w*)\b/i],
  ['reduction', /\b(reduction|manipulat\w*|orif|crpp|closed treatment|open treatment)\b/i],
  ['fusion', /\b(fusion|arthrodes\w*|acdf|plif|tlif)\b/i],
  ['injection', /\b(inject\w*|block|infiltrat\w*|chemodenervat\w*|instillat\w*|epidural|esi|botox)\b/i],
  ['aspiration', /\b(aspirat\w*|\w*centes\w*|tap|puncture|paracentesis)\b/i],
  ['scope', /\b\w*(scop(y|ic|ies|ically))\b|\b(egd|cysto|ercp|lap)\b/i],
  ['imaging', /\b(\w+ogra(m|ms|phy|phic)|imaging|echo\w*|ultrasound|ct|mri|fluoroscop\w*|spect|scan)\b/i],
  ['dilation', /\b(dilat\w*|dilation|bougie\w*|angioplast\w*)\b/i],
  ['graft', /\b(graft\w*|autograft|allograft|stsg|ftsg)\b/i],
  ['flap', /\b(flap\w*|transfer|transposition|advancement|z-?plasty|adjacent tissue)\b/i],
  [
    'release',
    /\b(releas\w*|decompress\w*|\w*lysis|neuroplast\w*|\w*tenotom\w*|fasciotom\w*|myotom\w*|\w*laminectom\w*|\w*laminotom\w*|foraminotom\w*)\b/i,
  ],
  ['bypass', /\b(bypass\w*|anastomos\w*|shunt\w*|cabg|fistula creation|\w+ostom(y|ies))\b/i],
  ['delivery', /\b(deliver\w*|cesarean|c-?section|vaginal birth|lscs|ltcs)\b/i],
  ['stent', /\b(stent\w*)\b/i],
  ['occlusion', /\b(emboli[sz]\w*|occlu\w*|ligat\w*|clip\w*|band(ing|ed)?|sclero\w*|steriliz\w*|tubal)\b/i],
  ['exploration', /\b(explor\w*|laparotomy|celiotomy|thoracotomy|arthrotomy)\b/i],
  ['change', /\b(chang\w*|exchang\w*|revis\w*|reprogram\w*|reposition\w*|convers\w*)\b/i],
  ['amputation', /\b(amputat\w*|disarticulat\w*|bka|aka)\b/i],
  ['shaving', /\b(shav\w*|paring|debrid\w*)\b/i],
  ['transplant', /\b(transplant\w*|keratoplast\w*)\b/i],
  ['study', /\b(study|studies|test\w*|monitor\w*|measure\w*|evaluat\w*|examination|mapping|stress)\b/i],
  ['crushing', /\b(lithotrip\w*|\w*litholapax\w*|crush\w*|fragment\w*|eswl|phaco\w*)\b/i],
  ['osteotomy', /\b(osteotom\w*|\w*ostectom\w*|exostectom\w*|bunionectom\w*)\b/i],
];

/** The actions that a text speaks of, as bits. */
export function actionsIn(text: string): number {
  let mask = 0;
  ACTIONS.forEach(([, pattern], at) => {
    if (pattern.test(text)) mask |= 1 << at;
  });
  return mask;
}
