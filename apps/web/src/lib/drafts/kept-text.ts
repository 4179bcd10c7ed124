interface Kept<Value> {
  readonly userId: string;
  readonly value: Value;
}

const kept = new Map<string, Kept<unknown>>();

/**
 * Keeps what stands in a field over the end of a session: in this tab's memory alone, never in the browser's storage, and for its
 * writer alone.
 */
export const keepText = (key: string, userId: string, value: unknown): void => void kept.set(key, { userId, value });

/** What its writer left in a field when the session ended; nobody else's. */
export function keptText<Value>(key: string, userId: string): Value | undefined {
  const entry = kept.get(key);
  return entry?.userId === userId ? (entry.value as Value) : undefined;
}

export const dropText = (key: string): void => void kept.delete(key);

/** Somebody has signed in: what others left in this tab is gone. */
export function keepOnlyTextOf(userId: string): void {
  for (const [key, entry] of kept) if (entry.userId !== userId) kept.delete(key);
}
