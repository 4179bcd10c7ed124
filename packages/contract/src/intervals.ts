/**
 * Wilson's 95 % interval of a share: what `right` of `of` is worth as evidence. Both ends within 0 to 1; of nothing, all of it.
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
 */
export function wilsonInterval(right: number, of: number): readonly [low: number, high: number] {
  if (of <= 0) return [0, 1];
  const z = 1.959964;
  const share = right / of;
  const scale = 1 + (z * z) / of;
  const middle = (share + (z * z) / (2 * of)) / scale;
  const reach = (z / scale) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
