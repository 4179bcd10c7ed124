import type { ReactNode } from 'react';
import type { Overview, RowsBehind } from '@incisive/contract/quality';
import { Spark } from './plots.tsx';
import { days, number, share } from './quality-words.ts';
import { LateCount, RowsLink } from './rows-link.tsx';
import classes from './overview.module.css';

function Figure(props: {
  readonly label: string;
  readonly rows: RowsBehind | null;
  readonly value: string;
  readonly weeks?: readonly (number | null)[];
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <strong>{props.rows ? <RowsLink rows={props.rows}>{props.value}</RowsLink> : props.value}</strong>
        {props.weeks ? <Spark values={props.weeks} /> : null}
        <span>{props.children}</span>
      </dd>
    </div>
  );
}

const change = (now: number, before: number): string =>
  now === before ? 'as a week ago' : `${number(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than a week ago`;

const none = 'None';

/** The figures that say at once how things stand. */
export function OverviewFigures({ data }: { readonly data: Overview }) {
  const { not_final: open, coded, held, queried, first_pass: pass } = data;
  const clean = share(pass.clean.cases, pass.finished.cases);
  return (
    <dl className={classes.figures} aria-label="Figures">
      <Figure label="Not final" value={number(open.cases)} rows={open.rows} weeks={open.weeks}>
        {change(open.cases, open.weeks.at(-2) ?? open.cases)}
      </Figure>
      <Figure
        label="Service to coded"
        value={coded.lag ? `${days(coded.lag.median)} d` : none}
        rows={coded.lag ? coded.rows : null}
        weeks={coded.weeks}
      >
        {coded.lag ? `median; nine in ten ${days(coded.lag.nine_in_ten)} d` : 'Not measured yet: no dated case was finished'}
      </Figure>
      <Figure label="Held" value={number(held.cases)} rows={held.rows}>
        <LateCount late={held.late} /> late{held.median_days === null ? '' : `, median ${days(held.median_days)} d`}
      </Figure>
      <Figure label="Waiting for an answer" value={number(queried.cases)} rows={queried.rows}>
        <LateCount late={queried.late} /> late
      </Figure>
      <Figure
        label="First pass"
        value={clean ?? (pass.finished.cases === 0 ? none : number(pass.clean.cases))}
        rows={pass.finished.cases === 0 ? null : pass.clean.rows}
      >
        {pass.finished.cases === 0 ? (
          'Not measured yet: no claim was finished'
        ) : (
          <>
            {number(pass.clean.cases)} of <RowsLink rows={pass.finished.rows}>{number(pass.finished.cases)}</RowsLink> claims
          </>
        )}
      </Figure>
    </dl>
  );
}
