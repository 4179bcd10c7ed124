import classes from './code-table.module.css';

/** A share from 0 to 1 as a small bar with its number. */
export function Confidence({ value }: { readonly value: number }) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <span className={classes.confidence}>
      <svg className={classes.bar} viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="5" className={classes.barGround} />
        <rect width={percent} height="5" className={classes.barFill} />
      </svg>
      <span className="visually-hidden">Confidence </span>
      {percent === 0 ? '<1' : percent}%
    </span>
  );
}
