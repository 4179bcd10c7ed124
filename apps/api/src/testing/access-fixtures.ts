import { randomUUID } from 'node:crypto';
import type { NoteKind } from '@incisive/contract/notes';
import { type Role, isSuperRole } from '@incisive/contract/roles';
import { newResetCode, newVerifyLink } from '../features/accounts/secrets/mailed-secrets.ts';
import { setUpSecondFactor } from '../features/accounts/sign-in/second-factor.ts';
import { stepAt, totpCode } from '../features/accounts/sign-in/totp.ts';
import { usernameKey } from '../features/accounts/account-lookup.ts';
import { sql } from 'kysely';
import type { UserStatus } from '../db/account-tables.ts';
import { type Actor, platformTenantId, withSystem } from '../db/tenant.ts';
import { sampleInsurance, samplePayers, samplePractice } from './billing.fixture.ts';
import { testPassword } from './build-test-app.ts';
import { ConnectionFixtures, type Place } from './connection-fixtures.ts';

export { type Place, places } from './connection-fixtures.ts';

export interface Caller {
  readonly actor: Actor;
  readonly email: string;
  readonly refreshToken: string;
  readonly bearer: Record<string, string>;
}

let serial = 0;

/** Makes callers and objects straight in the database, one set for each request, so that no request disturbs another. */
export class AccessFixtures extends ConnectionFixtures {
  #passwordHash: string | undefined;

  async #hash(): Promise<string> {
    this.#passwordHash ??= (
      await this.system((tx) =>
        tx
          .selectFrom('app.credentials')
          .select('password_hash')
          .where('user_id', '=', this.t.users['admin']!.id)
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
    return this.system(async (tx) => {
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
    const tenantId = isSuperRole(role) ? platformTenantId : this.t.tenants[0];
    const user = await this.user(role, tenantId, 'active', narrowed ? [this.t.tenants[0]] : []);
    const subject = { id: user.id, username: user.username, role, tenant_id: tenantId };
    const tokens = await this.system((tx) => this.t.deps.sessions.start(tx, subject, { userAgent: 'test', address: '::1' }));
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
    return this.made((tx) =>
      tx
        .insertInto('app.notes')
        .values({
          tenant_id: this.tenantOf(place),
          kind,
          text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy. The gallbladder was removed.',
          created_by: 'superadmin',
          created_by_id: this.t.users['superadmin']!.id,
        })
        .returning('id'),
    );
  }

  queue(place: Place): Promise<string> {
    return this.system(async (tx) => {
      const { rows } = await sql<{ id: string }>`insert into app.queues (tenant_id, name, created_by)
        values (${this.tenantOf(place)}, ${`Queue ${randomUUID()}`}, 'superadmin') returning id`.execute(tx);
      return rows[0]!.id;
    });
  }

  comment(note: string): Promise<string> {
    return this.system(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into app.case_comments (tenant_id, case_id, note_id, text, author_id, author)
          select tenant_id, id, note_id, 'Which side?', ${this.t.users['superadmin']!.id}::uuid, 'superadmin'
            from app.cases where note_id = ${note} returning id`.execute(tx);
      return rows[0]!.id;
    });
  }

  /** A question that waits for the answer of this person. */
  query(note: string, to: { id: string; username: string }): Promise<string> {
    return this.system(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        with made as (insert into app.queries (tenant_id, case_id, note_id, to_id, to_username, asked_by_id, asked_by, due_on)
          select tenant_id, id, note_id, ${to.id}::uuid, ${to.username}, ${this.t.users['superadmin']!.id}::uuid, 'superadmin', current_date + 3
            from app.cases where note_id = ${note} returning id, tenant_id),
        asked as (insert into app.query_versions (tenant_id, query_id, act, note_version, content, acted_by, acted_by_id)
          select tenant_id, id, 'send', 1, ${JSON.stringify({
            subject: 'other',
            form: 'open',
            heading: 'Procedure',
            question: 'What was done?',
            quotes: [{ start: 0, end: 9, words: 'PROCEDURE' }],
            choices: [],
          })}::jsonb, 'superadmin', ${this.t.users['superadmin']!.id}::uuid from made)
        select id from made`.execute(tx);
      return rows[0]!.id;
    });
  }

  emptyTenant(): Promise<string> {
    return this.made((tx) =>
      tx
        .insertInto('app.tenants')
        .values({ name: `Empty ${randomUUID().slice(0, 12)}`, created_by: 'superadmin' })
        .returning('id'),
    );
  }

  notice(user: { id: string; tenantId: string }): Promise<string> {
    return this.made((tx) =>
      tx.insertInto('app.notices').values({ user_id: user.id, tenant_id: user.tenantId, message: 'A notice' }).returning('id'),
    );
  }

  /** A finished export of no notes. */
  noteExport(user: { id: string; tenantId: string }): Promise<string> {
    return this.made((tx) =>
      tx
        .insertInto('app.exports')
        .values({ user_id: user.id, tenant_id: user.tenantId, kind: 'op', row_limit: 10, note_ids: [], state: 'ready' })
        .returning('id'),
    );
  }

  session(userId: string): Promise<string> {
    return this.made((tx) =>
      tx
        .insertInto('app.sessions')
        .values({ user_id: userId, expires_at: new Date(Date.now() + 3_600_000) })
        .returning('id'),
    );
  }

  /** A message of a visitor, which belongs to no tenant. */
  contact(): Promise<string> {
    const values = { first_name: 'Some', last_name: 'Visitor', email: 'visitor@example.org', title: 'Coder' };
    return withSystem(this.t.database, async (tx) => {
      const insert = tx.insertInto('app.contact_messages').values({ ...values, company_name: 'Clinic', message: 'Words' });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    });
  }

  feedback(place: Place): Promise<string> {
    return this.made((tx) =>
      tx
        .insertInto('app.feedbacks')
        .values({
          tenant_id: this.tenantOf(place),
          subject: '',
          message: 'Feedback',
          created_by: 'superadmin',
          created_by_id: this.t.users['superadmin']!.id,
        })
        .returning('id'),
    );
  }

  catalogueCode(): Promise<{ id: string; code: string }> {
    return this.system((tx) =>
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
    return this.made((tx) =>
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

  /** Everything that a claim file asks for, of the tenant and of the case. */
  async billed(tenantId: string, caseId: string | null): Promise<void> {
    await this.system(async (tx) => {
      await sql`insert into app.billing_settings (tenant_id, revision, practice, payers, updated_by)
        values (${tenantId}, 1, ${JSON.stringify(samplePractice)}::jsonb, ${JSON.stringify(samplePayers)}::jsonb, 'superadmin')
        on conflict (tenant_id) do update set practice = excluded.practice, payers = excluded.payers`.execute(tx);
      if (caseId === null) return;
      await sql`insert into app.case_insurance (case_id, tenant_id, insurance, updated_by)
        values (${caseId}, ${tenantId}, ${JSON.stringify(sampleInsurance)}::jsonb, 'superadmin')`.execute(tx);
    });
  }

  catalogueImport(): Promise<string> {
    return this.made((tx) =>
      tx.insertInto('app.catalogue_imports').values({ state: 'waiting', created_by: 'superadmin' }).returning('id'),
    );
  }

  resetCode(user: { id: string; email: string }): Promise<string> {
    return this.system((tx) => newResetCode(this.t.deps, tx, user));
  }

  async verifyToken(user: { id: string; email: string }): Promise<string> {
    const link = await this.system((tx) => newVerifyLink(this.t.deps, tx, user));
    return link.split('#token=')[1]!;
  }

  async firstTotpCode(actor: Actor): Promise<string> {
    const { secret } = await setUpSecondFactor(this.t.deps, actor, testPassword);
    return totpCode(secret, stepAt(Date.now()));
  }
}
