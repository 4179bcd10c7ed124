import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
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
 * gives the focus back to its button. A dialog is drawn at the end of the page, so that no scrolling region cuts it off; a menu
 * stays in its landmark.
 */
export function Popup({ trigger, onClose, ...panel }: PopupProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const kind = panel.kind ?? 'dialog';
  const close = useCallback(
    (refocus = true): void => {
      setOpen(false);
      onClose?.();
      if (refocus) button.current?.focus();
    },
    [onClose],
  );
  const content = open ? <Panel {...panel} kind={kind} button={button} close={close} /> : null;
  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (open ? close() : setOpen(true)),
        'aria-expanded': open,
        'aria-haspopup': kind,
      })}
      {kind === 'menu' || !content ? content : createPortal(content, document.body)}
    </>
  );
}

interface PanelProps extends Omit<PopupProps, 'trigger' | 'onClose'> {
  readonly kind: 'dialog' | 'menu';
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly close: (refocus?: boolean) => void;
}

function Panel({ children, label, width, align = 'start', kind, button, close }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = (): void => {
      if (button.current && panel.current) place(panel.current, button.current, width, align);
    };
    follow();
    window.addEventListener('resize', follow);
    window.addEventListener('scroll', follow, true);
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, true);
    };
  }, [button, width, align]);

  useEffect(() => {
    const box = panel.current;
    const first = box?.querySelector<HTMLElement>('[data-autofocus]') ?? box?.querySelector<HTMLElement>(focusable) ?? box;
    first?.focus({ preventScroll: true });
    const onPress = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!box?.contains(target) && !button.current?.contains(target)) close(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        close();
      } else if (event.key === 'Tab') keepFocus(event, box);
      else if (kind === 'menu') moveInMenu(event, box);
    };
    window.addEventListener('pointerdown', onPress, true);
    box?.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      box?.removeEventListener('keydown', onKey);
    };
  }, [button, close, kind]);

  return (
    <div ref={panel} className={classes.panel} role={kind} aria-label={label} tabIndex={-1}>
      {children(close)}
    </div>
  );
}

/** Below the button, or above where there is no room; within the window. */
function place(panel: HTMLElement, button: HTMLElement, width: number, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  const wide = Math.min(width, window.innerWidth - 2 * margin);
  const left = align === 'start' ? at.left : at.right - wide;
  const below = window.innerHeight - at.bottom - gap - margin;
  const above = at.top - gap - margin;
  const up = below < Math.min(panel.scrollHeight, 240) && above > below;
  Object.assign(panel.style, {
    width: `${wide}px`,
    left: `${Math.max(margin, Math.min(left, window.innerWidth - wide - margin))}px`,
    maxHeight: `${Math.max(120, up ? above : below)}px`,
    top: up ? 'auto' : `${at.bottom + gap}px`,
    bottom: up ? `${window.innerHeight - at.top + gap}px` : 'auto',
  });
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
