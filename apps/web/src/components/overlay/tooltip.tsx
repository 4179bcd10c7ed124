import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './tooltip.module.css';

const showAfterMs = 350;
const gap = 6;

interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * A few words beside what is pointed at or focused by keyboard: a key, a name, a date. Never the only place that something is
 * said: touch does not show it.
 * @example <Tooltip label={<>Approve <kbd>A</kbd></>}><button ... /></Tooltip>
 */
export function Tooltip({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  const [place, setPlace] = useState<Place | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setPlace(null);
  };
  const show = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const at = anchor.current?.firstElementChild?.getBoundingClientRect();
      if (at) setPlace({ left: Math.max(70, Math.min(at.left + at.width / 2, window.innerWidth - 70)), top: at.top - gap });
    }, showAfterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // Pointing and focus only show words; what they belong to keeps its own behavior.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={anchor}
      className={classes.anchor}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') show();
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show();
      }}
      onBlur={hide}
    >
      {children}
      {place
        ? createPortal(
            <div role="tooltip" className={classes.tip} style={place}>
              {label}
            </div>,
            document.body,
          )
        : null}
    </span>
  );
}
