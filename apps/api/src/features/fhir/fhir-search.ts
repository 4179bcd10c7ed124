import { type RawBuilder, sql } from 'kysely';
import { fieldError } from '../../http/app-error.ts';

export const defaultCount = 20;
export const countOf = ({ _count }: { readonly _count?: string | undefined }): number => Number(_count ?? defaultCount);

const operators: Readonly<Record<string, RawBuilder<unknown>>> = { ge: sql`>=`, gt: sql`>`, le: sql`<=`, lt: sql`<` };

/** FHIR's dates: a day is all of it, in UTC. */
export function dateConditions(
  column: RawBuilder<unknown>,
  given: string | readonly string[] | undefined,
): RawBuilder<unknown>[] {
  return [given ?? []].flat().map((value) => {
    const [, prefix = 'eq', moment = ''] = /^([a-z]{2})?(.*)$/.exec(value) ?? [];
    const whole = moment.length === 10;
    const at = whole ? sql`(${`${moment}T00:00:00Z`}::timestamptz)` : sql`(${moment}::timestamptz)`;
    const end = whole ? sql`(${at} + interval '1 day')` : sql`(${at} + interval '1 millisecond')`;
    if (prefix === 'eq') return sql`(${column} >= ${at} and ${column} < ${end})`;
    if (prefix === 'le') return sql`${column} < ${end}`;
    if (prefix === 'gt') return sql`${column} >= ${end}`;
    return sql`${column} ${operators[prefix]!} ${at}`;
  });
}

/** Where a page ended: rows with the same time are told apart by their id. */
export const cursorOf = (at: Date, id: string): string => Buffer.from(`${at.toISOString()}|${id}`).toString('base64url');

export function afterCursor(
  column: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  cursor: string | undefined,
): RawBuilder<unknown>[] {
  if (!cursor) return [];
  const [, at, last] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || last === undefined) throw fieldError('cursor', 'Not a valid cursor');
  return [sql`(date_trunc('milliseconds', ${column}), ${id}) < (${at}::timestamptz, ${last}::uuid)`];
}

/** A page of what was found, with the address of the next one. */
export function searchset(
  url: string,
  query: Readonly<Record<string, string | readonly string[] | undefined>>,
  resources: readonly { readonly resourceType: string; readonly id: string }[],
  next: string | null,
): Record<string, unknown> {
  const address = (cursor?: string): string => {
    const words = Object.entries({ ...query, cursor: cursor ?? query['cursor'] }).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one] as [string, string]),
    );
    const text = new URLSearchParams(words).toString();
    return text === '' ? url : `${url}?${text}`;
  };
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [{ relation: 'self', url: address() }, ...(next === null ? [] : [{ relation: 'next', url: address(next) }])],
    ...(resources.length === 0
      ? {}
      : {
          entry: resources.map((resource) => ({
            fullUrl: `${url.replace(/[^/]+$/, '')}${resource.resourceType}/${resource.id}`,
            resource,
            search: { mode: 'match' },
          })),
        }),
  };
}
