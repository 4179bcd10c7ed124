import { DocumentError } from '../errors.ts';
import { MAX_XML_DEPTH } from '../limits.ts';

/** Receives the parts of an XML document in their order. Names carry the canonical prefixes of NAMESPACES. */
export interface XmlHandler {
  /** `attributes` is the raw text; read one with `attribute`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** Prefixes are the author's choice; these are ours. The ends fit the transitional and the strict names. */
const NAMESPACES: readonly (readonly [end: string, prefix: string])[] = [
  ['/wordprocessingml/2006/main', 'w'],
  ['/wordprocessingml/main', 'w'],
  ['/markup-compatibility/2006', 'mc'],
  ['/officeDocument/2006/math', 'm'],
  ['/officeDocument/math', 'm'],
];
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads XML as Office writes it, in one pass, without a tree. There is no DTD support at all: a DOCTYPE is refused,
 * so entities can neither be defined nor fetched.
 *
 * @throws DocumentError broken (not well-formed, or a DOCTYPE), too-complex (nested deeper than 256)
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const xml = decodeXml(bytes);
  const prefixes = new Map<string, string>();
  const stack: string[] = [];
  for (let at = 0; at < xml.length;) {
    const tag = xml.indexOf('<', at);
    if (tag !== at) handler.text(decodeEntities(xml.slice(at, tag < 0 ? undefined : tag)));
    if (tag < 0) break;
    const special = readSpecial(xml, tag, handler);
    at = special ?? readTag(xml, tag, { handler, prefixes, stack });
  }
  if (stack.length > 0) throw new DocumentError('broken');
}

/** The value of an attribute by its local name, entities decoded; undefined when it is absent. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, local, double, single] of attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (local === name) return decodeEntities(double ?? single ?? '');
  }
  return undefined;
}

function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DocumentError('broken', undefined, { cause: error });
  }
}

/** Comments, processing instructions and CDATA: the position after it, or undefined for an ordinary tag. */
function readSpecial(xml: string, at: number, handler: XmlHandler): number | undefined {
  const next = xml[at + 1];
  if (next === '?') return after(xml, '?>', at + 2);
  if (next !== '!') return undefined;
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4);
  if (!xml.startsWith('<![CDATA[', at)) throw new DocumentError('broken');
  const end = after(xml, ']]>', at + 9);
  handler.text(xml.slice(at + 9, end - 3));
  return end;
}

function after(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from);
  if (found < 0) throw new DocumentError('broken');
  return found + end.length;
}

interface TagState {
  readonly handler: XmlHandler;
  readonly prefixes: Map<string, string>;
  readonly stack: string[];
}

function readTag(xml: string, at: number, { handler, prefixes, stack }: TagState): number {
  const end = endOfTag(xml, at + 1);
  const isClosing = xml[at + 1] === '/';
  if (isClosing) {
    const raw = xml.slice(at + 2, end).trim();
    if (stack.pop() !== raw) throw new DocumentError('broken');
    handler.close(canonical(raw, prefixes));
    return end + 1;
  }
  const isEmpty = xml[end - 1] === '/';
  const content = xml.slice(at + 1, isEmpty ? end - 1 : end);
  const raw = /^[^\s/]+/.exec(content)?.[0];
  if (raw === undefined) throw new DocumentError('broken');
  const attributes = content.slice(raw.length);
  if (attributes.includes('xmlns')) learnPrefixes(attributes, prefixes);
  const name = canonical(raw, prefixes);
  handler.open(name, attributes);
  if (isEmpty) {
    handler.close(name);
  } else {
    stack.push(raw);
    if (stack.length > MAX_XML_DEPTH) throw new DocumentError('too-complex');
  }
  return end + 1;
}

/** A '>' inside a quoted attribute does not end the tag. */
function endOfTag(xml: string, from: number): number {
  for (let at = from, quote = ''; at < xml.length; at += 1) {
    const char = xml[at];
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
    else if (char === '<') break;
  }
  throw new DocumentError('broken');
}

function learnPrefixes(attributes: string, prefixes: Map<string, string>): void {
  for (const [, prefix = '', double, single] of attributes.matchAll(/xmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const uri = double ?? single ?? '';
    const known = NAMESPACES.find(([end]) => uri.endsWith(end));
    prefixes.set(prefix, known?.[1] ?? `other-${prefix}`);
  }
}

function canonical(raw: string, prefixes: Map<string, string>): string {
  const colon = raw.indexOf(':');
  const prefix = colon < 0 ? '' : raw.slice(0, colon);
  const known = prefixes.get(prefix);
  if (known === undefined) return raw;
  return `${known}:${raw.slice(colon + 1)}`;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const code = /^#x([0-9a-f]+)$/i.exec(name) ?? /^#(\d+)$/.exec(name);
    const value =
      code === null ? ENTITIES[name] : fromCode(Number.parseInt(code[1] ?? '', name[1]?.toLowerCase() === 'x' ? 16 : 10));
    if (value === undefined || !whole.endsWith(';')) throw new DocumentError('broken');
    return value;
  });
}

function fromCode(code: number): string | undefined {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
