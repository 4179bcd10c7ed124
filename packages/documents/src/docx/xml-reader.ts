import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { DocumentError } from '../errors.ts';
import { MAX_XML_DEPTH } from '../limits.ts';

/** Attributes of an element, by their names as written. */
export type XmlAttributes = Readonly<Record<string, SaxesAttributeNS>>;

/** Receives the parts of an XML document in their order. Names carry the canonical prefixes of NAMESPACES. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
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
  ['urn:hl7-org:v3', ''],
];

/**
 * Reads XML in one pass, without a tree. A DOCTYPE is refused, so entities can neither be defined nor fetched.
 *
 * @throws DocumentError broken (not well-formed, or a DOCTYPE), too-complex (nested deeper than 256)
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new DocumentError('broken', undefined, { cause: error });
  });
  parser.on('doctype', () => {
    throw new DocumentError('broken');
  });
  parser.on('opentag', ({ local, uri, prefix, attributes }) => {
    depth += 1;
    if (depth > MAX_XML_DEPTH) throw new DocumentError('too-complex');
    handler.open(canonical(local, uri, prefix), attributes);
  });
  parser.on('closetag', ({ local, uri, prefix }) => {
    depth -= 1;
    handler.close(canonical(local, uri, prefix));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.write(decodeXml(bytes)).close();
}

/** The value of an attribute by its local name; undefined when it is absent. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  return Object.values(attributes).find(({ local, prefix }) => local === name && prefix !== 'xmlns')?.value;
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

function canonical(local: string, uri: string, prefix: string): string {
  if (uri === '') return local;
  const known = NAMESPACES.find(([end]) => uri.endsWith(end))?.[1];
  if (known !== undefined) return known === '' ? local : `${known}:${local}`;
  return prefix === '' ? local : `other-${prefix}:${local}`;
}
