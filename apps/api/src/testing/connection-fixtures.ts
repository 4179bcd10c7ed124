import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { platformTenantId, withSystem } from '../db/tenant.ts';
import { hashOf } from '../secrets/one-time-codes.ts';
import type { TestApp } from './build-test-app.ts';

/** Where the objects of a request lie, as seen from the caller: in the first tenant, in the second, in none. */
export type Place = 'own' | 'other' | 'none';
export const places: readonly Place[] = ['own', 'other', 'none'];

/** Makes connections to other systems straight in the database; the platform has none: in its place stands somebody's of the other tenant. */
export class ConnectionFixtures {
  protected readonly t: TestApp;

  constructor(t: TestApp) {
    this.t = t;
  }

  tenantOf(place: Place): string {
    return place === 'none' ? platformTenantId : this.t.tenants[place === 'own' ? 0 : 1];
  }

  protected system<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return withSystem(this.t.database, run);
  }

  protected async made(insert: (tx: Tx) => { executeTakeFirstOrThrow: () => Promise<{ id: string }> }): Promise<string> {
    return (await this.system((tx) => insert(tx).executeTakeFirstOrThrow())).id;
  }

  /** An API client with a secret, and the secret. */
  async apiClient(place: Place, scopes: readonly string[] = ['notes.read']): Promise<{ id: string; secret: string }> {
    const secret = `inc_${randomUUID()}`;
    const values = {
      // The platform has none: in its place stands somebody's of the other tenant.
      tenant_id: this.tenantOf(place === 'none' ? 'other' : place),
      name: `Client ${randomUUID().slice(0, 12)}`,
      scopes: [...scopes],
      secret_hash: hashOf(secret),
      created_by: 'superadmin',
    };
    const { id } = await this.system((tx) =>
      tx.insertInto('app.api_clients').values(values).returning('id').executeTakeFirstOrThrow(),
    );
    return { id, secret };
  }

  /** A FHIR subscription that nobody's program asked for, at an address that nobody may reach. */
  subscription(place: Place): Promise<string> {
    const values = {
      tenant_id: this.tenantOf(place === 'none' ? 'other' : place),
      kind: 'fhir' as const,
      name: `Subscription ${randomUUID().slice(0, 12)}`,
      url: 'http://127.0.0.1:9/',
      events: ['case.finished'],
      with_text: false,
      reason: 'Billing',
      content: 'id-only' as const,
      created_by: 'superadmin',
    };
    return this.made((tx) => tx.insertInto('app.webhooks').values(values).returning('id'));
  }

  /** A webhook whose address nobody may reach, and a message that was given up. */
  async webhook(place: Place): Promise<{ webhook: string; message: string }> {
    const tenant_id = this.tenantOf(place === 'none' ? 'other' : place);
    const values = {
      tenant_id,
      name: `Webhook ${randomUUID().slice(0, 12)}`,
      url: 'http://127.0.0.1:9/',
      events: ['case.finished'],
      with_text: false,
      secret: Buffer.from('sealed elsewhere'),
      created_by: 'superadmin',
    };
    return this.system(async (tx) => {
      const made = await tx.insertInto('app.webhooks').values(values).returning('id').executeTakeFirstOrThrow();
      const message = {
        tenant_id,
        webhook_id: made.id,
        event: 'case.finished',
        note_id: randomUUID(),
        data: '{}',
        state: 'dead' as const,
      };
      const { id } = await tx.insertInto('app.webhook_messages').values(message).returning('id').executeTakeFirstOrThrow();
      return { webhook: made.id, message: id };
    });
  }

  /** An HL7 channel, and a message that was refused. */
  hl7Channel(place: Place): Promise<string> {
    const tenant = this.tenantOf(place === 'none' ? 'other' : place);
    return this.system(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        with made as (insert into app.hl7_channels (tenant_id, name, key_hash, created_by)
          values (${tenant}, ${`Channel ${randomUUID().slice(0, 12)}`}, ${randomBytes(32)}, 'superadmin') returning id, tenant_id),
        heard as (insert into app.hl7_messages (tenant_id, channel_id, event, control_id, outcome, reason, sha256)
          select tenant_id, id, 'MDM^T02', '1', 'refused', 'TXA-12, the number of the document, is missing.', ${'0'.repeat(64)} from made)
        select id from made`.execute(tx);
      return rows[0]!.id;
    });
  }

  /** Single sign-on at a provider that nobody reaches, and a sign-in that was refused. */
  ssoConnection(place: Place): Promise<string> {
    const tenant = this.tenantOf(place === 'none' ? 'other' : place);
    return this.system(async (tx) => {
      await sql`update app.sso_connections set revoked_at = now(), revoked_by = 'superadmin' where tenant_id = ${tenant}`.execute(
        tx,
      );
      const { rows } = await sql<{ id: string }>`
        with made as (insert into app.sso_connections (tenant_id, name, key, issuer, client_id, client_secret, groups_claim, created_by)
          values (${tenant}, 'Clinic accounts', ${randomBytes(9).toString('base64url')}, 'http://10.0.0.1', 'incisive',
                  ${this.t.deps.seal.seal('secret')}, 'groups', 'superadmin') returning id, tenant_id),
        heard as (insert into app.sso_messages (tenant_id, connection_id, event, outcome, reason)
          select tenant_id, id, 'sign-in', 'refused', 'The provider did not answer in time.' from made)
        select id from made`.execute(tx);
      return rows[0]!.id;
    });
  }

  /** A drop folder that is read, and a file that was refused. */
  async dropFolder(place: Place): Promise<string> {
    const tenant_id = this.tenantOf(place === 'none' ? 'other' : place);
    return this.system(async (tx) => {
      const { id } = await tx
        .insertInto('app.drop_folders')
        .values({ tenant_id, active: true, changed_by: 'superadmin' })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ active: true }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('app.drop_files')
        .values({ tenant_id, folder_id: id, outcome: 'refused', reason: 'file-empty' })
        .execute();
      return id;
    });
  }
}
