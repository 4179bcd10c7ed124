/** How something is meant: done in this operation, denied, done before, only planned, dependent on something, another's doing, a relative's. */
export type Assertion = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const DONE: Assertion = 0;
export const DENIED: Assertion = 1;
export const PAST: Assertion = 2;
export const PLANNED: Assertion = 3;
export const CONDITIONAL: Assertion = 4;
export const BY_ANOTHER: Assertion = 5;
export const FAMILY: Assertion = 6;

/** The names of the assertions, in the order of their numbers. */
export const ASSERTIONS = ['done', 'denied', 'past', 'planned', 'conditional', 'by another', 'family'] as const;

/** After Harkema's ConText: words that tell how those after (1) or before (-1) them in the clause are meant, `reach` words at most. */
export type Trigger = {
  readonly words: readonly string[];
  readonly assertion: Assertion;
  readonly direction: 1 | -1;
  readonly reach: number;
};

function triggers(assertion: Assertion, direction: 1 | -1, reach: number, phrases: string): Trigger[] {
  return phrases.split('|').map((phrase) => ({ words: phrase.trim().split(' '), assertion, direction, reach }));
}

const TRIGGERS: readonly Trigger[] = [
  ...triggers(
    DENIED,
    1,
    10,
    'no|not|without|w o|sans|denies|denied|negative for|free of|absence of|never|rather than|instead of|in lieu of|' +
      'unable to|failed to|decided against|elected against|opted against|chose against|decision against|decision made against|decision was made against|elected not|elected to forgo|forgo|forgoing|forego|' +
      'ruled out|rule out|neither|nor|cannot|could not|couldn|didn|doesn|avoid|avoiding|to avoid|except|obviating|omitting|as opposed to|' +
      'not felt that|held off on|held off|hold off on|refrain from|refrained from|not amenable to|' +
      'too small to|too small for|too large to|too large for|too big to|too big for|too deep to|too deep for|too high to|too high for|' +
      'too dense to|too dense for|too unstable to|too unstable for|too friable to|too friable for|' +
      'nothing was|nothing else was|nothing further was|not treated with|not injected with|not reinforced with|not repaired with',
  ),
  ...triggers(DENIED, 1, 2, 'nothing'),
  ...triggers(
    DENIED,
    -1,
    10,
    'not performed|not done|not required|not needed|not necessary|unnecessary|not indicated|was unsuccessful|not attempted|' +
      'not possible|impossible|not undertaken|ruled out|contraindicated|not found|not identified|not seen|not available|' +
      'stood by|on standby|on stand by|was available|were available|not req|not reqd|not rqd|not felt|not deemed|not warranted|not advisable|not worthwhile|too risky|unsafe|not safe|not today|not part of|not our|not my|avoided|left out|forgone|' +
      'foregone|unable to be',
  ),
  // "Deferred biopsy" and "biopsy deferred": back where the clause has begun, else ahead.
  ...[
    'deferred',
    'declined',
    'refused',
    'aborted',
    'abandoned',
    'cancelled',
    'canceled',
    'omitted',
    'withheld',
    'skipped',
    'obviated',
  ].flatMap((word) => [...triggers(DENIED, -1, 10, word), ...triggers(DENIED, 1, 10, word)]),
  // "Stent considered" and "considered a stent".
  ...['considered', 'discussed'].flatMap((word) => [
    ...triggers(CONDITIONAL, -1, 10, word),
    ...triggers(CONDITIONAL, 1, 10, word),
  ]),
  ...triggers(
    PAST,
    1,
    10,
    'history of|history significant for|history includes|surgical history|hx|hx of|h o|pmh|pmhx|psh|pshx|status post|s p|' +
      'already had|had already had|previously underwent|previously had|had undergone|has undergone|underwent prior|prior|previous|previously|past history|' +
      'years ago|months ago|weeks ago|yrs ago|mos ago|wks ago|days ago|had a prior|postoperative day|after prior|after previous|old|remote|known prior|post prior',
  ),
  ...triggers(
    PAST,
    -1,
    10,
    'in the past|ago|previously|last year|last month|last week|done before|performed before|at an outside hospital|' +
      'at outside hospital|at the outside hospital|at osh|at an osh|at the osh|at the referring hospital|at another hospital|' +
      'yesterday|last night|the day before|the night before|the previous day|the day prior|earlier in the week|earlier this week|' +
      'earlier this admission|earlier in this admission|earlier in the admission|before transfer|prior to transfer|prior to arrival|' +
      'before arrival|in the ambulance|by ems|at an outside facility|elsewhere in the past|during a prior admission|as a child',
  ),
  // What led to today's operation: "recent biopsy showed cancer", "biopsy-proven".
  ...triggers(
    PAST,
    1,
    2,
    beside('recent outside preop preoperative', 'biopsy bx cath catheterization angiogram colonoscopy egd endoscopy'),
  ),
  ...triggers(PAST, -1, 1, 'proven|proved'),
  ...triggers(
    PLANNED,
    1,
    10,
    'will need|will undergo|will have|will require|may need|may require|needs|plan|plan for|planned|planned for|plans for|planning|' +
      'scheduled for|scheduled to undergo|will be scheduled for|recommend|recommended|recommending|would benefit from|to be done|' +
      'candidate for|return for|return to the operating room for|brought back for|come back for|follow up for|in the future|need for|' +
      'consent for|consented for|consent was obtained for|awaiting|pending|future|referred for|refer for|to be followed by|book for|' +
      'agreed to|agrees to|consented to|consents to|booked for|to schedule|will schedule|bring back for|bringing back for|come in for|return in',
  ),
  ...triggers(
    PLANNED,
    -1,
    10,
    'will be performed|will be done|will be scheduled|will be needed|will be required|will follow|at a later date|at a later time|' +
      'in the future|was planned|is planned|are planned|planned|is scheduled|was recommended|is recommended|recommended|to follow|' +
      'next week|next month|next visit|next time|next session|next admission|at a second sitting|at a later sitting|at a second session|' +
      'tomorrow|before discharge|prior to discharge|at the next visit|is pending|pending|as a second stage|at a second stage|to be scheduled',
  ),
  ...triggers(
    CONDITIONAL,
    1,
    10,
    'if|consider|considering|consideration of|contemplated|possible|possibly|poss|possible need for|options include|' +
      'options including|alternatives|alternatives include|alternative|might|consisting of risks|risks of|risk of|in case of|' +
      'in the event of|potential|potentially|may be|should she need|should he need|should the patient need|unless|versus|vs|whether',
  ),
  ...triggers(
    CONDITIONAL,
    -1,
    10,
    'only if|if no better|if not better|if no improvement|if no response|if worse|only when|' +
      'only in case|if needed|if necessary|if required|if indicated|as needed|as necessary|prn|was considered|was contemplated|were considered|' +
      'was entertained|were discussed|was discussed|was offered|may be needed|may be required|may be necessary|may be indicated|may become necessary|is an option|might be needed|' +
      'could be needed|could be required|could be considered|could be offered|could be added|could be tried',
  ),
  ...triggers(
    BY_ANOTHER,
    -1,
    14,
    'performed by another surgeon|by another surgeon|by another physician|by another provider|by another service|dictated separately|' +
      'will be dictated separately|dictated under separate|by the orthopedic service|by the plastic surgery service|' +
      'by the urology service|by the vascular service|dictated by|to be dictated by|in a separate dictation|in a separate note|' +
      'in a separate report|separately dictated|in a separate operative report|by separate dictation|under separate cover|' +
      'see separate note|see separate report|see separate dictation|by anesthesia|by the anesthesia team|by the anesthesiologist|' +
      'by the anesthesia service|by urology|by orthopedics|by plastics|by plastic surgery|by vascular surgery|by neurosurgery|' +
      'by general surgery|by cardiology|by gastroenterology|by interventional radiology|by radiology|by ent|by gynecology|' +
      'by the radiologist|by the urologist|by the gastroenterologist|by the plastic surgeon|by the vascular surgeon|by the co surgeon|' +
      'by another team|by the other team|by my colleague|by my partner|per the plastic surgery|per plastic surgery|per plastics|per the urology|per urology|' +
      'by ir|by the ir team|by the interventional radiologist|by nuclear medicine|by gi|by the gi team|by the endoscopist|' +
      'by the cardiologist|by cardiac surgery|by the cardiac surgeon|by thoracic surgery|by the thoracic surgeon|by the general surgeon|' +
      'by the orthopedic surgeon|by the orthopedic team|by the neurosurgeon|by the neurosurgery team|by the urology team|' +
      'by the vascular team|by the plastic surgery team|by the plastics team|by the trauma team|by the ed|by the ed team|' +
      'by the ed physician|by the emergency physician|by the emergency department|by the er physician|by obstetrics|by the dentist|' +
      'by oral surgery|by the oral surgeon|by the crna|by wound care|by the wound care team|' +
      'per anesthesia|per orthopedics|per vascular|per ent|per neurosurgery|per cardiology|per radiology',
  ),
  ...triggers(
    BY_ANOTHER,
    1,
    10,
    'anesthesia placed|anesthesia performed|the anesthesiologist placed|the anesthesiologist performed|urology performed|' +
      'surgery will perform|service will perform|team will perform|urology will perform|urology placed|plastic surgery performed|vascular surgery performed|another surgeon performed|another surgeon will perform',
  ),
  ...triggers(
    FAMILY,
    1,
    12,
    'family history|family history of|family hx|family hx of|fhx|fh|her mother|his mother|her father|his father|her sister|his sister|' +
      'her brother|his brother|her grandmother|his grandmother|her grandfather|his grandfather|patient s mother|patient s father|' +
      'patient s sister|patient s brother|maternal aunt|paternal aunt',
  ),
];

/** Phrases that begin as a trigger does and are none: how it went is told, or the past is what today's act is about. */
export const VOID: ReadonlySet<string> = new Set([
  'no sooner',
  'the planned',
  'previously planned',
  'not only',
  'no complications',
  'no complication',
  'no increase',
  'no change',
  'not certain',
  'not until',
  'if any',
  'old male',
  'old female',
  'old man',
  'old woman',
  'old boy',
  'old girl',
  'old patient',
  'old gentleman',
  'old lady',
  'old white',
  'old black',
  'old who',
  'old with',
  'as possible',
  'possible to',
  ...behind('old', 'blood clot clots hematoma hemorrhage scar scars incision incisions sutures dressing pus bile'),
  ...behind(
    'old',
    'catheter tube tubes lead leads generator battery device port pump shunt valve sheath drain stent stents tunneled',
  ),
  ...behind(
    'old',
    'graft grafts mesh implant implants prosthesis hardware plate plates screw screws nail cement component components liner',
  ),
  ...behind('old', 'pacemaker icd defibrillator gastrostomy expander capsule sling fistula permanent suprapubic nephrostomy'),
  ...behind(
    'remote',
    'interrogation interrogations monitoring transmission transmissions device check checks follow pacemaker icd programming',
  ),
]);

/** Each of some words before each of others. */
function beside(first: string, second: string): string {
  return first
    .split(' ')
    .flatMap((word) => second.split(' ').map((next) => `${word} ${next}`))
    .join('|');
}

/** What is old is today's to take out, look through or clean; what is remote is today's look from afar. */
function behind(word: string, words: string): string[] {
  return words.split(' ').map((next) => `${word} ${next}`);
}

/** "Without difficulty", "without any significant complication": how it went, not what was left out. */
export const COURSE: ReadonlySet<string> = new Set(
  'difficulty difficulties incident incidents complication complications problem problems issue issues event tension undue delay hesitation'.split(
    ' ',
  ),
);
export const COURSE_ADJECTIVE: ReadonlySet<string> = new Set(
  'any further significant major obvious apparent immediate untoward undue much additional noted intraoperative great'.split(' '),
);

export const TRIGGERS_BY_FIRST: ReadonlyMap<string, readonly Trigger[]> = byFirstWord(TRIGGERS);

function byFirstWord(list: readonly Trigger[]): ReadonlyMap<string, readonly Trigger[]> {
  const byFirst = new Map<string, Trigger[]>();
  for (const trigger of list) {
    const first = trigger.words[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), trigger]);
  }
  for (const group of byFirst.values()) group.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}
