import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { wilsonInterval } from '@incisive/contract/intervals';
import { reviewDays } from '@incisive/contract/reviews';
import type { ReviewSet, Scorecard } from '@incisive/contract/reviews';
import type { ListSearch } from '../../components/data-table/list-search.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useCan } from '../../lib/session/profile.ts';
import { agreementQuery, kindWords, reviewsHome } from './reviews.queries.ts';
import classes from './reviews.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';

type Days = (typeof reviewDays)[number];
/** Of fewer cases a percentage says nothing. */
const fewest = 5;
const standard = 0.95;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** /reviews/quality: how first and second codings agree; one's own, and for leads by person, in the order of names. */
export function QualityScreen() {
  const leads = useCan('queue.lead');
  const search: ListSearch = useSearch({ strict: false });
  const days = reviewDays.find((one) => one === String(search['days'] ?? '')) ?? '28';
  const found = useQuery(agreementQuery(days));
  const data = found.data;
  return (
    <div className="page">
      <PageHeader
        title={leads ? 'Quality' : 'My quality'}
        crumbs={[{ label: 'Reviews', to: reviewsHome }, { label: 'Quality' }]}
      />
      <nav className={classes.shows} aria-label="Period">
        {reviewDays.map((one) => (
          <Link
            key={one}
            to="/reviews/$"
            params={{ _splat: 'quality' }}
            search={{ days: one }}
            className={classes.show}
            aria-current={one === days ? 'page' : undefined}
          >
            {one} days
          </Link>
        ))}
      </nav>
      <QueryStatus query={found} />
      {data?.all.pairs === 0 ? (
        <EmptyNote title="Not measured yet">
          Figures appear when finished cases were drawn and coded a second time.
          {leads ? (
            <>
              {' '}
              <Link to="/reviews/$" params={{ _splat: 'draws' }}>
                Draw cases
              </Link>
            </>
          ) : null}
        </EmptyNote>
      ) : null}
      {data && data.all.pairs > 0 ? (
        <>
          <section aria-label="Agreement" className={classes.part}>
            <h2>{leads ? 'Everybody' : 'My cases'}</h2>
            <p className={classes.quiet}>
              The standard is 95 %. It is shown when the lower end of the interval (Wilson, 95 %) reaches it, and missed when the
              upper end is below. Coders agree with their own choice of weeks before in about 85 %.
            </p>
            <Card card={data.all} days={days} />
          </section>
          <section aria-label="Marks that stand" className={classes.part}>
            <h2>Marks that stand</h2>
            <p className={classes.quiet}>
              {data.all.stand} of {data.all.opportunities} opportunities
              {data.all.weighted === data.all.stand ? '' : `, ${data.all.weighted.toFixed(1)} by their weights`}: line accuracy{' '}
              {data.all.opportunities === 0
                ? 'not measured'
                : percent(Math.max(0, 1 - data.all.weighted / data.all.opportunities))}
              .{' '}
              <Behind days={days} set="waiting">
                {data.all.open} {data.all.open === 1 ? 'mark' : 'marks'} open
              </Behind>
            </p>
            {data.kinds.length === 0 ? null : (
              <table className={classes.people}>
                <TableHeads names={['Kind', 'Marks']} />
                <tbody>
                  {data.kinds.map(({ kind, stand }) => (
                    <tr key={kind}>
                      <th scope="row">{kindWords[kind]}</th>
                      <td>
                        <Behind days={days} set="marked" more={{ kind }}>
                          {stand}
                        </Behind>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
          {data.topics.length === 0 ? null : (
            <section aria-label="To read up on" className={classes.part}>
              <h2>To read up on</h2>
              <table className={classes.people}>
                <TableHeads names={['Topic', 'Cases']} />
                <tbody>
                  {data.topics.map(({ topic, cases }) => (
                    <tr key={topic}>
                      <th scope="row">
                        <ShownText text={topic} />
                      </th>
                      <td>{cases}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {data.people.map(({ coder, card }) => (
            <section key={coder} aria-label={coder} className={classes.part}>
              <h2>{coder}</h2>
              <Card card={card} days={days} coder={coder} />
            </section>
          ))}
        </>
      ) : null}
    </div>
  );
}

interface BehindProps {
  readonly days: Days;
  readonly set: ReviewSet;
  readonly more?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A number that opens the reviews that it counts. */
const Behind = ({ days, set, more = {}, children }: BehindProps) => (
  <Link to="/reviews/$" params={{ _splat: '' }} search={{ show: 'counted', set, days, ...more }}>
    {children}
  </Link>
);

function Card({ card, days, coder }: { readonly card: Scorecard; readonly days: Days; readonly coder?: string }) {
  const more = coder === undefined ? {} : { coder };
  const rows: readonly [label: string, share: Scorecard['exact'], set: ReviewSet][] = [
    ['Exact claim', card.exact, 'exact'],
    ['Main code', card.main, 'main-same'],
    ['Lines alike', card.lines, 'pairs'],
  ];
  return (
    <div className={classes.wide}>
      <table className={classes.people}>
        <TableHeads names={['Agreement', 'Same', 'Of', 'Share', 'Interval', 'Standard']} />
        <tbody>
          {rows.map(([label, { right, of }, set]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Behind days={days} set={set} more={more}>
                  {right}
                </Behind>
              </td>
              <td>
                <Behind days={days} set="pairs" more={more}>
                  {of}
                </Behind>
              </td>
              <Judged right={right} of={of} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Judged({ right, of }: Scorecard['exact']) {
  const [low, high] = wilsonInterval(right, of);
  if (of < fewest)
    return (
      <td colSpan={3} className={classes.quiet}>
        Fewer than {fewest}
      </td>
    );
  return (
    <>
      <td>{percent(right / of)}</td>
      <td>
        {percent(low)} to {percent(high)}
      </td>
      <td>{low >= standard ? 'Shown' : high < standard ? 'Below' : 'Not shown yet'}</td>
    </>
  );
}
