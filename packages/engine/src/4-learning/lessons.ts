import { lowerBound } from '../1-text/lower-bound.ts';
import type { CodeSpace } from '../3-codes/catalogue/code-space.ts';
import type { Analysis } from '../3-codes/ranking/analysis.ts';
import type { Chances } from '../3-codes/ranking/ranking.ts';
import { fingerprintOf } from './fingerprint.ts';
import { blendedChances, leadingCodes, newcomers, nothingLearned, pushesFor, type Assessment } from './learned-chances.ts';
import { readLearner, type LearnerState } from './learner.ts';

/** Log odds from which on the settled notes are named as a reason. */
const WORTH_NAMING = 0.7;

export type Lessons = {
  /** What the settled notes make of the plain chances; undefined where nothing was learned. */
  readonly apply: ((plain: Chances) => Chances & { ids: readonly number[] }) | undefined;
  /** Whether they are a reason for a code to stand where it does, once they were applied. */
  readonly raised: (code: string) => boolean;
};

/** The one place where what a tenant taught meets the ranking. */
export function lessonsFor(analysis: Analysis, space: CodeSpace, learner: LearnerState | undefined): Lessons {
  const { lessons } = readLearner(learner);
  if (lessons.length === 0) return { apply: undefined, raised: () => false };
  let learned = nothingLearned;
  const apply = (plain: Chances): Chances & { ids: readonly number[] } => {
    const assessment = assessmentOf(analysis, plain, space);
    learned = pushesFor(assessment, lessons);
    const candidates = new Set(assessment.codes);
    const added = newcomers(learned, (code) => candidates.has(code) || rowOf(code, space) === undefined);
    const ids = [...analysis.matrix.ids, ...added.flatMap((code) => rowOf(code, space) ?? [])];
    return { ids, ...blendedChances([...assessment.codes, ...added], plain, learned) };
  };
  return { apply, raised: (code) => (learned.billed.get(code) ?? 0) >= WORTH_NAMING };
}

/** What the plain engine makes of a note. */
export function assessmentOf(analysis: Analysis, plain: Chances, space: CodeSpace): Assessment {
  const codes = analysis.matrix.ids.map((id) => space.index.documents[id]?.code ?? '');
  return { ...fingerprintOf(analysis.note, space), codes, plain, saw: leadingCodes(codes, plain) };
}

/** Row of a code in the index, which is sorted by code. */
function rowOf(code: string, { index: { documents } }: CodeSpace): number | undefined {
  const row = lowerBound(documents.length, (at) => (documents[at]?.code ?? '') < code);
  return documents[row]?.code === code ? row : undefined;
}
