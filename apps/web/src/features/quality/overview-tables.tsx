import type { ReactNode } from 'react';
import { type ClaimReason, claimReasons } from '@incisive/contract/claim-rules';
import { rejectReasons } from '@incisive/contract/reject-reasons';
import type { Overview } from '@incisive/contract/quality';
import { Reach, Stack } from './plots.tsx';
import { bandWords, days, number, stepWords } from './quality-words.ts';
import { LateCount, RowsLink } from './rows-link.tsx';
import classes from './overview.module.css';

function Figures(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly heads: readonly string[];
  readonly none: string | null;
  readonly children: ReactNode;
}) {
  const [first, ...others] = props.heads;
  return (
    <section aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.aside ? <span>{props.aside}</span> : null}
      </header>
      {props.none === null ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {others.map((head) =>
                head === '' ? (
                  <th key="plot" scope="col" className={classes.plotCell}>
                    <span className="visually-hidden">Plot</span>
                  </th>
                ) : (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{props.children}</tbody>
        </table>
      ) : (
        <p className={classes.quiet}>{props.none}</p>
      )}
    </section>
  );
}

const stateParts = [
  ['new', 'New, claimed, returned'],
  ['in_review', 'In review'],
  ['held', 'Held'],
  ['queried', 'Queried'],
] as const;

function CountAndLate({ cases, rows, late }: Pick<Overview['holds'][number], 'cases' | 'rows' | 'late'>) {
  return (
    <>
      <td>
        <RowsLink rows={rows} look="strong">
          {number(cases)}
        </RowsLink>
      </td>
      <td>
        <LateCount late={late} />
      </td>
    </>
  );
}

function ByAge({ data }: { readonly data: Overview }) {
  const most = Math.max(...data.by_age.map((row) => row.cases));
  return (
    <Figures
      title="Not final, by age since service"
      heads={['Age', '', 'Cases', 'Late']}
      none={data.not_final.cases === 0 ? 'Everything is final.' : null}
      aside={
        <span className={classes.legend} aria-hidden>
          {stateParts.map(([part, words]) => (
            <span key={part}>
              <i data-part={part} /> {words}
            </span>
          ))}
        </span>
      }
    >
      {data.by_age.map(({ band, cases, rows, states, late }) => (
        <tr key={band}>
          <th scope="row">
            {bandWords[band]}
            <span className="visually-hidden">
              : {stateParts.map(([part, words]) => `${words} ${String(states[part])}`).join(', ')}
            </span>
          </th>
          <td className={classes.plotCell}>
            <Stack parts={stateParts.map(([name]) => ({ name, value: states[name] }))} most={most} />
          </td>
          <CountAndLate cases={cases} rows={rows} late={late} />
        </tr>
      ))}
    </Figures>
  );
}

const changeOf = (now: number, before: number | null): string => {
  if (before === null) return '';
  const by = now - before;
  return Math.abs(by) < 0.05 ? '0' : `${by > 0 ? '+' : '\u2212'}${days(Math.abs(by))}`;
};

function Lag({ data, period }: { readonly data: Overview; readonly period: string }) {
  const most = Math.max(0, ...data.lag.map((row) => row.nine_in_ten));
  return (
    <Figures
      title="Lag"
      aside={`days; change to the ${period} days before`}
      heads={['Step', '', 'Median', '9 in 10', 'Change', 'Cases']}
      none={data.lag.length === 0 ? 'Not measured yet: nothing was taken or finished in this time.' : null}
    >
      {data.lag.map(({ step, median, nine_in_ten, before, cases, rows }) => (
        <tr key={step}>
          <th scope="row">{stepWords[step]}</th>
          <td className={classes.plotCell}>
            <Reach median={median} end={nine_in_ten} most={most} />
          </td>
          <td>
            <strong>{days(median)}</strong>
          </td>
          <td>{days(nine_in_ten)}</td>
          <td>{changeOf(median, before)}</td>
          <td>
            <RowsLink rows={rows}>{number(cases)}</RowsLink>
          </td>
        </tr>
      ))}
    </Figures>
  );
}

const titleOf = (reason: string): string => (reason in claimReasons ? claimReasons[reason as ClaimReason].title : reason);

function Errors({ data }: { readonly data: Overview }) {
  const most = Math.max(0, ...data.errors.map((row) => row.per_100_lines));
  const { finished, lines } = data.first_pass;
  return (
    <Figures
      title="First pass: errors met"
      aside={finished.cases === 0 ? null : `per 100 lines, ${number(lines)} lines`}
      heads={['Error', '', 'Per 100', 'Claims', 'Overridden']}
      none={
        finished.cases === 0
          ? 'Not measured yet: no claim was finished in this time.'
          : data.errors.length === 0
            ? 'No error was met.'
            : null
      }
    >
      {data.errors.map(({ reason, per_100_lines, cases, rows, overridden }) => (
        <tr key={reason}>
          <th scope="row">{titleOf(reason)}</th>
          <td className={classes.plotCell}>
            <Stack parts={[{ name: 'in_review', value: per_100_lines }]} most={most} />
          </td>
          <td>
            <strong>{days(per_100_lines)}</strong>
          </td>
          <td>
            <RowsLink rows={rows}>{number(cases)}</RowsLink>
          </td>
          <td>{number(overridden)}</td>
        </tr>
      ))}
    </Figures>
  );
}

const reasonLabels: Readonly<Record<string, string>> = Object.fromEntries(rejectReasons.map(({ key, label }) => [key, label]));

function Rejected({ data }: { readonly data: Overview }) {
  const most = Math.max(0, ...data.rejected.map((row) => row.cases));
  return (
    <Figures
      title="Suggested and rejected"
      aside="by code and reason"
      heads={['Code', 'Reason', '', 'Cases']}
      none={data.rejected.length === 0 ? 'Nobody said in this time why a suggested code was rejected.' : null}
    >
      {data.rejected.map(({ code, reason, cases, rows }) => (
        <tr key={`${code} ${reason}`}>
          <th scope="row" className="code">
            {code}
          </th>
          <td>{reasonLabels[reason]}</td>
          <td className={classes.plotCell}>
            <Stack parts={[{ name: 'in_review', value: cases }]} most={most} />
          </td>
          <td>
            <RowsLink rows={rows} look="strong">
              {number(cases)}
            </RowsLink>
          </td>
        </tr>
      ))}
    </Figures>
  );
}

function Holds({ data }: { readonly data: Overview }) {
  return (
    <Figures
      title="Holds"
      aside={`${number(data.held.cases)} open`}
      heads={['Waits for', 'Open', 'Late', 'Median days', 'Due this week']}
      none={data.holds.length === 0 ? 'Nothing is held.' : null}
    >
      {data.holds.map(({ key, label, cases, rows, late, median_days, due_this_week: due }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <CountAndLate cases={cases} rows={rows} late={late} />
          <td>{median_days === null ? '' : days(median_days)}</td>
          <td>
            {due.cases === 0 ? <span className={classes.zero}>0</span> : <RowsLink rows={due.rows}>{number(due.cases)}</RowsLink>}
          </td>
        </tr>
      ))}
    </Figures>
  );
}

/** Under so many timed cases a pace says nothing. */
const leastTimed = 5;
const perHour = (count: number, minutes: number): string => days((count * 60) / minutes);

function Pace({ data }: { readonly data: Overview }) {
  return (
    <Figures
      title="Pace"
      aside="active minutes, holds and waiting apart; expected: what cases like these take here"
      heads={['Coder', 'Cases', 'Lines', 'Cases an hour', 'Minutes a case', 'Expected']}
      none={data.pace.length === 0 ? 'Not measured yet: nothing was finished in this time.' : null}
    >
      {data.pace.map(({ coder, cases, rows, lines, timed, minutes, expected }) => (
        <tr key={coder}>
          <th scope="row">{coder}</th>
          <td>
            <RowsLink rows={rows} look="strong">
              {number(cases)}
            </RowsLink>
          </td>
          <td>{number(lines)}</td>
          {timed < leastTimed ? (
            <td colSpan={3} className={classes.quiet}>
              {timed === 0 ? 'Not timed' : `Timed: ${number(timed)}`}
            </td>
          ) : (
            <>
              <td>{perHour(timed, minutes)}</td>
              <td>{days(minutes / timed)}</td>
              <td>{expected === null ? <span className={classes.quiet}>after 30</span> : days(expected / timed)}</td>
            </>
          )}
        </tr>
      ))}
    </Figures>
  );
}

function Questions({ data }: { readonly data: Overview }) {
  return (
    <Figures
      title="Questions"
      aside="asked in this time"
      heads={['Surgeon', 'Cases', 'Answered', 'Median days']}
      none={data.questions.length === 0 ? 'Nobody was asked in this time.' : null}
    >
      {data.questions.map(({ who, asked, answered, median_days }) => (
        <tr key={who}>
          <th scope="row">{who}</th>
          <td>
            <RowsLink rows={asked.rows} look="strong">
              {number(asked.cases)}
            </RowsLink>
          </td>
          <td>
            {answered.cases === 0 ? (
              <span className={classes.zero}>0</span>
            ) : (
              <RowsLink rows={answered.rows}>{number(answered.cases)}</RowsLink>
            )}
          </td>
          <td>{median_days === null ? '' : days(median_days)}</td>
        </tr>
      ))}
    </Figures>
  );
}

/** Why things stand as they do. */
export function OverviewTables({ data, period }: { readonly data: Overview; readonly period: string }) {
  return (
    <div className={classes.tables}>
      <ByAge data={data} />
      <Lag data={data} period={period} />
      <Errors data={data} />
      <Holds data={data} />
      <Pace data={data} />
      <Questions data={data} />
      <Rejected data={data} />
    </div>
  );
}
