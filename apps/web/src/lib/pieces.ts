import { useEffect, useReducer, useRef } from 'react';

/** A part of the application that is fetched when it is needed, or before, when the browser is idle. */
export interface Piece<Part> {
  readonly get: () => Part | undefined;
  /** One fetch at a time; one that failed is tried again by the next call. */
  readonly load: () => Promise<Part>;
}

/** Addresses of style sheets that could not be fetched. */
const missing = new Set<string>();

/** Remembers which style sheets could not be fetched: the bundler asks for each once, and would let its part come without it at the next try. */
export function watchStyles(): void {
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target.href);
  };
  // It does not bubble.
  window.addEventListener('error', note, true);
}

async function fetchMissing(): Promise<void> {
  const fetchStyle = (href: string): Promise<unknown> =>
    new Promise((onload, onerror) =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror })),
    );
  await Promise.all([...missing].map(fetchStyle));
  missing.clear();
}

/** @example const chart = piece(async () => (await import('./chart.tsx')).Chart); */
export function piece<Part>(fetchPart: () => Promise<Part>): Piece<Part> {
  let part: Part | undefined;
  let running: Promise<Part> | undefined;
  let failed = false;
  return {
    get: () => part,
    load: () =>
      (running ??= (failed ? fetchMissing().then(fetchPart) : fetchPart()).then(
        (loaded) => (part = loaded),
        (error: unknown) => {
          running = undefined;
          failed = true;
          throw error;
        },
      )),
  };
}

/** Runs when the browser has nothing better to do. @returns the way to call it off. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(run);
    return () => window.cancelIdleCallback(request);
  }
  const timer = setTimeout(run, 300);
  return () => clearTimeout(timer);
}

/**
 * The piece once it is here. It is fetched when the screen is idle, at once when wanted, and again when the line is back.
 * @param onFailure told when it is wanted and could not be fetched.
 * @param ahead false for what is of no use without the server anyway: it is fetched when it is wanted.
 */
export function usePiece<Part>(
  wanted: boolean,
  from: Piece<Part>,
  onFailure?: (error: unknown) => void,
  ahead = true,
): Part | undefined {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  useEffect(() => {
    if (!ahead) return;
    return whenIdle(() => {
      from.load().catch(() => undefined);
    });
  }, [from, ahead]);
  useEffect(() => {
    // Also when it has come since this was drawn: nobody else tells.
    if (!wanted) return;
    let gone = false;
    const load = (): void => {
      from.load().then(
        () => (gone ? undefined : redraw()),
        (error: unknown) => (gone ? undefined : failed.current?.(error)),
      );
    };
    load();
    window.addEventListener('online', load);
    return () => {
      gone = true;
      window.removeEventListener('online', load);
    };
  }, [from, wanted]);
  return from.get();
}
