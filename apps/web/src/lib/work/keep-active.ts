import { queue } from '@incisive/contract/queue';
import { call } from '../api/call.ts';

/** Often enough that two signs of somebody who reads are one stretch of work. */
const everyMs = 45_000;
const signs = ['keydown', 'pointerdown', 'wheel', 'touchmove', 'scroll'] as const;

/**
 * Tells the server that somebody is at work on their case: at once, and as long as they touch anything while the page is seen. That it
 * was touched, never how or with what.
 * @returns the way to stop
 */
export function keepActive(noteId: string): () => void {
  let touched = true;
  const touch = (): void => {
    touched = true;
  };
  const tell = (): void => {
    if (!touched || document.hidden) return;
    touched = false;
    // Time that could not be told is not counted.
    call(queue.active, { params: { id: noteId }, body: {} }).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, everyMs);
  for (const sign of signs) document.addEventListener(sign, touch, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const sign of signs) document.removeEventListener(sign, touch, { capture: true });
  };
}
