import { printable } from '@incisive/contract/characters';
import type { AuditRow } from '@incisive/contract/audit';

const header =
  'id,recorded,type,action,outcome,who,user_id,role,network,source,request_id,entity,tenant,tenant_id,detail,sealed\r\n';

/**
 * A field of RFC 4180, without controls and hidden characters: the file is read in terminals too. A spreadsheet would run a value that
 * begins like a formula, so such a one gets an apostrophe.
 */
export function csvField(value: string): string {
  const shown = printable(value);
  const safe = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

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
