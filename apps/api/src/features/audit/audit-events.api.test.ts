import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auditEvents } from '@incisive/contract/audit-events';
import type { AuditEventName } from '@incisive/contract/audit-events';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endSso, newSso } from '../accounts/single-sign-on/sso.fixture.ts';
import { stepAt, totpCode } from '../accounts/sign-in/totp.ts';
import { withSystem } from '../../db/tenant.ts';
import { removeOldAudit } from './remove-audit.job.ts';
import { Mailer } from '../../mail/mailer.ts';
import { letters } from '../../mail/templates.ts';
import type { Transport } from '../../mail/transport.ts';
import { testPassword } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';
import { ageAudit, freshSealer } from '../../testing/aged-audit.ts';
import { finishedCase, otherCoding, reviewOf } from '../../testing/review.fixture.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { codeIn, tokenIn, useMailedTestApp } from '../../testing/outbox.ts';
import { signUpForm } from '../../testing/sign-up-form.ts';

/** What happens, by whom, and what its row must point to; prepared in `before`, which writes rows of its own. */
interface Deed {
  readonly event: AuditEventName;
  readonly deed: () => Promise<{ statusCode: number }>;
  readonly status?: number;
  readonly entity?: () => string;
}

const t = await useMailedTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });

const post = (as: string | null, url: string, body: unknown, headers: Record<string, string> = {}) =>
  t.as(as, 'POST', url, body, headers);
const newest = () =>
  withSystem(
    t.database,
    async (tx) => (await tx.selectFrom('app.audit_log').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0,
  );
const since = (id: number) =>
  withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['type', 'action', 'outcome', 'entity', 'detail'])
      .where('id', '>', id)
      .orderBy('id')
      .execute(),
  );

let serial = 0;
const person = (more: Record<string, unknown> = {}) => signUpForm(t.tenants[0], more);
const made = async (as: string | null, more: Record<string, unknown> = {}) => {
  const body = person(more);
  const { id } = (await post(as, '/auth/signup/', body)).json<{ id: string }>();
  return { ...body, id };
};
/** An act on an account that was just made. */
const toUser = async (act: string, as: string | null) => {
  const { id } = await made(as);
  return { deed: () => post('admin', `/api/v1/accounts/${act}/`, { users: [id] }), entity: () => `user:${id}` };
};
const fresh = {
  note: async () => (await post('approver', '/api/v1/op-notes/', { text: 'A note.' })).json<{ id: string }>().id,
  tenant: async () => {
    serial += 1;
    return (await post('superadmin', '/api/v1/tenants/', { name: `Clinic number ${String(serial)}` })).json<{ id: string }>().id;
  },
  client: async () => {
    serial += 1;
    const body = { name: `Client ${String(serial)}`, method: 'secret', scopes: ['notes.read'] };
    return (await post('admin', '/api/v1/integrations/clients/', body)).json<{ id: string; client_secret: string }>();
  },
  webhook: async (url = 'https://example.org/hook') => {
    const body = { name: `Webhook ${(serial += 1)}`, url, events: ['note.received'], with_text: false };
    return (await post('admin', '/api/v1/integrations/webhooks/', body)).json<{ id: string }>();
  },
  contact: async () => {
    const values = {
      first_name: 'Some',
      last_name: 'Visitor',
      email: 'visitor@example.org',
      title: 'Coder',
      company_name: 'Clinic',
    };
    return withSystem(t.database, async (tx) => {
      const insert = tx.insertInto('app.contact_messages').values({ ...values, message: 'Words' });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    });
  },
  feedback: async () => (await post('approver', '/api/v1/feedbacks/', { message: 'Words' })).json<{ id: string }>().id,
};
const tokenFor = (client_id: string, client_secret: string) =>
  post(null, '/oauth/token', { grant_type: 'client_credentials', client_id, client_secret });
const bearerOf = async (username: string, password = testPassword) => ({
  authorization: `Bearer ${(await t.tokens(username, password)).access_token}`,
});
const file = (name: string, content: string) => multipart(fileParts(name, content));
const secretPart = 'Zygomatic marker phrase';

const noteWithClaim = async (): Promise<string> => {
  const note = await post('approver', '/api/v1/op-notes/', { text: 'Gallbladder removed through the scope.' });
  const { id } = note.json<{ id: string }>();
  await readyClaim(t, id);
  return id;
};

const ofCase = (id: string, what: string, body: unknown = {}, who = 'approver') => ({
  deed: () => post(who, `/api/v1/op-notes/${id}/case/${what}/`, body),
  entity: () => `note:${id}`,
});
const ask = (id: string) =>
  post('admin', `/api/v1/op-notes/${id}/queries/`, {
    to: t.users['approver']!.id,
    subject: 'other',
    form: 'open',
    heading: 'Procedure',
    question: 'What was done?',
    quotes: [[0, 6]],
  });
const claimed = async (who: string): Promise<string> => {
  const id = await fresh.note();
  await post(who, `/api/v1/op-notes/${id}/case/claim/`, {});
  return id;
};

const reviewed = async (second?: typeof otherCoding) =>
  reviewOf(t, await fresh.note(), {
    coder: t.users['coder']!,
    reviewer: t.users['approver']!,
    ...(second ? { second } : {}),
  });

/** Each event of the vocabulary with a deed that must leave it, once. */
const deeds: Readonly<Record<AuditEventName, () => Promise<Omit<Deed, 'event'>>>> = {
  authn_login_success: async () => ({ deed: () => post(null, '/auth/login/', { username: 'approver', password: testPassword }) }),
  authn_login_fail: async () => ({
    deed: () => post(null, '/auth/login/', { username: 'approver2', password: 'wrong' }),
    status: 401,
  }),
  authn_login_lock: async () => {
    const { username } = await made('admin');
    // The fifth wrong try is still looked at; the one after it meets the lock.
    for (let tries = 0; tries < 5; tries += 1) await post(null, '/auth/login/', { username, password: 'wrong' });
    return { deed: () => post(null, '/auth/login/', { username, password: 'wrong' }), status: 401 };
  },
  authn_token_reuse: async () => {
    const { refresh_token: first } = await t.tokens('coder');
    const refresh = (token: string) => post(null, '/auth/refresh/', { refresh_token: token });
    const second = (await refresh(first)).json<{ refresh_token: string }>().refresh_token;
    await refresh(second);
    return { deed: () => refresh(first), status: 401 };
  },
  authn_logout: async () => {
    const headers = await bearerOf('approver');
    return { deed: () => post(null, '/auth/logout/', {}, headers), status: 204 };
  },
  authn_password_change: async () => {
    const { username, password } = await made('admin');
    const headers = await bearerOf(username, password);
    return {
      deed: () => post(null, '/auth/change-password/', { old_password: password, new_password: 'another long walk' }, headers),
    };
  },
  authn_password_reset_request: async () => ({ deed: () => post(null, '/auth/forgot-password/', { username: 'approver2' }) }),
  authn_password_reset: async () => {
    await post(null, '/auth/forgot-password/', { username: 'dataentry2' });
    const mail = (await t.mailTo('dataentry2@example.org')).at(-1)!;
    return {
      deed: () =>
        post(null, '/auth/reset-password/', {
          username: 'dataentry2',
          confirmation_code: codeIn(mail),
          password: 'yet another long walk',
        }),
    };
  },
  authn_email_verified: async () => {
    const { email } = await made('admin');
    const token = tokenIn((await t.mailTo(email)).find((mail) => tokenIn(mail) !== '')!);
    return { deed: () => post(null, '/auth/verify-email/', { token }) };
  },
  authn_email_verify_request: async () => {
    const { username } = await made('admin');
    return { deed: () => post(null, '/auth/verify-email/resend/', { username }) };
  },
  authn_mfa_change: async () => {
    const headers = await bearerOf('approver2');
    const { secret } = (await post(null, '/auth/totp/setup/', { password: testPassword }, headers)).json<{ secret: string }>();
    return { deed: () => post(null, '/auth/totp/confirm/', { otp: totpCode(secret, stepAt(Date.now())) }, headers) };
  },
  authn_session_end: async () => {
    const { id } = await made('admin');
    return { deed: () => post('admin', '/api/v1/accounts/end-sessions/', { users: [id] }), entity: () => `user:${id}` };
  },
  authz_fail: async () => ({ deed: () => t.as('dataentry', 'GET', '/api/v1/audit/'), status: 403 }),
  authz_alert: async () => {
    const refused = () => t.as('superapprover', 'GET', '/api/v1/audit/');
    for (let times = 0; times < 4; times += 1) await refused();
    return { deed: refused, status: 403 };
  },
  agreement_accepted: async () => {
    const { username, password } = await made('admin');
    const changed = await post(
      null,
      '/auth/change-password/',
      { old_password: password, new_password: 'another long walk' },
      await bearerOf(username, password),
    );
    const headers = { authorization: `Bearer ${changed.json<{ access_token: string }>().access_token}` };
    return { deed: () => post(null, '/api/v1/accounts/agreement/', {}, headers) };
  },
  note_create: async () => ({ deed: () => post('approver', '/api/v1/op-notes/', { text: secretPart }), status: 201 }),
  note_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/`), entity: () => `note:${id}` };
  },
  note_list: async () => ({ deed: () => t.as('approver', 'GET', '/api/v1/op-notes/') }),
  note_update: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'PATCH', `/api/v1/op-notes/${id}/`, { text: secretPart }), entity: () => `note:${id}` };
  },
  note_delete: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('admin', 'DELETE', `/api/v1/op-notes/${id}/`), status: 204, entity: () => `note:${id}` };
  },
  note_export: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/download/`), entity: () => `note:${id}` };
  },
  note_versions_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('admin', 'GET', `/api/v1/op-notes/${id}/versions/`), entity: () => `note:${id}` };
  },
  note_history_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/history/`), entity: () => `note:${id}` };
  },
  upload_validation: async () => {
    const { body, headers } = file('picture.png', secretPart);
    return { deed: () => t.as('approver', 'PUT', '/api/v1/op-notes/upload/', body, headers), status: 422 };
  },
  code_transition: async () => {
    const id = await fresh.note();
    return {
      deed: () => post('approver', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] }),
      entity: () => `note:${id}`,
    };
  },
  code_list_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-approved/`), entity: () => `note:${id}` };
  },
  text_suggest: async () => ({
    deed: () => post('approver', '/api/v1/suggest/', { text: `Gallbladder removed. ${secretPart}` }),
  }),
  train: async () => {
    const id = await fresh.note();
    await post('approver', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] });
    return { deed: () => post('approver', `/api/v1/op-notes/${id}/cpt-codes-submitted/`, { cpt_codes: ['47562'] }) };
  },
  train_undo: async () => {
    const id = await fresh.note();
    await post('approver', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] });
    const trained = await post('approver', `/api/v1/op-notes/${id}/cpt-codes-submitted/`, { cpt_codes: ['47562'] });
    const { training_id } = trained.json<{ training_id: string }>();
    return { deed: () => post('approver', `/api/v1/op-notes/${id}/cpt-codes-submitted/undo/`, { training_id }) };
  },
  catalogue_change: async () => {
    const { body, headers } = file('codes.txt', '90801\tFirst made-up procedure\n');
    return { deed: () => t.as('superadmin', 'PUT', '/api/v1/cpt-codes/upload/', body, headers), entity: () => 'catalogue' };
  },
  case_read: async () => {
    const id = await noteWithClaim();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`), entity: () => `note:${id}` };
  },
  case_update: async () => {
    const id = await noteWithClaim();
    const body = { operations: [{ do: 'header', pos: '24' }] };
    return { deed: () => post('approver', `/api/v1/op-notes/${id}/case/changes/`, body), entity: () => `note:${id}` };
  },
  case_finish: async () => {
    const id = await noteWithClaim();
    return { deed: () => post('approver', `/api/v1/op-notes/${id}/case/finish/`, {}), entity: () => `note:${id}` };
  },
  case_reopen: async () => {
    const id = await noteWithClaim();
    await post('approver', `/api/v1/op-notes/${id}/case/finish/`, {});
    return { deed: () => post('admin', `/api/v1/op-notes/${id}/case/reopen/`, {}), entity: () => `note:${id}` };
  },
  case_export: async () => {
    const id = await noteWithClaim();
    await post('approver', `/api/v1/op-notes/${id}/case/finish/`, {});
    return { deed: () => t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/export/`), entity: () => `note:${id}` };
  },
  case_claim: async () => ofCase(await fresh.note(), 'claim'),
  case_release: async () => ofCase(await claimed('approver'), 'release'),
  case_takeover: async () => ofCase(await claimed('coder'), 'take-over', {}, 'admin'),
  case_hold: async () => ofCase(await claimed('approver'), 'hold', { reason: 'pathology' }),
  case_skip: async () => ofCase(await claimed('approver'), 'skip', { reason: 'specialty' }),
  case_route: async () => {
    const id = await claimed('approver');
    await post('approver', `/api/v1/op-notes/${id}/case/hold/`, { reason: 'other', words: secretPart });
    return ofCase(id, 'resume');
  },
  case_void: async () => ofCase(await claimed('approver'), 'void', { reason: 'duplicate' }),
  queue_read: async () => {
    await fresh.note();
    return { deed: () => t.as('approver', 'GET', '/api/v1/queue/cases/') };
  },
  quality_read: async () => ({ deed: () => t.as('admin', 'GET', '/api/v1/quality/overview/') }),
  queue_change: async () => ({ deed: () => post('admin', '/api/v1/queue/queues/', { name: 'Spine' }), status: 201 }),
  query_send: async () => {
    const id = await fresh.note();
    return { deed: () => ask(id), status: 201, entity: () => `note:${id}` };
  },
  query_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/queries/`), entity: () => `note:${id}` };
  },
  comment_create: async () => {
    const id = await fresh.note();
    return { deed: () => post('coder', `/api/v1/op-notes/${id}/comments/`, { text: secretPart }), entity: () => `note:${id}` };
  },
  comment_read: async () => {
    const id = await fresh.note();
    return { deed: () => t.as('approver', 'GET', `/api/v1/op-notes/${id}/comments/`), entity: () => `note:${id}` };
  },
  comment_resolve: async () => {
    const id = await fresh.note();
    const made = await post('coder', `/api/v1/op-notes/${id}/comments/`, { text: 'Which side?' });
    const [comment] = made.json<{ results: { id: string }[] }>().results;
    const deed = () => post('approver', `/api/v1/comments/${comment!.id}/resolve/`, { resolved: true });
    return { deed, entity: () => `comment:${comment!.id}` };
  },
  query_answer: async () => {
    const id = await fresh.note();
    const query = (await ask(id)).json<{ id: string }>();
    const deed = () => post('approver', `/api/v1/queries/${query.id}/answer/`, { words: secretPart });
    return { deed, entity: () => `query:${query.id}` };
  },
  query_close: async () => {
    const query = (await ask(await fresh.note())).json<{ id: string }>();
    const deed = () => post('admin', `/api/v1/queries/${query.id}/withdraw/`, { reason: secretPart });
    return { deed, entity: () => `query:${query.id}` };
  },
  review_draw: async () => {
    await finishedCase(t, await fresh.note(), t.users['coder']!);
    const day = new Date().toISOString().slice(0, 10);
    return {
      deed: () => post('admin', '/api/v1/reviews/draws/', { from: day, to: day, coder: 'coder', reviewers: ['approver'] }),
      status: 201,
    };
  },
  review_read: async () => {
    const { review } = await reviewed();
    return { deed: () => t.as('admin', 'GET', `/api/v1/reviews/${review}/`), entity: () => `review:${review}` };
  },
  review_finish: async () => {
    const { review } = await reviewed();
    const body = { lines: [{ code: '47562' }], comment: secretPart };
    return { deed: () => post('approver', `/api/v1/reviews/${review}/coding/`, body), entity: () => `review:${review}` };
  },
  review_rebut: async () => {
    const { review, mark } = await reviewed(otherCoding);
    const deed = () => post('coder', `/api/v1/reviews/marks/${mark}/rebut/`, { words: secretPart });
    return { deed, entity: () => `review:${review}` };
  },
  review_settle: async () => {
    const { review, mark } = await reviewed(otherCoding);
    const deed = () => post('admin', `/api/v1/reviews/marks/${mark}/settle/`, { verdict: 'both', words: secretPart });
    return { deed, entity: () => `review:${review}` };
  },
  edit_file_import: async () => {
    const { body, headers } = file('icd10cm_order_2026.txt', 'not yet read');
    let id = '';
    const deed = async () => {
      const answer = await t.as('superadmin', 'PUT', '/api/v1/edit-files/upload/', body, headers);
      ({ id } = answer.json<{ id: string }>());
      return answer;
    };
    return { deed, status: 202, entity: () => `edit-file:${id}` };
  },
  user_created: async () => ({ deed: () => post('admin', '/auth/signup/', person()), status: 201 }),
  user_updated: async () => {
    const { username, id } = await made('admin');
    return { deed: () => post('admin', '/auth/update/', { username, practice: 'Elsewhere' }), entity: () => `user:${id}` };
  },
  user_deleted: async () => {
    const { username, id } = await made('admin');
    return { deed: () => t.as('admin', 'DELETE', '/auth/delete/', { username }), status: 204, entity: () => `user:${id}` };
  },
  user_activated: () => toUser('activate', null),
  user_deactivated: () => toUser('deactivate', 'admin'),
  user_refused: () => toUser('refuse', null),
  user_unlocked: () => toUser('unlock', 'admin'),
  user_read: async () => {
    const { id } = t.users['approver']!;
    return { deed: () => t.as('admin', 'GET', `/api/v1/accounts/${id}/`), entity: () => `user:${id}` };
  },
  user_list: async () => ({ deed: () => t.as('admin', 'GET', '/api/v1/accounts/') }),
  user_alert: async () => {
    const id = await fresh.note();
    const users = [t.users['approver']!.id];
    return { deed: () => post('admin', '/api/v1/accounts/alert/', { op_notes: [id], users }) };
  },
  invitation_created: async () => ({
    deed: () => post('admin', `/api/v1/tenants/${t.tenants[0]}/invitations/`, {}),
    status: 201,
  }),
  tenant_created: async () => ({ deed: () => post('superadmin', '/api/v1/tenants/', { name: 'A new clinic' }), status: 201 }),
  tenant_updated: async () => {
    const id = await fresh.tenant();
    return { deed: () => t.as('superadmin', 'PATCH', `/api/v1/tenants/${id}/`, { active: false }), entity: () => `tenant:${id}` };
  },
  tenant_deleted: async () => {
    const id = await fresh.tenant();
    return { deed: () => t.as('superadmin', 'DELETE', `/api/v1/tenants/${id}/`), status: 204, entity: () => `tenant:${id}` };
  },
  feedback_created: async () => ({ deed: () => post('dataentry', '/api/v1/feedbacks/', { message: secretPart }), status: 201 }),
  feedback_read: async () => ({ deed: () => t.as('admin', 'GET', '/api/v1/feedbacks/') }),
  feedback_updated: async () => {
    const id = await fresh.feedback();
    return { deed: () => post('superadmin', '/api/v1/feedbacks/done/', { feedbacks: [id] }), entity: () => `feedback:${id}` };
  },
  feedback_deleted: async () => {
    const id = await fresh.feedback();
    return { deed: () => post('superadmin', '/api/v1/feedbacks/delete/', { feedbacks: [id] }), entity: () => `feedback:${id}` };
  },
  contact_created: async () => ({
    deed: () =>
      post(null, '/api/v1/contacts/', {
        first_name: 'Some',
        last_name: 'Visitor',
        email: 'visitor@example.org',
        title: 'Coder',
        company_name: 'Clinic',
        message: secretPart,
      }),
  }),
  contact_read: async () => {
    const id = await fresh.contact();
    return { deed: () => t.as('superadmin', 'GET', `/api/v1/contacts/${id}/`), entity: () => `contact:${id}` };
  },
  contact_updated: async () => {
    const id = await fresh.contact();
    return { deed: () => post('superadmin', '/api/v1/contacts/done/', { contacts: [id] }), entity: () => `contact:${id}` };
  },
  audit_read: async () => ({ deed: () => t.as('admin', 'GET', '/api/v1/audit/') }),
  client_created: async () => ({
    deed: () =>
      post('admin', '/api/v1/integrations/clients/', {
        name: `Client ${(serial += 1)}`,
        method: 'secret',
        scopes: ['notes.read'],
      }),
    status: 201,
  }),
  client_updated: async () => {
    const client = await fresh.client();
    return {
      deed: () => post('admin', `/api/v1/integrations/clients/${client.id}/rotate/`, {}),
      entity: () => `client:${client.id}`,
    };
  },
  client_token: async () => {
    const client = await fresh.client();
    return { deed: () => tokenFor(client.id, client.client_secret) };
  },
  client_token_fail: async () => {
    const client = await fresh.client();
    return { deed: () => tokenFor(client.id, 'inc_wrong'), status: 401 };
  },
  document_received: async () => ({
    deed: () => post('approver', '/fhir/Binary/', { resourceType: 'Binary', contentType: 'text/plain', data: btoa(secretPart) }),
    status: 201,
  }),
  client_message_refused: async () => {
    const client = await fresh.client();
    const { access_token } = (await tokenFor(client.id, client.client_secret)).json<{ access_token: string }>();
    return {
      deed: () => t.as(null, 'GET', '/api/v1/op-notes/?per_page=3', undefined, { authorization: `Bearer ${access_token}` }),
      status: 422,
    };
  },
  billing_updated: async () => ({
    deed: () => t.as('admin', 'PUT', '/api/v1/billing/payers/', { payers: [{ name: secretPart, payer_id: '1', filing: 'CI' }] }),
    entity: () => `tenant:${t.tenants[0]}`,
  }),
  webhook_created: async () => ({
    deed: () =>
      post('admin', '/api/v1/integrations/webhooks/', {
        name: `Webhook ${(serial += 1)}`,
        url: 'https://example.org/hook',
        events: ['case.finished'],
        with_text: false,
      }),
    status: 201,
  }),
  webhook_updated: async () => {
    const { id } = await fresh.webhook();
    return { deed: () => post('admin', `/api/v1/integrations/webhooks/${id}/revoke/`, {}), entity: () => `webhook:${id}` };
  },
  webhook_sent: async () => {
    const receiver = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    const { id } = await fresh.webhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await post('approver', '/api/v1/op-notes/', { text: `A note. ${secretPart}` });
    const deed = async () => {
      expect(await t.deps.webhooks.flush()).toBe(1);
      receiver.close();
      return post('admin', `/api/v1/integrations/webhooks/${id}/revoke/`, {});
    };
    return { deed, entity: () => `webhook:${id}` };
  },
  sso_created: async () => {
    await endSso(t);
    return { deed: () => post('admin', '/api/v1/integrations/single-sign-on/', newSso), status: 201 };
  },
  sso_updated: async () => {
    await endSso(t);
    const { id } = (await post('admin', '/api/v1/integrations/single-sign-on/', newSso)).json<{ id: string }>();
    return { deed: () => post('admin', `/api/v1/integrations/single-sign-on/${id}/revoke/`, {}), entity: () => `sso:${id}` };
  },
  hl7_channel_created: async () => ({
    deed: () => post('admin', '/api/v1/integrations/hl7-channels/', { name: `Channel of the test ${String((serial += 1))}` }),
    status: 201,
  }),
  hl7_channel_updated: async () => {
    const made = await post('admin', '/api/v1/integrations/hl7-channels/', {
      name: `Channel of the test ${String((serial += 1))}`,
    });
    const { id } = made.json<{ id: string }>();
    return {
      deed: () => post('admin', `/api/v1/integrations/hl7-channels/${id}/rotate/`, {}),
      entity: () => `hl7-channel:${id}`,
    };
  },
  drop_folder_updated: async () => {
    const turn = (active: boolean) => post('admin', '/api/v1/integrations/drop-folders/', { active });
    const { id } = (await turn(true)).json<{ id: string }>();
    return { deed: () => turn(false), entity: () => `drop-folder:${id}` };
  },
  mail_given_up: async () => {
    const { id, email } = await made('admin');
    const transport: Transport = { kind: 'smtp', send: () => Promise.reject(new Error(secretPart)), close: () => undefined };
    const { database, seal, log } = t.deps;
    const mailer = new Mailer({ database, seal, transport, log });
    // What sign-up wrote is delivered first.
    await t.deps.mailer.flush();
    const deed = async () => {
      await mailer.post(email, letters.resetCode({ username: 'somebody', code: secretPart, minutes: 10 }));
      await withSystem(t.database, (tx) => sql`update app.mail_queue set attempts = 9`.execute(tx));
      expect(await mailer.flush()).toBe(0);
      await mailer.close();
      return { statusCode: 200 };
    };
    return { deed, entity: () => `user:${id}` };
  },
  audit_removed: async () => {
    await ageAudit(t, 7);
    await t.as('admin', 'GET', '/api/v1/audit/');
    await freshSealer(t).seal();
    return {
      deed: async () => {
        expect(await removeOldAudit(t.database, t.deps.auditChain, 6)).toBeGreaterThan(0);
        return { statusCode: 200 };
      },
    };
  },
  metrics_read: async () => ({ deed: () => t.as('admin', 'GET', '/api/v1/metrics/') }),
};

const events = Object.keys(auditEvents) as AuditEventName[];
/** What the product turns away: `refused`, as in every row of a refusal. */
const refusals: ReadonlySet<AuditEventName> = new Set([
  'authn_login_fail',
  'authn_login_lock',
  'authn_token_reuse',
  'authz_fail',
  'authz_alert',
  'upload_validation',
  'client_token_fail',
  'client_message_refused',
]);

test.each(events)(
  'AUD-01 ASV-69 ASV-70 %s is recorded, once, under its FHIR action and without any words of a person',
  async (event) => {
    const { deed, status = 200, entity } = await deeds[event]();
    const before = await newest();
    expect((await deed()).statusCode).toBe(status);
    const rows = (await since(before)).filter((row) => row.type === event);
    expect(rows.map((row) => [row.action, row.outcome])).toEqual([
      [auditEvents[event], refusals.has(event) ? 'refused' : event === 'mail_given_up' ? 'failed' : 'success'],
    ]);
    expect(rows[0]?.entity ?? []).toEqual(expect.arrayContaining(entity ? [entity()] : []));
    expect(JSON.stringify(rows)).not.toContain(secretPart);
  },
);
