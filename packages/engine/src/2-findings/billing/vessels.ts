import { matchesIn, type Mention, type Range } from './clauses.ts';

/** The coronary arteries that have a modifier of their own; branches go with their artery. */
export type Coronary = 'LD' | 'LC' | 'RC' | 'LM' | 'RI';

const CORONARY: readonly (readonly [Coronary, string, RegExp])[] = [
  ['LM', 'left main', /\bleft main(?: coronary artery)?\b|\bLMCA\b/g],
  [
    'LD',
    'LAD',
    /\bleft anterior descending(?: coronary)?(?: artery)?\b|\bLAD\b|\b(?:first |second |1st |2nd )?diagonal(?: branch| artery)?\b|\bD[12]\b/gi,
  ],
  ['LC', 'LCX', /\b(?:left )?circumflex(?: coronary)?(?: artery)?\b|\bLCX\b|\bLCx\b|\bobtuse marginal\b|\bOM-?[123]?\b/gi],
  [
    'RC',
    'RCA',
    /\bright coronary(?: artery)?(?: lesion)?\b|\bRCA\b|\bposterior descending(?: artery)?\b|\bR?PDA\b|\bposterolateral(?: branch)?\b|\bR?PL[VB]?\b/gi,
  ],
  ['RI', 'ramus', /\bramus(?: intermedius)?\b/gi],
];

/** Coronary arteries said in a clause. */
export const coronariesIn = (text: string, scope: Range): Mention<Coronary>[] =>
  CORONARY.flatMap(([value, , pattern]) => matchesIn(text, scope, pattern).map(({ start, end }) => ({ start, end, value }))).sort(
    (a, b) => a.start - b.start,
  );

export const coronaryName = (value: Coronary): string => CORONARY.find(([each]) => each === value)?.[1] ?? '';

/** Words of an act on a coronary artery, without which naming it is a finding. */
export const CORONARY_ACT =
  /(?<!no )\b(stents?|stented|DES|BMS|Synergy|Xience|Promus|Onyx|Resolute|Orsiro|deployed|PCI|angioplast|balloon|atherectomy|dilated|post-?dilat|IVUS|OCT|thrombectomy|revasculari)/i;
