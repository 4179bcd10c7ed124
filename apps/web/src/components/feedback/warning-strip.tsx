import type { ReactNode } from 'react';
import classes from './warning-strip.module.css';

/** What somebody should know before going on, with the buttons for it beside the words. */
export function WarningStrip({
  words,
  label,
  children,
}: {
  readonly words: ReactNode;
  /** Makes it a region of the page. */
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.strip} aria-label={label}>
      <p>{words}</p>
      {children}
    </section>
  );
}
