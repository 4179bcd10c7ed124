import { sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { withSystem } from '../../../db/tenant.ts';

/** Wrong tries before the username is slowed, and the window they are counted in. */
const tries = 5;
const windowMinutes = 15;
const lockMinutes = [1, 2, 4, 8, 15];

/**
 * Counts the attempt before the password is looked at, so that a hundred at once get five checks. Known and unknown usernames
 * count alike. Answers false while the username is slowed.
 */
export async function takeSignInAttempt(database: Database, usernameKey: string): Promise<boolean> {
  return withSystem(database, async (tx) => {
    await sql`insert into app.sign_in_throttle (username_key) values (${usernameKey}) on conflict do nothing`.execute(tx);
    const row = await tx
      .selectFrom('app.sign_in_throttle')
      .selectAll()
      .where('username_key', '=', usernameKey)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const now = Date.now();
    if (row.locked_until && row.locked_until.getTime() > now) return false;
    const calm = now - row.window_started_at.getTime() > windowMinutes * 60_000;
    const failures = calm ? 1 : row.failures + 1;
    const locks = calm ? 0 : row.locks;
    const lock = failures >= tries;
    await tx
      .updateTable('app.sign_in_throttle')
      .set({
        failures,
        locks: lock ? locks + 1 : locks,
        window_started_at: calm || lock ? new Date(now) : row.window_started_at,
        // The fifth try itself is still checked; what comes after it waits, unless it was right.
        locked_until: lock ? new Date(now + (lockMinutes[Math.min(locks, lockMinutes.length - 1)] ?? 15) * 60_000) : null,
      })
      .where('username_key', '=', usernameKey)
      .execute();
    return true;
  });
}

/** Takes back one counted attempt that was neither right nor wrong (the password fits, the second factor is still to come). */
export async function giveBackSignInAttempt(database: Database, usernameKey: string): Promise<void> {
  await withSystem(database, (tx) =>
    sql`update app.sign_in_throttle set failures = greatest(failures - 1, 0),
          locks = case when locked_until is null then locks else greatest(locks - 1, 0) end, locked_until = null
        where username_key = ${usernameKey}`.execute(tx),
  );
}

/** Forgets the wrong tries: after a right password, or because an administrator says so. */
export async function clearSignInAttempts(database: Database, usernameKeys: readonly string[]): Promise<void> {
  await withSystem(database, (tx) =>
    tx
      .deleteFrom('app.sign_in_throttle')
      .where('username_key', 'in', [...usernameKeys])
      .execute(),
  );
}
