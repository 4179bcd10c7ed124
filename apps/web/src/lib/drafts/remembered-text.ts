interface Remembered<Value> {
  readonly userId: string;
  readonly value: Value;
}

const remembered = new Map<string, Remembered<unknown>>();

/**
 * Remembers what stands in a field over the end of a session: in this tab's memory alone, never in the browser's storage, and for its
 * writer alone.
 */
export const rememberText = (key: string, userId: string, value: unknown): void => void remembered.set(key, { userId, value });

/** What its writer left in a field when the session ended; nobody else's. */
export function rememberedText<Value>(key: string, userId: string): Value | undefined {
  const entry = remembered.get(key);
  return entry?.userId === userId ? (entry.value as Value) : undefined;
}

export const forgetText = (key: string): void => void remembered.delete(key);

/** Somebody has signed in: what others left in this tab is gone. */
export function forgetTextOfOthers(userId: string): void {
  for (const [key, entry] of remembered) if (entry.userId !== userId) remembered.delete(key);
}
