import { distinctRanges, matchesIn, type ClauseText, type Range } from './clauses.ts';

const PLACES = new Set(['19', '21', '22', '23', '24', '26', '31', '34', '41', '42', '51', '52', '53', '56', '61']);

/** Whether a place of service is a facility, which owns the machines. */
export const isFacility = (pos: string): boolean => PLACES.has(pos);

const IN_FACILITY =
  /\b(?:(?:[A-Z][\w*]*\s+)?(?:hospital|inpatient|outpatient)\b[^.;\n]{0,40}|(?:cardiac )?cath(?:eterization)? lab(?:oratory)?\b|(?:interventional radiology|angiography|IR|endoscopy|echo|fluoroscopy) (?:suite|department|lab)|radiology (?:US |ultrasound |CT )?(?:room|suite)|emergency department|operating (?:room|suite)|\bOR\b(?= (?:table|room|note|staff))|ICU\b|MICU\b[^.;\n]{0,10}|(?:read|interpreted|interp) by (?:me|the surgeon)|I personally (?:interpreted|reviewed|read)[^.;\n]{0,40})/gi;
/** Anesthesia that is given where a facility owns the machines. */
const UNDER_ANESTHESIA =
  /\b(?:general (?:endotracheal )?anesthesia|general\b(?=[^.;\n]{0,20}(?:ETT|LMA|endotracheal))|GETA|LMA|anesthesiologist|CRNA|anesthesia team|monitored anesthesia care)\b/gi;
/** How operating rooms' records name their procedures. */
const OF_A_ROOM = /procedure\(s\) \(LRB\)/gi;
const FACILITY_WORDS = [IN_FACILITY, UNDER_ANESTHESIA, OF_A_ROOM];

/** Words of the note that place the operation in a facility, or the reading of pictures in the surgeon's hands. */
export const facilityWords = (note: ClauseText): Range[] =>
  distinctRanges(
    note.clauses.flatMap((clause) =>
      clause.kind === 'history'
        ? []
        : FACILITY_WORDS.flatMap((pattern) => matchesIn(note.text, clause, pattern)).map(({ start, end }) => ({ start, end })),
    ),
  );
