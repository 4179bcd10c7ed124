import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { RowsBehind } from '@incisive/contract/quality';
import { useScope } from './use-scope.ts';
import classes from './overview.module.css';

export interface RowsLinkProps {
  readonly rows: RowsBehind;
  readonly children: ReactNode;
  readonly look?: 'strong' | 'late' | 'plain';
  /** What the number counts, where it stands away from its head. */
  readonly label?: string;
}

/** A number that opens exactly the cases that it counts. */
export function RowsLink({ rows, children, look = 'plain', label }: RowsLinkProps) {
  const { tenant, days } = useScope();
  return (
    <Link
      to="/overview/cases"
      search={{ ...rows, days, ...(tenant === undefined ? {} : { tenant }) } as never}
      className={classes.rows}
      data-look={look}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Link>
  );
}

/** How many are past their day: red and a link when there are any. */
export const LateCount = ({ late }: { readonly late: { readonly cases: number; readonly rows: RowsBehind } }) =>
  late.cases === 0 ? (
    <span className={classes.zero}>0</span>
  ) : (
    <RowsLink rows={late.rows} look="late">
      {late.cases.toLocaleString('en-US')}
    </RowsLink>
  );
