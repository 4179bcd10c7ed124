/** One line of a catalogue: a code and what its owner calls it. */
export type CatalogueEntry = { readonly code: string; readonly description: string };

/** What a catalogue file gave: good lines in order, and why others were refused (line numbers from 1). */
export type CatalogueFile = { entries: CatalogueEntry[]; refused: { line: number; reason: string }[] };

const CODE = /^(?:\d{4}[0-9A-Z]|[A-Z]\d{4})$/;
const MAX_DESCRIPTION = 4000;

/**
 * Reads a catalogue in the layouts that clinics have: `code<TAB>description`, `code,description`, `code  description`, quoted
 * CSV, and the AMA's fixed-width and tab-separated short, medium and long files, with any preamble before the first code.
 * UTF-8 or Latin-1, CRLF or LF, byte order mark or none. Never throws. A code that comes twice keeps its last description.
 * @example parseCatalogueFile("47562\tKeyhole removal of the gallbladder").entries
 */
export function parseCatalogueFile(bytes: Uint8Array | string): CatalogueFile {
  const text = typeof bytes === 'string' ? bytes.replace(/^\uFEFF/, '') : decode(bytes);
  const entries = new Map<string, CatalogueEntry>();
  const refused: { line: number; reason: string }[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => readLine(line) !== undefined);
  for (let at = Math.max(0, first); at < lines.length && first >= 0; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const entry = readLine(line);
    if (entry === undefined) refused.push({ line: at + 1, reason: whyRefused(line) });
    else entries.set(entry.code, entry);
  }
  return { entries: [...entries.values()], refused };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes).replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readLine(line: string): CatalogueEntry | undefined {
  const fields = fieldsOf(line);
  const code = (fields[0] ?? '').trim().toUpperCase();
  if (!CODE.test(code)) return conceptLine(fields);
  const description = longest(fields.slice(1));
  if (description === '' || !/\p{L}/u.test(description) || description.length > MAX_DESCRIPTION) return undefined;
  return { code, description };
}

/** Some AMA tab-separated files lead with numeric ids: "1012345<TAB>33533<TAB>description". */
function conceptLine(fields: readonly string[]): CatalogueEntry | undefined {
  const at = fields.findIndex((field) => CODE.test(field.trim().toUpperCase()));
  if (at < 1 || at > 2 || !fields.slice(0, at).every((field) => /^\s*\d+\s*$/.test(field))) return undefined;
  const description = longest(fields.slice(at + 1));
  return description === '' ? undefined : { code: (fields[at] ?? '').trim().toUpperCase(), description };
}

/** Files with short, medium and long columns: the longest wording says most. */
function longest(fields: readonly string[]): string {
  let best = '';
  for (const field of fields) {
    const cleaned = field.replace(/\s+/g, ' ').trim();
    if (cleaned.length > best.length) best = cleaned;
  }
  return best;
}

function fieldsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map(unquote);
  const quoted = /^\s*"?[0-9A-Za-z]{5}"?\s*[,;|]/.test(line);
  if (quoted) return splitDelimited(line);
  const fixed = /^\s*([0-9A-Za-z]{5})\s+(\S.*)$/.exec(line);
  return fixed === null ? [line] : [fixed[1] ?? '', fixed[2] ?? ''];
}

function unquote(field: string): string {
  const trimmed = field.trim();
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')
    ? trimmed.slice(1, -1).replaceAll('""', '"')
    : field;
}

function splitDelimited(line: string): string[] {
  const separator = /^\s*"?[0-9A-Za-z]{5}"?\s*([,;|])/.exec(line)?.[1] ?? ',';
  if (!line.includes('"')) {
    const at = line.indexOf(separator);
    return [line.slice(0, at), line.slice(at + 1)];
  }
  const fields: string[] = [];
  let field = '';
  let inside = false;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '"' && inside && line.charAt(at + 1) === '"') {
      field += '"';
      at++;
    } else if (char === '"') inside = !inside;
    else if (char === separator && !inside) {
      fields.push(field);
      field = '';
    } else field += char;
  }
  fields.push(field);
  return fields;
}

function whyRefused(line: string): string {
  const code = (fieldsOf(line)[0] ?? '').trim();
  if (!CODE.test(code.toUpperCase())) return 'No five-character code at the start of the line';
  return 'The code has no description';
}
