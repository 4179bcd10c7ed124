import type { Token } from './tokens.ts';

/** How a word is meant: done now, denied, done before, only planned, done by somebody else. */
export type Context = 0 | 1 | 2 | 3 | 4;
export const AFFIRMED: Context = 0;
export const NEGATED: Context = 1;
export const HISTORICAL: Context = 2;
export const PLANNED: Context = 3;
export const OTHER_PROVIDER: Context = 4;

type Trigger = {
  readonly words: readonly string[];
  readonly context: Context;
  readonly direction: 1 | -1;
  readonly reach: number;
};

function triggers(context: Context, direction: 1 | -1, reach: number, phrases: string): Trigger[] {
  return phrases.split('|').map((phrase) => ({ words: phrase.trim().split(' '), context, direction, reach }));
}

/** After Harkema's ConText: a trigger marks the words of its clause, at most `reach` of them, until a word that ends the scope. */
const TRIGGERS: readonly Trigger[] = [
  ...triggers(
    NEGATED,
    1,
    10,
    'no|not|without|denies|negative for|no evidence of|free of|absence of|never|rather than|instead of|in lieu of|deferred|did not|was not|were not|unable to|failed to|decided against|no need for|ruled out|rule out|declined|refused|neither|nor|cannot|could not|avoid|avoiding|to avoid|except',
  ),
  ...triggers(
    NEGATED,
    -1,
    8,
    'was not performed|were not performed|was not done|not performed|not done|was deferred|was aborted|was abandoned|aborted|abandoned|was not required|not required|was not needed|not necessary|was not necessary|was cancelled|was canceled|cancelled|not indicated|was not felt|was unsuccessful|not attempted|was not attempted|was not possible|not possible|were not needed|not undertaken|was not undertaken|were ruled out|were not required|were not necessary|not found|not identified|not seen',
  ),
  ...triggers(
    HISTORICAL,
    1,
    10,
    'history of|hx of|h o|status post|s p|previously underwent|previously had|had undergone|has undergone|underwent prior|prior|previous|previously|past history|years ago|had a prior|postoperative day|after prior|after previous|old',
  ),
  ...triggers(
    HISTORICAL,
    -1,
    8,
    'in the past|years ago|months ago|weeks ago|year ago|month ago|previously|last year|was done before|at an outside hospital|at outside hospital',
  ),
  ...triggers(
    PLANNED,
    1,
    10,
    'will need|will undergo|may need|may require|will require|plan for|planned for|plans for|scheduled for|recommend|recommended|consider|considered|considering|would benefit from|possible|to be done|discussed|options include|options including|alternatives|alternatives include|alternative|if needed|if necessary|could be|might|candidate for|return for|in the future|will be scheduled for|scheduled to undergo|need for|consent for|consented for|consisting of risks|risks of|risk of|in case of|future|potential|potentially',
  ),
  ...triggers(
    PLANNED,
    -1,
    8,
    'will be performed later|will be done later|at a later date|in the future|will be scheduled|was considered|were discussed|was discussed|was planned|if needed|if necessary|was offered|was recommended',
  ),
  ...triggers(
    OTHER_PROVIDER,
    -1,
    14,
    'performed by another surgeon|by another surgeon|dictated separately|will be dictated separately|dictated under separate|by the orthopedic service|by the plastic surgery service|by the urology service|by the vascular service|dictated by|to be dictated by|in a separate dictation|separately dictated|in a separate operative report|by separate dictation',
  ),
];

/** Words that look like a trigger but are none. */
const PSEUDO = new Set([
  'no further',
  'not only',
  'no sooner',
  'without difficulty',
  'without incident',
  'without complication',
  'without complications',
  'without problem',
  'without problems',
  'not only was',
  'no complications',
  'no increase',
  'not certain',
  'no change',
  'without any',
  'no other',
  'possible to',
  'as possible',
  'no additional',
  'not until',
]);

const SCOPE_END = new Set([
  'but',
  'however',
  'although',
  'though',
  'which',
  'therefore',
  'then',
  'followed',
  'except',
  'subsequently',
  'thus',
  'who',
  'and',
  'with',
  'for',
]);
/** "and" and "with" end the scope of a forward trigger only for the weaker contexts: "no stones and no tumor" repeats its trigger. */
const SOFT_END = new Set(['and', 'with', 'for']);

/** "No stenosis and a stent was placed": after these words "and" opens a clause of its own; else the denied list goes on. */
const CLAUSE_OPENERS = new Set([
  'a',
  'an',
  'the',
  'we',
  'i',
  'he',
  'she',
  'it',
  'this',
  'then',
  'his',
  'her',
  'there',
  'was',
  'were',
  'all',
  'good',
]);

const STARTS = indexTriggers(TRIGGERS);

function indexTriggers(list: readonly Trigger[]): ReadonlyMap<string, readonly Trigger[]> {
  const byFirst = new Map<string, Trigger[]>();
  for (const trigger of list) {
    const first = trigger.words[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), trigger]);
  }
  for (const group of byFirst.values()) group.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/**
 * Marks every token with how it is meant.
 * @param breaks true at a token that opens a sentence or line: no scope crosses it
 * @returns one {@link Context} a token
 */
export function contextOf(tokens: readonly Token[], breaks: readonly boolean[]): Uint8Array {
  const contexts = new Uint8Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) {
    const candidates = STARTS.get(tokens[at]?.word ?? '');
    if (candidates === undefined) continue;
    for (const trigger of candidates) {
      if (!matches(tokens, breaks, at, trigger.words)) continue;
      if (trigger.direction === 1 && isPseudo(tokens, at)) break;
      mark(tokens, breaks, contexts, at, trigger);
      break;
    }
  }
  markYears(tokens, breaks, contexts);
  markConversions(tokens, breaks, contexts);
  return contexts;
}

function matches(tokens: readonly Token[], breaks: readonly boolean[], at: number, words: readonly string[]): boolean {
  for (let offset = 0; offset < words.length; offset++) {
    if (tokens[at + offset]?.word !== words[offset] || (offset > 0 && breaks[at + offset] === true)) return false;
  }
  return true;
}

function isPseudo(tokens: readonly Token[], at: number): boolean {
  const pair = `${tokens[at]?.word} ${tokens[at + 1]?.word}`;
  return PSEUDO.has(pair);
}

function mark(tokens: readonly Token[], breaks: readonly boolean[], contexts: Uint8Array, at: number, trigger: Trigger): void {
  const forward = trigger.direction === 1;
  let steps = 0;
  let place = forward ? at + trigger.words.length : at - 1;
  if (!forward && breaks[at] === true) return;
  while (place >= 0 && place < tokens.length && steps < trigger.reach) {
    if (forward && breaks[place] === true) break;
    const word = tokens[place]?.word ?? '';
    const listed =
      trigger.words[0] === 'no' && (word === 'and' || word === 'with') && !CLAUSE_OPENERS.has(tokens[place + 1]?.word ?? '');
    const joined = !forward && word === 'with' && isNounPhrase(tokens, breaks, place);
    if (SCOPE_END.has(word) && !listed && !joined && !(forward && trigger.context === NEGATED && word === 'for' && steps === 0)) {
      if (!SOFT_END.has(word) || trigger.context !== NEGATED || word !== 'for') break;
    }
    if (contexts[place] === 0) contexts[place] = trigger.context;
    if (!forward && breaks[place] === true) break;
    place += trigger.direction;
    steps++;
  }
}

const YEAR_REACH = 10;

/** "Underwent a carpal tunnel release in 2019": a year tells of the past. */
function markYears(tokens: readonly Token[], breaks: readonly boolean[], contexts: Uint8Array): void {
  for (let at = 1; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    if (word.length !== 4 || !/^(19|20)\d\d$/.test(word) || !/^(in|of|since|from)$/.test(tokens[at - 1]?.word ?? '')) continue;
    mark(tokens, breaks, contexts, at - 1, { words: ['in'], context: HISTORICAL, direction: -1, reach: YEAR_REACH });
  }
}

const FINITE = new Set('was were is are had has have did we i he she it placed taken made'.split(' '));

/** "Fistulogram with angioplasty was not performed": nothing was done before the joint either. */
function isNounPhrase(tokens: readonly Token[], breaks: readonly boolean[], joint: number): boolean {
  for (let at = joint - 1; at >= 0; at--) {
    const word = tokens[at]?.word ?? '';
    if (FINITE.has(word)) return false;
    if (breaks[at] === true || SCOPE_END.has(word)) break;
  }
  return true;
}

/** "Laparoscopic converted to open": the approach that was given up is not the one that counts. */
function markConversions(tokens: readonly Token[], breaks: readonly boolean[], contexts: Uint8Array): void {
  for (let at = 1; at < tokens.length; at++) {
    const word = tokens[at]?.word;
    if (word !== 'converted' && word !== 'conversion') continue;
    for (let back = at - 1; back >= 0 && at - back < 10; back--) {
      const earlier = tokens[back]?.word ?? '';
      if (/^(laparoscop|thoracoscop|arthroscop|endoscop|robot|lap$|percutan|vaginal)/.test(earlier)) contexts[back] = NEGATED;
      if (breaks[back] === true) break;
    }
  }
}
