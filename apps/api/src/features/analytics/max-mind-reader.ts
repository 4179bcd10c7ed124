import { isIP } from 'node:net';

const metadataMarker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
const deepest = 32;

type Value = string | number | boolean | bigint | Buffer | readonly Value[] | { readonly [key: string]: Value };

/**
 * Reads country and state out of a MaxMind DB file (format 2, GeoLite2-City and its likes) held in memory. Only what the region needs
 * is decoded; a damaged file gives no region, never an exception.
 */
export class MaxMindReader {
  readonly #bytes: Buffer;
  readonly #nodes: number;
  readonly #recordBits: number;
  readonly #ipVersion: number;
  readonly #dataStart: number;

  /** @throws Error when the bytes are not such a file. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const marker = bytes.lastIndexOf(metadataMarker);
    if (marker < 0) throw new Error('GEOIP_DB: not a MaxMind DB file');
    const start = marker + metadataMarker.length;
    const metadata = this.#decode(start, start, 0)[0];
    const number = (name: string): number => {
      const value = isMap(metadata) ? metadata[name] : undefined;
      return typeof value === 'number' ? value : 0;
    };
    this.#nodes = number('node_count');
    this.#recordBits = number('record_size');
    this.#ipVersion = number('ip_version');
    if (this.#nodes === 0 || ![24, 28, 32].includes(this.#recordBits)) throw new Error('GEOIP_DB: unknown layout');
    this.#dataStart = (this.#nodes * this.#recordBits * 2) / 8 + 16;
  }

  /** The ISO codes of an address, as far as the file has them. */
  regionOf(address: string): { country?: string; region?: string } | null {
    try {
      const record = this.#find(address);
      if (record === null) return null;
      const country = textAt(record, ['country', 'iso_code']);
      const region = textAt(record, ['subdivisions', 0, 'iso_code']);
      return { ...(country ? { country } : {}), ...(region ? { region } : {}) };
    } catch {
      return null;
    }
  }

  #find(address: string): Value | null {
    const bits = addressBits(address, this.#ipVersion);
    if (!bits) return null;
    let node = 0;
    for (const bit of bits) {
      if (node >= this.#nodes) break;
      node = this.#child(node, bit);
    }
    if (node <= this.#nodes) return null;
    return this.#decode(this.#dataStart + node - this.#nodes - 16, this.#dataStart, 0)[0];
  }

  #child(node: number, bit: number): number {
    const bytes = this.#bytes;
    const at = (node * this.#recordBits * 2) / 8;
    if (this.#recordBits === 24) return bytes.readUIntBE(at + bit * 3, 3);
    if (this.#recordBits === 32) return bytes.readUInt32BE(at + bit * 4);
    const middle = bytes.readUInt8(at + 3);
    return bit === 0 ? ((middle & 0xf0) << 20) | bytes.readUIntBE(at, 3) : ((middle & 0x0f) << 24) | bytes.readUIntBE(at + 4, 3);
  }

  /** A value and where the next one begins. */
  #decode(at: number, base: number, depth: number): [Value, number] {
    if (depth > deepest) throw new Error('too deep');
    const bytes = this.#bytes;
    const control = bytes.readUInt8(at);
    let next = at + 1;
    let type = control >> 5;
    if (type === 1) {
      const [offset, after] = this.#pointer(control, next);
      return [this.#decode(base + offset, base, depth + 1)[0], after];
    }
    if (type === 0) {
      type = 7 + bytes.readUInt8(next);
      next += 1;
    }
    let size = control & 0x1f;
    if (size >= 29) {
      const extra = size - 28;
      size = bytes.readUIntBE(next, extra) + [0, 29, 285, 65_821][extra]!;
      next += extra;
    }
    if (type === 7) return this.#map(size, next, base, depth);
    if (type === 11) return this.#array(size, next, base, depth);
    if (type === 14) return [size === 1, next];
    const end = next + size;
    if (type === 2) return [bytes.toString('utf8', next, end), end];
    if (type === 5 || type === 6) return [size === 0 ? 0 : bytes.readUIntBE(next, size), end];
    return [bytes.subarray(next, end), end];
  }

  #pointer(control: number, at: number): [number, number] {
    const size = (control >> 3) & 3;
    const high = control & 7;
    if (size === 3) return [this.#bytes.readUInt32BE(at), at + 4];
    const value = high * 2 ** (8 * (size + 1)) + this.#bytes.readUIntBE(at, size + 1);
    return [value + [0, 2048, 526_336][size]!, at + size + 1];
  }

  #map(size: number, from: number, base: number, depth: number): [Value, number] {
    const entries: [string, Value][] = [];
    let at = from;
    for (let item = 0; item < size; item += 1) {
      const [key, afterKey] = this.#decode(at, base, depth + 1);
      const [value, afterValue] = this.#decode(afterKey, base, depth + 1);
      if (typeof key !== 'string') throw new Error('not a key');
      entries.push([key, value]);
      at = afterValue;
    }
    return [Object.fromEntries(entries), at];
  }

  #array(size: number, from: number, base: number, depth: number): [Value, number] {
    const items: Value[] = [];
    let at = from;
    for (let item = 0; item < size; item += 1) {
      const [value, after] = this.#decode(at, base, depth + 1);
      items.push(value);
      at = after;
    }
    return [items, at];
  }
}

const isMap = (value: Value | undefined): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value);

function textAt(record: Value, path: readonly (string | number)[]): string | undefined {
  let value: Value | undefined = record;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? (value as readonly Value[])[step] : undefined;
    else value = isMap(value) ? value[step] : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}

/** The address bit by bit; IPv4 stands below 96 zeros in a file of IPv6. */
function addressBits(address: string, ipVersion: number): number[] | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) === 4) {
    const bits = plain.split('.').flatMap((part) => toBits(Number(part), 8));
    return ipVersion === 6 ? [...Array.from({ length: 96 }, () => 0), ...bits] : bits;
  }
  if (isIP(plain) !== 6 || ipVersion !== 6 || plain.includes('.')) return null;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after].flatMap((group) => toBits(group, 16));
}

const toBits = (value: number, width: number): number[] =>
  Array.from({ length: width }, (_, at) => (value >> (width - 1 - at)) & 1);
