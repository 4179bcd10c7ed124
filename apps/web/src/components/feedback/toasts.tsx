import { useSyncExternalStore } from 'react';
import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { limits } from '@incisive/contract/limits';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import classes from './toasts.module.css';

export type ToastType = 'success' | 'error' | 'info';
export interface ToastAction {
  readonly label: string;
  /** Shown beside the label, e.g. `Ctrl Z`; the screen listens for the key itself. */
  readonly keys?: string;
  readonly run: () => void;
}
export interface ToastOptions {
  readonly type?: ToastType;
  /** What it is about, e.g. the codes; beside the message. */
  readonly detail?: string;
  /** Stays until closed. */
  readonly persist?: boolean;
  readonly action?: ToastAction;
}
interface Toast extends ToastOptions {
  readonly id: number;
  readonly message: string;
  /** How many equal ones it stands for. */
  readonly times: number;
}

const mostAtOnce = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, { timer: ReturnType<typeof setTimeout> | null; left: number; since: number }>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  const entry = timers.get(id);
  if (entry?.timer) clearTimeout(entry.timer);
  timers.delete(id);
  if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
}

const start = (id: number, left: number): void => {
  timers.set(id, { timer: setTimeout(() => dismissToast(id), left), left, since: Date.now() });
};
const pause = (): void => {
  for (const entry of timers.values()) {
    if (!entry.timer) continue;
    clearTimeout(entry.timer);
    entry.timer = null;
    entry.left -= Date.now() - entry.since;
  }
};
const resume = (): void => {
  for (const [id, entry] of timers) if (!entry.timer) start(id, Math.max(entry.left, 1000));
};

/**
 * Shows a toast at the bottom left: at most three, 5 s each, paused on hover and focus, announced politely. Equal ones become one
 * that counts, with the newest action.
 * @returns its id, for `dismissToast`.
 * @example toast(notices.approved(), { action: { label: 'Undo', keys: 'Ctrl Z', run: undo } });
 */
export function toast(message: string, options: ToastOptions = {}): number {
  lastId += 1;
  const id = lastId;
  const equal = toasts.find((other) => other.message === message && (other.type ?? 'success') === (options.type ?? 'success'));
  const others = toasts.filter((other) => other !== equal);
  const kept = others.slice(Math.max(0, others.length - mostAtOnce + 1));
  for (const old of toasts) if (!kept.includes(old)) dismissToast(old.id);
  const details = [equal?.detail, options.detail].filter((words) => words !== undefined);
  set([
    ...kept,
    { id, message, times: (equal?.times ?? 0) + 1, ...options, ...(details.length > 0 ? { detail: details.join(', ') } : {}) },
  ]);
  if (!options.persist) start(id, limits.toastMs);
  return id;
}

/** A failure's toast; the page itself shows the detail. */
export const toastError = (message: string): number => toast(message, { type: 'error' });

/** An act's failure in words of its own. The end of the session is told by the sign-in card alone. */
export function toastFailureAs(words: string, error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'unauthenticated')) toastError(words);
}

/** What an act failed with. */
export const toastFailure = (error: unknown): void => toastFailureAs(messageOf(error), error);

/** The screen that listens for the keys of the toasts has gone: they are not promised any longer. */
export function forgetToastKeys(): void {
  if (!toasts.some((one) => one.action?.keys)) return;
  set(toasts.map((one) => (one.action?.keys ? { ...one, action: { label: one.action.label, run: one.action.run } } : one)));
}

/** Takes all toasts away. */
export function clearToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

const icons = { success: IconCheck, error: IconAlertCircle, info: IconInfoCircle };

/** The toast area; mounted once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    // Hover and focus only hold the toasts; nothing is done by them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.area}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {shown.map(({ id, message, detail, times, type = 'success', action }) => {
        const Icon = icons[type];
        return (
          <div key={id} className={classes.toast} data-type={type}>
            <Icon size={18} className={classes.icon} aria-hidden />
            <span className={classes.message}>
              {message}
              {times > 1 ? <span className={classes.times}>{times} times</span> : null}
              {detail ? <span className={classes.detail}>{detail}</span> : null}
            </span>
            {action ? (
              <button
                type="button"
                className={classes.action}
                onClick={() => {
                  dismissToast(id);
                  action.run();
                }}
              >
                {action.label}
                {action.keys ? <kbd aria-hidden>{action.keys}</kbd> : null}
              </button>
            ) : null}
            <CloseButton size="sm" className={classes.close} aria-label="Dismiss" onClick={() => dismissToast(id)} />
          </div>
        );
      })}
    </section>
  );
}
