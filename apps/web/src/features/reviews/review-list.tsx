import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { markKinds } from '@incisive/contract/compare-claims';
import { reviewDays, reviewSets, reviewShows } from '@incisive/contract/reviews';
import type { ReviewRow, ReviewShow } from '@incisive/contract/reviews';
import type { ListSearch } from '../../components/data-table/list-search.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { procedureLine } from '../../lib/procedure-line.ts';
import { useCan } from '../../lib/session/profile.ts';
import { countedWords } from './quality-words.ts';
import { type ListAsked, qualityHome, reasonWords, reviewList, reviewsHome, stateWords } from './reviews.queries.ts';
import classes from './reviews.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { LinkRows } from '../../components/layout/link-rows.tsx';
import rows from '../../components/layout/link-rows.module.css';

const labels: Readonly<Record<Exclude<ReviewShow, 'counted'>, string>> = {
  'for-me': 'To read',
  'of-mine': 'Marks on my cases',
  'to-settle': 'To settle',
};
const empty: Readonly<Record<ReviewShow, readonly [title: string, words: string]>> = {
  'for-me': [
    'Nothing waits for you to read',
    'Cases that are drawn for you, or that wait for you before they are billed, appear here.',
  ],
  'of-mine': ['No mark waits for your answer', 'Where a second coding of a case of yours differs, its marks appear here.'],
  'to-settle': ['Nothing to settle', 'Marks that a coder disagrees with appear here.'],
  counted: ['No such reviews', 'They have moved on since the figure was counted.'],
};

function useAsked(): ListAsked {
  const search: ListSearch = useSearch({ strict: false });
  const of = <T extends string>(among: readonly T[], name: string): T | undefined =>
    among.find((one) => one === String(search[name] ?? ''));
  const show = of(reviewShows, 'show') ?? 'for-me';
  if (show !== 'counted') return { show };
  const coder = search['coder'] === undefined ? undefined : String(search['coder']);
  return { show, set: of(reviewSets, 'set'), days: of(reviewDays, 'days'), kind: of(markKinds, 'kind'), coder };
}

/** /reviews: what waits for a second coding, an answer, or a third person's word; and the reviews behind a number. */
export function ReviewList() {
  const leads = useCan('queue.lead');
  const asked = useAsked();
  const list = useQuery(reviewList(asked));
  const [title, words] = empty[asked.show];
  const counted = asked.show === 'counted';
  return (
    <div className="page">
      <PageHeader
        title={counted ? countedWords(asked) : 'Reviews'}
        crumbs={
          counted
            ? [{ label: 'Reviews', to: reviewsHome }, { label: 'Quality', to: qualityHome }, { label: 'Counted' }]
            : [{ label: 'Reviews' }]
        }
      >
        {counted ? null : (
          <Link to="/reviews/$" params={{ _splat: 'quality' }} className={classes.plainLink}>
            Quality
          </Link>
        )}
        {leads && !counted ? (
          <>
            <Link to="/reviews/$" params={{ _splat: 'draws' }} className={classes.plainLink}>
              Draws
            </Link>
            <Link to="/reviews/$" params={{ _splat: 'plan' }} className={classes.plainLink}>
              Plan
            </Link>
          </>
        ) : null}
      </PageHeader>
      {counted ? null : (
        <nav className={classes.shows} aria-label="Reviews shown">
          {(Object.keys(labels) as (keyof typeof labels)[])
            .filter((show) => leads || show !== 'to-settle')
            .map((show) => (
              <Link
                key={show}
                to="/reviews/$"
                params={{ _splat: '' }}
                search={{ show }}
                className={classes.show}
                aria-current={asked.show === show ? 'page' : undefined}
              >
                {labels[show]} <span className={classes.count}>{list.data?.waiting[show] ?? ''}</span>
              </Link>
            ))}
        </nav>
      )}
      <QueryStatus query={list} />
      {list.data?.results.length === 0 ? <EmptyNote title={title}>{words}</EmptyNote> : null}
      {list.data && list.data.results.length > 0 ? (
        <LinkRows>
          {list.data.results.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </LinkRows>
      ) : null}
    </div>
  );
}

const Row = ({ row }: { readonly row: ReviewRow }) => (
  <li>
    <Link to="/reviews/$" params={{ _splat: row.id }} className={rows.row}>
      <strong>
        <ShownText text={procedureLine(row.text).line} />
      </strong>
      <StatusTag tone={row.state === 'settled' ? 'done' : 'waiting'}>{stateWords[row.state]}</StatusTag>
      <span className={classes.quiet}>
        {row.service_date ? `Service ${formatDay(row.service_date)} · ` : ''}
        {row.kind === 'blind'
          ? `drawn ${formatDate(row.drawn_at)}`
          : `before billing: ${row.reasons.map((one) => reasonWords[one]).join(', ')}`}
        {row.state === 'coded' || row.state === 'settled' ? ` · ${marksWords(row.marks)}` : ''}
        {row.coder && row.reviewer ? ` · ${row.coder}, then ${row.reviewer}` : ''}
      </span>
    </Link>
  </li>
);

export const marksWords = ({ all, open }: ReviewRow['marks']): string =>
  all === 0 ? 'no difference' : `${all} ${all === 1 ? 'difference' : 'differences'}, ${open} open`;
