/** A band of numbers in a base unit; open ends are infinite. */
export type Band = { readonly low: number; readonly high: number };

/** A measured size of a note or the band of a code; `g`, `cm` and `sqcm` are never compared with each other. */
export type SizeUnit = 'cm' | 'sqcm' | 'g';
export type SizeBand = Band & { readonly unit: SizeUnit };

const EDGE = 1e-6;

/** True when the value lies in the band, ends included. */
export function inBand(value: number, band: Band): boolean {
  return value >= band.low - EDGE && value <= band.high + EDGE;
}

/** `<=0.5`, `>4.0`, `<5`, `>=5`, `0.6-1.0`, `3` as a band; undefined when it is none of these. */
export function parseBand(text: string): Band | undefined {
  const compared = /^(<=|>=|<|>)\s*([\d.]+)$/.exec(text);
  if (compared !== null) {
    const value = Number(compared[2]);
    if (compared[1] === '<=') return { low: 0, high: value };
    if (compared[1] === '<') return { low: 0, high: value - 0.001 };
    if (compared[1] === '>=') return { low: value, high: Infinity };
    return { low: value + 0.001, high: Infinity };
  }
  const range = /^([\d.]+)\s*-\s*([\d.]+)$/.exec(text);
  if (range !== null) return { low: Number(range[1]), high: Number(range[2]) };
  return /^[\d.]+$/.test(text) ? { low: Number(text), high: Number(text) } : undefined;
}

/** A knowledge size such as `<=0.5cm`, `>20sqcm`, `<=250g`. */
export function parseSizeBand(text: string): SizeBand | undefined {
  const match = /^(.*?)\s*(sqcm|sq cm|cm2|cm|mm|g|grams)$/.exec(text.trim());
  if (match === null) return undefined;
  const band = parseBand((match[1] ?? '').replace(/\s*(sqcm|sq cm|cm|g)\b/g, ''));
  if (band === undefined) return undefined;
  const written = match[2] ?? '';
  if (written === 'mm') return { low: band.low / 10, high: band.high / 10, unit: 'cm' };
  if (written === 'g' || written === 'grams') return { ...band, unit: 'g' };
  return { ...band, unit: written === 'cm' ? 'cm' : 'sqcm' };
}

/** A knowledge age such as `<5y`, `>=5y`, `6m-5y`, `newborn`, `adult`, in years. */
export function parseAgeBand(text: string): Band | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === 'newborn' || plain === 'neonate') return { low: 0, high: 0.1 };
  if (plain === 'infant') return { low: 0, high: 1 };
  if (plain === 'child' || plain === 'pediatric') return { low: 0, high: 17.99 };
  if (plain === 'adult') return { low: 17, high: Infinity };
  const inYears = plain.replace(/([\d.]+)\s*(y|m|d|w)[a-z]*/g, (_, value: string, unit: string) => {
    const years = unit === 'y' ? 1 : unit === 'm' ? 1 / 12 : unit === 'w' ? 7 / 365 : 1 / 365;
    return String(Math.round(Number(value) * years * 1000) / 1000);
  });
  return parseBand(inYears);
}

/** A knowledge count such as `1`, `2-4`, `>=5`; `each-additional` is not a band. */
export function parseCountBand(text: string): Band | undefined {
  return parseBand(text.trim());
}
