import type { Overview } from '@incisive/contract/quality';
import { dueWords } from '../../lib/work/due-words.ts';
import { number } from './quality-words.ts';
import { RowsLink } from './rows-link.tsx';
import classes from './overview.module.css';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

type Day = Overview['due'][number];

const above = ({ cases, usual }: Day): number => (usual === null ? 0 : Math.max(0, Math.ceil(cases - usual)));

/** What falls due on the coming days beside what is usually finished on them; the part above that is red. */
export function DuePlot({ due, overdue }: Pick<Overview, 'due' | 'overdue'>) {
  const most = Math.max(1, ...due.flatMap(({ cases, usual }) => [cases, usual ?? 0]));
  const more = due.reduce((sum, day) => sum + above(day), 0);
  const measured = due.some(({ usual }) => usual !== null);
  return (
    <>
      <table className={classes.due}>
        <caption className="visually-hidden">Due on each of the coming days, and what is usually finished on it</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Due</th>
            <th scope="col">Usually finished</th>
          </tr>
        </thead>
        <tbody>
          {due.map((day) => {
            const { distance, day: date } = dueWords(day.day);
            const name = distance === 'today' ? 'Today' : weekday.format(Date.parse(`${day.day}T00:00:00Z`));
            return (
              <tr key={day.day}>
                <th scope="row">
                  {name}
                  <span> {date}</span>
                </th>
                <td>
                  <RowsLink rows={day.rows} look="strong">
                    {number(day.cases)}
                  </RowsLink>
                </td>
                <td className="visually-hidden">{day.usual === null ? 'Not measured yet' : number(day.usual)}</td>
                <td aria-hidden className={classes.dueBar}>
                  <span style={{ height: `${((day.cases - above(day)) / most) * 100}%` }} />
                  <b style={{ height: `${(above(day) / most) * 100}%` }} />
                  {day.usual === null ? null : <i style={{ bottom: `${(day.usual / most) * 100}%` }} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={classes.dueWords}>
        {overdue.cases > 0 ? (
          <>
            <RowsLink rows={overdue.rows} look="late">
              {overdue.cases === 1 ? '1 case' : `${number(overdue.cases)} cases`}
            </RowsLink>{' '}
            {overdue.cases === 1 ? 'is' : 'are'} past the due day already.{' '}
          </>
        ) : (
          'Nothing is past its due day. '
        )}
        {!measured
          ? 'What is usual is not measured yet: it needs three weeks of finished cases.'
          : more > 0
            ? `${number(more)} more fall due this week than are usually finished on those days.`
            : 'What falls due this week is what is usually finished.'}
      </p>
    </>
  );
}
