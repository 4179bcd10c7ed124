import type { Fee } from '@incisive/contract/billing';

export const feesText = (fees: readonly Fee[]): string =>
  fees.map(({ code, cents }) => `${code} ${(cents / 100).toFixed(2)}`).join('\n');

/** A code and its charge a line, as pasted from a spreadsheet. The first line that is neither is told. */
export function readFees(text: string): { fees: Fee[] } | { problem: string } {
  const fees: Fee[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, code, dollars, cents = ''] = /^\s*([0-9A-Za-z]{5})[\s,;]+\$?([\d,]{1,9})(?:\.(\d{1,2}))?\s*$/.exec(line) ?? [];
    const amount = dollars === undefined ? 0 : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
    if (code === undefined || amount <= 0) return { problem: `Line ${at + 1} is not a code and a charge, such as 47562 1250.00` };
    fees.push({ code: code.toUpperCase(), cents: amount });
  }
  return { fees };
}
