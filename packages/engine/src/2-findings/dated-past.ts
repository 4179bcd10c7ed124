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
export function datedReach(last: number, wordAt: (at: number) => string, isJoined: (at: number) => boolean): number {
  let origin = 0;
  for (let back = last; back >= 0 && back > last - FURTHEST; back--) {
    if (DATED_VERB.test(wordAt(back))) return FURTHEST;
    if (origin === 0 && ORIGIN.has(wordAt(back))) origin = last - back;
    if (!isJoined(back)) break;
  }
  if (origin > 0) return origin;
  return PARTICIPLE.test(wordAt(last)) && isJoined(last) ? 1 : FURTHEST;
}
