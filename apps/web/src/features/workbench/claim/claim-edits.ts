import type { ClaimCase, ClaimLine, ClaimOperation } from '@incisive/contract/cases';

/** What a key makes of the line that is looked at, in the claim of that moment; null: nothing. */
export type LineEdit = (line: ClaimLine, claim: ClaimCase) => readonly ClaimOperation[] | null;

export const moveBy =
  (by: 1 | -1): LineEdit =>
  (line, claim) => {
    const order = claim.lines.map((one) => one.id);
    const at = order.indexOf(line.id);
    const to = at + by;
    if (to < 0 || to >= order.length) return null;
    order.splice(to, 0, ...order.splice(at, 1));
    return [{ do: 'order', order }];
  };

/** Points the line to the diagnosis, or no longer. */
export const pointTo =
  (position: number): LineEdit =>
  (line, claim) => {
    if (position > claim.diagnoses.length) return null;
    const dx = line.dx.includes(position) ? line.dx.filter((one) => one !== position) : [...line.dx, position];
    return [{ do: 'line', line: line.id, dx }];
  };

export const split: LineEdit = (line) => [{ do: 'split', line: line.id }];

export const merge: LineEdit = (line, claim) => {
  const other = claim.lines.find((one) => one !== line && one.code === line.code);
  return other ? [{ do: 'merge', lines: [line.id, other.id] }] : null;
};

export const remove: LineEdit = (line) => [{ do: 'remove', line: line.id }];

export const orderByValue = (claim: ClaimCase): readonly ClaimOperation[] | null =>
  claim.sequence.length > 1 ? [{ do: 'order', order: [...claim.sequence] }] : null;
