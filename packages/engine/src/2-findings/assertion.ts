import { lowerBound } from '../1-text/lower-bound.ts';
import type { Token } from '../1-text/tokens.ts';
import {
  BY_ANOTHER,
  CONDITIONAL,
  COURSE,
  COURSE_ADJECTIVE,
  DENIED,
  PAST,
  TRIGGERS_BY_FIRST,
  VOID,
  type Assertion,
  type Trigger,
} from './assertion-triggers.ts';
import { markDeniedVerb, markSpared } from './denied-verbs.ts';
import { refusedIn, untickedIn, type Stretch } from './forms.ts';
import { BREAK, gapsOf, JOINED, mark, markAhead, markBack, wordAt, type Marked } from './marking.ts';
import { markSince, markTerm, markYear } from './times.ts';

export { ASSERTIONS, CONDITIONAL, DENIED, DONE, FAMILY, PAST, type Assertion } from './assertion-triggers.ts';

const OUTLOOK = new Set(['plan', 'planned', 'pending', 'recommended', 'previously', 'if', 'needs']);

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
    markTerm(marked, at);
    markSince(marked, at);
    markElsewhere(marked, at);
    markCase(marked, at);
    markConversion(marked, at);
  }
  return marked.assertions;
}

const NO_TRIGGERS: readonly Trigger[] = [];
/** "+/- biopsy". */
const MAYBE = /\+ ?\/ ?-|±/;
const PERHAPS: Trigger = { words: [], assertion: CONDITIONAL, direction: 1, reach: 6 };

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

const REFUSABLE = /^(defer|declin|refus|abort|abandon|cancel|omit|with|skip|consider|discuss)/;
const SUBJECT = new Set('patient pt she he we i they family parents mother who'.split(' '));

/** "She has declined X": what is refused stands after the verb. */
function isRefusedBySubject(marked: Marked, at: number, { words, assertion }: Trigger): boolean {
  if ((assertion !== DENIED && assertion !== CONDITIONAL) || words.length > 1 || !REFUSABLE.test(words[0] ?? '')) return false;
  if (marked.gaps[at + 1] === BREAK || at + 1 === marked.tokens.length) return false;
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
  // "The old biliary stent was grasped."
  if (words[0] === 'old' && marked.gaps[at + 2] === JOINED && VOID.has(`old ${wordAt(marked, at + 2)}`)) return true;
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

const NOTE_OF = /^(note|report|dictation|record)$/;

/** "See the oncologist's note for the mastectomy". */
function markElsewhere(marked: Marked, at: number): void {
  if (wordAt(marked, at) !== 'see') return;
  for (let place = at + 1; place < at + 7 && marked.gaps[place] !== BREAK; place++)
    if (NOTE_OF.test(wordAt(marked, place)) && /^(for|on|of|about)$/.test(wordAt(marked, place + 1)))
      return markAhead(marked, place + 1, { words: ['for'], assertion: BY_ANOTHER, direction: 1, reach: 10 });
}

const COMES_TO_PASS =
  /^(fails?|recurs?|persists?|worsens?|returns?|continues?|develops?|occurs?|remains?|deteriorates?|progresses|rebleeds?|reaccumulates?|needed|necessary|required|indicated)$/;
const CASE = 6;

/** "Open release if a second one fails": what stands before depends on what may come. */
function markCase(marked: Marked, at: number): void {
  if (wordAt(marked, at) !== 'if' || opensClause(marked, at)) return;
  for (let place = at + 1; place <= at + CASE && marked.gaps[place] === JOINED; place++)
    if (COMES_TO_PASS.test(wordAt(marked, place)))
      return markBack(marked, at, { words: ['if'], assertion: CONDITIONAL, direction: -1, reach: 10 });
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
