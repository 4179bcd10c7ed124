import type { NoteDetail } from '@incisive/contract/notes';
import { type Role, can, isSuperRole, roles } from '@incisive/contract/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();

const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const username = (role: Role): string => role.toLowerCase();
const missing = '11111111-1111-4111-8111-111111111111';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Call {
  readonly name: string;
  readonly method: Method;
  readonly url: (id: string) => string;
  readonly body?: (id: string) => unknown;
  readonly allowed: (role: Role) => boolean;
  readonly ok: number;
}

const everybody = (): boolean => true;
const shared = (kind: 'op' | 'ed'): Call[] => {
  const base = `/api/v1/${kind}-notes/`;
  const ids = (id: string) => ({ [`${kind}_notes`]: [id] });
  return [
    { name: 'get', method: 'GET', url: (id) => `${base}${id}/`, allowed: everybody, ok: 200 },
    {
      name: 'update',
      method: 'PATCH',
      url: (id) => `${base}${id}/`,
      body: () => ({ text: `${text} More.` }),
      allowed: everybody,
      ok: 200,
    },
    {
      name: 'versions',
      method: 'GET',
      url: (id) => `${base}${id}/versions/`,
      allowed: (role) => can(role, 'notes.versions'),
      ok: 200,
    },
    { name: 'download', method: 'GET', url: (id) => `${base}${id}/download/`, allowed: everybody, ok: 200 },
    { name: 'downloadMany', method: 'POST', url: () => `${base}download/`, body: ids, allowed: everybody, ok: 200 },
    {
      name: 'putDraft',
      method: 'PUT',
      url: (id) => `${base}drafts/${id}/`,
      body: () => ({ text: 'x' }),
      allowed: everybody,
      ok: 200,
    },
    {
      name: 'removeMany',
      method: 'POST',
      url: () => `${base}delete/`,
      body: ids,
      allowed: (role) => can(role, 'notes.delete'),
      ok: 200,
    },
    { name: 'remove', method: 'DELETE', url: (id) => `${base}${id}/`, allowed: (role) => can(role, 'notes.delete'), ok: 204 },
  ];
};
const codes = (): unknown => ({ cpt_codes: ['47562'] });
const path = (list: string) => (id: string) => `/api/v1/op-notes/${id}/cpt-codes-${list}/`;
const codeCalls: Call[] = [
  { name: 'suggested', method: 'GET', url: path('suggested'), allowed: everybody, ok: 200 },
  { name: 'approved', method: 'GET', url: path('approved'), allowed: everybody, ok: 200 },
  ...['assigned', 'coded', 'rejected'].map((list) => ({
    name: list,
    method: 'GET' as const,
    url: path(list),
    allowed: (role: Role) => role !== 'DataEntry',
    ok: 200,
  })),
  { name: 'history', method: 'GET', url: (id) => `/api/v1/op-notes/${id}/history/`, allowed: everybody, ok: 200 },
  { name: 'approve', method: 'POST', url: path('approved'), body: codes, allowed: (role) => role !== 'DataEntry', ok: 200 },
  { name: 'reject', method: 'POST', url: path('rejected'), body: codes, allowed: (role) => role !== 'DataEntry', ok: 200 },
  {
    name: 'assign',
    method: 'POST',
    url: path('assigned'),
    body: codes,
    allowed: (role) => !['Coder', 'DataEntry'].includes(role),
    ok: 200,
  },
  { name: 'code', method: 'POST', url: path('coded'), body: codes, allowed: (role) => role === 'Coder', ok: 200 },
];

async function make(kind: 'op' | 'ed', as: string): Promise<string> {
  const response = await t.as(as, 'POST', `/api/v1/${kind}-notes/`, { text });
  expect(response.statusCode).toBe(201);
  const body = response.json<NoteDetail & { data: NoteDetail }>();
  return kind === 'op' ? body.id : body.data.id;
}

describe.each([
  ['op', [...shared('op'), ...codeCalls]],
  ['ed', shared('ed')],
] as const)('%s-notes: each call, each role, own and other tenant', (kind, calls) => {
  describe.each(calls.map((call) => [call.name, call] as const))('%s', (_name, call) => {
    let own: string;
    let other: string;
    beforeEach(async () => {
      own = await make(kind, 'approver');
      other = await make(kind, 'approver2');
    });
    const ask = (as: string | null, id: string) => t.as(as, call.method, call.url(id), call.body?.(id));

    test.each(roles.map((role) => [role]))('%s', async (role) => {
      const status = { own: 0, other: 0, missing: 0 };
      status.missing = (await ask(username(role), missing)).statusCode;
      status.other = (await ask(username(role), other)).statusCode;
      status.own = (await ask(username(role), own)).statusCode;
      const denied = call.allowed(role) ? undefined : 403;
      expect(status).toEqual({
        own: denied ?? call.ok,
        other: denied ?? (isSuperRole(role) ? call.ok : 404),
        missing: denied ?? 404,
      });
    });

    test('nobody', async () => {
      expect((await ask(null, own)).statusCode).toBe(401);
    });
  });
});

test('ASV-63 undo, Train and its undo are refused by role and tenant', async () => {
  const id = await make('op', 'approver');
  const url = `/api/v1/op-notes/${id}/`;
  const submit = { cpt_codes: ['47562'] };
  await t.as('approver', 'POST', `${url}cpt-codes-approved/`, submit);
  for (const [who, status] of [
    ['dataentry', 403],
    ['approver2', 404],
    [null, 401],
  ] as const)
    expect((await t.as(who, 'POST', `${url}cpt-codes-undo/`, submit)).statusCode).toBe(status);
  for (const [who, status] of [
    ['dataentry', 403],
    ['coder', 403],
    ['approver2', 404],
    [null, 401],
  ] as const)
    expect((await t.as(who, 'POST', `${url}cpt-codes-submitted/`, submit)).statusCode).toBe(status);
});

test('HIP-15 ASV-65 fields by role: tenant and creator', async () => {
  const id = await make('op', 'approver');
  const seen = async (who: string): Promise<NoteDetail> => (await t.as(who, 'GET', `/api/v1/op-notes/${id}/`)).json<NoteDetail>();
  for (const role of roles) {
    const note = await seen(username(role));
    const listed = (await t.as(username(role), 'GET', '/api/v1/op-notes/?per_page=100'))
      .json<{ results: NoteDetail[] }>()
      .results.find((row) => row.id === id)!;
    for (const shape of [note, listed]) {
      expect(shape.created_by).toBe(role === 'DataEntry' ? undefined : 'approver');
      expect('owner' in shape).toBe(role !== 'DataEntry');
      expect(shape.tenant).toBe(['SuperApprover', 'Coder'].includes(role) ? undefined : 'First clinic');
      expect(shape.tenantId).toBe(['SuperApprover', 'Coder'].includes(role) ? undefined : t.tenants[0]);
      expect(shape.updated_by).toBeNull();
    }
  }
});

test('DataEntry edits a text only while nobody has acted on a code of it, and its history has no creation', async () => {
  const id = await make('op', 'approver');
  const url = `/api/v1/op-notes/${id}/`;
  const abilities = async () => (await t.as('dataentry', 'GET', url)).json<NoteDetail>().abilities;
  expect(await abilities()).toEqual({ edit: true, delete: false, decide: false, assign: false, code: false, train: false });
  expect((await t.as('dataentry', 'PATCH', url, { text: 'One' })).statusCode).toBe(200);
  await t.as('approver', 'POST', `${url}cpt-codes-rejected/`, { cpt_codes: ['47562'] });
  expect((await abilities()).edit).toBe(false);
  expect((await t.as('dataentry', 'PATCH', url, { text: 'Two' })).statusCode).toBe(403);
  expect((await t.as('approver', 'PATCH', url, { text: 'Two' })).statusCode).toBe(200);
  const kinds = async (who: string) =>
    (await t.as(who, 'GET', `${url}history/`)).json<{ results: { kind: string }[] }>().results.map((row) => row.kind);
  expect(await kinds('approver')).toEqual(['text', 'code', 'text', 'created']);
  expect(await kinds('dataentry')).toEqual(['text', 'code', 'text']);
});
