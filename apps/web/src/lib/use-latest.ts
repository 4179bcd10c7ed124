import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** What the last render gave, for listeners and timers that outlive the render in which they were made. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
