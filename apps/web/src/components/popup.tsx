import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import classes from './popup.module.css';

export interface PopupTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog' | 'menu';
}

export interface PopupProps {
  /** Draws the button; spread what it is given onto it. */
  readonly trigger: (props: PopupTrigger) => ReactNode;
  /** What is inside; given the way to close. Only drawn while open. */
  readonly children: (close: () => void) => ReactNode;
  readonly label: string;
  readonly width: number;
  /** Which edge of the button it lines up with. */
  readonly align?: 'start' | 'end';
  /** In a menu the arrow keys go from item to item. */
  readonly kind?: 'dialog' | 'menu';
  readonly onClose?: () => void;
}

const gap = 4;
const margin = 8;
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * A small panel at a button: filters, menus, notices. Closes by Escape, by a press outside and when the focus leaves it, and
 * gives the focus back to its button. Drawn at the end of the page, so that no scrolling region cuts it off.
 */
export function Popup({ trigger, children, label, width, align = 'start', kind = 'dialog', onClose }: PopupProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const close = useCallback(
    (refocus = true): void => {
      setOpen(false);
      onClose?.();
      if (refocus) button.current?.focus();
    },
    [onClose],
  );
  usePlace(open, button, panel, width, align);
  useEffect(() => {
    if (!open) return undefined;
    const inside = panel.current;
    (inside?.querySelector<HTMLElement>('[data-autofocus]') ?? inside?.querySelector<HTMLElement>(focusable) ?? inside)?.focus({
      preventScroll: true,
    });
    const onPress = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!inside?.contains(target) && !button.current?.contains(target)) close(false);
    };
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, [open, close]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') keepFocus(event, panel.current);
    else if (kind === 'menu') moveInMenu(event, panel.current);
  };

  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (open ? close() : setOpen(true)),
        'aria-expanded': open,
        'aria-haspopup': kind,
      })}
      {open
        ? createPortal(
            <div ref={panel} className={classes.panel} role={kind} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
              {children(() => close())}
            </div>,
            document.body,
          )
        : null}
    </>
  );
}

/** Below the button, or above where there is no room; follows it while anything scrolls. */
function usePlace(
  open: boolean,
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  width: number,
  align: 'start' | 'end',
): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const place = (): void => {
      const at = button.current?.getBoundingClientRect();
      const box = panel.current;
      if (!at || !box) return;
      const wide = Math.min(width, window.innerWidth - 2 * margin);
      const left = align === 'start' ? at.left : at.right - wide;
      const below = window.innerHeight - at.bottom - gap - margin;
      const above = at.top - gap - margin;
      const up = below < Math.min(box.scrollHeight, 240) && above > below;
      box.style.width = `${wide}px`;
      box.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - wide - margin))}px`;
      box.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
      box.style.top = up ? 'auto' : `${at.bottom + gap}px`;
      box.style.bottom = up ? `${window.innerHeight - at.top + gap}px` : 'auto';
    };
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [open, button, panel, width, align]);
}

function keepFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  const stops = [...(panel?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && stops.length > 0) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

function moveInMenu(event: KeyboardEvent, panel: HTMLElement | null): void {
  const items = [...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
