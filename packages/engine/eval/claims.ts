import type { LabelledItem, LabelledNote } from './labelled-notes.ts';
import { calibrationError } from './metrics.ts';

/** What was answered for one note: the rows shown, best first. */
export type Answer = {
  readonly note: LabelledNote;
  readonly rows: readonly { readonly code: string; readonly confidence: number; readonly likely: boolean }[];
  /** The document was read as one without an operation. */
  readonly withheld: boolean;
};

/** `right`: the first row to meet an item that is billed; `open`: meets one on which the readers of the note disagreed. */
export type Verdict = 'right' | 'wrong' | 'open';

/** How each row stands to what is billed; an item is met once, so a second code for the same item is wrong. */
export function judgeRows({ note, rows }: Answer): Verdict[] {
  const free = new Set(note.items);
  return rows.map(({ code }) => {
    const item = firstMet(free, code);
    if (item === undefined) return 'wrong';
    free.delete(item);
    return isBilled(item) ? 'right' : 'open';
  });
}

function firstMet(items: ReadonlySet<LabelledItem>, code: string): LabelledItem | undefined {
  const met = [...items].filter((item) => item.codes.includes(code));
  return met.find(isBilled) ?? met[0];
}

/** Whether an item counts: the readers of the note agreed on it. */
export function isBilled(item: LabelledItem): boolean {
  return item.agreed || item.primary;
}

const billedItems = (note: LabelledNote): number => note.items.filter(isBilled).length;

/** Whether the likely codes are the claim: each billed item met once, nothing else likely. */
export function isExact(answer: Answer): boolean {
  const verdicts = judgeRows(answer).filter((_, at) => answer.rows[at]?.likely);
  return !verdicts.includes('wrong') && verdicts.filter((verdict) => verdict === 'right').length === billedItems(answer.note);
}

/** The engine's own chance that its likely codes are the claim, rows taken as independent. */
export function claimChance({ rows, withheld }: Answer): number {
  if (withheld || !rows.some((row) => row.likely)) return 0;
  return rows.reduce((chance, { confidence, likely }) => chance * (likely ? confidence : 1 - confidence), 1);
}

/** The lowest chance from which on `precision` of the claims are exact; above 1 where none is. */
export function claimThreshold(answers: readonly Answer[], precision: number): number {
  const sorted = answers
    .map((answer) => ({ chance: claimChance(answer), exact: isExact(answer) }))
    .sort((a, b) => b.chance - a.chance);
  let exact = 0;
  let threshold = 2;
  sorted.forEach((claim, at) => {
    if (claim.exact) exact++;
    if (claim.chance > 0 && exact / (at + 1) >= precision) threshold = claim.chance;
  });
  return threshold;
}

/** Area under precision over recall of all rows of all notes, surest first; items that no row met count as missed. */
export function averagePrecision(answers: readonly Answer[]): number {
  const rows = answers.flatMap((answer) => {
    const verdicts = judgeRows(answer);
    return answer.rows.map(({ confidence }, at) => ({ confidence, verdict: verdicts[at] ?? 'wrong' }));
  });
  const judged = rows.filter((row) => row.verdict !== 'open').sort((a, b) => b.confidence - a.confidence);
  let right = 0;
  let sum = 0;
  judged.forEach((row, at) => {
    if (row.verdict !== 'right') return;
    right++;
    sum += right / (at + 1);
  });
  return (
    sum /
    Math.max(
      1,
      answers.reduce((total, answer) => total + billedItems(answer.note), 0),
    )
  );
}

export type ClaimFigures = {
  readonly likelyRight: number;
  readonly exact: number;
  readonly exactOfSeveral: number;
  readonly several: number;
  readonly precision: number;
  readonly calibration: number;
  readonly withheld: number;
};

/** The figures of the likely set over the answers of one source. */
export function claimFigures(answers: readonly Answer[]): ClaimFigures {
  const judged = answers.flatMap((answer) => {
    const verdicts = judgeRows(answer);
    return answer.rows.map((row, at) => ({ ...row, verdict: verdicts[at] ?? 'wrong' }));
  });
  const likely = judged.filter((row) => row.likely && row.verdict !== 'open');
  const several = answers.filter((answer) => billedItems(answer.note) >= 2);
  const share = (part: readonly unknown[], whole: readonly unknown[]): number => part.length / Math.max(1, whole.length);
  return {
    likelyRight: share(
      likely.filter((row) => row.verdict === 'right'),
      likely,
    ),
    exact: share(answers.filter(isExact), answers),
    exactOfSeveral: share(several.filter(isExact), several),
    several: several.length,
    precision: averagePrecision(answers),
    calibration: calibrationError(
      judged
        .filter((row) => row.verdict !== 'open')
        .map((row) => ({ confidence: row.confidence, right: row.verdict === 'right' })),
    ),
    withheld: share(
      answers.filter((answer) => answer.withheld),
      answers,
    ),
  };
}
