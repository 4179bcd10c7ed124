import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { amaNotice, cptCodes } from '@incisive/contract/cpt-codes';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import classes from './catalogue.module.css';
import { CodeKnowledge } from './code-knowledge.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /cptcodes/{id}: the description, the notes that use it, and what the engine knows: attributes, neighbors, rules. */
export function CodePage({ id }: { readonly id: string }) {
  const code = useQuery({ queryKey: ['cpt-codes', id], queryFn: ({ signal }) => call(cptCodes.get, { params: { id }, signal }) });
  if (code.error instanceof ApiError && code.error.code === 'not-found') return <NotFound />;
  const attributes = Object.entries(code.data?.attributes ?? {});
  return (
    <div className="page">
      <PageHeader
        title={code.data?.code ?? 'CPT code'}
        crumbs={[{ label: 'CPT codes', to: '/cptcodes' }, { label: code.data?.code ?? id }]}
      />
      <QueryStatus query={code} />
      {code.data ? (
        <>
          <p className={classes.description}>{code.data.description}</p>
          {code.data.retired ? <p>Retired: it stays on notes that have it and is no longer suggested.</p> : null}
          <dl className={classes.facts}>
            <dt>Notes that use it</dt>
            <dd>
              <Link to="/opnotes" search={{ cpt_codes_approved: code.data.code }}>
                {code.data.notes}
              </Link>
            </dd>
            <dt>In the catalog since</dt>
            <dd>
              {formatDate(code.data.created_at)} by {code.data.created_by}
            </dd>
            {attributes.map(([name, values]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{values.join(', ')}</dd>
              </div>
            ))}
          </dl>
          {attributes.length === 0 ? <p>The engine knows this code only by its description.</p> : null}
          <CodeKnowledge code={code.data} />
          <p className="ama">{amaNotice}</p>
        </>
      ) : null}
    </div>
  );
}
