import { matchesIn, wordsOf, type ClauseText, type Range } from './clauses.ts';

const PENDING =
  /\b(?:patholog\w*|histolog\w*|biopsy|final (?:report|result))[^.;]{0,40}\bpending\b|\bawait\w*[^.;]{0,20}\bpatholog\w*/gi;
const NAMED = /\b(carcinoma|melanoma|malignan\w*|benign|nevus|lipoma|cyst|keratosis|BCC|SCC)\b/i;
/** A diagnosis that is still open names nothing. */
const UNDECIDED =
  /\b(benign (or|vs\.?|versus) malignant|rule out|r\/o|possible|possibly|suspected|suspicious for|versus|vs\.?)\b[^.;,]*/gi;

/** The words of a note that wait for pathology, while nothing else in it says what the lesion is. */
export function openPathology(note: ClauseText): Range[] {
  const isNamed = note.clauses.some(
    (clause) => clause.kind !== 'history' && NAMED.test(wordsOf(note.text, clause).replace(UNDECIDED, '')),
  );
  if (isNamed) return [];
  return note.clauses.flatMap((clause) => matchesIn(note.text, clause, PENDING).map(({ start, end }) => ({ start, end })));
}
