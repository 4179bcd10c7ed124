import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import classes from './note-screen.module.css';

/**
 * The head stays in sight and the codes fill what is left of the window below it; how tall the head is, and what stands above the
 * page, only the browser knows.
 */
export function NoteFrame({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, top] = [frame.current, header.current];
    if (!outer || !top) return;
    const measure = (): void => {
      outer.style.setProperty('--note-head', `${top.offsetHeight}px`);
      outer.style.setProperty('--codes-top', `${Math.round(top.getBoundingClientRect().bottom)}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(top);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return (
    <div ref={frame} className={classes.screen}>
      <div ref={header} className={classes.head}>
        {head}
      </div>
      {children}
    </div>
  );
}
