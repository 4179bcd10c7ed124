import type { Mention } from './clauses.ts';

const LABEL =
  /\b(?:date of (?:service|surgery|operation|procedure)|(?:surgery|operation|operative|procedure|service) date|DOS|date performed|performed on|DATE)\s*[:#-]?\s*(?:on\s+)?(\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?\s+\d{4})/gi;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function iso(said: string): string | undefined {
  const word = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(said);
  const parts = word
    ? [word[3], MONTHS.indexOf((word[1] ?? '').toLowerCase()) + 1, word[2]]
    : /^\d{4}-/.test(said)
      ? said.split('-')
      : [said.split(/[/-]/)[2], said.split(/[/-]/)[0], said.split(/[/-]/)[1]];
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
  return Number.isNaN(date.getTime()) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day
    ? undefined
    : date.toISOString().slice(0, 10);
}

/** The day of the operation as the note labels it; undefined when it is not said, or said in two ways. */
export function serviceDateIn(text: string): Mention<string> | undefined {
  const found = [...text.matchAll(LABEL)].flatMap((match) => {
    const value = iso(match[1] ?? '');
    return value === undefined ? [] : [{ start: match.index, end: match.index + match[0].length, value }];
  });
  return new Set(found.map((each) => each.value)).size === 1 ? found[0] : undefined;
}
