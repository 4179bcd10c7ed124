import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { usernameKey } from '../account-lookup.ts';

const perAddress = 20;
const perAccount = 5;
const perRecipient = 5;

/** Counts in a window of an hour; true while the limit holds. */
async function takeHourly(tx: Tx, kind: string, subject: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    insert into app.rate_counters as c (class, subject, window_started_at, hits) values (${kind}, ${subject}, now(), 1)
    on conflict (class, subject) do update set
      hits = case when c.window_started_at < now() - interval '1 hour' then 1 else c.hits + 1 end,
      window_started_at = case when c.window_started_at < now() - interval '1 hour' then now() else c.window_started_at end
    returning hits`.execute(tx);
  return (rows[0]?.hits ?? 0) <= limit;
}

/**
 * Whether mail that anybody can ask for may still go out: five an hour for a username, known or not, and twenty for an address. Each
 * kind of mail is counted by itself.
 */
export async function mayMail(
  deps: Deps,
  tx: Tx,
  kind: 'forgot' | 'verify',
  username: string,
  address: string,
): Promise<boolean> {
  if (deps.config.RATE_LIMIT === 'off') return true;
  return (
    (await takeHourly(tx, `${kind}-account`, usernameKey(username), perAccount)) &&
    (await takeHourly(tx, `${kind}-address`, address, perAddress))
  );
}

/**
 * Whether one more mail of this kind may go to a recipient who has not confirmed that the address is theirs: five an hour, under however
 * many names it is asked for.
 */
export async function mayMailTo(deps: Deps, tx: Tx, kind: 'sign-up' | 'verify' | 'change', recipient: string): Promise<boolean> {
  if (deps.config.RATE_LIMIT === 'off') return true;
  return takeHourly(tx, `${kind}-recipient`, recipient.normalize('NFKC').toLowerCase(), perRecipient);
}
