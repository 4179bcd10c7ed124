import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Draw, DrawRow } from '@incisive/contract/reviews';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { DrawForm } from './draw-form.tsx';
import { drawList, oneDraw, reviewsHome, reviewsKey } from './reviews.queries.ts';
import classes from './reviews.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { LinkRows } from '../../components/layout/link-rows.tsx';
import rows from '../../components/layout/link-rows.module.css';

/** /reviews/draws: what was drawn for review, and how far it is. */
export function DrawList() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [drawing, setDrawing] = useState(false);
  const list = useQuery(drawList);
  const drawn = async (draw: Draw): Promise<void> => {
    cache.setQueryData(oneDraw(draw.id).queryKey, draw);
    toast(`Drawn: ${draw.drawn.length} of ${draw.population}`);
    await cache.invalidateQueries({ queryKey: reviewsKey });
    await navigate({ to: '/reviews/$', params: { _splat: `draws/${draw.id}` } });
  };
  return (
    <div className="page">
      <PageHeader title="Draws" crumbs={[{ label: 'Reviews', to: reviewsHome }, { label: 'Draws' }]}>
        {drawing ? null : <Button onClick={() => setDrawing(true)}>New draw</Button>}
      </PageHeader>
      {drawing ? <DrawForm onDrawn={drawn} onCancel={() => setDrawing(false)} /> : null}
      <QueryStatus query={list} />
      {list.data?.results.length === 0 && !drawing ? (
        <EmptyNote title="Nothing was drawn yet">
          A draw takes finished cases by chance that can be repeated, and gives each to a second reader who sees nothing of the
          first coding.
        </EmptyNote>
      ) : null}
      <LinkRows>
        {list.data?.results.map((row) => (
          <li key={row.id}>
            <Link to="/reviews/$" params={{ _splat: `draws/${row.id}` }} className={rows.row}>
              <strong>{drawTitle(row)}</strong>
              <span>{progressWords(row)}</span>
              <span className={classes.quiet}>
                Drawn {formatDate(row.drawn_at)} by {row.drawn_by}, seed <ShownText text={row.seed} />
                {row.tenant ? `, ${row.tenant}` : ''}
              </span>
            </Link>
          </li>
        ))}
      </LinkRows>
    </div>
  );
}

export const drawTitle = ({ reviews, population, rule }: DrawRow): string => {
  const drawn = reviews.open + reviews.coded + reviews.settled + reviews.withdrawn;
  return `${drawn} of ${population} ${population === 1 ? 'case' : 'cases'}, finished ${formatDay(rule.from)} to ${formatDay(rule.to)}${rule.coder ? ` by ${rule.coder}` : ''}`;
};

export const progressWords = ({ reviews }: DrawRow): string =>
  [
    reviews.open > 0 ? `${reviews.open} to code` : '',
    reviews.coded > 0 ? `${reviews.coded} being answered` : '',
    `${reviews.settled} settled`,
  ]
    .filter((one) => one !== '')
    .join(', ');
