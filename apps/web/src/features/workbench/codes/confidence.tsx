import classes from './code-table.module.css';

const wholePercent = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 100);

/** A chance in words: nothing that is possible is 0%. */
export const percentOf = (share: number): string => `${wholePercent(share) === 0 ? '<1' : wholePercent(share)}%`;

/** A share from 0 to 1 as a small bar with its number. */
export function Confidence({ value }: { readonly value: number }) {
  return (
    <span className={classes.confidence}>
      <svg className={classes.bar} viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="5" className={classes.barGround} />
        <rect width={wholePercent(value)} height="5" className={classes.barFill} />
      </svg>
      <span className="visually-hidden">Confidence </span>
      {percentOf(value)}
    </span>
  );
}
