import type { ClaimCase, ClaimLine, ClaimOperation } from '@incisive/contract/cases';

/** What is asked of the claim of that moment, or in words why it cannot be. */
export type Edit = readonly ClaimOperation[] | string;
/** What a key makes of the line that is looked at. */
export type LineEdit = (line: ClaimLine, claim: ClaimCase) => Edit;

/** Why nothing can be entered, or null. */
export const lacksClaim = (claim: ClaimCase): string | null =>
  claim.id === null ? 'There is no claim yet. Approve or add a code first.' : null;
/** The same of what is entered on a line. */
export const lacksLine = (claim: ClaimCase): string | null =>
  lacksClaim(claim) ?? (claim.lines.length === 0 ? 'The claim has no line yet.' : null);

export const onLine =
  (id: string | undefined, edit: LineEdit) =>
  (claim: ClaimCase): Edit => {
    const line = claim.lines.find((one) => one.id === id);
    return line ? edit(line, claim) : (lacksLine(claim) ?? 'This line is no longer there.');
  };

export const moveBy =
  (by: 1 | -1): LineEdit =>
  (line, claim) => {
    const order = claim.lines.map((one) => one.id);
    const at = order.indexOf(line.id);
    const to = at + by;
    if (to < 0 || to >= order.length) return `Line ${String(at + 1)} is the ${by < 0 ? 'first' : 'last'} already.`;
    order.splice(to, 0, ...order.splice(at, 1));
    return [{ do: 'order', order }];
  };

/** Points the line to the diagnosis, or no longer. */
export const pointTo =
  (position: number): LineEdit =>
  (line, claim) => {
    if (position > claim.diagnoses.length) return `There is no diagnosis ${String(position)}.`;
    const dx = line.dx.includes(position) ? line.dx.filter((one) => one !== position) : [...line.dx, position];
    return [{ do: 'line', line: line.id, dx }];
  };

export const split: LineEdit = (line) => [{ do: 'split', line: line.id }];

export const merge: LineEdit = (line, claim) => {
  const other = claim.lines.find((one) => one !== line && one.code === line.code);
  return other ? [{ do: 'merge', lines: [line.id, other.id] }] : `No other line has ${line.code} to merge with.`;
};

export const remove: LineEdit = (line) => [{ do: 'remove', line: line.id }];

export const orderByValue = (claim: ClaimCase): Edit =>
  claim.sequence.some((id, at) => id !== claim.lines[at]?.id)
    ? [{ do: 'order', order: [...claim.sequence] }]
    : (lacksLine(claim) ?? 'The lines are in the order of their value already.');
