import type { FastifyRequest } from 'fastify';
import type { MaxMindReader } from './max-mind-reader.ts';

/** Headers in which proxies tell a US state's code or name, the first one that is there. */
const regionHeaders = [
  'x-geo-region',
  'cf-region-code',
  'x-vercel-ip-country-region',
  'cloudfront-viewer-country-region',
] as const;
const countryHeaders = ['x-geo-country', 'cf-ipcountry', 'x-vercel-ip-country', 'cloudfront-viewer-country'] as const;
export const unknownRegion = 'Unknown';

/** A region as it is kept: `US-CA`, another country's code, or Unknown. Never finer than a state. */
export function regionOf(country: string | undefined, region: string | undefined): string {
  const land = country?.trim().toUpperCase();
  const part = region?.trim().toUpperCase().replace(/^US-/, '');
  if (part && /^[A-Z]{2}$/.test(part) && (land === undefined || land === '' || land === 'US')) return `US-${part}`;
  return land && /^[A-Z]{2}$/.test(land) && land !== 'XX' ? land : unknownRegion;
}

/** Where a view comes from: a trusted proxy's word, else a MaxMind file, else unknown. The address itself is not kept. */
export function requestRegion(
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  options: { readonly trustProxy: boolean; readonly reader: MaxMindReader | null },
): string {
  const first = (names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = request.headers[name];
      if (typeof value === 'string' && value !== '') return value;
    }
    return undefined;
  };
  // Anybody can send these headers: only a proxy in front of us makes them mean something.
  const told = options.trustProxy ? regionOf(first(countryHeaders), first(regionHeaders)) : unknownRegion;
  if (told !== unknownRegion || !options.reader) return told;
  const found = options.reader.regionOf(request.ip);
  return regionOf(found?.country, found?.region);
}
