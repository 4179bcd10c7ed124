import type { Models } from '@incisive/contract/analytics';
import { type ClaimReason, claimReasons } from '@incisive/contract/claim-rules';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import classes from './administration.module.css';

const number = (value: number): string => value.toLocaleString('en-US');
const titleOf = (reason: string): string => (reason in claimReasons ? claimReasons[reason as ClaimReason].title : reason);

/** How much of the finished claims was as it was proposed, and what people met on the way. */
export function Claims({ data: { claims, met } }: { readonly data: Pick<Models, 'claims' | 'met'> }) {
  if (claims === null && met.length === 0) return null;
  return (
    <Part title="Claims" aside="each by its newest version; errors and warnings by the claims that had them">
      {claims ? (
        <FactList label="Claims">
          <Fact label="Lines as proposed">
            {Math.round((claims.unchanged / claims.finished) * 100)}% of {number(claims.finished)} finished{' '}
            {claims.finished === 1 ? 'claim' : 'claims'}
          </Fact>
          <Fact label="Proposed modifiers">
            {number(claims.accepted)} of {number(claims.proposed)} accepted
          </Fact>
          <Fact label="Second look">
            {number(claims.added)} of {number(claims.leads)} codes added, {number(claims.kept)} of {number(claims.without_words)}{' '}
            without words kept
          </Fact>
        </FactList>
      ) : null}
      {met.length > 0 ? (
        <table className={classes.table}>
          <TableHeads names={['Met', 'Severity', 'Claims']} />
          <tbody>
            {met.map(({ reason, severity, cases }) => (
              <tr key={`${reason} ${severity}`}>
                <td>{titleOf(reason)}</td>
                <td>{severity === 'error' ? 'Error' : 'Warning'}</td>
                <td>{number(cases)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Part>
  );
}
