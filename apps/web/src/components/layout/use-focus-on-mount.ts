import { useEffect, useRef } from 'react';

/** A ref for the field that should have the focus when its screen opens. */
export function useFocusOnMount<T extends HTMLElement = HTMLInputElement>(): React.RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
