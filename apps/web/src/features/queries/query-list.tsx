import { useState } from 'react';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QueryShow } from '@incisive/contract/queries';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Due } from '../../components/work/due.tsx';
import { useCan } from '../../lib/session/profile.ts';
import { listQuery, stateWords } from './queries.queries.ts';
import classes from './queries.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { LinkRows } from '../../components/layout/link-rows.tsx';
import rows from '../../components/layout/link-rows.module.css';

/** /queries: what waits for one's answer, and what one asked. */
export function QueryList() {
  const answers = useCan('queries.answer');
  const [show, setShow] = useState<QueryShow>(answers ? 'for-me' : 'by-me');
  const [all, setAll] = useState(false);
  const list = useQuery(listQuery(show, all));
  const shows: readonly { show: QueryShow; label: string; count: number | undefined }[] = [
    ...(answers ? [{ show: 'for-me' as const, label: 'For me', count: list.data?.for_me }] : []),
    { show: 'by-me', label: 'Asked by me', count: list.data?.by_me },
  ];
  return (
    <div className="page">
      <PageHeader title="Queries" crumbs={[{ label: 'Queries' }]} />
      <fieldset className={classes.shows}>
        <legend className="visually-hidden">Queries shown</legend>
        {shows.map((one) => (
          <Button
            key={one.show}
            variant={show === one.show ? 'light' : 'default'}
            aria-pressed={show === one.show}
            onClick={() => setShow(one.show)}
          >
            {one.label} {one.count ?? ''}
          </Button>
        ))}
        <Switch label="Settled ones too" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
      </fieldset>
      <QueryStatus query={list} />
      {list.data?.results.length === 0 ? (
        <EmptyNote title={show === 'for-me' ? 'No question waits for you' : 'No question of yours is open'}>
          {show === 'for-me' ? 'Questions about your notes appear here.' : 'Press Q in a note to ask its surgeon.'}
        </EmptyNote>
      ) : null}
      <LinkRows>
        {list.data?.results.map((query) => (
          <li key={query.id}>
            <Link to="/queries/$id" params={{ id: query.id }} className={rows.row}>
              <strong>
                <ShownText text={query.heading} />
              </strong>
              <span>{query.state === 'sent' ? <Due on={query.due_on} /> : stateWords[query.state]}</span>
              <span className={classes.quiet}>
                {show === 'for-me' ? `Asked by ${query.asked_by}` : `Asked of ${query.to.username}`}
              </span>
            </Link>
          </li>
        ))}
      </LinkRows>
    </div>
  );
}
