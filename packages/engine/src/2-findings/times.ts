import { PAST, PLANNED } from './assertion-triggers.ts';
import { BREAK, JOINED, mark, markAhead, markBack, wordAt, type Marked } from './marking.ts';

/** Verbs of a clause whose year dates all of it: "had her gallbladder removed in 2010". */
const DATED_VERB = /^(was|were|been|had|has|have|underwent|undergone|received|went)$/;
const PARTICIPLE = /(ed|put|set|done|made|taken|sewn|given)$/;
/** What stands before these is of today: "the hernia from her laparotomy in 2015". */
const ORIGIN = new Set('from after following through along near beside'.split(' '));
const FURTHEST = 10;

/**
 * How many words before "in 2015" are of that year: of "the port put in 2014 was removed" only that it was put.
 * @param last place of the word before
 */
function datedReach(marked: Marked, last: number): number {
  let origin = 0;
  for (let back = last; back >= 0 && back > last - FURTHEST; back--) {
    if (DATED_VERB.test(wordAt(marked, back))) return FURTHEST;
    if (origin === 0 && ORIGIN.has(wordAt(marked, back))) origin = last - back;
    if (marked.gaps[back] !== JOINED) break;
  }
  if (origin > 0) return origin;
  return PARTICIPLE.test(wordAt(marked, last)) && marked.gaps[last] === JOINED ? 1 : FURTHEST;
}

/** "Stent (occluded, placed 2020)". */
const PUT_THEN = /^(placed|done|created|made|inserted|performed|implanted|removed|repaired)$/;

/** "Underwent a carpal tunnel release in 2019": a year tells of the past, of its own clause or phrase alone. */
export function markYear(marked: Marked, at: number): void {
  const word = wordAt(marked, at);
  if (word.length !== 4 || !/^(19|20)\d\d$/.test(word) || marked.gaps[at] === BREAK) return;
  if (PUT_THEN.test(wordAt(marked, at - 1)))
    return markBack(marked, at, { words: [word], assertion: PAST, direction: -1, reach: 5 });
  if (!/^(in|since|from|of)$/.test(wordAt(marked, at - 1))) return;
  markBack(marked, at - 1, { words: ['in'], assertion: PAST, direction: -1, reach: datedReach(marked, at - 2) });
}

const AMOUNT = /^(\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|several|couple)$/;
const UNIT_OF_TIME = /^(days?|weeks?|wks?|months?|mos?|years?|yrs?)$/;

/** "Biopsy in 2 to 3 weeks", "return in a month for removal": a term lies ahead, with what stands before it and what it is for. */
export function markTerm(marked: Marked, at: number): void {
  if (wordAt(marked, at) !== 'in' || marked.gaps[at] === BREAK) return;
  let unit = at + 1;
  while (
    unit < at + 5 &&
    (AMOUNT.test(wordAt(marked, unit)) || /^(to|or|about|around|approx|approximately|another)$/.test(wordAt(marked, unit)))
  )
    unit++;
  // "In a 6 year old" is an age.
  if (unit === at + 1 || !UNIT_OF_TIME.test(wordAt(marked, unit)) || wordAt(marked, unit + 1) === 'old') return;
  markBack(marked, at, { words: ['in'], assertion: PLANNED, direction: -1, reach: 10 });
  if (wordAt(marked, unit + 1) !== 'for') return;
  markAhead(marked, unit + 1, { words: ['for'], assertion: PLANNED, direction: 1, reach: 8 });
}

/** "Eleven days after appendectomy": what led here; weeks and years later it is often the same site that is operated on, and its name is needed. */
export function markSince(marked: Marked, at: number): void {
  if (!/^days?$/.test(wordAt(marked, at)) || !AMOUNT.test(wordAt(marked, at - 1)) || marked.gaps[at] === BREAK) return;
  let since = at + 1;
  if (wordAt(marked, since) === 'out') since++;
  if (!/^(after|following|since|from|post)$/.test(wordAt(marked, since)) || marked.gaps[since] !== JOINED) return;
  for (let place = since + 1; place <= since + SINCE && marked.gaps[place] === JOINED; place++) mark(marked, place, PAST);
}

const SINCE = 8;
