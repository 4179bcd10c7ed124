import { lowerBound } from '../1-text/lower-bound.ts';
import type { Token } from '../1-text/tokens.ts';
import {
  CONDITIONAL,
  COURSE,
  COURSE_ADJECTIVE,
  DENIED,
  DONE,
  FAMILY,
  PAST,
  PLANNED,
  TRIGGERS_BY_FIRST,
  VOID,
  type Assertion,
  type Trigger,
} from './assertion-triggers.ts';
import { datedReach } from './dated-past.ts';
import { refusedIn, untickedIn, type Stretch } from './forms.ts';

export { ASSERTIONS, CONDITIONAL, DENIED, DONE, FAMILY, PAST, type Assertion } from './assertion-triggers.ts';

/** What stands between a word and the one before it: nothing that matters, a comma, or the end of a sentence or line. */
const JOINED = 0;
const COMMA = 1;
const BREAK = 2;

/** Words that begin another clause. */
const SCOPE_END = new Set(
  (
    'but however although though which therefore then followed except subsequently thus who where whereas now today currently presents ' +
    'presented presenting here comes underwent undergoing instead because so while until before after once'
  ).split(' '),
);
const JOINTS = new Set(['and', 'with', 'for', 'or', 'plus']);

/** After "and" or a comma these open a clause of their own; else a list goes on. */
const CLAUSE_OPENERS = new Set(
  (
    'a an the we i he she it this then his her there was were all good these those they upon after next using attention once ' +
    'today now here presents will now'
  ).split(' '),
);
const FINITE = new Set('was were is are had has have did do we i he she it placed taken made performed obtained'.split(' '));
const BE = new Set('was were is are be been being did do does could would can will should'.split(' '));
const OUTLOOK = new Set(['plan', 'planned', 'pending', 'recommended', 'previously', 'if', 'needs']);

type Marked = {
  readonly tokens: readonly Token[];
  readonly gaps: Uint8Array;
  readonly assertions: Uint8Array;
};

/**
 * How every word of a text is meant: the one place where denial, past, plan, condition, other hands and family are read.
 * @param tokens of `text`, in order
 * @param opens places at which a section or a line begins: no clause crosses them
 * @param given stretches whose reading is settled by where they stand: talkIn, a past history; in order
 * @returns one {@link Assertion} a token
 */
export function assertionsOf(
  text: string,
  tokens: readonly Token[],
  opens: ReadonlySet<number> = new Set(),
  given: readonly (Stretch & { readonly assertion: Assertion })[] = [],
): Uint8Array {
  const marked: Marked = { tokens, gaps: gapsOf(text, tokens, opens), assertions: new Uint8Array(tokens.length) };
  for (const stretch of given) markStretches([stretch], marked, stretch.assertion);
  markStretches(untickedIn(text), marked, DENIED);
  for (const refused of refusedIn(text)) markStretches(refused, marked, DENIED);
  const maybe = MAYBE.test(text);
  for (let at = 0; at < tokens.length; at++) {
    for (const trigger of TRIGGERS_BY_FIRST.get(tokens[at]?.word ?? '') ?? NO_TRIGGERS) {
      if (!matches(marked, at, trigger.words)) continue;
      if (trigger.direction === 1 && isVoid(marked, at, trigger)) break;
      if (trigger.direction === -1 && (opensClause(marked, at) || isRefusedBySubject(marked, at, trigger))) continue;
      if (isCutShort(marked, at)) break;
      if (trigger.direction === 1) markAhead(marked, at, trigger);
      else markBack(marked, at, trigger);
      break;
    }
    if (maybe && MAYBE.test(text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start))) markAhead(marked, at, PERHAPS);
    markDeniedVerb(marked, at);
    markSpared(marked, at);
    markYear(marked, at);
    markConversion(marked, at);
  }
  return marked.assertions;
}

const NO_TRIGGERS: readonly Trigger[] = [];
/** "+/- biopsy". */
const MAYBE = /\+ ?\/ ?-|±/;
const PERHAPS: Trigger = { words: [], assertion: CONDITIONAL, direction: 1, reach: 6 };

function gapsOf(text: string, tokens: readonly Token[], opens: ReadonlySet<number>): Uint8Array {
  const gaps = new Uint8Array(tokens.length);
  let from = 0;
  let wordBefore = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    const gap = at === 0 || opens.has(token.start) ? BREAK : gapBetween(text, from, token.start);
    const shortened = gap === BREAK && text.charAt(from) === '.' && token.start - from === 2 && SHORTENED.has(wordBefore);
    gaps[at] = shortened && at > 0 ? JOINED : gap;
    wordBefore = token.word;
    from = token.end;
  }
  return gaps;
}

/** After these a period ends no sentence. */
const SHORTENED = new Set('poss hx prev incl dr mr mrs vs approx st'.split(' '));

function gapBetween(text: string, from: number, to: number): number {
  let gap = JOINED;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    // . ; ! ? newline, and the boxes of forms
    if (code === 46 || code === 59 || code === 33 || code === 63 || code === 10 || (code >= 0x2610 && code <= 0x2612))
      return BREAK;
    if (code === 44 || code === 40 || code === 41 || code === 58) gap = COMMA;
  }
  return gap;
}

function wordAt({ tokens }: Marked, at: number): string {
  return tokens[at]?.word ?? '';
}

function matches(marked: Marked, at: number, words: readonly string[]): boolean {
  for (let offset = 0; offset < words.length; offset++) {
    if (wordAt(marked, at + offset) !== words[offset] || (offset > 0 && marked.gaps[at + offset] === BREAK)) return false;
  }
  return true;
}

/** The tokens between sentence start and `at` are none: there is nothing behind to mark. */
function opensClause({ gaps }: Marked, at: number): boolean {
  return gaps[at] === BREAK;
}

const REFUSABLE = /^(defer|declin|refus|abort|abandon|cancel|omit|with|skip)/;
const SUBJECT = new Set('patient pt she he we i they family parents mother who'.split(' '));

/** "She has declined X": what is refused stands after the verb. */
function isRefusedBySubject(marked: Marked, at: number, { words, assertion }: Trigger): boolean {
  if (assertion !== DENIED || words.length > 1 || !REFUSABLE.test(words[0] ?? '')) return false;
  const before = wordAt(marked, at - 1);
  return SUBJECT.has(before) || (/^(has|had|have)$/.test(before) && SUBJECT.has(wordAt(marked, at - 2)));
}

/** "Aborted after the ports were in": what was begun is done as far as it went. */
function isCutShort(marked: Marked, at: number): boolean {
  if (!/^(aborted|abandoned)$/.test(wordAt(marked, at))) return false;
  return /^(after|following|midway|halfway)$/.test(wordAt(marked, at + 1)) && marked.gaps[at + 1] !== BREAK;
}

/** What is taken out, redone or gone through today is often called previous. */
const OBJECT_OF =
  /^(remov|revis|exchang|takedown|takedowns|revers|clos|replac|redo|explant|extract|excis|retriev|through|via|along|over|reopen|repair|debrid|adjust|reposition|chang|conver|release|lysis|into|between|from)/;

const SIDE = /^(l|r|lt|rt|left|right)$/;

function isVoid(marked: Marked, at: number, { words, assertion }: Trigger): boolean {
  const next = at + words.length;
  if (VOID.has(`${wordAt(marked, at)} ${wordAt(marked, at + 1)}`)) return true;
  if (VOID.has(`${wordAt(marked, at - 1)} ${wordAt(marked, at)}`)) return true;
  if (assertion === DENIED) {
    let place = next;
    while (COURSE_ADJECTIVE.has(wordAt(marked, place))) place++;
    return COURSE.has(wordAt(marked, place));
  }
  if (assertion === PAST && words.length === 1 && /^(prior|previous|previously|old|remote)$/.test(words[0] ?? '')) {
    // "60 years old", "prior to": an age, an order of time.
    if (wordAt(marked, next) === 'to' || /^(years?|yrs?|months?|yo|y)$/.test(wordAt(marked, at - 1))) return true;
    for (let back = at - 1; marked.gaps[at] !== BREAK && back >= at - 4 && back >= 0; back--) {
      if (OBJECT_OF.test(wordAt(marked, back))) return true;
      if (marked.gaps[back] === BREAK) break;
    }
  }
  // "R IF" is a finger.
  if (words[0] === 'if' && marked.gaps[at] === JOINED && SIDE.test(wordAt(marked, at - 1))) return true;
  // Vital signs.
  if (words[0] === 'vs' && marked.gaps[at] === BREAK) return true;
  if (words.length === 1 && OUTLOOK.has(words[0] ?? '') && marked.gaps[next] === BREAK) return true;
  return false;
}

/** What was only planned or possible may be denied after all. */
function mark({ assertions }: Marked, place: number, assertion: Assertion): void {
  const before = assertions[place];
  if (before === DONE || (assertion === DENIED && (before === PLANNED || before === CONDITIONAL))) assertions[place] = assertion;
}

function markAhead(marked: Marked, at: number, { words, assertion, reach }: Trigger): void {
  const from = at + words.length;
  let verb = false;
  for (let place = from; place < marked.tokens.length && place < from + reach; place++) {
    if (place >= from && marked.gaps[place] === BREAK) break;
    if (marked.gaps[place] === COMMA && place > from && (verb || endsAtComma(marked, place, assertion))) break;
    const word = wordAt(marked, place);
    verb ||= FINITE.has(word);
    if (SCOPE_END.has(word) && (assertion !== FAMILY || word !== 'underwent')) break;
    if (JOINTS.has(word) && endsAtJoint(marked, place, from, words[0] ?? '', assertion)) break;
    if (place === from) for (let own = at; own < from; own++) mark(marked, own, assertion);
    mark(marked, place, assertion);
  }
}

/** "No masses, polyps or ulcers": a list goes on where "or" is still to come; "history of stroke, gout" goes on until a clause opens. */
function endsAtComma(marked: Marked, place: number, assertion: Assertion): boolean {
  if (CLAUSE_OPENERS.has(wordAt(marked, place))) return true;
  if (assertion === PAST || assertion === FAMILY || assertion === PLANNED) return false;
  for (let ahead = place; ahead < place + 9 && ahead < marked.tokens.length; ahead++) {
    if (ahead > place && marked.gaps[ahead] === BREAK) return true;
    const word = wordAt(marked, ahead);
    if (word === 'or' || word === 'nor') return false;
    if (FINITE.has(word)) return true;
  }
  return true;
}

function endsAtJoint(marked: Marked, place: number, from: number, trigger: string, assertion: Assertion): boolean {
  const word = wordAt(marked, place);
  const opens = CLAUSE_OPENERS.has(wordAt(marked, place + 1));
  if (word === 'or') return assertion === CONDITIONAL && opens;
  if (assertion === DENIED) {
    if (word === 'for') return false;
    if (word === 'with') return (trigger !== 'no' && !/^(proceed|proceeding|ahead)$/.test(wordAt(marked, place - 1))) || opens;
    return opens || (trigger !== 'no' && trigger !== 'neither' && trigger !== 'never');
  }
  if (assertion === CONDITIONAL) return word !== 'for' || place > from + 3;
  return opens || (assertion === PLANNED && word === 'for');
}

function markBack(marked: Marked, at: number, { words, assertion, reach }: Trigger): void {
  const plural = words[0] === 'were' || wordAt(marked, at - 1) === 'were';
  let start = at - 1;
  for (let place = start; place >= 0 && place > at - 1 - reach; place--) {
    const word = wordAt(marked, place);
    if (SCOPE_END.has(word)) break;
    if (JOINTS.has(word) && !continuesBack(marked, place, plural)) break;
    mark(marked, place, assertion);
    start = place;
    if (marked.gaps[place] === BREAK) break;
    if (marked.gaps[place] === COMMA && endsBackAtComma(marked, place, plural)) break;
  }
  // "The procedure had to be abandoned": the verb's own words are meant as little.
  for (let place = at; place < at + words.length && start < at; place++) mark(marked, place, assertion);
}

/** "Fistulogram with angioplasty was not performed": nothing was done before the joint either, where no verb stands there. */
function continuesBack(marked: Marked, joint: number, plural: boolean): boolean {
  if (wordAt(marked, joint) === 'and' && (!plural || CLAUSE_OPENERS.has(wordAt(marked, joint + 1)))) return false;
  for (let at = joint - 1; at >= 0; at--) {
    const word = wordAt(marked, at);
    if (FINITE.has(word)) return false;
    if (marked.gaps[at] === BREAK || SCOPE_END.has(word)) break;
  }
  return true;
}

function endsBackAtComma(marked: Marked, place: number, plural: boolean): boolean {
  if (!plural) return true;
  for (let at = place - 1; at >= 0; at--) {
    if (FINITE.has(wordAt(marked, at))) return true;
    if (marked.gaps[at] === BREAK) break;
  }
  return false;
}

const BETWEEN = 3;
const NOT = new Set(['not', 'neither', 'never']);
/** "Wasn't", as the words are cut. */
const IS_NOT = new Set(['wasn', 'weren', 'isn', 'aren', 'hasn', 'hadn', 'couldn']);
const PARTICIPLE = /(ed|en|ne|ade|ent|elt|ept|eft|ound|ary|ught|ut|ible)$/;
/** A participle without its verb: what else ends so is a noun or an adjective. */
const PLAINLY_DONE = /(?:ed|[kvt]en|drawn|done|made|sent|left|kept|cut|put)$/;
/** "Not completely removed" was done; "not otherwise specified" says nothing of it. */
const IN_PART = /^(completely|fully|entirely|totally|otherwise|elsewhere|well|only|just|further)$/;

/** "X was neither needed nor performed", "X was deliberately not injected", "X not used": what the verb denies stands before it. */
function markDeniedVerb(marked: Marked, at: number): void {
  const word = wordAt(marked, at);
  if (marked.gaps[at] === BREAK || !(NOT.has(word) || IS_NOT.has(word))) return;
  if (VOID.has(`${word} ${wordAt(marked, at + 1)}`) || IN_PART.test(wordAt(marked, at + 1))) return;
  const verb = IS_NOT.has(word) ? at : verbBefore(marked, at);
  if (verb === undefined) markLeftOut(marked, at);
  if (verb === undefined || verb < 1 || marked.gaps[verb] === BREAK) return;
  // "Was excised but not opened": another verb is denied, after one that holds.
  for (let between = verb + 1; between < at; between++) if (/^(and|but|yet|though)$/.test(wordAt(marked, between))) return;
  if (marked.gaps[at] === COMMA && at > verb + 1 && wordAt(marked, at - 1) !== 'however') return;
  for (let ahead = at + 1; ahead <= at + BETWEEN; ahead++) {
    if (!PARTICIPLE.test(wordAt(marked, ahead))) continue;
    markBack(marked, verb, { words: [wordAt(marked, verb)], assertion: DENIED, direction: -1, reach: 10 });
    return;
  }
}

/** The verb that stands a few words before its denial. */
function verbBefore(marked: Marked, at: number): number | undefined {
  for (let back = at - 1; back >= at - BETWEEN && back >= 0; back--) {
    if (BE.has(wordAt(marked, back))) return back;
    if (marked.gaps[back] === BREAK) return undefined;
  }
  return undefined;
}

/** Words that may stand between the denial and its verb. */
const ADVERB = /^(yet|then|ever|routinely|deliberately|actually|being|been)$/;
const LEFT_OUT = 6;

/** "Mesh not used": a telegram leaves the verb out. Another one before it is what the clause tells. */
function markLeftOut(marked: Marked, at: number): void {
  const verb = ADVERB.test(wordAt(marked, at + 1)) ? at + 2 : at + 1;
  if (marked.gaps[at] !== JOINED || !PLAINLY_DONE.test(wordAt(marked, verb)) || marked.gaps[verb] === BREAK) return;
  let first = at;
  for (let opens = false; !opens && first > 0; opens = marked.gaps[first] !== JOINED) {
    const word = wordAt(marked, first - 1);
    if (FINITE.has(word) || PLAINLY_DONE.test(word)) return;
    if (JOINTS.has(word) || SCOPE_END.has(word)) break;
    first--;
  }
  for (let place = Math.max(first, at - LEFT_OUT); place <= at; place++) mark(marked, place, DENIED);
}

/** What tells that something was there, and what may be done to it. */
const SEEN =
  /^(visible|visibly|exposed|seen|noted|palpable|palpated|identified|encountered|present|visuali[sz]ed|inspected|probed|evident|apparent|appreciated|found|intact|reached)$/;
const DONE_TO =
  /^(debrid|remov|excis|resect|violat|enter|biops|sampl|tak|open|incis|treat|address|ablat|inject|stent|dilat|repair|fix|ligat|cannulat|touch|approach|explor|drain|aspirat|snar|destroy|cauter|releas|decompress|instrument|curett|rongeur|shav|graft|harvest|replac|retriev|pursu)\w*(ed|en|d)$/;
const ALSO = /^(but|and|yet|though|although|was|were|it|they|however|then|itself)$/;

/** "Bone visible at the base, not debrided", "the polyp was seen but was not removed": nothing was done to what was only seen. */
function markSpared(marked: Marked, at: number): void {
  if (wordAt(marked, at) !== 'not' || marked.gaps[at] === BREAK) return;
  let verb = at + 1;
  while (verb <= at + 2 && !DONE_TO.test(wordAt(marked, verb))) verb++;
  if (verb > at + 2 || marked.gaps[verb] === BREAK) return;
  let last = at - 1;
  while (last >= 0 && marked.gaps[last + 1] !== BREAK && ALSO.test(wordAt(marked, last))) last--;
  if (last < 0 || marked.gaps[last + 1] === BREAK) return;
  let seen = last;
  while (seen > last - SPARED && !SEEN.test(wordAt(marked, seen))) {
    if (marked.gaps[seen] === BREAK || DONE_TO.test(wordAt(marked, seen))) return;
    seen--;
  }
  if (!SEEN.test(wordAt(marked, seen)) || marked.gaps[seen] === BREAK) return;
  markBack(marked, seen, { words: [wordAt(marked, seen)], assertion: DENIED, direction: -1, reach: 10 });
  for (let place = seen + 1; place <= last; place++) mark(marked, place, DENIED);
}

/** Words between what was seen and its denial: "exposed at the base of the wound". */
const SPARED = 7;

/** "Underwent a carpal tunnel release in 2019": a year tells of the past, of its own clause or phrase alone. */
function markYear(marked: Marked, at: number): void {
  const word = wordAt(marked, at);
  if (word.length !== 4 || !/^(19|20)\d\d$/.test(word) || !/^(in|since|from|of)$/.test(wordAt(marked, at - 1))) return;
  markBack(marked, at - 1, {
    words: ['in'],
    assertion: PAST,
    direction: -1,
    reach: datedReach(
      at - 2,
      (back) => wordAt(marked, back),
      (back) => marked.gaps[back] === JOINED,
    ),
  });
}

const GIVEN_UP = /^(laparoscop|thoracoscop|arthroscop|endoscop|robot|lap$|percutan|vaginal|vats$|closed$)/;
const CONVERTED = 14;

/** "Laparoscopic converted to open": the approach that was given up is not the one that counts. */
function markConversion(marked: Marked, at: number): void {
  const word = wordAt(marked, at);
  if (word !== 'converted' && word !== 'conversion' && word !== 'convert') return;
  for (let back = at - 1; back >= 0 && at - back < CONVERTED; back--) {
    if (GIVEN_UP.test(wordAt(marked, back))) mark(marked, back, DENIED);
    if (marked.gaps[back] === BREAK) break;
  }
}

/** Marks the words of each stretch. @param stretches in order */
function markStretches(stretches: readonly Stretch[], marked: Marked, assertion: Assertion): void {
  let at = stretches.length === 0 ? 0 : firstFrom(marked.tokens, stretches[0]?.start ?? 0);
  for (const { start, end } of stretches) {
    for (; at < marked.tokens.length && (marked.tokens[at]?.start ?? 0) < end; at++)
      if ((marked.tokens[at]?.start ?? 0) >= start) mark(marked, at, assertion);
  }
}

/** The first word that begins at a place or after it. */
export const firstFrom = (tokens: readonly Token[], place: number): number =>
  lowerBound(tokens.length, (at) => (tokens[at]?.start ?? 0) < place);

/** A text with the words that are to be left out made blank, so that places stay. @param left whether a word goes */
export function blanked(text: string, tokens: readonly Token[], left: (at: number) => boolean): string {
  let result = '';
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || !left(at)) continue;
    result += text.slice(from, token.start) + ' '.repeat(token.end - token.start);
    from = token.end;
  }
  return result + text.slice(from);
}
