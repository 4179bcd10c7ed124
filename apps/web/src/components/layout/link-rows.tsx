import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';
import { useKeyHints } from '../overlay/key-hints.tsx';
import classes from './link-rows.module.css';

const hints = [
  { keys: ['J'], does: 'Next row' },
  { keys: ['K'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
];

/** A list of rows that are links each, `classes.row` of link-rows.module.css; J and K go through them. */
export function LinkRows({ children }: { readonly children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useKeyHints(hints);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isSingleKey(event) || !singleKeysAct() || isTyping(event)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])];
      if (step === undefined || links.length === 0) return;
      event.preventDefault();
      const at = links.indexOf(document.activeElement as HTMLElement);
      links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]!.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <ul ref={list} className={classes.list}>
      {children}
    </ul>
  );
}
