import { sql } from 'kysely';
import { activeUsers } from '../../db/active-users.ts';
import type { Tx } from '../../db/client.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { letters } from '../../mail/templates.ts';
import type { ChainHead } from './audit-chain.ts';

const setting = 'audit-head-mailed';

/** Mails the head of the audit log to every SuperAdmin, once a day, out of reach of whoever holds the server. */
export function mailHeadDaily(
  mailer: Mailer,
  dayNow = (): string => new Date().toISOString().slice(0, 10),
): (tx: Tx, head: ChainHead) => Promise<void> {
  let mailedOn = '';
  return async (tx, head) => {
    const today = dayNow();
    if (mailedOn === today) return;
    // Another process may have done it; the sealers' lock keeps them apart.
    const { numAffectedRows } = await sql`
      insert into app.settings (name, value) values (${setting}, to_jsonb(${today}::text))
      on conflict (name) do update set value = excluded.value where app.settings.value <> excluded.value`.execute(tx);
    if (numAffectedRows === 1n) {
      const people = await activeUsers(tx, 'SuperAdmin').select('email').execute();
      for (const { email } of people) await mailer.queue(tx, email, letters.auditHead(head));
    }
    mailedOn = today;
  };
}
