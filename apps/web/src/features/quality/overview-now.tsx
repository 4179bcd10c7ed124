import { IconArrowRight } from '@tabler/icons-react';
import type { Overview } from '@incisive/contract/quality';
import { DuePlot } from './due-plot.tsx';
import { number, setWords, stuckAsides, waitWords } from './quality-words.ts';
import { RowsLink } from './rows-link.tsx';
import classes from './overview.module.css';

/** Of who waits for whom, those who have waited longest. */
const waitsShown = 7;

/** What needs a lead now. */
export function OverviewNow({ data }: { readonly data: Overview }) {
  return (
    <div className={classes.now}>
      <section aria-labelledby="stuck">
        <header>
          <h2 id="stuck">Stuck</h2>
          <span>nothing moves these without you</span>
          <span className={classes.right}>cases, oldest</span>
        </header>
        {data.stuck.length === 0 ? <p className={classes.quiet}>Nothing is stuck.</p> : null}
        <ul className={classes.lines}>
          {data.stuck.map(({ what, cases, oldest_days, rows }) => (
            <li key={what}>
              <span>
                {setWords[what]} <em>{stuckAsides[what]}</em>
              </span>
              <RowsLink rows={rows} look="strong">
                {number(cases)}
              </RowsLink>
              <span className={classes.quiet}>{number(oldest_days)} d</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="waits">
        <header>
          <h2 id="waits">Who waits for whom</h2>
          <span className={classes.right}>cases, oldest</span>
        </header>
        {data.waits.length === 0 ? <p className={classes.quiet}>Nobody waits.</p> : null}
        <ul className={classes.lines}>
          {data.waits.slice(0, waitsShown).map((wait) => {
            const words = waitWords(wait);
            return (
              <li key={`${wait.what} ${wait.who ?? ''}`}>
                <span>
                  <span className={classes.from}>{words.from}</span>
                  <IconArrowRight size={14} aria-hidden />
                  <span className="visually-hidden"> wait for </span>
                  {words.to} <em>{words.for}</em>
                </span>
                <RowsLink rows={wait.rows} look="strong">
                  {number(wait.cases)}
                </RowsLink>
                <span className={wait.late > 0 ? classes.lateText : classes.quiet}>
                  {number(wait.oldest_days)} d{wait.late > 0 ? <span className="visually-hidden">, late</span> : null}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="late">
        <header>
          <h2 id="late">Will be late</h2>
          <span className={classes.right}>line: usually finished that day</span>
        </header>
        <DuePlot due={data.due} overdue={data.overdue} />
      </section>
    </div>
  );
}
