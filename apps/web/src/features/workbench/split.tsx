/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a divider that moves has values, which hr does not announce */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './note-screen.module.css';

const storageKey = 'codesWidth';
const least = 360;
const most = 900;
const usual = 620;
const step = 24;

const clamp = (width: number): number => Math.round(Math.min(Math.max(width, least), most));
const stored = (): number => {
  const width = Number(localStorage.getItem(storageKey) ?? usual);
  return Number.isFinite(width) ? clamp(width) : usual;
};

/** Note left, codes right with a divider that is dragged or moved by arrow keys; on narrow screens the codes stand below. */
export function Split({
  ways,
  left,
  right,
}: {
  /** What stands on the right and how many of each, for the way there on a telephone. */
  readonly ways: readonly { readonly label: string; readonly count: number; readonly onGo: () => void }[];
  readonly left: ReactNode;
  readonly right: ReactNode;
}) {
  const [width, setWidth] = useState(stored);
  const frame = useRef<HTMLDivElement>(null);
  const codesSide = useRef<HTMLDivElement>(null);
  /** Where the note was being read. */
  const readAt = useRef(0);
  const drag = useRef<{ x: number; width: number } | null>(null);
  useEffect(() => {
    frame.current?.style.setProperty('--codes-width', `${width}px`);
  }, [width]);
  const settle = (next: number): void => {
    setWidth(clamp(next));
    localStorage.setItem(storageKey, String(clamp(next)));
  };
  const byKey: Record<string, number> = {
    ArrowLeft: width + step,
    ArrowRight: width - step,
    Home: most,
    End: least,
  };
  return (
    <div ref={frame} className={classes.split}>
      <div className={classes.left}>
        {left}
        <div className={classes.jump}>
          {ways.map(({ label, count, onGo }) => (
            <Button
              key={label}
              size="md"
              rightSection={<IconArrowDown size={15} aria-hidden />}
              onClick={() => {
                readAt.current = window.scrollY;
                onGo();
                codesSide.current?.scrollIntoView?.();
                codesSide.current?.focus({ preventScroll: true });
              }}
            >
              {label} ({count})
            </Button>
          ))}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- ARIA's window splitter */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the codes"
        aria-valuenow={width}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        className={classes.grip}
        title="Drag, or use the arrow keys"
        onKeyDown={(event) => {
          const next = byKey[event.key];
          if (next === undefined) return;
          event.preventDefault();
          settle(next);
        }}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, width };
        }}
        onPointerMove={(event) => {
          if (drag.current) setWidth(clamp(drag.current.width + drag.current.x - event.clientX));
        }}
        onPointerUp={(event) => {
          if (drag.current) settle(drag.current.width + drag.current.x - event.clientX);
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onDoubleClick={() => settle(usual)}
      />
      <div ref={codesSide} className={classes.right} tabIndex={-1}>
        <div className={classes.back}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowUp size={15} aria-hidden />}
            onClick={() => window.scrollTo({ top: readAt.current })}
          >
            Back to the note
          </Button>
        </div>
        {right}
      </div>
    </div>
  );
}
