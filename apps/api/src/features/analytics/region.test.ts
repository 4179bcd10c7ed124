import { expect, test } from 'vitest';
import { MaxMindReader, readMaxMind } from './max-mind-reader.ts';
import { regionOf, requestRegion } from './region.ts';

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const map = (...entries: [string, Buffer][]): Buffer =>
  Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);
const array = (...items: Buffer[]): Buffer => Buffer.concat([Buffer.from([items.length, 4]), ...items]);
const uint16 = (value: number): Buffer => Buffer.from([0xa2, value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer => Buffer.from([0xc4, 0, 0, value >> 8, value & 0xff]);

/** A file of 8 nodes: addresses of 203.0.0.0/8 lead to one record, all others to none. */
function file(): Buffer {
  const record = map(['country', map(['iso_code', text('US')])], ['subdivisions', array(map(['iso_code', text('OR')]))]);
  const nodes = 8;
  const bits = [1, 1, 0, 0, 1, 0, 1, 1];
  const tree = Buffer.alloc(nodes * 6);
  bits.forEach((bit, at) => {
    const onwards = at === nodes - 1 ? nodes + 16 : at + 1;
    tree.writeUIntBE(bit === 0 ? onwards : nodes, at * 6, 3);
    tree.writeUIntBE(bit === 1 ? onwards : nodes, at * 6 + 3, 3);
  });
  const metadata = map(['node_count', uint32(nodes)], ['record_size', uint16(24)], ['ip_version', uint16(4)]);
  return Buffer.concat([tree, Buffer.alloc(16), record, Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1'), metadata]);
}

test('a MaxMind file gives country and state of an address and nothing for others', () => {
  const reader = new MaxMindReader(file());
  expect(reader.regionOf('203.0.113.7')).toEqual({ country: 'US', region: 'OR' });
  expect(reader.regionOf('::ffff:203.0.113.7')).toEqual({ country: 'US', region: 'OR' });
  expect(reader.regionOf('198.51.100.1')).toBeNull();
  expect(reader.regionOf('2001:db8::1')).toBeNull();
  expect(reader.regionOf('nonsense')).toBeNull();
});

test('a damaged file gives no region, another kind of file is refused', () => {
  const bytes = file();
  bytes.fill(0xff, 70, 84);
  expect(new MaxMindReader(bytes).regionOf('203.0.113.7')).toBeNull();
  expect(() => new MaxMindReader(Buffer.from('not such a file'))).toThrow('GEOIP_DB');
  expect(() => readMaxMind('no/such/file.mmdb')).toThrow(/^GEOIP_DB: no\/such\/file\.mmdb cannot be read/);
});

test('a region is a state of the US, a country or unknown', () => {
  expect(regionOf('US', 'ca')).toBe('US-CA');
  expect(regionOf(undefined, 'US-NY')).toBe('US-NY');
  expect(regionOf('DE', 'BY')).toBe('DE');
  expect(regionOf('XX', undefined)).toBe('Unknown');
  expect(regionOf(undefined, '<script>')).toBe('Unknown');
});

test('ASV-25 a region header means something only behind a trusted proxy', () => {
  const request = { headers: { 'x-geo-region': 'TX', 'x-geo-country': 'US' }, ip: '203.0.113.7' };
  expect(requestRegion(request, { trustProxy: true, reader: null })).toBe('US-TX');
  expect(requestRegion(request, { trustProxy: false, reader: null })).toBe('Unknown');
  expect(requestRegion(request, { trustProxy: false, reader: new MaxMindReader(file()) })).toBe('US-OR');
});
