/** How a code stands among its neighbours: what the family means by default, needs its own words, add-on, alone. */
export type Role = 'default' | 'marked' | 'addon' | 'alone';

/** One line of knowledge/codes/*.tsv. */
export type CodeKnowledge = {
  readonly code: string;
  readonly family: string;
  /** 0 hardly ever reported ... 4 daily. */
  readonly common: number;
  readonly role: Role;
  readonly sentence: string;
  readonly phrases: readonly string[];
  readonly plain: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Primary codes of an add-on, or ranges such as `22551-22554`. */
  readonly parents: readonly string[];
  /** Wordings, in the language of the rules, by which a heading names the code; none where its phrases say enough. */
  readonly named: readonly string[];
  /** Wordings by which any part of a note tells it. */
  readonly told: readonly string[];
};

/** Everything the engine knows, parsed; immutable, made by {@link parseKnowledge}. */
export type Knowledge = {
  readonly version: string;
  readonly codes: readonly CodeKnowledge[];
  /** The other files by path, parsed on demand by the steps that use them. */
  readonly files: Readonly<Record<string, string>>;
};

const ROLES: Readonly<Record<string, Role>> = { default: 'default', marked: 'marked', addon: 'addon', '-': 'alone' };

/**
 * Parses the files of knowledge/. Lines that cannot be read are left out, never an exception.
 * @param files path relative to knowledge/ (`codes/knee.tsv`) to the file's text
 * @example parseKnowledge({ "codes/x.tsv": "code\tfamily\t...\n47562\tcholecystectomy\t4\t..." })
 */
export function parseKnowledge(files: Readonly<Record<string, string>>): Knowledge {
  const paths = Object.keys(files).sort();
  const codes = new Map<string, CodeKnowledge>();
  const others: Record<string, string> = {};
  for (const path of paths) {
    const text = files[path] ?? '';
    if (!path.startsWith('codes/')) others[path] = text;
    else for (const entry of parseCodes(text)) if (!codes.has(entry.code)) codes.set(entry.code, entry);
  }
  const sorted = [...codes.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return { version: fingerprint(paths.map((path) => path + '\n' + files[path])), codes: sorted, files: others };
}

function parseCodes(text: string): CodeKnowledge[] {
  const entries: CodeKnowledge[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [
      code = '',
      family = '',
      common = '',
      role = '',
      sentence = '',
      phrases = '',
      plain = '',
      attributes = '',
      parents = '',
      named = '',
      told = '',
    ] = line.split('\t');
    if (!/^[0-9A-Z]\d{3}[0-9A-Z]$/.test(code) || sentence === '') continue;
    entries.push({
      code,
      family,
      common: Math.min(4, Math.max(0, Number(common) || 0)),
      role: ROLES[role] ?? 'alone',
      sentence,
      phrases: splitList(phrases, '|'),
      plain,
      attributes: parseAttributes(attributes),
      parents: splitList(parents, ','),
      named: splitList(named, ';'),
      told: splitList(told, ';'),
    });
  }
  return entries;
}

/** Parts of a cell, trimmed; empty ones are left out. */
export function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parseAttributes(text: string): Record<string, string[]> {
  const attributes: Record<string, string[]> = {};
  for (const pair of splitList(text, ';')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const key = pair.slice(0, at).trim();
    attributes[key] = [...(attributes[key] ?? []), ...splitList(pair.slice(at + 1), ',')];
  }
  return attributes;
}

/** 64 bits in two 32-bit FNV-1a lanes: enough to tell versions apart, the same on every machine. */
export function fingerprint(parts: readonly string[]): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const unit = part.charCodeAt(at);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ (unit + 31), 0x85ebca6b);
    }
    low ^= 0xff;
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
