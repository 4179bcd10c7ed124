import { Modal } from '../../components/overlay/modal.tsx';
import { Fact, FactList } from '../../components/layout/facts.tsx';
import { wordsOr } from '../../components/data-table/columns.ts';
import type { AuditRow } from '@incisive/contract/audit';
import { printable } from '@incisive/contract/characters';
import { formatInstant, timeZoneName } from '../../lib/dates.ts';
import classes from './audit.module.css';
import { actionWords, eventWords, nobody, outcomeWords } from './audit-words.ts';

/** All that one row of the audit log holds, uncut. */
export function AuditDetail({ row, onClose }: { readonly row: AuditRow | null; readonly onClose: () => void }) {
  return (
    <Modal opened={row !== null} onClose={onClose} title={row ? wordsOr(eventWords, row.type) : ''} size="lg">
      {row ? (
        <FactList label="Audit row">
          <Fact label="Row">{row.id}</Fact>
          <Fact label="Recorded" aside={timeZoneName()}>
            {formatInstant(row.recorded)}
          </Fact>
          <Fact label="Event" aside={row.type}>
            {wordsOr(eventWords, row.type)}
          </Fact>
          <Fact label="Action">{actionWords[row.action]}</Fact>
          <Fact label="Outcome">{outcomeWords[row.outcome]}</Fact>
          <Fact label="Who" aside={row.agent.user_id}>
            {printable(row.agent.who ?? nobody)}
          </Fact>
          {row.agent.role ? <Fact label="Role">{row.agent.role}</Fact> : null}
          {row.agent.network ? <Fact label="Address">{row.agent.network}</Fact> : null}
          {row.tenant ? (
            <Fact label="Tenant" aside={row.tenant_id}>
              {printable(row.tenant)}
            </Fact>
          ) : null}
          {row.entity.length > 0 ? (
            <Fact label="Objects">
              <ul className={classes.objects}>
                {row.entity.map((entity) => (
                  <li key={entity}>{entity}</li>
                ))}
              </ul>
            </Fact>
          ) : null}
          {row.detail ? <Fact label="Detail">{row.detail}</Fact> : null}
          <Fact label="Recorded by">{row.source}</Fact>
          <Fact label="Request">{printable(row.request_id)}</Fact>
          <Fact label="Sealed">{row.sealed ? 'Yes' : 'Not yet; within seconds'}</Fact>
        </FactList>
      ) : null}
    </Modal>
  );
}
