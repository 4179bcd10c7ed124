import { Socket } from 'node:net';
import type { NoteDetail } from '@incisive/contract/notes';
import { expect, test, vi } from 'vitest';
import { testPassword } from '../testing/build-test-app.ts';
import { fileParts, multipart } from '../testing/multipart.ts';
import { useMailedTestApp } from '../testing/outbox.ts';

const t = await useMailedTestApp();

// What is drawn in docs/data-flow.md.
test('HIP-N7 the server opens no connection but to its database, whatever it is asked', async () => {
  // Whatever protocol is spoken, and whichever library speaks it, this is how a connection begins.
  const connect = vi.spyOn(Socket.prototype, 'connect');
  // Connections are reopened, so that the database's own are seen as well.
  const parallel = Array.from({ length: 6 }, () => t.as('approver', 'GET', '/api/v1/op-notes/'));
  await Promise.all(parallel);
  const text = 'PROCEDURE: Appendectomy. See http://192.0.2.1/note and ftp://192.0.2.2.';
  const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>();
  const file = multipart(fileParts('note.txt', text));
  const calls: [string | null, 'GET' | 'POST' | 'PUT', string, unknown?, Record<string, string>?][] = [
    [null, 'POST', '/auth/login/', { username: 'approver', password: testPassword }],
    [null, 'POST', '/auth/forgot-password/', { username: 'approver' }],
    ['approver', 'PUT', '/api/v1/op-notes/upload/', file.body, file.headers],
    ['approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`],
    ['approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-assigned/`, { cpt_codes: ['47562'] }],
    ['approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-submitted/`, { cpt_codes: ['47562'] }],
    ['approver', 'GET', `/api/v1/op-notes/${id}/download/`],
    ['approver', 'POST', '/api/v1/op-notes/exports/', { op_notes: [id] }],
    ['admin', 'POST', '/api/v1/accounts/alert/', { op_notes: [id], users: [t.users['approver']!.id] }],
    ['admin', 'GET', '/api/v1/audit/csv/'],
    ['superadmin', 'GET', '/api/v1/models/'],
    [null, 'POST', '/api/v1/analytics/page-views/', { path: '/opnotes/:id', vid: 'visitor-1', sid: 'session-1' }],
  ];
  for (const [as, method, url, body, headers] of calls)
    expect([url, String((await t.as(as, method, url, body, headers)).statusCode)]).toEqual([url, expect.stringMatching(/^2/)]);
  await t.deps.jobs.runPending();
  await t.deps.mailer.flush();
  const targets = connect.mock.calls.map(([to, at]) => targetOf(to, at));
  expect(new Set(targets)).toEqual(new Set([databaseTarget()]));
});

function databaseTarget(): string {
  const { host, port, connectionString } = t.database.systemConnection;
  if (connectionString === undefined) return `${String(host)}/.s.PGSQL.${String(port)}`;
  const url = new URL(connectionString);
  return `${url.hostname}:${url.port}`;
}

/** A connection is asked for by path, by port and host, or by options, which `net.connect` wraps once more. */
function targetOf(to: unknown, at: unknown): string {
  if (typeof to === 'string') return to;
  if (typeof to === 'number') return `${String(at)}:${String(to)}`;
  const { path, host, port } = (Array.isArray(to) ? to[0] : to) as { path?: string; host?: string; port?: number };
  return path ?? `${String(host)}:${String(port)}`;
}
