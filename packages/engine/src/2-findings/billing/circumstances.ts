import { matchesIn, wordsOf, type Clause, type ClauseText, type Range } from './clauses.ts';

/** A circumstance that a modifier asserts, with the words of the note that say it. */
export type Circumstance = {
  readonly modifier: string;
  readonly words: readonly Range[];
  readonly fact?: Readonly<Record<string, string>>;
};

/** What the case knows beside the note. */
export type Circumstances = {
  readonly performer?: string;
  /** Earlier operations on the patient. */
  readonly prior?: readonly { readonly code: string; readonly date?: string; readonly modifiers?: readonly string[] }[];
};

const TOLD = new Set<Clause['kind']>(['heading', 'findings', 'body', 'aside', 'diagnosis']);
const tellers = (note: ClauseText, kinds: ReadonlySet<Clause['kind']> = TOLD): Clause[] =>
  note.clauses.filter((clause) => kinds.has(clause.kind));

const ACT =
  '(?:procedure|examination|exam|case|operation|surgery|colonoscopy|endoscopy|hysteroscopy|attempt|attempts|study|resection|scope|placement|puncture|injection|bronchoscopy|cystoscopy|ablation|intervention|further\\s+\\w+)';
const STOP = '(?:stopped|terminated|aborted|abandoned|discontinued|halted|ended early|called off|cut short)';
/** "The examination was stopped ...", "we elected to abort the procedure ...". */
const STOPPED = new RegExp(
  String.raw`\b${ACT}\b[^.;]{0,30}?\b(?:was|were|had to be|is|being)?\s*(?:therefore\s+|then\s+|at this point\s+)?${STOP}\b[^.;]{0,80}|\b(?:decided|elected|decision was made|chose|opted)\s+to\s+(?:stop|terminate|abort|abandon|discontinue|halt)\b[^.;]{0,80}|^\s*(?:procedure|case|exam\w*)\s+${STOP}\b[^.;]{0,80}`,
  'gi',
);
const DANGER =
  /\b(safety|unsafe|dangerous|danger|risk|hypotens|blood pressure (fell|dropped)|pressure (fell|dropped)|arrhythm|tachycard|bradycard|desaturat|hypox|saturation|instab|unstable|overload|deficit|perforat|bleeding|hemorrhage|bronchospasm|laryngospasm|arrest|pain|intoleran|(not|could not|unable to) tolerate|compromise|inadequate|poor (bowel )?prep|stool|unable to (advance|pass|access|obtain)|could not be (advanced|passed|reached|obtained|accessed)|anatomy|well-?being|decompensat|ischemi|seizure|respiratory distress|agitat)/i;
const CHOICE =
  /\b(by choice|patient('s)? (request|preference|choice|wish)|at the request of|as (planned|intended)|only a (limited|partial)|deliberately|electively|elected (to leave|not to)|not indicated|was not needed|was left (in place|out|alone) (by choice|on purpose|deliberately))/i;
const NOT_REACHED =
  /\b(cecum|ileum|duodenum|target|end point)\b[^.;]{0,20}\b(was|could)\s+not\s+(be\s+)?(reached|intubated|seen|visualized)/i;
const LEFT_OUT =
  /\b(?:(?:only|just)\s+(?:the\s+)?(?:\w+\s+){0,3}(?:portion|part|half|side|segment)\b[^.;]{0,60}|limited (?:exam\w*|study|procedure)[^.;]{0,50}|(?:was|were) (?:deliberately |purposely |electively )?(?:omitted|left out|not included)[^.;]{0,60}|reduced (?:service|procedure)[^.;]{0,40})/gi;

function stopped(note: ClauseText): Circumstance[] {
  const clauses = tellers(note);
  const found: Range[] = [];
  let danger = false;
  let choice = false;
  for (const [at, clause] of clauses.entries()) {
    for (const match of matchesIn(note.text, clause, STOPPED)) {
      if (
        /\b(bleeding|it|drip|infusion|medication|insufflation|pump|bypass|tourniquet|anticoagul|aspirin|warfarin|smoking|tamponade)\s+(was\s+)?$/i.test(
          note.text.slice(Math.max(0, match.start - 24), match.start),
        )
      )
        continue;
      const around = [clauses[at - 2], clauses[at - 1], clause, clauses[at + 1]]
        .map((each) => (each === undefined ? '' : wordsOf(note.text, each)))
        .join(' ');
      found.push({ start: match.start, end: match.start + wordsOf(note.text, match).trimEnd().length });
      danger ||= DANGER.test(around);
      choice ||= CHOICE.test(around);
    }
  }
  if (found.length === 0) return [];
  const unreached = clauses.flatMap((clause) =>
    NOT_REACHED.test(wordsOf(note.text, clause))
      ? [{ start: clause.start, end: clause.end - (note.text[clause.end - 1] === '.' ? 1 : 0) }]
      : [],
  );
  if (danger || !choice) return danger ? [{ modifier: '53', words: [...found, ...unreached] }] : [];
  return [{ modifier: '52', words: found }];
}

function reduced(note: ClauseText): Circumstance[] {
  const words = tellers(note).flatMap((clause) =>
    CHOICE.test(wordsOf(note.text, clause))
      ? matchesIn(note.text, clause, LEFT_OUT).map(({ start, end }) => ({ start, end }))
      : [],
  );
  return words.length > 0 ? [{ modifier: '52', words }] : [];
}

const TIME = String.raw`(?:(?:an?|one|two|three|four|five|six|\d+(?:\.\d+)?)\s+(?:and a half\s+)?(?:additional\s+|extra\s+|more\s+)?(?:hours?|minutes))`;
const EXTRA = new RegExp(
  String.raw`\b(?:(?:took|required|added|adding|needed|spent|consumed|lasted)\b[^.;]{0,30}?${TIME}[^.;]{0,90}|(?:additional|extra|further)\s+${TIME}[^.;]{0,60}|(?:more than |nearly |over )?(?:doubl|tripl|twice|two times|three times)[a-z]*\b[^.;]{0,25}\b(?:usual|normal|typical|average|standard|time|effort|work)\b[^.;]{0,60}|\d{2,3}\s?%\s+(?:more|longer|additional)\b[^.;]{0,60}|(?:substantially|significantly|considerably|far|much)\s+(?:more|greater|longer)\b[^.;]{0,20}\bthan\s+(?:usual|normal|typical|the usual|is usual)[^.;]{0,60})`,
  'gi',
);
const MORE_THAN_USUAL =
  /\b(usual|normal|typical|average|standard|additional|extra|more|doubl|longer|adhes|scar|obes|anatomy|difficult|dense)/i;

function extraWork(note: ClauseText): Circumstance[] {
  const words = tellers(note).flatMap((clause) =>
    MORE_THAN_USUAL.test(wordsOf(note.text, clause))
      ? matchesIn(note.text, clause, EXTRA).flatMap(({ start, end }) =>
          /\b(tourniquet|antibiotic|recovery|ischemi|monitor|observ|within)\b/i.test(note.text.slice(start, end))
            ? []
            : [{ start, end }],
        )
      : [],
  );
  const first = words[0];
  if (first === undefined) return [];
  const time = new RegExp(TIME, 'i').exec(note.text.slice(first.start, first.end))?.[0];
  return [{ modifier: '22', words, ...(time === undefined ? {} : { fact: { extra: time } }) }];
}

const STAGED =
  /\b(?:(?:second|third|2nd|3rd|final|next|later)\s+stage\b[^.;]{0,50}|stage\s+(?:2|ii|two|3)\b[^.;]{0,40}|(?:as )?planned (?:at|during|since) the (?:first|index|initial|previous|prior|original)[^.;]{0,40}|planned (?:staged|return|second|re-?look|re-?exploration)[^.;]{0,50}|staged (?:procedure|operation|return|reconstruction)[^.;]{0,50}|second[- ]look\b[^.;]{0,40})/gi;
const RETURNED =
  /\b(?:(?:unplanned )?return(?:ed|s|ing)?(?: emergently| urgently| back)? to (?:the )?(?:operating room|OR|operating theat(?:er|re)|theat(?:er|re))\b[^.;]{0,60}|tak(?:en|e|ing)[ -]?back(?: urgently| emergently)? to (?:the )?(?:operating room|OR)\b[^.;]{0,60}|take[- ]?back\b[^.;]{0,40}|brought back to (?:the )?(?:operating room|OR)\b[^.;]{0,60}|re-?operation for (?:bleed|hematom|hemorrh|leak|infect|dehisc)\w*[^.;]{0,40})/gi;
const UNRELATED =
  /\b(?:unrelated (?:procedure|operation|to\b)[^.;]{0,60}|[^.;\n]{0,80}\bunrelated procedure\b|POD\s*#?\d+ from[^.;\n]{0,80}|in the global period of[^.;]{0,60})/gi;
const PLANNED_RETURN = /\b(planned|staged|stage)\b/i;
/** Names of acts, by which an earlier operation is told. */
const ACT_NAMED =
  /\b\w*(?:ectomy|otomy|ostomy|plasty|scopy|pexy|desis|extraction|repair|surgery|operation|replacement|release|fixation|graft|bypass|implant\w*|removal)\b/i;

/** An operation within the period after another: planned, returned, or unrelated. Nothing without an earlier one. */
function later(note: ClauseText, known: Circumstances, sides: ReadonlySet<string>): Circumstance[] {
  const prior = known.prior ?? [];
  const all = note.clauses;
  const find = (
    pattern: RegExp,
    kinds = new Set<Clause['kind']>(['heading', 'findings', 'body', 'aside', 'diagnosis', 'before', 'history']),
  ): Range[] =>
    tellers(note, kinds).flatMap((clause) => matchesIn(note.text, clause, pattern).map(({ start, end }) => ({ start, end })));
  const returned = find(RETURNED).filter((range) => !PLANNED_RETURN.test(wordsOf(note.text, range)));
  if (returned.length > 0) return [{ modifier: '78', words: returned }];
  const staged = find(STAGED, new Set(['heading', 'body', 'findings', 'history', 'diagnosis', 'aside'])).filter(
    (range) => note.isDone(range.start) || /planned at|as planned/i.test(wordsOf(note.text, range)),
  );
  const laterPlan = staged.every((range) =>
    /\b(will|is planned|are planned|later|plan for|future)\b/i.test(wordsOf(note.text, range)),
  );
  if (
    staged.length > 0 &&
    !laterPlan &&
    (prior.length > 0 || staged.some((range) => /planned (at|during)|index/i.test(wordsOf(note.text, range))))
  ) {
    return [{ modifier: '58', words: staged }];
  }
  const unrelated = find(UNRELATED);
  if (unrelated.length > 0 && (prior.length > 0 || unrelated.some((range) => /global|POD/i.test(wordsOf(note.text, range)))))
    return [{ modifier: '79', words: unrelated }];
  // The other side is unrelated by itself, when the note tells of the earlier operation there.
  const [side] = sides;
  const opposite = side === 'left' ? 'right' : 'left';
  const far = prior.filter((each) => (each.modifiers ?? []).some((modifier) => modifier === (opposite === 'left' ? 'LT' : 'RT')));
  if (sides.size !== 1 || (side !== 'left' && side !== 'right') || far.length === 0) return [];
  const told = all.filter((clause) => {
    const words = wordsOf(note.text, clause);
    return (
      (clause.kind === 'history' || clause.kind === 'before' || !note.isDone(clause.start + 1)) &&
      new RegExp(String.raw`\b${opposite}\b`, 'i').test(words) &&
      ACT_NAMED.test(words)
    );
  });
  return told.length > 0
    ? [{ modifier: '79', words: told.map(({ start, end }) => ({ start, end: end - (note.text[end - 1] === '.' ? 1 : 0) })) }]
    : [];
}

const CO_SURGEON =
  /\b(?:co-?surgeons?\b[^.;\n]{0,80}|[^.;\n]{0,80}\bacted as co-?surgeons?\b[^.;\n]{0,30}|two[- ]surgeon\b[^.;\n]{0,60}|(?:two|both) (?:primary )?surgeons\b[^.;\n]{0,60})/gi;
const HELPER_LABEL = /\b(?:first )?assist(?:ant|ants|ing)?\b/i;
const PRACTITIONER = /\b(PA-?C|PA\b|NP\b|APRN|CNS\b|RNFA|physician assistant|nurse practitioner|clinical nurse)[^.;\n]{0,70}/g;
const NO_RESIDENT = /\bno (?:qualified )?resident[^.;\n]{0,40}|\bresident (?:was )?(?:not|un)\s?available[^.;\n]{0,20}/gi;
const DOCTOR = /\b(?:MD|DO|M\.D\.|doctor|surgeon|fellow|Dr\.?)\b[^;\n]{0,70}/g;

function helpers(note: ClauseText, known: Circumstances): Circumstance[] {
  const everywhere = note.clauses;
  const match = (pattern: RegExp, among: readonly Clause[]): Range[] =>
    among.flatMap((clause) => matchesIn(note.text, clause, pattern).map(({ start, end }) => ({ start, end })));
  const together = matchesIn(note.text, { start: 0, end: note.text.length }, CO_SURGEON).map(({ start, end }) => ({
    start,
    end,
  }));
  if (known.performer === 'assistant') {
    const staff = everywhere.filter((clause) => clause.kind === 'staff' || HELPER_LABEL.test(wordsOf(note.text, clause)));
    const practitioner = match(PRACTITIONER, staff);
    if (practitioner.length > 0) return [{ modifier: 'AS', words: practitioner }];
    const none = match(NO_RESIDENT, everywhere);
    if (none.length > 0) return [{ modifier: '82', words: none }];
    const doctor = match(DOCTOR, staff);
    return doctor.length > 0 ? [{ modifier: '80', words: doctor }] : [];
  }
  if (together.length > 0 && (known.performer === 'co-surgeon' || known.performer === undefined || known.performer === 'surgeon'))
    return [{ modifier: '62', words: together }];
  return [];
}

/** What a note asserts of the whole operation. Nothing is found without words. @param sides of the lines, left and right */
export function circumstancesOf(note: ClauseText, known: Circumstances, sides: ReadonlySet<string>): Circumstance[] {
  const stop = stopped(note);
  return [
    ...stop,
    ...(stop.length > 0 ? [] : reduced(note)),
    ...extraWork(note),
    ...later(note, known, sides),
    ...helpers(note, known),
  ];
}
