import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { wilsonInterval } from '@incisive/contract/intervals';
import { Part } from '../../components/layout/facts.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import classes from './administration.module.css';

type Filter = Readonly<Record<string, string>>;

export const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'None' : `${String(Math.round(value * 100))}%`;

/** A figure that leads to the settled codes, and their notes, that it counts. */
export const Behind = ({ filter, children }: { readonly filter: Filter; readonly children: ReactNode }) => (
  <Link to="/models/codes" search={filter as never}>
    {children}
  </Link>
);

export interface AcceptanceRow {
  readonly label: string;
  readonly filter: Filter;
  readonly n: number;
  readonly hit1: number | null;
  readonly hit5: number | null;
  readonly hit10: number | null;
  readonly misses: number;
}

/** How much of the width a share fills, and between which marks it may truly lie. */
function ShareBar({ right, of }: { readonly right: number; readonly of: number }) {
  const [low, high] = wilsonInterval(right, of);
  return (
    <span className={classes.shareBar} aria-hidden>
      <span style={{ width: `${(100 * right) / of}%` }} />
      <i style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
    </span>
  );
}

/** Settled codes by what they have in common, each figure leading to its codes. */
export function Acceptance({
  title,
  head,
  rows,
}: {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly AcceptanceRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <Part title={title} aside="settled codes among the first 1, 5 or 10 suggestions">
      <div className={classes.scrolls}>
        <table className={classes.table}>
          <TableHeads names={[head, 'Settled codes', 'Rank 1', 'Rank 5', 'Rank 10', 'Added by hand']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <td>
                  {row.label}
                  <ShareBar right={Math.round((row.hit1 ?? 0) * row.n)} of={row.n} />
                </td>
                {figuresOf(row).map(([name, filter, words]) => (
                  <td key={name}>
                    <Behind filter={{ ...row.filter, ...filter }}>{words}</Behind>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

const figuresOf = (row: AcceptanceRow): readonly (readonly [name: string, filter: Filter, words: string])[] => [
  ['n', {}, row.n.toLocaleString('en-US')],
  ['hit1', { rank: '1' }, share(row.hit1)],
  ['hit5', { rank: '5' }, share(row.hit5)],
  ['hit10', { rank: '10' }, share(row.hit10)],
  ['misses', { rank: 'none' }, row.misses.toLocaleString('en-US')],
];
