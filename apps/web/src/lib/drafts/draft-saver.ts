export type DraftState = 'none' | 'waiting' | 'kept' | 'failed';

export interface DraftSaver<Value> {
  /** Somebody typed: kept after a pause, and at the latest five seconds after the first key that is not kept. */
  readonly change: (value: Value) => void;
  /** Sends what is not kept yet. @throws when it could not be kept; it is tried again by itself. */
  readonly flush: () => Promise<void>;
  /** Nothing more is sent; whoever removes the draft waits for what is under way. */
  readonly stop: () => Promise<void>;
}

const pauseMs = 1000;
const mostMs = 5000;

/** Keeps what is typed as a draft: one request at a time, the newest text last. */
export function createDraftSaver<Value>(
  put: (value: Value) => Promise<unknown>,
  onState: (state: DraftState) => void,
): DraftSaver<Value> {
  let unsent: Value | null = null;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      flush().catch(() => undefined);
    }, ms);
  };

  const send = async (): Promise<void> => {
    if (unsent === null) return;
    const value = unsent;
    unsent = null;
    try {
      await put(value);
    } catch (error) {
      unsent ??= value;
      later(mostMs);
      onState('failed');
      throw error;
    }
    if (unsent === null) onState('kept');
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    running = running.catch(() => undefined).then(send);
    return running;
  };

  return {
    change: (value) => {
      if (unsent === null) since = Date.now();
      unsent = value;
      onState('waiting');
      later(Math.max(0, Math.min(pauseMs, since + mostMs - Date.now())));
    },
    flush,
    stop: () => {
      clearTimeout(timer);
      unsent = null;
      return running.catch(() => undefined);
    },
  };
}
