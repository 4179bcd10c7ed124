const heading =
  /^[^\S\n]*(?:name of |title of )?(?:(?:operative )?procedures?(?:\(s\))?|operations?(?:\(s\))?|(?:proc|px|op)(?=[^\S\n]*:))(?: ?\/ ?(?:procedures?|operations?))?(?: (?:performed|done))?(?: in detail)?(?: \([^()\n]{1,20}\))?[^\S\n]*(?::|\n|$)[^\S\n]*\n?/im;
const sentence = /^.{8,150}?[.;](?=\s+[A-Z0-9])/;
const longest = 160;

/** A list's number, or a stray comma, before its first item says nothing in one line. */
const plain = (line: string): string => line.replace(/^\s*(?:[,;:]\s*)*(?:(?:\d{1,2}[.)]|[-*•])\s+)?/, '').trim();

/**
 * What a note says was done, in one line, and the beginning of its text: what follows the heading of the procedure, else the first line.
 * Made for lists and titles; the engine reads the note by itself.
 */
export function procedureLine(text: string): { readonly line: string; readonly rest: string } {
  const found = heading.exec(text);
  const begin = found ? found.index + found[0].length : 0;
  const after = text.slice(begin).trimStart();
  const [whole = ''] = after.split('\n', 1);
  // A note in one paragraph begins with what was done.
  const first = sentence.exec(whole)?.[0] ?? whole;
  const line = plain(first === '' ? (text.trim().split('\n', 1)[0] ?? '') : first);
  const before = found ? text.slice(0, found.index).trim() : '';
  const rest = [before, after.slice(first.length).trim()].filter(Boolean).join(' ');
  return { line: line.length > longest ? `${line.slice(0, longest).replace(/\s+\S*$/, '')}…` : line, rest };
}
