import type { Endpoint } from '@incisive/contract/endpoint';
import { type Capability, can, capabilities, isSuperRole, roles } from '@incisive/contract/roles';
import { describe, expect, test } from 'vitest';
import { buildApp, newServer } from '../app.ts';
import { AccessFixtures, places } from './access-fixtures.ts';
import { useTestApp } from './build-test-app.ts';
import { type Cell, type Listed, endpoints, personal, withoutProvider } from './contract-cells.ts';
import { ContractRequests } from './contract-requests.ts';

// Made from the contract: each endpoint is called as each role and as nobody, on objects of the caller's own tenant, of another and of
// none, and the answer is compared with the role table. A new endpoint is covered by being in the contract.

const t = await useTestApp();
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);

const unknownBearer = 'Bearer eyJhbGciOiJub25lIn0.e30.x';
/** Open to nobody, but a signed-in caller needs more. */
const stricter: Readonly<Record<string, Capability>> = { 'auth.signUp': 'users.manage' };

/** Their samples give the new note no tenant: a note that only who sees every tenant may make. */
const namingNoTenant = new Set([
  'opNotes.create',
  'opNotes.upload',
  'edNotes.create',
  'edNotes.upload',
  'fhir.createDocument',
  'fhir.createBinary',
  'fhir.transaction',
]);

/** What the role table says the answer must be. */
function expected({ id, group, endpoint }: Listed, { role, place }: Cell): string {
  const alone = withoutProvider.get(id);
  if (alone !== undefined) return String(alone);
  const ends = id === 'auth.logout' || id === 'sso.leave';
  if (role === null) return endpoint.permission === 'public' && !ends ? 'done' : '401';
  const needed = stricter[id] ?? endpoint.permission;
  if (needed !== 'public' && needed !== 'pending' && !can(role, needed)) return '403';
  if (place === 'own') return 'done';
  if (personal.has(id)) return '404';
  // The platform's row is nobody's tenant, SuperAdmin included.
  if (['tenants', 'retention'].includes(group) && place === 'none') return '404';
  return isSuperRole(role) ? 'done' : '404';
}

async function call(listed: Listed, cell: Cell, bearer: Record<string, string> = {}): Promise<string> {
  const { method, url, headers, payload } = await requests.sample(listed, cell);
  const response = await t.app.inject({
    method,
    url,
    headers: { ...headers, ...bearer },
    ...(payload === undefined ? {} : { payload }),
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

  test('S2: no endpoint reads a form inside the transaction of the gate: parts that come slowly would hold it open', () => {
    const inside = endpoints.filter(
      ({ endpoint }) => (endpoint.forms === true || endpoint.upload === true) && endpoint.tx !== 'manual',
    );
    expect(inside.map(({ id }) => id)).toEqual([]);
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
        if (place !== 'own' && (role === null || !(await requests.prepare(listed, cell)).placed)) continue;
        const name = `${role ?? 'nobody'} on ${place}`;
        wanted[name] = expected(listed, cell);
        answered[name] = await call(listed, cell);
      }
    }
    expect(answered).toEqual(wanted);
  });
});

describe('a Coder limited to the first tenant: every endpoint, as if the others did not exist', () => {
  test.each(endpoints)('$id', async (listed) => {
    const wanted: Record<string, string> = {};
    const answered: Record<string, string> = {};
    for (const place of places) {
      const cell: Cell = { role: 'Coder', place, caller: await make.caller('Coder', true) };
      if (place !== 'own' && !(await requests.prepare(listed, cell)).placed) continue;
      const asCoder = expected(listed, cell);
      const nameless = namingNoTenant.has(listed.id) && asCoder === 'done';
      wanted[place] = nameless ? 'names no tenant' : place !== 'own' && asCoder === 'done' ? '404' : asCoder;
      const answer = await call(listed, cell);
      answered[place] = answer.startsWith('422') && answer.includes('Choose an active tenant') ? 'names no tenant' : answer;
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
