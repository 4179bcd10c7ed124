import type { Token } from '../1-text/tokens.ts';
import { CONDITIONAL, DENIED, DONE, FAMILY, PAST, PLANNED, type Assertion, type Trigger } from './assertion-triggers.ts';

/** What stands between a word and the one before it: nothing that matters, a comma, or the end of a sentence or line. */
export const JOINED = 0;
export const COMMA = 1;
export const BREAK = 2;

/** Words that begin another clause. */
export const SCOPE_END = new Set(
  (
    'but however although though which therefore then followed except subsequently thus who where whereas now today currently presents ' +
    'presented presenting here comes underwent undergoing instead because so while until before after once'
  ).split(' '),
);
export const JOINTS = new Set(['and', 'with', 'for', 'or', 'plus']);

/** After "and" or a comma these open a clause of their own; else a list goes on. */
const CLAUSE_OPENERS = new Set(
  (
    'a an the we i he she it this then his her there was were all good these those they upon after next using attention once ' +
    'today now here presents will now'
  ).split(' '),
);
export const FINITE = new Set(
  'was were is are had has have did do we i he she it placed taken made performed obtained'.split(' '),
);
export const BE = new Set('was were is are be been being did do does could would can will should'.split(' '));

/** The words of a text, and how each is meant so far. */
export type Marked = {
  readonly tokens: readonly Token[];
  readonly gaps: Uint8Array;
  readonly assertions: Uint8Array;
};

export function gapsOf(text: string, tokens: readonly Token[], opens: ReadonlySet<number>): Uint8Array {
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

export function wordAt({ tokens }: Marked, at: number): string {
  return tokens[at]?.word ?? '';
}

/** What was only planned or possible may be denied after all. */
export function mark({ assertions }: Marked, place: number, assertion: Assertion): void {
  const before = assertions[place];
  if (before === DONE || (assertion === DENIED && (before === PLANNED || before === CONDITIONAL))) assertions[place] = assertion;
}

export function markAhead(marked: Marked, at: number, { words, assertion, reach }: Trigger): void {
  const from = at + words.length;
  let verb = false;
  for (let place = from; place < marked.tokens.length && place < from + reach; place++) {
    if (place >= from && marked.gaps[place] === BREAK) break;
    if (marked.gaps[place] === COMMA && place > from && (verb || endsAtComma(marked, place, assertion))) break;
    const word = wordAt(marked, place);
    if (verb && opensAfresh(marked, place)) break;
    if (place > from && OF_A_NOUN.test(words[0] ?? '') && isAnother(marked, place)) break;
    verb ||= FINITE.has(word);
    if (SCOPE_END.has(word) && (assertion !== FAMILY || word !== 'underwent')) break;
    if (JOINTS.has(word) && endsAtJoint(marked, place, from, words[0] ?? '', assertion)) break;
    if (place === from) for (let own = at; own < from; own++) mark(marked, own, assertion);
    mark(marked, place, assertion);
  }
}

/** Triggers that take one noun: "to rule out cancer a biopsy was taken", "without a stent in place the tube". */
const OF_A_NOUN = /^(rule|avoid|avoiding|without|sans)$/;
const LEADS_ON = /^(of|in|with|from|to|for|by|at|on|near|and|or|into|through|over|out|any|all|both)$/;

function isAnother(marked: Marked, place: number): boolean {
  return /^(an?|the)$/.test(wordAt(marked, place)) && !LEADS_ON.test(wordAt(marked, place - 1));
}

/** "Since no tumor was seen a biopsy was taken": behind a verb and its participle another clause begins. */
function opensAfresh(marked: Marked, place: number): boolean {
  return CLAUSE_OPENERS.has(wordAt(marked, place)) && /(ed|en|und|elt)$/.test(wordAt(marked, place - 1));
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

export function markBack(marked: Marked, at: number, { words, assertion, reach }: Trigger): void {
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
