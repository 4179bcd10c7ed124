/** A claim case that cannot be read; its message says what is wrong, for people. */
export class CaseError extends Error {}

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const asked = (where: string, what: string): CaseError => new CaseError(`${where} must be ${what}`);

export function object(value: unknown, where: string): Json {
  if (!isObject(value)) throw asked(where, 'an object');
  return value;
}

export function optionalObject(value: unknown, where: string): Json {
  return value === undefined || value === null ? {} : object(value, where);
}

export function list(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw asked(where, 'a list');
  return value;
}

export const listOr = (value: unknown, where: string, otherwise: unknown[]): unknown[] =>
  value === undefined ? otherwise : list(value, where);

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw asked(where, 'a text');
  return value;
}

export const textOr = (value: unknown, where: string, otherwise: string): string =>
  value === undefined ? otherwise : text(value, where);

export const texts = (value: unknown, where: string, otherwise: string[] = []): string[] =>
  listOr(value, where, otherwise).map((each) => text(each, `each of ${where}`));

export function number(value: unknown, where: string): number {
  if (typeof value !== 'number') throw asked(where, 'a number');
  return value;
}

export const numbers = (value: unknown, where: string, otherwise: number[]): number[] =>
  listOr(value, where, otherwise).map((each) => number(each, `each of ${where}`));

/** A real day as YYYY-MM-DD; the empty text and null say that nobody said it. */
export function day(value: unknown, where: string): string | null {
  if (value === null || value === '') return null;
  const said = text(value, where);
  const date = new Date(`${said}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(said) || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== said) {
    throw asked(where, `a day as YYYY-MM-DD, not ${JSON.stringify(said)}`);
  }
  return said;
}

export function oneOf<T extends string>(value: unknown, where: string, options: readonly T[], otherwise: T): T {
  if (value === undefined) return otherwise;
  const found = options.find((option) => option === value);
  if (found === undefined) throw asked(where, `one of ${options.join(', ')}`);
  return found;
}
