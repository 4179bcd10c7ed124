import { randomUUID } from 'node:crypto';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { saveOutcome as saveDropFile } from './drop-folders.store.ts';
import { saveOutcome as saveHl7Message } from '../hl7/hl7-channels.store.ts';

// Every kind of connection tells its last 1,000 messages: no more, the newest first, and none of another connection.

const t = await useTestApp();
const make = new AccessFixtures(t);
const more = limits.integrationMessages + 5;
const base = '/api/v1/integrations/';
interface Told {
  readonly id: string;
  readonly at: string;
}
const toldOf = async (path: string): Promise<Told[]> => {
  const answer = await t.as('admin', 'GET', `${base}${path}/messages/`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ results: Told[] }>().results;
};
const insert = (statement: ReturnType<typeof sql>) => withSystem(t.database, (tx) => statement.execute(tx));
const many = sql`from generate_series(1, ${more}) as n`;
/** The n-th message, a second after the one before. */
const at = sql`now() - interval '2 hours' + make_interval(secs => n)`;

const kinds: Readonly<Record<string, () => Promise<string>>> = {
  'an API client': async () => {
    const { id } = await make.apiClient('own');
    await insert(sql`insert into app.audit_log (recorded, tenant_id, type, action, outcome, user_id, who, role, request_id, entity)
      select ${at}, ${t.tenants[0]}, 'note_read', 'R', 'success', ${id}, 'client', 'Client', 'r' || n, '{}' ${many}`);
    return `clients/${id}`;
  },
  'an HL7 channel': async () => {
    const id = await make.hl7Channel('own');
    await insert(sql`insert into app.hl7_messages (tenant_id, channel_id, event, control_id, outcome, note_id, sha256, created_at)
      select ${t.tenants[0]}, ${id}, 'MDM^T02', n, 'known', ${randomUUID()}, repeat('0', 64), ${at} ${many}`);
    return `hl7-channels/${id}`;
  },
  'a drop folder': async () => {
    const id = await make.dropFolder('own');
    await insert(sql`insert into app.drop_files (tenant_id, folder_id, outcome, note_id, sha256, created_at)
      select ${t.tenants[0]}, ${id}, 'known', ${randomUUID()}, repeat('0', 64), ${at} ${many}`);
    return `drop-folders/${id}`;
  },
  'a webhook, and a FHIR subscription, which is one': async () => {
    const { webhook } = await make.webhook('own');
    await insert(sql`insert into app.webhook_messages (tenant_id, webhook_id, event, data, state, settled_at, created_at)
      select ${t.tenants[0]}, ${webhook}, 'case.finished', '{}', 'delivered', now(), ${at} ${many}`);
    return `webhooks/${webhook}`;
  },
  'single sign-on': async () => {
    const id = await make.ssoConnection('own');
    await insert(sql`insert into app.sso_messages (tenant_id, connection_id, event, outcome, created_at)
      select ${t.tenants[0]}, ${id}, 'sign-in', 'done', ${at} ${many}`);
    return `single-sign-on/${id}`;
  },
};

test.each(Object.entries(kinds))('L: %s tells its last 1,000 messages, newest first', async (_kind, prepare) => {
  const path = await prepare();
  const told = await toldOf(path);
  expect(told).toHaveLength(limits.integrationMessages);
  expect(new Set(told.map(({ id }) => id)).size).toBe(limits.integrationMessages);
  // Above all others lies what was given up.
  const times = told.slice(1).map((one) => Date.parse(one.at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('L: a log that is written keeps the last thousand, not one more', async () => {
  const [channel, folder] = [await make.hl7Channel('own'), await make.dropFolder('own')];
  const tenantId = t.tenants[0];
  await insert(sql`insert into app.hl7_messages (tenant_id, channel_id, event, control_id, outcome, note_id, sha256, created_at)
    select ${tenantId}, ${channel}, 'MDM^T02', n, 'known', ${randomUUID()}, repeat('0', 64), ${at} ${many}`);
  await insert(sql`insert into app.drop_files (tenant_id, folder_id, outcome, note_id, sha256, created_at)
    select ${tenantId}, ${folder}, 'known', ${randomUUID()}, repeat('0', 64), ${at} ${many}`);
  const known = { id: channel, name: 'Channel', tenant_id: tenantId, tenant_name: '', certificate: null };
  const kept = await withSystem(t.database, async (tx) => {
    await saveHl7Message(tx, {
      channel: known,
      event: 'MDM^T02',
      control: 'newest',
      sha256: '1'.repeat(64),
      outcome: 'taken',
      noteId: randomUUID(),
    });
    await saveDropFile(tx, { tenantId, folderId: folder, outcome: 'taken', noteId: randomUUID(), sha256: '1'.repeat(64) });
    const { rows } = await sql<{ messages: number; files: number }>`select
      (select count(*)::int from app.hl7_messages where channel_id = ${channel}) as messages,
      (select count(*)::int from app.drop_files where folder_id = ${folder}) as files`.execute(tx);
    return rows[0];
  });
  expect(kept).toEqual({ messages: limits.integrationMessages, files: limits.integrationMessages });
  expect((await toldOf(`hl7-channels/${channel}`))[0]).toMatchObject({ control_id: 'newest' });
});

test('L: what was given up stands above a thousand that were taken since', async () => {
  const { webhook, message } = await make.webhook('own');
  await insert(sql`update app.webhook_messages set created_at = now() - interval '1 day' where id = ${message}`);
  await insert(sql`insert into app.webhook_messages (tenant_id, webhook_id, event, data, state, settled_at, created_at)
    select ${t.tenants[0]}, ${webhook}, 'case.finished', '{}', 'delivered', now(), ${at} ${many}`);
  expect((await toldOf(`webhooks/${webhook}`))[0]).toMatchObject({ id: message, state: 'dead' });
  expect((await t.as('admin', 'POST', `${base}webhook-messages/${message}/replay/`, {})).statusCode).toBe(200);
});
