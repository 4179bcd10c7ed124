import { useEffect, useRef } from 'react';

/**
 * A key pressed while an act is on its way is not lost: it acts when the act is settled, on what is settled then. A refused act drops it.
 * @returns what the key does.
 */
export function useWhenSettled(busy: boolean, failed: boolean, act: () => void): () => void {
  const waits = useRef(false);
  useEffect(() => {
    if (!waits.current || busy) return;
    waits.current = false;
    if (!failed) act();
  }, [busy, failed, act]);
  return () => {
    if (busy) waits.current = true;
    else act();
  };
}
