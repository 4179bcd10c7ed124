import type { AuditRow } from '@incisive/contract/audit';
import { csvField } from '../../http/files/csv-field.ts';

const header =
  'id,recorded,type,action,outcome,who,user_id,role,network,source,request_id,entity,tenant,tenant_id,detail,sealed\r\n';

const line = (row: AuditRow): string =>
  [
    row.id,
    row.recorded,
    row.type,
    row.action,
    row.outcome,
    row.agent.who ?? '',
    row.agent.user_id ?? '',
    row.agent.role ?? '',
    row.agent.network ?? '',
    row.source,
    row.request_id,
    row.entity.join(' '),
    row.tenant ?? '',
    row.tenant_id ?? '',
    row.detail ?? '',
    row.sealed ? 'yes' : 'no',
  ]
    .map(csvField)
    .join(',');

/** The rows as CSV, part by part: `next` gives the rows below an id. */
export async function* auditCsv(next: (below: number | null) => Promise<AuditRow[]>): AsyncGenerator<string> {
  let rows = await next(null);
  yield header;
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield `${rows.map(line).join('\r\n')}\r\n`;
    rows = await next(Number(last.id));
  }
}
