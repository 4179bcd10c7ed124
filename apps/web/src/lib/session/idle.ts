import { limits } from '@incisive/contract/limits';

export interface IdleWatch {
  /** Counts as activity, here and in every other tab. */
  readonly touch: () => void;
  readonly stop: () => void;
}

const tellOthersEvery = 2000;
const reportEvery = 60_000;
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;

/**
 * Watches for keys, pointer and touch in all tabs. Looks at the clock, not at timers alone, so that a laptop that slept is
 * signed out when it wakes.
 * @param options.onWarn called with the seconds left, every second of the last minute; with null when activity returns.
 * @param options.onActive called at most once a minute while this tab is used, so that the server hears of reading and typing too.
 */
export function watchIdle(options: {
  readonly idleSeconds?: number;
  readonly onWarn: (secondsLeft: number | null) => void;
  readonly onEnd: () => void;
  readonly onActive?: () => void;
}): IdleWatch {
  const { onWarn, onEnd, onActive } = options;
  const endAfter = (options.idleSeconds ?? limits.idleSeconds) * 1000;
  const warnAfter = endAfter - limits.idleWarningSeconds * 1000;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('incisive-activity') : null;
  let last = Date.now();
  /** What other tabs see they tell the server themselves. */
  let lastHere = last;
  let told = 0;
  let warned = false;
  let reported = Date.now();

  const seen = (): void => {
    last = Date.now();
    if (warned) {
      warned = false;
      onWarn(null);
    }
  };
  /** Use that came right after a report is told a little later: else the server's session would end before this one. */
  const report = (): void => {
    const now = Date.now();
    if (lastHere <= reported || now - reported < reportEvery) return;
    reported = now;
    onActive?.();
  };
  const touch = (): void => {
    seen();
    lastHere = last;
    report();
    if (last - told < tellOthersEvery) return;
    told = last;
    channel?.postMessage('active');
  };
  const touchUnlessWarned = (): void => {
    // Once the warning stands, moving the mouse past it is not an answer; its button is.
    if (!warned) touch();
  };
  const look = (): void => {
    const quiet = Date.now() - last;
    if (quiet < warnAfter) report();
    if (quiet >= endAfter) onEnd();
    else if (quiet >= warnAfter) {
      warned = true;
      onWarn(Math.ceil((endAfter - quiet) / 1000));
    }
  };

  channel?.addEventListener('message', seen);
  for (const sign of signs) window.addEventListener(sign, touchUnlessWarned, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, 1000);
  return {
    touch,
    stop: () => {
      clearInterval(timer);
      channel?.close();
      for (const sign of signs) window.removeEventListener(sign, touchUnlessWarned, { capture: true });
      document.removeEventListener('visibilitychange', look);
    },
  };
}
