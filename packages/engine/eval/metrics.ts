import type { LabelledNote } from './labelled-notes.ts';

/** Scores of one ranked list against a labelled note. */
export type NoteScore = { rank: number | undefined; itemsFound: number; items: number };

/** Rank of the first main-code alternative (from 1), and how many agreed items have an alternative among the first ten. */
export function scoreNote(note: LabelledNote, codes: readonly string[]): NoteScore {
  const at = codes.findIndex((code) => note.primary.includes(code));
  const ten = new Set(codes.slice(0, 10));
  const agreed = note.items.filter((item) => item.agreed);
  return {
    rank: at < 0 ? undefined : at + 1,
    itemsFound: agreed.filter((item) => item.codes.some((code) => ten.has(code))).length,
    items: agreed.length,
  };
}

export type Summary = { notes: number; hit1: number; hit5: number; hit10: number; itemRecall10: number; mrr: number };

/** Averages; item recall is over all items of all notes. */
export function summarize(scores: readonly NoteScore[]): Summary {
  const share = (limit: number): number =>
    scores.filter((score) => (score.rank ?? Infinity) <= limit).length / Math.max(1, scores.length);
  const items = scores.reduce((sum, score) => sum + score.items, 0);
  const found = scores.reduce((sum, score) => sum + score.itemsFound, 0);
  const reciprocal = scores.reduce((sum, score) => sum + (score.rank === undefined || score.rank > 10 ? 0 : 1 / score.rank), 0);
  return {
    notes: scores.length,
    hit1: share(1),
    hit5: share(5),
    hit10: share(10),
    itemRecall10: found / Math.max(1, items),
    mrr: reciprocal / Math.max(1, scores.length),
  };
}

export function formatSummary(name: string, summary: Summary): string {
  const figure = (value: number): string => value.toFixed(3);
  return `${name.padEnd(34)} n=${String(summary.notes).padStart(4)}  hit@1 ${figure(summary.hit1)}  hit@5 ${figure(summary.hit5)}  hit@10 ${figure(summary.hit10)}  item recall@10 ${figure(summary.itemRecall10)}  MRR ${figure(summary.mrr)}`;
}

/** Expected calibration error over ten equal bins, of (confidence, right) pairs. */
export function calibrationError(pairs: readonly { confidence: number; right: boolean }[]): number {
  let error = 0;
  for (let bin = 0; bin < 10; bin++) {
    const inside = pairs.filter((pair) => Math.min(9, Math.floor(pair.confidence * 10)) === bin);
    if (inside.length === 0) continue;
    const confidence = inside.reduce((sum, pair) => sum + pair.confidence, 0) / inside.length;
    const right = inside.filter((pair) => pair.right).length / inside.length;
    error += (inside.length / pairs.length) * Math.abs(confidence - right);
  }
  return error;
}
