import type { ReactNode } from 'react';
import classes from './administration.module.css';

/** What a part of the page comes to, large, side by side. Holds Figure. */
export const Figures = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <dl className={classes.figures} aria-label={label}>
    {children}
  </dl>
);

/** One figure with its unit, and under it what it is of; `line` draws how the plot below shows it. */
export const Figure = ({
  label,
  unit,
  line,
  children,
}: {
  readonly label: ReactNode;
  readonly unit?: string;
  readonly line?: 'full' | 'dashed';
  readonly children: ReactNode;
}) => (
  <div>
    <dt>
      {line ? <i data-line={line} aria-hidden /> : null}
      {label}
    </dt>
    <dd>
      <strong>{children}</strong>
      {unit ? ` ${unit}` : null}
    </dd>
  </div>
);
