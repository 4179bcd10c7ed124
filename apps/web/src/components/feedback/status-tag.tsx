import type { ReactNode } from 'react';
import classes from './status-tag.module.css';

/** A row's status as a word on its color. */
export const StatusTag = ({
  tone,
  children,
}: {
  readonly tone: 'plain' | 'waiting' | 'done' | 'off' | 'trouble';
  readonly children: ReactNode;
}) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
);
