import type { Bag } from '../../2-findings/note.ts';
import type { CodeIndex } from '../catalogue/code-index.ts';

/** Adds each code's BM25 score for the terms of one channel to `scores`. */
export function scoreBag(bag: Bag | undefined, weightOf: number, index: CodeIndex, scores: Float32Array): void {
  const { starts, ids, weights } = index.codePostings;
  for (const [term, { weight, count }] of bag ?? []) {
    const strength = weightOf * weight * (1 + 0.2 * Math.min(4, count - 1));
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? end; at < end; at++) {
      const id = ids[at] ?? 0;
      scores[id] = (scores[id] ?? 0) + strength * (weights[at] ?? 0);
    }
  }
}

/** The best `limit` codes by score, ties by place in the index (that is, by code). */
export function topCodes(scores: Float32Array, limit: number): number[] {
  const threshold = Math.max(kthLargest(scores, limit), Number.MIN_VALUE);
  const found: number[] = [];
  for (let id = 0; id < scores.length; id++) if ((scores[id] ?? 0) >= threshold) found.push(id);
  found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return found.slice(0, limit);
}

/** The k-th largest value, or 0 when there are no more than k. Of many values only those above the best so far are looked at closely. */
export function kthLargest(values: Float32Array, k: number): number {
  if (values.length <= k) return 0;
  const kept = new Float32Array(Math.min(values.length, 4 * k));
  let length = 0;
  let least = -Infinity;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value <= least) continue;
    if (length === kept.length) {
      least = select(kept, k);
      length = k;
      if (value <= least) continue;
    }
    kept[length++] = value;
  }
  return length < k ? least : select(kept.subarray(0, length), k);
}

/** Hoare's selection: moves the k largest to the front, and answers the least of them. */
function select(items: Float32Array, k: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const pivot = items[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((items[left] ?? 0) > pivot) left++;
      while ((items[right] ?? 0) < pivot) right--;
      if (left > right) break;
      const kept = items[left] ?? 0;
      items[left++] = items[right] ?? 0;
      items[right--] = kept;
    }
    if (k - 1 <= right) high = right;
    else if (k - 1 >= left) low = left;
    else break;
  }
  return items[k - 1] ?? 0;
}
