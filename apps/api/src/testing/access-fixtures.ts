import { randomBytes, randomUUID } from 'node:crypto';
import type { NoteKind } from '@incisive/contract/notes';
import { type Role, isSuperRole } from '@incisive/contract/roles';
import { newResetCode, newVerifyLink } from '../features/accounts/secrets/mailed-secrets.ts';
import { setUpSecondFactor } from '../features/accounts/sign-in/second-factor.ts';
import { stepAt, totpCode } from '../features/accounts/sign-in/totp.ts';
import { usernameKey } from '../features/accounts/account-lookup.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { UserStatus } from '../db/account-tables.ts';
import { type Actor, platformTenantId, withSystem } from '../db/tenant.ts';
import { hashOf } from '../secrets/one-time-codes.ts';
import { sampleInsurance, samplePayers, samplePractice } from './billing.fixture.ts';
import { type TestApp, testPassword } from './build-test-app.ts';

/** Where the objects of a request lie, as seen from the caller: in the first tenant, in the second, in none. */
export type Place = 'own' | 'other' | 'none';
export const places: readonly Place[] = ['own', 'other', 'none'];

export interface Caller {
  readonly actor: Actor;
  readonly email: string;
  readonly refreshToken: string;
  readonly bearer: Record<string, string>;
}

let serial = 0;

/** Makes callers and objects straight in the database, one set for each request, so that no request disturbs another. */
export class AccessFixtures {
  readonly #t: TestApp;
  #passwordHash: string | undefined;

  constructor(t: TestApp) {
    this.#t = t;
  }

  tenantOf(place: Place): string {
    return place === 'none' ? platformTenantId : this.#t.tenants[place === 'own' ? 0 : 1];
  }

  #system<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return withSystem(this.#t.database, run);
  }

  async #made(insert: (tx: Tx) => { executeTakeFirstOrThrow: () => Promise<{ id: string }> }): Promise<string> {
    return (await this.#system((tx) => insert(tx).executeTakeFirstOrThrow())).id;
  }

  async #hash(): Promise<string> {
    this.#passwordHash ??= (
      await this.#system((tx) =>
        tx
          .selectFrom('app.credentials')
          .select('password_hash')
          .where('user_id', '=', this.#t.users['admin']!.id)
          .executeTakeFirstOrThrow(),
      )
    ).password_hash;
    return this.#passwordHash;
  }

  /** A user with `testPassword`, past both gates. */
  async user(
    role: Role,
    tenantId: string,
    status: UserStatus = 'active',
    onlyTenants: string[] = [],
  ): Promise<{ id: string; username: string; email: string }> {
    const hash = await this.#hash();
    const username = `u${randomUUID().slice(0, 18)}`;
    return this.#system(async (tx) => {
      const user = await tx
        .insertInto('app.users')
        .values({
          tenant_id: tenantId,
          username,
          username_key: usernameKey(username),
          email: `${username}@example.org`,
          phone_number: '+12025550100',
          first_name: 'Test',
          last_name: role,
          specialty: 'Surgery',
          practice: 'Clinic',
          role,
          only_tenants: onlyTenants,
          status,
          agreement_at: new Date(),
          agreement_version: '2026-11',
          created_by: 'superadmin',
        })
        .returning(['id', 'username', 'email'])
        .executeTakeFirstOrThrow();
      await tx.insertInto('app.credentials').values({ user_id: user.id, password_hash: hash }).execute();
      return user;
    });
  }

  /** A signed-in user of the role, in the first tenant where the role has one; a narrowed one is limited to it. */
  async caller(role: Role, narrowed = false): Promise<Caller> {
    const tenantId = isSuperRole(role) ? platformTenantId : this.#t.tenants[0];
    const user = await this.user(role, tenantId, 'active', narrowed ? [this.#t.tenants[0]] : []);
    const subject = { id: user.id, username: user.username, role, tenant_id: tenantId };
    const tokens = await this.#system((tx) => this.#t.deps.sessions.start(tx, subject, { userAgent: 'test', address: '::1' }));
    const actor: Actor = {
      userId: user.id,
      username: user.username,
      role,
      tenantId,
      tenantName: null,
      sessionId: randomUUID(),
      requestId: 'test',
      address: '::1',
    };
    return {
      actor,
      email: user.email,
      refreshToken: tokens.refresh_token,
      bearer: { authorization: `Bearer ${tokens.access_token}` },
    };
  }

  note(kind: NoteKind, place: Place): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.notes')
        .values({
          tenant_id: this.tenantOf(place),
          kind,
          text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy. The gallbladder was removed.',
          created_by: 'superadmin',
          created_by_id: this.#t.users['superadmin']!.id,
        })
        .returning('id'),
    );
  }

  queue(place: Place): Promise<string> {
    return this.#system(async (tx) => {
      const { rows } = await sql<{ id: string }>`insert into app.queues (tenant_id, name, created_by)
        values (${this.tenantOf(place)}, ${`Queue ${randomUUID()}`}, 'superadmin') returning id`.execute(tx);
      return rows[0]!.id;
    });
  }

  comment(note: string): Promise<string> {
    return this.#system(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into app.case_comments (tenant_id, case_id, note_id, text, author_id, author)
          select tenant_id, id, note_id, 'Which side?', ${this.#t.users['superadmin']!.id}::uuid, 'superadmin'
            from app.cases where note_id = ${note} returning id`.execute(tx);
      return rows[0]!.id;
    });
  }

  /** A question that waits for the answer of this person. */
  query(note: string, to: { id: string; username: string }): Promise<string> {
    return this.#system(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        with made as (insert into app.queries (tenant_id, case_id, note_id, to_id, to_username, asked_by_id, asked_by, due_on)
          select tenant_id, id, note_id, ${to.id}::uuid, ${to.username}, ${this.#t.users['superadmin']!.id}::uuid, 'superadmin', current_date + 3
            from app.cases where note_id = ${note} returning id, tenant_id),
        asked as (insert into app.query_versions (tenant_id, query_id, act, note_version, content, acted_by, acted_by_id)
          select tenant_id, id, 'send', 1, ${JSON.stringify({
            subject: 'other',
            form: 'open',
            heading: 'Procedure',
            question: 'What was done?',
            quotes: [{ start: 0, end: 9, words: 'PROCEDURE' }],
            choices: [],
          })}::jsonb, 'superadmin', ${this.#t.users['superadmin']!.id}::uuid from made)
        select id from made`.execute(tx);
      return rows[0]!.id;
    });
  }

  emptyTenant(): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.tenants')
        .values({ name: `Empty ${randomUUID().slice(0, 12)}`, created_by: 'superadmin' })
        .returning('id'),
    );
  }

  notice(user: { id: string; tenantId: string }): Promise<string> {
    return this.#made((tx) =>
      tx.insertInto('app.notices').values({ user_id: user.id, tenant_id: user.tenantId, message: 'A notice' }).returning('id'),
    );
  }

  /** A finished export of no notes. */
  noteExport(user: { id: string; tenantId: string }): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.exports')
        .values({ user_id: user.id, tenant_id: user.tenantId, kind: 'op', row_limit: 10, note_ids: [], state: 'ready' })
        .returning('id'),
    );
  }

  session(userId: string): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.sessions')
        .values({ user_id: userId, expires_at: new Date(Date.now() + 3_600_000) })
        .returning('id'),
    );
  }

  /** A message of a visitor, which belongs to no tenant. */
  contact(): Promise<string> {
    const values = { first_name: 'Some', last_name: 'Visitor', email: 'visitor@example.org', title: 'Coder' };
    return withSystem(this.#t.database, async (tx) => {
      const insert = tx.insertInto('app.contact_messages').values({ ...values, company_name: 'Clinic', message: 'Words' });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    });
  }

  feedback(place: Place): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.feedbacks')
        .values({
          tenant_id: this.tenantOf(place),
          subject: '',
          message: 'Feedback',
          created_by: 'superadmin',
          created_by_id: this.#t.users['superadmin']!.id,
        })
        .returning('id'),
    );
  }

  catalogueCode(): Promise<{ id: string; code: string }> {
    return this.#system((tx) =>
      tx
        .insertInto('app.cpt_codes')
        .values({
          code: `X${String((serial += 1)).padStart(4, '0')}`,
          description: 'A code of the tests',
          created_by: 'superadmin',
        })
        .onConflict((conflict) => conflict.column('code').doUpdateSet({ retired_at: null }))
        .returning(['id', 'code'])
        .executeTakeFirstOrThrow(),
    );
  }

  /** A file that was read and may be taken or dropped. */
  editFile(): Promise<string> {
    return this.#made((tx) =>
      tx
        .insertInto('app.edit_files')
        .values({
          kind: 'icd',
          release: `R${(serial += 1)}`,
          valid_from: '2026-01-01',
          valid_to: '2026-12-31',
          filename: 'icd10cm_order_2026.txt',
          state: 'preview',
          created_by: 'superadmin',
        })
        .returning('id'),
    );
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
    const { id } = await this.#system((tx) =>
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
    return this.#made((tx) => tx.insertInto('app.webhooks').values(values).returning('id'));
  }

  /** Everything that a claim file asks for, of the tenant and of the case. */
  async billed(tenantId: string, caseId: string | null): Promise<void> {
    await this.#system(async (tx) => {
      await sql`insert into app.billing_settings (tenant_id, revision, practice, payers, updated_by)
        values (${tenantId}, 1, ${JSON.stringify(samplePractice)}::jsonb, ${JSON.stringify(samplePayers)}::jsonb, 'superadmin')
        on conflict (tenant_id) do update set practice = excluded.practice, payers = excluded.payers`.execute(tx);
      if (caseId === null) return;
      await sql`insert into app.case_insurance (case_id, tenant_id, insurance, updated_by)
        values (${caseId}, ${tenantId}, ${JSON.stringify(sampleInsurance)}::jsonb, 'superadmin')`.execute(tx);
    });
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
    return this.#system(async (tx) => {
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
    return this.#system(async (tx) => {
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
    return this.#system(async (tx) => {
      await sql`update app.sso_connections set revoked_at = now(), revoked_by = 'superadmin' where tenant_id = ${tenant}`.execute(
        tx,
      );
      const { rows } = await sql<{ id: string }>`
        with made as (insert into app.sso_connections (tenant_id, name, key, issuer, client_id, client_secret, groups_claim, created_by)
          values (${tenant}, 'Clinic accounts', ${randomBytes(9).toString('base64url')}, 'http://10.0.0.1', 'incisive',
                  ${this.#t.deps.seal.seal('secret')}, 'groups', 'superadmin') returning id, tenant_id),
        heard as (insert into app.sso_messages (tenant_id, connection_id, event, outcome, reason)
          select tenant_id, id, 'sign-in', 'refused', 'The provider did not answer in time.' from made)
        select id from made`.execute(tx);
      return rows[0]!.id;
    });
  }

  /** A drop folder that is read, and a file that was refused. */
  async dropFolder(place: Place): Promise<string> {
    const tenant_id = this.tenantOf(place === 'none' ? 'other' : place);
    return this.#system(async (tx) => {
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

  catalogueImport(): Promise<string> {
    return this.#made((tx) =>
      tx.insertInto('app.catalogue_imports').values({ state: 'waiting', created_by: 'superadmin' }).returning('id'),
    );
  }

  resetCode(user: { id: string; email: string }): Promise<string> {
    return this.#system((tx) => newResetCode(this.#t.deps, tx, user));
  }

  async verifyToken(user: { id: string; email: string }): Promise<string> {
    const link = await this.#system((tx) => newVerifyLink(this.#t.deps, tx, user));
    return link.split('#token=')[1]!;
  }

  async firstTotpCode(actor: Actor): Promise<string> {
    const { secret } = await setUpSecondFactor(this.#t.deps, actor, testPassword);
    return totpCode(secret, stepAt(Date.now()));
  }
}
