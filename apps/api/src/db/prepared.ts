import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';

/** Names of the statements that are kept, by their text. */
const names = new Map<string, string>();

/**
 * Marks a statement whose text is always the same and whose plan need not know its values: each connection parses and plans it once
 * (ADR 022). Row-level security stays: PostgreSQL plans anew for another role, and asks for the tenant whenever it runs.
 */
export function prepared<Q extends CompiledQuery>(statement: Q): Q {
  if (!names.has(statement.sql)) names.set(statement.sql, createHash('sha256').update(statement.sql).digest('hex').slice(0, 16));
  return statement;
}

/** The name of a statement that was marked. */
export const preparedName = (text: string): string | undefined => names.get(text);
