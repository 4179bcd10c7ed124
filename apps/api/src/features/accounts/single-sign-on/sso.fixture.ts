import { sql } from 'kysely';
import { withSystem } from '../../../db/tenant.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';

/** Single sign-on as an administrator sets it up. */
export const newSso = {
  name: 'Clinic accounts',
  issuer: 'https://accounts.example.org',
  client_id: 'incisive',
  client_secret: 'secret',
  groups_claim: 'groups',
  roles: [] as { group: string; role: string; tenant?: string | null }[],
  just_in_time: false,
  trusts_email: false,
};

/** Ends what there is: a tenant has one at a time. */
export const endSso = (t: Pick<TestApp, 'database'>): Promise<unknown> =>
  withSystem(t.database, (tx) =>
    sql`update app.sso_connections set revoked_at = now(), revoked_by = 'superadmin' where revoked_at is null`.execute(tx),
  );
