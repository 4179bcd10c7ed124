import { readFileSync } from 'node:fs';
import { type CityResponse, Reader } from 'maxmind';

/** Country and state out of a MaxMind-format city file held in memory. A damaged record gives no region, never an exception. */
export class MaxMindReader {
  readonly #reader: Reader<CityResponse>;

  /** @throws Error when the bytes are not such a file. */
  constructor(bytes: Buffer) {
    try {
      this.#reader = new Reader<CityResponse>(bytes);
    } catch (cause) {
      throw new Error('GEOIP_DB: not a MaxMind DB file', { cause });
    }
  }

  /** The ISO codes of an address, as far as the file has them. */
  regionOf(address: string): { country?: string; region?: string } | null {
    try {
      // A socket may tell an IPv4 address in IPv6's clothes.
      const record = this.#reader.get(address.replace(/^::ffff:(?=\d+\.)/i, ''));
      if (record === null) return null;
      const country = record.country?.iso_code;
      const region = record.subdivisions?.[0]?.iso_code;
      return { ...(country ? { country } : {}), ...(region ? { region } : {}) };
    } catch {
      return null;
    }
  }
}

/** @throws Error that names the setting when the file cannot be read or is another one. */
export function readMaxMind(file: string): MaxMindReader {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Error(`GEOIP_DB: ${file} cannot be read. Correct the path, or let this user read it.`, { cause });
  }
  return new MaxMindReader(bytes);
}
