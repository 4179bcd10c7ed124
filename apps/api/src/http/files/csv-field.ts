import { printable } from '@incisive/contract/characters';

/**
 * A field of RFC 4180, without controls and hidden characters: the file is read in terminals too. A spreadsheet would run a value that
 * begins like a formula, so such a one gets an apostrophe.
 */
export function csvField(value: string): string {
  const shown = printable(value);
  const safe = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
