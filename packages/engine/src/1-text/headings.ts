/** What a section of an operative note is for. */
export type SectionKind =
  | 'procedure'
  | 'planned'
  | 'postdx'
  | 'predx'
  | 'indications'
  | 'history'
  | 'findings'
  | 'description'
  | 'specimens'
  | 'implants'
  | 'anesthesia'
  | 'complications'
  | 'plan'
  | 'staff'
  | 'other'
  | 'preamble';

/** Tried in order: the first pattern that fits the heading's words (lower case, single blanks) names the kind. */
const KINDS: readonly (readonly [RegExp, SectionKind])[] = [
  [
    /^(tourniquet|estimated|ebl|blood|fluids?|urine|iv |i\.v|drains?|counts?|sponge|needle|tubes?|vital|allerg|medications?|premedication|hemostasis|injectables?|position|condition|consent|informed|risks?|alternatives|prep|time ?out|date|location|length|duration|start|stop|x ?-?rays?|labs?|laborator|sedation|monitor)/,
    'other',
  ],
  [
    /^(procs?|procedures?|operations?|operative|surgery|surgical|case)( ?\(s\))? ?(start |stop |end |begin )?(date|times?|day|duration|length|location|place|site of service|facility|room|urgency|class|status|priority)\b/,
    'other',
  ],
  [
    /^((primary|principal|secondary|other|additional|actual|main|bedside|minor|office|clinic|icu|ed|er|ward|emergency)? ?(procs?|ops?|px|opns?|operations?|procedures?)( ?\(s\))?( (title|name|done|performed|carried out))?)$/,
    'procedure',
  ],
  [/^(procs?|procedures?|operations?)( ?\(s\))?( performed)? (and|&|\/) an(a)?esthe/, 'procedure'],
  [/^(procedures?|operations?)( ?\(s\))? ?(performed )?\((lrb|l\/r\/b|laterality)\)/, 'procedure'],
  [/(complication)/, 'complications'],
  [/an(a)?esth?e(s|t|n)/, 'anesthesia'],
  [
    /^(surgeons?|assistants?|first assist|attending|physicians?|resident|cosurgeon|co-surgeon|anesthesiolog|scrub|circulat|referring|consult)/,
    'staff',
  ],
  [
    /(planned|proposed|intended|scheduled|anticipated|booked|consented|listed).*(procedure|operation|surgery)|(procedure|operation|surgery)( ?\(s\))? (planned|proposed|intended|scheduled|anticipated|booked|consented|listed)|^(planned|proposed|booked|consented|scheduled|listed)( for| as)?$/,
    'planned',
  ],
  [/^(done|performed|actually done|what (was|we) (done|did)|work done)$/, 'procedure'],
  [/(planned reconstruction)/, 'other'],
  [
    /(indication|reason for|^(procedures?|operations?|surgery) (purpose|reason)|^(purpose|aim|goal) (of|for)|^why$|clinical note|rationale|necessity|justification)/,
    'indications',
  ],
  [/^(pre ?-? ?and ?-? ?post|pre ?\/ ?post|pre ?-? ?op[a-z]* and post|pre ?-? ?op[a-z]* ?\/ ?post)/, 'postdx'],
  [
    /^(post ?-?\s?(op|proc|surg)[a-z]*\.?,? .*?(diagn|dx|impression)|final .*diagn|post ?-?\s?op[a-z]* ?$|discharge diagn|post ?-?\s?operative$)/,
    'postdx',
  ],
  [
    /^(pre ?-?\s?(op|proc|surg)[a-z]*\.?,? .*?(diagn|dx|impression)|admi[a-z]* diagn|working diagn|referring diagn|provisional diagn|initial diagn)/,
    'predx',
  ],
  [/(diagnos|\bdx\b)/, 'postdx'],
  [/^(an? |the )?post ?-?\s?(procedure|procedural) (ct|scan|x ?-?ray|film|imaging|echo|angiogra)/, 'findings'],
  [/^post ?-?\s?(procedure|procedural)( (course|care|note|condition|assessment))?$/, 'plan'],
  [
    /(history|hpi|^hx$|^h\/o$|background|^psh$|^pmh$|(past|previous|prior) (surger|surgical|procedure|operation)|hospital course|past |chief complaint|clinical (summary|data|information)|subjective|review of systems|physical exam)/,
    'history',
  ],
  [
    /(\bplan|recommend|disposition|follow ?-?up|instructions|prognosis|postoperative (care|course|management)|post ?-?op(erative)? (care|course|plan|management)|discharge|advice|discussion)/,
    'plan',
  ],
  [/(specimen|patholog|cultures?|tissue sent)/, 'specimens'],
  [
    /^(implants?|implanted|prosthe|hardware|components?|devices?|equipment|grafts?|lens|instrumentation|materials?|pros dev|instruments?|supplies|catheters?)/,
    'implants',
  ],
  [/^(brief )?(op|proc|procedural|surgical) (note|report|details?|course|description|summary)$/, 'description'],
  [
    /^(description|details?|narrative|technique|operative (note|report|details?|description|technique|narrative|course|summary)|procedural (note|details?|description|narrative|technique)|procedure ?\/ ?technique|surgical (technique|narrative|details?|description)|summary|body|method|report)/,
    'description',
  ],
  [
    /(findings? and (procedure|technique|description|operation)|procedures? and findings?|operation and findings?)/,
    'description',
  ],
  [
    /(procedures?|operations?|operative procedures?|surgery|surgical procedure) ?,?-? ?(\(s\))? ?(in detail|detail(s|ed)?|description|technique|note|report|narrative|summary|course|as follows)/,
    'description',
  ],
  [/(describe|dictat)/, 'description'],
  [
    /(findings?|impression|conclusions?|interpretation|results?|angiogra|hemodynamic|arteriogra|ventriculogra|observations?|coronary|artery|left main)/,
    'findings',
  ],
  [
    /(procedures?|operations?|operative procedure|surgery|surgeries|title|name of (the )?(study|test|exam)|operation\(s\)|type of (procedure|operation|surgery)|examination performed|exams?$|examinations?$|^stud(y|ies)|^tests?|treatments? (performed|rendered|given)|services? (performed|rendered)|interventions?|cpt)/,
    'procedure',
  ],
];

/** The kind that a heading's words stand for, or undefined when they are not a known heading. */
export function headingKind(words: string): SectionKind | undefined {
  const name = words
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[*#_]+/g, '')
    .trim();
  if (name.length < 2 || name.length > 70) return undefined;
  for (const [pattern, kind] of KINDS) if (pattern.test(name)) return kind;
  return undefined;
}
