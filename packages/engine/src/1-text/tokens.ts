/** One word or number of a text: folded for matching, with its place in UTF-16 code units of the original. */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

const DIGIT = 1;
const LETTER = 2;
const ACCENTED = /\p{L}/u;

/** Of the first 128 characters, what each is. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) =>
  /\d/.test(String.fromCharCode(code)) ? DIGIT : /[a-z]/i.test(String.fromCharCode(code)) ? LETTER : 0,
);

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (KINDS[code] ?? 0) : ACCENTED.test(text.charAt(at)) ? LETTER : 0;
}

function fold(word: string): string {
  const lower = word.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) return lower.normalize('NFD').replace(/\p{M}/gu, '');
  }
  return lower;
}

/**
 * Words, numbers ("2.5") and letter-digit codes ("L4", "A1"). A number glued to a unit ("3cm") gives two tokens; hyphens,
 * slashes and ampersands separate, but for two letters alone ("D&C" is one word); an apostrophe inside a word is dropped with what follows ("patient's").
 * @param from first code unit to read
 * @param to end, exclusive
 */
export function tokenize(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let at = from;
  while (at < to) {
    const kind = kindAt(text, at);
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    if (kind === DIGIT) at = numberEnd(text, at, to);
    else at = pairEnd(text, wordEnd(text, at, to), to, start);
    const word = fold(text.slice(start, at));
    tokens.push({ word: word.includes(' ') ? word.replaceAll(' ', '') : word, start, end: at });
    if (kind === LETTER && isApostrophe(text.charCodeAt(at))) {
      let tail = at + 1;
      while (tail < to && kindAt(text, tail) === LETTER) tail++;
      if (tail - at <= 3) at = tail;
    }
  }
  return tokens;
}

/** Where "d&c" or "t & a" ends: two single letters that an ampersand joins; `end` where there is no such pair. */
function pairEnd(text: string, end: number, to: number, start: number): number {
  if (end - start !== 1) return end;
  const match = PAIR.exec(text.slice(end, Math.min(to, end + 5)));
  return match === null ? end : end + match[0].length;
}
const PAIR = /^ ?& ?[a-z](?![a-z\d&])/i;

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}

function numberEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    const digit = code >= 48 && code <= 57;
    const next = text.charCodeAt(at + 1);
    const joins = (code === 46 || code === 44) && at + 1 < to && next >= 48 && next <= 57;
    if (!digit && !joins) break;
    at++;
  }
  return at;
}

function wordEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && kindAt(text, at) === LETTER) at++;
  // "L4" and "A1" are one token; "cm2" too, "fracture2" is a slip of dictation and stays two.
  if (at - from <= 2) while (at < to && kindAt(text, at) === DIGIT) at++;
  return at;
}
