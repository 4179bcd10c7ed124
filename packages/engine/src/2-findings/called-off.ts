import { showsAct } from '../1-text/lines.ts';
import type { Token } from '../1-text/tokens.ts';

/** Words that undo a procedure: the whole case ("the case was canceled") or what stands before them ("- not performed"). */
export type CalledOff = {
  readonly start: number;
  /** The end of its sentence: what is told there belongs to it. */
  readonly end: number;
  /** `case` where its subject is the procedure as such, `named` where it names one, `item` where that stands apart in front, `ahead` behind. */
  readonly of: 'case' | 'named' | 'item' | 'ahead';
  /** Something begun may be cut short; what is canceled or put off was never begun. */
  readonly cutShort: boolean;
  /** How far it had come, where the words tell: nothing was given yet, or nothing was opened yet. */
  readonly before: 'anesthesia' | 'start' | undefined;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const GENERIC = words(
  'procedure procedures case cases operation operations surgery surgeries intervention examination exam it all both everything',
);
const OF_GENERIC = words(
  'the this entire whole planned scheduled elective proposed intended todays today s her his their operative',
);
const CALLED = words('canceled cancelled postponed rescheduled deferred scrubbed');
const CUT = words('aborted abandoned terminated halted stopped discontinued');
const CALL = words(
  'cancel canceled cancelled canceling cancelling postpone postponed postponing defer deferred reschedule rescheduled abort aborted abandon abandoned terminate terminated',
);
const DEED = words('performed done carried undertaken begun started initiated commenced attempted made');
const ADVERBS = words(
  'therefore then subsequently thus ultimately eventually again also actually consequently accordingly hence now unfortunately',
);
const BE = words('was were is are be been being has have had to got');
const MODAL = words('may might could can would should will if unless');
const BEGINNINGS = words(
  'incision start starting beginning begin begun entry entering access puncture insertion needle skin any the',
);
const ANESTHESIA = words(
  'anesthesia anaesthesia anesthetic anaesthetic induction sedation holding preop preoperative block arrival',
);
/** What may follow where the subject stands in front: how far it had come, and why. */
const GOES_ON = words(
  'before prior due because secondary for until today per by as at in on this since given after following owing out',
);
/** "Canceled after induction" had begun; "after discussion" is a reason. */
const STAGES = words('incision start starting entry access puncture insertion trocar trocars port ports scope needle exposure');
const LOOK_AHEAD = 14;

/**
 * Finds where a text says that a case, or what it has just named, was called off before it was done.
 * @param text in lower case, which the tokens belong to
 */
export function calledOffIn(text: string, tokens: readonly Token[]): CalledOff[] {
  const found: CalledOff[] = [];
  const word = (at: number): string => tokens[at]?.word ?? '';
  const between = (at: number): string => text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? text.length);
  const breaks = (at: number): boolean => at <= 0 || at >= tokens.length || END.test(between(at));
  for (let at = 0; at < tokens.length; at++) {
    const predicate = predicateAt(word, breaks, at);
    if (predicate === undefined) continue;
    let from = at;
    while (!breaks(from) && !JOINT.test(between(from)) && (BE.has(word(from - 1)) || ADVERBS.has(word(from - 1)))) from--;
    if (from > 0 && !breaks(from) && MODAL.has(word(from - 1))) continue;
    const apart = breaks(from) || JOINT.test(between(from));
    const active = predicate.call ? objectAt(word, breaks, predicate.to) : undefined;
    const generic =
      !breaks(from) && GENERIC.has(word(from - 1)) && (from === at || !apart) && isBare(word, between, breaks, from - 1);
    if (active === undefined && !predicate.participle) continue;
    const next = predicate.to + 1;
    const closed = breaks(next) || JOINT.test(between(next)) || GOES_ON.has(word(next));
    const ahead = active === undefined && !closed && from === at && apart;
    if (active === undefined && !ahead && (!closed || (from < at && apart && !generic))) continue;
    const to = active ?? predicate.to;
    const { before, after, until } = momentOf(word, breaks, tokens, to);
    if (after || (predicate.cutShort && before === undefined)) continue;
    const of = ahead ? 'ahead' : active !== undefined || generic ? 'case' : apart ? 'item' : 'named';
    const first = generic && active === undefined ? from - 1 : from;
    found.push({ start: tokens[first]?.start ?? 0, end: until, of, cutShort: predicate.cutShort, before });
    at = to;
  }
  return found;
}

/** A sentence or a line ends, or a form's box begins. */
const END = /[.;!?\n]/;
/** The clause ends: the words after it speak of what stands in front. */
const JOINT = /[,:()[\]]|\s--?\s|[\u2013\u2014]/;

type Predicate = { readonly to: number; readonly cutShort: boolean; readonly participle: boolean; readonly call: boolean };

function predicateAt(word: (at: number) => string, breaks: (at: number) => boolean, at: number): Predicate | undefined {
  const own = word(at);
  if ((own === 'called' || own === 'put') && word(at + 1) === 'off')
    return { to: at + 1, cutShort: false, participle: true, call: false };
  if (own === 'not' || own === 'never') {
    const verb = ADVERBS.has(word(at + 1)) || BE.has(word(at + 1)) ? at + 2 : at + 1;
    if (!DEED.has(word(verb)) || breaks(verb)) return undefined;
    const to = word(verb + 1) === 'out' ? verb + 1 : verb;
    return { to, cutShort: false, participle: true, call: false };
  }
  if (CALLED.has(own) || CUT.has(own)) return { to: at, cutShort: CUT.has(own), participle: true, call: CALL.has(own) };
  return CALL.has(own) ? { to: at, cutShort: /^(abort|abandon|terminat)/.test(own), participle: false, call: true } : undefined;
}

/** Place of the object where it is the procedure as such: "we canceled the case". */
function objectAt(word: (at: number) => string, breaks: (at: number) => boolean, verb: number): number | undefined {
  for (let at = verb + 1; at <= verb + 4 && !breaks(at); at++) {
    if (GENERIC.has(word(at)) && at > verb + 1) return at;
    if (!OF_GENERIC.has(word(at))) return undefined;
  }
  return undefined;
}

/** "The procedure", not "the endoscopic part of the procedure": nothing else belongs to the noun. */
function isBare(
  word: (at: number) => string,
  between: (at: number) => string,
  breaks: (at: number) => boolean,
  noun: number,
): boolean {
  let at = noun;
  while (!breaks(at) && !JOINT.test(between(at)) && OF_GENERIC.has(word(at - 1))) at--;
  return breaks(at) || JOINT.test(between(at)) || OPENS.has(word(at - 1)) || (at < noun && !BELONGS.has(word(at - 1)));
}
const BELONGS = words('of in for to from with during on by into at');
const OPENS = words('and so that therefore thus but because then felt decided agreed when consequently hence');

function momentOf(
  word: (at: number) => string,
  breaks: (at: number) => boolean,
  tokens: readonly Token[],
  predicate: number,
): { before: CalledOff['before']; after: boolean; until: number } {
  let before: CalledOff['before'];
  let after = false;
  let at = predicate + 1;
  for (; !breaks(at); at++) {
    if (at > predicate + LOOK_AHEAD || before !== undefined || after) continue;
    const own = word(at);
    if (own === 'before' || own === 'prior') {
      const next = [1, 2, 3, 4, 5].map((ahead) => word(at + ahead));
      before = next.some((each) => ANESTHESIA.has(each))
        ? 'anesthesia'
        : next.some((each) => BEGINNINGS.has(each))
          ? 'start'
          : undefined;
    } else if (
      (own === 'in' || own === 'from') &&
      [1, 2, 3].some((ahead) => /^(holding|preop|preoperative)$/.test(word(at + ahead)))
    ) {
      before = 'anesthesia';
    } else if (own === 'after' || own === 'following') {
      after = [1, 2, 3, 4, 5].some((ahead) => ANESTHESIA.has(word(at + ahead)) || STAGES.has(word(at + ahead)));
    }
  }
  return { before, after, until: tokens[at - 1]?.end ?? 0 };
}

/** The procedures that a heading names and takes back. */
export type TakenBack = {
  /** Stretches that name them. */
  readonly items: readonly { readonly start: number; readonly end: number }[];
  /** Nothing else is named. */
  readonly all: boolean;
};

/**
 * Which of a heading's lines are called off: by words of their own, or by the line of nothing else that follows.
 * @param lines in order; parts of a line stand behind it
 */
export function takenBack(
  text: string,
  lines: readonly { readonly start: number; readonly end: number }[],
  calledOff: readonly CalledOff[],
): TakenBack {
  const items: { start: number; end: number; off: boolean; cutShort: boolean }[] = [];
  let standing = 0;
  let end = -1;
  for (const line of lines) {
    if (line.start < end) continue;
    end = line.end;
    if (NOTHING.test(text.slice(line.start, line.end))) continue;
    const own = calledOff.find((each) => each.start < line.end && each.end > line.start);
    const cutShort = own?.cutShort === true;
    if (own?.of === 'ahead' && own.start <= line.start) {
      items.push({ start: line.start, end: line.end, off: true, cutShort });
      continue;
    }
    const named = own === undefined ? line.end : Math.max(line.start, own.start);
    if ((text.slice(line.start, named).match(/\p{L}/gu)?.length ?? 0) >= 3) {
      const off = own?.of === 'item' || own?.of === 'named';
      const from = off ? lastNamed(text, line.start, named) : line.start;
      if (!off || from > line.start) standing++;
      items.push({ start: from, end: named, off, cutShort });
    } else if (own?.of === 'item') {
      const before = items.pop();
      if (before === undefined) continue;
      // Apart from its line, the word may take back all of it: what is told of the operation decides.
      if (!before.off) standing--;
      items.push({ ...before, start: lastNamed(text, before.start, before.end), off: true, cutShort });
    }
  }
  return { items: items.filter(({ off, cutShort }) => off && !cutShort), all: items.length > 0 && standing === 0 };
}

const NOTHING = /^(none|nil|nothing|n\/a|not applicable)\b/;

/** "Cystoscopy, stent placement not performed": what is taken back begins at the last comma behind which an act is named. */
function lastNamed(text: string, from: number, to: number): number {
  const comma = text
    .slice(from, to)
    .replace(/[\s,(]+$/, '')
    .lastIndexOf(',');
  return comma >= 0 && showsAct(text.slice(from + comma, to)) && showsAct(text.slice(from, from + comma))
    ? from + comma + 1
    : from;
}
