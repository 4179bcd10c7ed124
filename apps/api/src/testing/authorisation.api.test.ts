import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import { type Capability, type Role, can, capabilities, isSuperRole, roles } from '@incisive/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, newServer } from '../app.ts';
import { AccessFixtures, type Caller, type Place, places } from './access-fixtures.ts';
import { type TestApp, buildTestApp, testPassword } from './build-test-app.ts';
import { fileParts, multipart } from './multipart.ts';
import { type KnownFields, sampleBody, samplePath } from './sample-request.ts';

// Made from the contract: each endpoint is called as each role and as nobody, on objects of the caller's own tenant, of another and of
// none, and the answer is compared with the role table. A new endpoint is covered by being in the contract.

let t: TestApp;
let make: AccessFixtures;
beforeAll(async () => {
  t = await buildTestApp();
  make = new AccessFixtures(t);
});
afterAll(() => t.close());

const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${group}.${name}`,
    group,
    name,
    endpoint,
  })),
);
type Listed = (typeof endpoints)[number];

const code = '47562';
const unknownBearer = 'Bearer eyJhbGciOiJub25lIn0.e30.x';

/** Objects whose owner is a user, not a tenant: everybody else's do not exist, for super-level roles too. */
const personal = new Set(['accounts.removeSession', 'accounts.readNotices']);
/** Open to nobody, but a signed-in caller needs more. */
const stricter: Readonly<Record<string, Capability>> = { 'auth.signUp': 'users.manage' };
/** The tenant in question is an ordinary one with users in it, not a fresh one that may be changed or deleted. */
const standingTenant = new Set(['tenants.requireOtp', 'tenants.invite']);

interface Cell {
  readonly role: Role | null;
  readonly place: Place;
  readonly caller: Caller | null;
}
interface Prepared {
  readonly fields: KnownFields;
  readonly params: KnownFields;
  /** Whether the request names an object, so that its place matters. */
  readonly placed: boolean;
}

const always =
  <T>(value: T) =>
  (): T =>
    value;
const asRoot = async (url: string, body: unknown) => (await t.as('superadmin', 'POST', url, body)).json<Record<string, string>>();

/** The user that an account call is about: somebody of the place. */
const someUser = (place: Place, status: 'active' | 'pending' = 'active') =>
  make.user(place === 'none' ? 'Coder' : 'DataEntry', make.tenantOf(place), status);

async function prepareNote({ id, name }: Listed, { place, caller }: Cell, kind: 'op' | 'ed'): Promise<Prepared> {
  const note = await make.note(kind, place);
  const params: Record<string, () => unknown> = { id: always(note), key: always('new') };
  const fields: Record<string, () => unknown> = { [`${kind}_notes`]: always(note), cpt_codes: always(code) };
  const approve = `/api/v1/op-notes/${note}/cpt-codes-approved/`;
  if (name === 'undo' && caller)
    await t.app.inject({ method: 'POST', url: approve, headers: caller.bearer, payload: { cpt_codes: [code] } });
  if (id === 'opNotes.submit' || id === 'opNotes.undoSubmit') await asRoot(approve, { cpt_codes: [code] });
  if (id === 'opNotes.undoSubmit') {
    const { training_id } = await asRoot(`/api/v1/op-notes/${note}/cpt-codes-submitted/`, { cpt_codes: [code] });
    fields['training_id'] = always(training_id);
  }
  return { fields, params, placed: true };
}

async function prepareAccount({ id }: Listed, { place, caller }: Cell): Promise<Prepared> {
  if (personal.has(id)) {
    // Nobody has no objects: somebody's stand in.
    const mine = caller ? { id: caller.actor.userId, tenantId: caller.actor.tenantId } : null;
    const stranger = await someUser(place === 'none' ? 'none' : 'other');
    const owner =
      place === 'own' && mine ? mine : { id: stranger.id, tenantId: make.tenantOf(place === 'none' ? 'none' : 'other') };
    const [session, notice] = [await make.session(owner.id), await make.notice(owner)];
    return { params: { id: always(session) }, fields: { notices: always(notice) }, placed: true };
  }
  const user = await someUser(place, id === 'accounts.activate' || id === 'accounts.refuse' ? 'pending' : 'active');
  const note = await make.note('op', place);
  return {
    params: { id: always(user.id) },
    fields: { users: always(user.id), op_notes: always(note) },
    placed: true,
  };
}

async function prepareAuth({ id }: Listed, { place, caller }: Cell): Promise<Prepared> {
  const target = await someUser(place);
  const own = { placed: false, params: {} };
  const self = caller ? { id: caller.actor.userId, email: caller.email } : target;
  const extra: Readonly<Record<string, () => Promise<Prepared>>> = {
    'auth.login': async () => ({ ...own, fields: { username: always(target.username), password: always(testPassword) } }),
    'auth.refresh': async () => ({
      ...own,
      fields: { refresh_token: always((caller ?? (await make.caller('DataEntry'))).refreshToken) },
    }),
    'auth.signUp': async () => ({
      ...own,
      fields: {
        tenant: always(t.tenants[0]),
        first_name: always('Sample'),
        last_name: always('Person'),
        password: always('a sample pass phrase'),
      },
    }),
    'auth.update': async () => ({ ...own, fields: { specialty: always('Urology') } }),
    'auth.resetPassword': async () => {
      const code_ = await make.resetCode(target);
      return { ...own, fields: { username: always(target.username), confirmation_code: always(code_) } };
    },
    'auth.changePassword': async () => ({
      ...own,
      fields: { old_password: always(testPassword), new_password: always('another pass phrase') },
    }),
    'auth.verifyEmail': async () => ({ ...own, fields: { token: always(await make.verifyToken(self)) } }),
    'auth.totpSetup': async () => ({ ...own, fields: { password: always(testPassword) } }),
    'auth.totpConfirm': async () => ({
      ...own,
      fields: { otp: always(caller ? await make.firstTotpCode(caller.actor) : '123456') },
    }),
    'auth.totpDisable': async () => ({ ...own, fields: { password: always(testPassword) } }),
  };
  const known = extra[id];
  if (known) return known();
  return {
    params: {},
    fields: { username: always(target.username), users: always(target.id) },
    placed: id.startsWith('auth.remove'),
  };
}

/** What the request needs to be a valid one: ids of objects at the place, by the resource they belong to. */
async function prepare(listed: Listed, cell: Cell): Promise<Prepared> {
  const { group, id } = listed;
  if (group === 'opNotes' || group === 'edNotes') {
    const prepared = await prepareNote(listed, cell, group === 'opNotes' ? 'op' : 'ed');
    const named = listed.endpoint.path.includes(':id') || ['removeMany', 'downloadMany'].includes(listed.name);
    return { ...prepared, placed: named };
  }
  if (group === 'accounts') return { ...(await prepareAccount(listed, cell)), placed: namesObject(listed) };
  if (group === 'auth') return prepareAuth(listed, cell);
  if (group === 'tenants') {
    const tenant = standingTenant.has(id) || cell.place === 'none' ? make.tenantOf(cell.place) : await make.emptyTenant();
    return { params: { id: always(tenant) }, fields: { tenants: always(tenant) }, placed: namesObject(listed) };
  }
  if (group === 'cptCodes') {
    const row = await make.catalogueCode();
    const params = { id: always(listed.name === 'importStatus' ? await make.catalogueImport() : row.id) };
    return { params, fields: { codes: always(row.code) }, placed: false };
  }
  if (group === 'feedbacks') {
    const feedback = await make.feedback(cell.place);
    return {
      params: { id: always(feedback) },
      fields: { feedbacks: always(feedback), message: always('Feedback') },
      placed: namesObject(listed),
    };
  }
  return { params: {}, fields: {}, placed: false };
}

const bulkFields = ['users', 'op_notes', 'ed_notes', 'tenants', 'feedbacks', 'notices'];
const namesObject = ({ endpoint }: Listed): boolean =>
  endpoint.path.includes(':id') ||
  bulkFields.some((field) => JSON.stringify(sampleBody(endpoint.body, {}) ?? {}).includes(`"${field}"`));

/** What the role table says the answer must be. */
function expected({ id, group, endpoint }: Listed, { role, place }: Cell): string {
  if (role === null) return endpoint.permission === 'public' ? (id === 'auth.logout' ? '401' : 'done') : '401';
  const needed = stricter[id] ?? endpoint.permission;
  if (needed !== 'public' && needed !== 'pending' && !can(role, needed)) return '403';
  if (place === 'own') return 'done';
  if (personal.has(id)) return '404';
  // The platform's row is nobody's tenant, SuperAdmin included.
  if (group === 'tenants' && place === 'none') return '404';
  return isSuperRole(role) ? 'done' : '404';
}

async function call(listed: Listed, cell: Cell, bearer: Record<string, string> = cell.caller?.bearer ?? {}): Promise<string> {
  const { endpoint } = listed;
  const { params, fields } = await prepare(listed, cell);
  const file = endpoint.upload
    ? multipart(fileParts('sample.txt', listed.group === 'cptCodes' ? '99998\tA sample code\n' : 'PROCEDURE: Appendectomy.'))
    : null;
  const response = await t.app.inject({
    method: endpoint.method,
    url: samplePath(endpoint, params),
    headers: { ...bearer, ...file?.headers },
    ...(file ? { payload: file.body } : endpoint.body ? { payload: sampleBody(endpoint.body, fields) as object } : {}),
  });
  if (response.statusCode < 300) return 'done';
  return [401, 403, 404].includes(response.statusCode)
    ? String(response.statusCode)
    : `${response.statusCode} ${response.body.slice(0, 300)}`;
}

describe('SEC-01 route inventory', () => {
  test('every endpoint of the contract is mounted, and nothing else is served unmarked', async () => {
    const app = newServer(t.deps.config);
    const served: { method: string; url: string; config: { endpoint?: Endpoint; open?: string } | undefined }[] = [];
    app.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) served.push({ method: one, url, config });
    });
    await buildApp(app, t.deps);
    await app.ready();
    const missing = endpoints
      .filter(({ endpoint }) => !served.some((route) => route.config?.endpoint === endpoint))
      .map(({ id }) => id);
    const unmarked = served
      .filter(({ config }) => !config?.endpoint && !config?.open)
      .map(({ method, url }) => `${method} ${url}`);
    await app.close();
    expect({ missing, unmarked }).toEqual({ missing: [], unmarked: [] });
  });

  test('every endpoint declares a permission that exists, and an audit event or none', () => {
    const known = ['public', 'pending', ...capabilities];
    expect(endpoints.filter(({ endpoint }) => !known.includes(endpoint.permission)).map(({ id }) => id)).toEqual([]);
    expect(endpoints.filter(({ endpoint }) => endpoint.audit === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('HIP-01 ASV-63 ASV-64 ASV-66 ASV-67 every endpoint as every role', () => {
  test.each(endpoints)('$id', async (listed) => {
    const wanted: Record<string, string> = {};
    const answered: Record<string, string> = {};
    for (const role of [null, ...roles]) {
      for (const place of places) {
        const caller = role === null ? null : await make.caller(role);
        const cell: Cell = { role, place, caller };
        if (place !== 'own' && (role === null || !(await prepare(listed, cell)).placed)) continue;
        const name = `${role ?? 'nobody'} on ${place}`;
        wanted[name] = expected(listed, cell);
        answered[name] = await call(listed, cell);
      }
    }
    expect(answered).toEqual(wanted);
  });
});

describe('FUZ-08 a bad bearer is refused', () => {
  test.each(endpoints.filter(({ endpoint }) => endpoint.permission !== 'public'))('$id', async (listed) => {
    const cell: Cell = { role: null, place: 'own', caller: null };
    expect(await call(listed, cell, { authorization: unknownBearer })).toBe('401');
  });
});
