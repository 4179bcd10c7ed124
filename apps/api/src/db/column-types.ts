import type { ColumnType, Generated } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Json<T> = ColumnType<T, string, string>;
export type Computed<T> = ColumnType<T, never, never>;
export type Made<T> = Generated<T>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
