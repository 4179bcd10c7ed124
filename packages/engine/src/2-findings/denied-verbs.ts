import { DENIED, VOID } from './assertion-triggers.ts';
import { BE, BREAK, COMMA, FINITE, JOINED, JOINTS, mark, markBack, SCOPE_END, wordAt, type Marked } from './marking.ts';

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
export function markDeniedVerb(marked: Marked, at: number): void {
  const word = wordAt(marked, at);
  if (marked.gaps[at] === BREAK || !(NOT.has(word) || IS_NOT.has(word))) return;
  if (VOID.has(`${word} ${wordAt(marked, at + 1)}`) || IN_PART.test(wordAt(marked, at + 1))) return;
  markGivenUp(marked, at);
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

const INTENDED = /^(planned|considered|contemplated|intended|scheduled|discussed|anticipated|desired)$/;
const BUT = /^(but|yet|and|though|although|however|ultimately|eventually|finally|then|was|were)$/;

/** "Biopsy was planned but not done", "biopsy, though planned, was not done". */
function markGivenUp(marked: Marked, at: number): void {
  let intended = at - 1;
  while (intended > 0 && marked.gaps[intended + 1] !== BREAK && BUT.test(wordAt(marked, intended))) intended--;
  if (!INTENDED.test(wordAt(marked, intended)) || marked.gaps[intended + 1] === BREAK) return;
  if (!PARTICIPLE.test(wordAt(marked, at + 1)) && !PARTICIPLE.test(wordAt(marked, at + 2))) return;
  const first = BUT.test(wordAt(marked, intended - 1)) ? intended - 1 : intended;
  markBack(marked, first, { words: [wordAt(marked, first)], assertion: DENIED, direction: -1, reach: 10 });
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
  // Nobody uses what was done: "closed reduction not used".
  const used = wordAt(marked, verb) === 'used';
  let first = at;
  for (let opens = false; !opens && first > 0; opens = marked.gaps[first] !== JOINED) {
    const word = wordAt(marked, first - 1);
    if (FINITE.has(word) || (!used && PLAINLY_DONE.test(word))) return;
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
export function markSpared(marked: Marked, at: number): void {
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
