import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { limits } from './limits.ts';
import { storable } from './storable.ts';

/** The paged shape of every list. */
export const paged = <S extends z.ZodMiniType>(item: S) =>
  z.object({
    results: z.array(item),
    count: z.number(),
    count_is_minimum: z.optional(z.boolean()),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });

const wholeNumber = (message: string) =>
  z.pipe(
    z.union(
      [z.string().check(z.regex(/^\d{1,9}$/, message)), z.number(message).check(z.int(message), z.nonnegative(message))],
      message,
    ),
    z.transform((value: string | number) => Number(value)),
  );

/** `page`, `per_page`, `ordering` and the keyset cursor, with the orderings that a list allows. */
export const pagingQuery = <const O extends readonly string[]>(
  orderings: O,
  sizes: readonly number[] = limits.pageSizesAccepted,
) => ({
  page: z.optional(wholeNumber('Must be a page number').check(z.refine((value) => value >= 1, 'Must be 1 or more'))),
  per_page: z.optional(
    wholeNumber('Must be a page size').check(z.refine((value) => sizes.includes(value), `Must be one of ${sizes.join(', ')}`)),
  ),
  ordering: z.optional(
    z.enum(orderings.flatMap((name) => [name, `-${name}`]) as (O[number] | `-${O[number]}`)[], 'Unknown ordering'),
  ),
  cursor: z.optional(z.string().check(z.maxLength(400), z.regex(/^[A-Za-z0-9_-]*$/, 'Not a valid cursor'))),
});

export const filterText = z.string().check(z.maxLength(200, 'Must be 200 characters or less'), storable);
export const dateOnly = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date like 2026-01-31'),
  // A day that does not exist rolls over instead of failing; the year 0 is no year to the database.
  z.refine((value) => {
    const day = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && !value.startsWith('0000');
  }, 'Must be a date like 2026-01-31'),
);
export const timeZone = z.string().check(
  // Names only: the database reads the sign of an offset the other way round.
  z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/, 'Unknown time zone'),
  z.refine((value) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone.length > 0;
    } catch {
      return false;
    }
  }, 'Unknown time zone'),
);

/** A filter by text for each of these columns. */
export const textFilters = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(filterText)])) as Record<N, z.ZodMiniOptional<typeof filterText>>;

/** `X_after` and `X_before` for each date column, inclusive, in the zone `tz`. */
const dateRanges = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(
    names.flatMap((name) => [`${name}_after`, `${name}_before`]).map((name) => [name, z.optional(dateOnly)]),
  ) as Record<`${N}_after` | `${N}_before`, z.ZodMiniOptional<typeof dateOnly>>;

/** From cannot be after To. */
const orderedRange = (name: string) =>
  z.refine<{ [name: string]: unknown }>(
    (query) => {
      const [from, to] = [query[`${name}_after`], query[`${name}_before`]];
      return typeof from !== 'string' || typeof to !== 'string' || from <= to;
    },
    { error: 'From cannot be after To', path: [`${name}_after`] },
  );

/** The query of what is filtered but comes in one piece. */
export const filterQuery = <const F extends Record<string, Schema>, const D extends string>(filters: F, dates: readonly D[]) =>
  z.strictObject({ ...filters, ...dateRanges(dates), tz: z.optional(timeZone) }).check(...dates.map(orderedRange));

/** The query of a list: its page, its order, its filters and its ranges of dates. */
export const listQuery = <
  const O extends readonly string[],
  const F extends Record<string, Schema>,
  const D extends string,
>(options: {
  orderings: O;
  filters: F;
  dates: readonly D[];
  sizes?: readonly number[];
}) => filterQuery({ ...pagingQuery(options.orderings, options.sizes), ...options.filters }, options.dates);
