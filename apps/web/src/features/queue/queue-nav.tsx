import type { ResponseOf } from '@incisive/contract/endpoint';
import type { QueueShow, queue } from '@incisive/contract/queue';
import classes from './queue.module.css';

type Home = ResponseOf<typeof queue.home>;

export interface QueueNavProps {
  readonly home: Home | undefined;
  readonly show: QueueShow;
  readonly queue: string | undefined;
  readonly onChoose: (filters: Record<string, string>) => void;
}

const mine = [
  ['yours', 'Claimed by me'],
  ['returned', 'Returned'],
  ['answered', 'Answered'],
  ['held', 'Held'],
] as const;

const most = 1000;
const count = (n: number | undefined): string =>
  n === undefined ? '' : n >= most ? `${most.toLocaleString('en-US')}+` : String(n);

/** What is one's own, and one's queues with how much is open and late; zero late is blank. */
export function QueueNav({ home, show, queue: chosen, onChoose }: QueueNavProps) {
  const line = (props: {
    label: string;
    open: number | undefined;
    late?: number | undefined;
    on: boolean;
    to: Record<string, string>;
  }) => (
    <li key={props.label}>
      <button type="button" aria-pressed={props.on} onClick={() => onChoose({ more: '', ...props.to })}>
        <span>{props.label}</span>
        <span className={classes.n}>{count(props.open)}</span>
        <span className={classes.late}>{props.late ? count(props.late) : ''}</span>
      </button>
    </li>
  );
  const all = show === 'all';
  return (
    <nav className={classes.nav} aria-label="Queues">
      <h2>Mine</h2>
      <ul>
        {mine.map(([name, label]) => line({ label, open: home?.mine[name], on: show === name, to: { show: name, queue: '' } }))}
      </ul>
      <h2>
        Queues <span className={classes.n}>open</span> <span className={classes.n}>late</span>
      </h2>
      <ul>
        {line({
          label: 'All my queues',
          open: home?.all.open,
          late: home?.all.late,
          on: all && chosen === undefined,
          to: { show: '', queue: '' },
        })}
        {home?.queues.map(({ id, name, open, late }) =>
          line({ label: name, open, late, on: all && chosen === id, to: { show: '', queue: id } }),
        )}
      </ul>
      <dl className={classes.today}>
        <dt>Finished today</dt>
        <dd>{home?.finished_today.cases ?? ''}</dd>
        <dt>Lines</dt>
        <dd>{home?.finished_today.lines ?? ''}</dd>
      </dl>
    </nav>
  );
}
