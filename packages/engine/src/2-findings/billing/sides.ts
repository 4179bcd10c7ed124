import { matchesIn, type Mention, type Range } from './clauses.ts';
import { regionOf, type Region } from './regions.ts';

export type Side = 'left' | 'right' | 'both';

/** A side that the note says, with the words behind it that tell of what. */
export type SideMention = Mention<Side> & { readonly region: Region };

const SIDE =
  /\b(?:(bilateral(?:ly)?|both|b\/l|right and left|left and right|right\/left|(?:right|left) and (?:the )?(?:right|left))|(right|left)(?:-sided)?|(RIGHT|LEFT|Rt|Lt|RT|LT)\b\.?|(OD|OS|OU|O\.D\.|O\.S\.|O\.U\.)|(?<![-/.\w])([RL])(?=\s+[a-z]{3,}|\)|\s+(?:\d(?:st|nd|rd|th)|[A-Z]{3,}))|(?<=[a-z] )([RL])(?=\s*(?:[.,;)]|$))|([RL](?:IJV?|UE|LE|CFA|SFA|GSV|SSV)))(?![\w'’])/gi;

/** What stands behind the letter of a side in one word: "RIJ", "LLE". */
const PART_IN_SHORT: Readonly<Record<string, string>> = {
  IJ: 'jugular',
  IJV: 'jugular',
  UE: 'upper extremity',
  LE: 'lower extremity',
  CFA: 'thigh',
  SFA: 'thigh',
  GSV: 'saphenous',
  SSV: 'saphenous',
};

/** "Side: [x] LEFT", "Laterality: Right": said for the operation as a whole. */
export const SIDE_LABEL = /(\[\s*x\s*\]|\b(laterality|side)\s*:)\s*$/i;

/** What follows a side that is not a side of the operation: how the patient lies, where ports go, parts of one organ. */
const NOT_OF_OPERATION: readonly RegExp[] = [
  /^\s*(side\s+)?(lateral\s+)?(decubitus|recumbent)/i,
  /^\s*lateral\s+(position|decub)/i,
  /^\s*side\s+(up|down|was up|elevated)/i,
  /^\s*arms?\s+(was|were|is|are|was also)?\s*(tucked|extended|abducted|padded|at)/i,
  /^\s*(upper|lower|mid)?\s*(abdominal\s+)?(quadrant|abdomen)/i,
  /^\s*(heart|atri|ventric|main\b|bundle|anterior descending|ant\.? desc|circumflex|coronary|internal (thoracic|mammary)|axis|posterior descending)/i,
  /^\s*(colon|hemi-?colectomy|colectomy|colic|hepatic|hepatect|lobe of (the )?liver|gastric|gutter|hemidiaphragm|crus|lobe of the prostate)/i,
  /^\s*(of|out|angles?|away|intact|in place|in situ|alone|the operating|untouched|undisturbed|behind|at home)\b/i,
];
const PORT =
  /\b(port|trocar|tucked|cannula|positioned|position of|roll under|bump|mono?itor|stood|standing|camera|arm board|armboard|tourniquet)\b/i;
const BEFORE_NOT =
  /\b(port|trocar|rotated|turned|tilted|rolled)\s+(in|on|to|into|onto|through|toward|towards)?\s*(the|her|his)?\s*$/i;
/** "The drain was left": a verb, unless a noun follows. */
const VERB_BEFORE = /\b(was|were|be|been|is|are|and|then|we|i|he|she|had|has)\s+$/i;
const NOUN_BEFORE = /(^|\b(the|on|to|of|from|his|her|and|or|side|laterality)|[,(\][:&/-])\s*$/i;
const VERB_AFTER = /^\s*(via\b|in\b|on\b|at\b|to\b|with\b|open\b|for\b|the\b|a\b|as\b|over\b|within\b|under\b)/i;
const UNTICKED = /\[\s*\]\s*$/;
/** "Right leg, s/p stent 2020": what follows tells of another time, or of nothing done. */
const TOLD_AS_PAST =
  /^[^.;\n]{0,25}?(s\/p|status post|previously|asymptomatic|not treated|not injected|no sx|no tx)|^[^.;\n]{0,50}?\bin (19|20)\d\d/i;
/** "Left leg stays as it is, no treatment planned": said of the side that was let be, unless another side follows first. */
const LET_BE =
  /^(?:(?!\b(?:right|left)\b)[^.;\n]){0,80}?\b(untreated|no (?:treatment|intervention)|not (?:treated|operated|addressed))\b/i;
const BESIDE = /\b(lateral|medial|posterior|anterior|superior|inferior|next|adjacent|close)\s+to\s+(the\s+)?$/i;
const FAR = 40;

function sideOf(groups: readonly (string | undefined)[]): Side {
  const [both, word, short, eye, letter, last, joined] = groups;
  if (both !== undefined) return 'both';
  const said = (word ?? short ?? eye ?? letter ?? last ?? joined ?? '').toLowerCase().replaceAll('.', '');
  if (said === 'ou') return 'both';
  return said.startsWith('r') || said === 'od' ? 'right' : 'left';
}

/** Sides said in a clause, those of positioning, ports and one-sided organs left out. */
export function sidesIn(text: string, scope: Range): SideMention[] {
  const found: SideMention[] = [];
  const clause = text.slice(scope.start, scope.end);
  for (const match of matchesIn(text, scope, SIDE)) {
    const [both, word, short, eye, letter, last, joined] = match.groups;
    const raw = text.slice(match.start, match.end);
    // Short forms count in capitals only: "os" is a bone and a mouth, "lt" and "l" are many things.
    if (
      ((eye ?? letter ?? last ?? joined) !== undefined || (short !== undefined && word === undefined)) &&
      raw.toUpperCase() !== raw &&
      !/^(Rt|Lt)/.test(raw)
    )
      continue;
    const after = text.slice(match.end, Math.min(scope.end, match.end + FAR));
    const before = text.slice(Math.max(scope.start, match.start - FAR), match.start);
    if (raw === 'left' && VERB_BEFORE.test(before) && /^\s*($|[.,;])/.test(after)) continue;
    if (raw === 'left' && (VERB_BEFORE.test(before) || !NOUN_BEFORE.test(before)) && VERB_AFTER.test(after)) continue;
    if (UNTICKED.test(before) || TOLD_AS_PAST.test(after) || LET_BE.test(text.slice(match.end, scope.end))) continue;
    if (NOT_OF_OPERATION.some((pattern) => pattern.test(after)) || BEFORE_NOT.test(before) || BESIDE.test(before)) continue;
    if (both === undefined && PORT.test(clause) && !/\b(repair|ectomy|otomy|plasty|release|removed|excis)/i.test(clause))
      continue;
    if (both?.toLowerCase() === 'both' && !BOTH_OF.test(after)) continue;
    const noun = /^[\s,()-]*((?:[a-z/-]+[\s,]*){0,4})/i.exec(after)?.[1] ?? '';
    const own = regionOf(joined === undefined ? noun : (PART_IN_SHORT[joined.slice(1)] ?? ''));
    const region = own.parts.size + own.arm.length + own.leg.length > 0 ? own : regionOf(before.replace(/^.*[,;]/, ''));
    found.push({ start: match.start, end: match.end, value: sideOf(match.groups), region });
  }
  return found;
}

/** "Both" counts before what comes in pairs: "both were reduced" says nothing. */
const BOTH_OF =
  /^\s+(?:(?:the|upper|lower|inferior|superior|middle|maxillary|frontal|ethmoid|medial|lateral|common|superficial|deep|internal|external|great|small|of (?:the|her|his))\s+)*(?:sides?|eyes?|ears?|knees?|hips?|shoulders?|elbows?|wrists?|hands?|ankles?|feet|legs?|arms?|thighs?|breasts?|kidneys?|ureters?|ovaries|tubes|fallopian|adnexa|testes|testicles|groins?|inguinal|lungs?|turbinates?|sinuses|eyelids?|lids?|nostrils|axillae|carotids?|nasal|great toes|halluces|thumbs|lower extremities|upper extremities|extremities|(?:femoral|iliac|popliteal|tibial|carotid|brachial|radial|renal|jugular|saphenous|subclavian|femoropopliteal) (?:arter(?:y|ies)|veins?)|femorals|iliacs)/i;

/** The mention with the word behind it, as a person would mark it: "right knee". */
export function withNoun(text: string, mention: Range): Range {
  const next = /^[ -]+[a-z]+/i.exec(text.slice(mention.end, mention.end + 30));
  return { start: mention.start, end: mention.end + (next?.[0].length ?? 0) };
}
