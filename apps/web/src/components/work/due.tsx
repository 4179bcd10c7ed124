import { dueWords } from '../../lib/work/due-words.ts';
import classes from './work.module.css';

/** A due day and how far it is; red only when it has passed. */
export function Due({ on }: { readonly on: string }) {
  const { day, distance, tone } = dueWords(on);
  return (
    <span className={classes.due} data-tone={tone}>
      <time dateTime={on}>{day}</time> <span className={classes.distance}>{distance}</span>
    </span>
  );
}
