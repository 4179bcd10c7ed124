import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { drawCases } from '@incisive/contract/draw-cases';
import type { Draw } from '@incisive/contract/reviews';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/dates.ts';
import { drawTitle, progressWords } from './draw-list.tsx';
import { drawsHome, oneDraw, reviewsHome, stateWords } from './reviews.queries.ts';
import classes from './reviews.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { LinkRows } from '../../components/layout/link-rows.tsx';
import rows from '../../components/layout/link-rows.module.css';

/** /reviews/draws/{id}: what was drawn from what, by which rule; anybody can draw it again. */
export function DrawScreen({ id }: { readonly id: string }) {
  const found = useQuery(oneDraw(id));
  if (isMissing(found.error)) return <NotFound />;
  const draw = found.data;
  return (
    <div className="page">
      <PageHeader
        title={draw ? drawTitle(draw) : 'Draw'}
        documentTitle="Draw"
        crumbs={[{ label: 'Reviews', to: reviewsHome }, { label: 'Draws', to: drawsHome }, { label: 'Draw' }]}
      />
      <QueryStatus query={found} />
      {draw ? (
        <>
          <p className={classes.quiet}>
            Drawn {formatMoment(draw.drawn_at)} by {draw.drawn_by}. {progressWords(draw)}.
          </p>
          <section aria-label="Drawn cases" className={classes.part}>
            <h2>Drawn cases</h2>
            <LinkRows>
              {draw.readers.map(({ review, reviewer, state }, at) => (
                <li key={review}>
                  <Link to="/reviews/$" params={{ _splat: review }} className={rows.row}>
                    <strong>Case {at + 1}</strong>
                    <StatusTag tone={state === 'settled' ? 'done' : 'waiting'}>{stateWords[state]}</StatusTag>
                    <span className={classes.quiet}>Second reader {reviewer}</span>
                  </Link>
                </li>
              ))}
            </LinkRows>
          </section>
          <Again draw={draw} />
        </>
      ) : null}
    </div>
  );
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');
}

/** The same draw in the reader's own browser, from seed, size and population. */
function Again({ draw }: { readonly draw: Draw }) {
  const [result, setResult] = useState<string | null>(null);
  const kinds = new Map<string, number>();
  for (const kind of draw.strata ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const run = async (): Promise<void> => {
    // Browsers hash on secure pages alone.
    if (!globalThis.isSecureContext) return setResult('This browser hashes on secure pages only. Use the rule above by hand.');
    const again = await drawCases(draw.seed, draw.cases, draw.size, sha256, draw.strata);
    const same = again.length === draw.drawn.length && again.every((one, at) => one === draw.drawn[at]);
    setResult(
      same
        ? `Drawn again here: the same ${again.length} cases, in the same order.`
        : 'Drawn again here: other cases. Tell an administrator.',
    );
  };
  return (
    <section aria-label="Draw it again" className={classes.part}>
      <h2>Draw it again</h2>
      <p>
        The seed is{' '}
        <strong>
          <ShownText text={draw.seed} />
        </strong>
        . Each case of the population is hashed by SHA-256 of <code>seed:id</code>; the {draw.size} with the lowest hash are drawn
        {kinds.size > 1 ? `, of each kind its share: ${[...kinds].map(([name, count]) => `${count} ${name}`).join('; ')}` : ''}.
      </p>
      <Button variant="default" onClick={() => void run()}>
        Draw again
      </Button>
      <output>{result}</output>
      <details>
        <summary>
          Population, {draw.population} {draw.population === 1 ? 'case' : 'cases'}
        </summary>
        <ul className={classes.ids}>
          {draw.cases.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
