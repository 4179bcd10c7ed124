import classes from './overview.module.css';

// Pictures of numbers that stand beside them: hidden from readers of the screen.

const sparkWidth = 76;
const sparkHeight = 24;

/** A figure over the last weeks; a week without one is a gap that the line goes over. */
export function Spark({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const last = known.at(-1);
  if (!last || known.length < 2) return null;
  const numbers = known.map(({ value }) => value);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (at: number): number => 3 + (at * (sparkWidth - 6)) / (values.length - 1);
  const y = (value: number): number =>
    most === least ? sparkHeight / 2 : 3 + (1 - (value - least) / (most - least)) * (sparkHeight - 6);
  return (
    <svg className={classes.spark} width={sparkWidth} height={sparkHeight} aria-hidden>
      <polyline points={known.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
      <circle cx={x(last.at)} cy={y(last.value)} r={2.5} />
    </svg>
  );
}

/** Parts of a whole beside each other, as long as they are many; `most` is the whole that fills the width. */
export function Stack({
  parts,
  most,
}: {
  readonly parts: readonly { readonly name: string; readonly value: number }[];
  readonly most: number;
}) {
  return (
    <span className={classes.stack} aria-hidden>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ name, value }) => (
          <span key={name} data-part={name} style={{ width: `${(value / Math.max(1, most)) * 100}%` }} />
        ))}
    </span>
  );
}

/** From nothing to nine in ten, with a dot at the median. */
export function Reach({ median, end, most }: { readonly median: number; readonly end: number; readonly most: number }) {
  const at = (value: number): string => `${Math.min(100, (value / Math.max(most, 0.1)) * 100)}%`;
  return (
    <span className={classes.reach} aria-hidden>
      <span style={{ left: at(median), right: `calc(100% - ${at(end)})` }} />
      <i style={{ left: at(median) }} />
      <b style={{ left: at(end) }} />
    </span>
  );
}
