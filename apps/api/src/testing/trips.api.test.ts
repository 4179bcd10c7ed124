import { can, roles } from '@incisive/contract/roles';
import { afterAll, expect, test, vi } from 'vitest';
import { AccessFixtures } from './access-fixtures.ts';
import { buildTestApp } from './build-test-app.ts';
import { endpoints, withoutProvider } from './contract-cells.ts';
import { ContractRequests } from './contract-requests.ts';
import { tripsOf, watchTrips } from './trips.ts';

// How often a request waits for the database. A statement more is seen here; a table of its own says where that is so.

watchTrips();
const t = await buildTestApp();
afterAll(() => t.close());
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);
// What follows an answer is not the request's.
vi.spyOn(t.deps.suggestionQueue, 'add').mockImplementation(() => undefined);

/** Room for an endpoint that is new, or whose trips are few. */
const most = 20;
/** The others with room for a handful more. Lower a number when it falls; raise one only with a reason. */
const mostOf: Readonly<Record<string, number>> = {
  'cases.undo': 63,
  'cases.finish': 58,
  'cases.change': 47,
  'cases.reopen': 44,
  'opNotes.replace': 38,
  'queries.answer': 37,
  'queries.send': 37,
  'opNotes.suggested': 36,
  'opNotes.approve': 33,
  'opNotes.assign': 33,
  'opNotes.code': 33,
  'opNotes.submit': 32,
  'auth.changePassword': 31,
  'auth.totpDisable': 23,
  'opNotes.undo': 23,
  'cases.get': 22,
  'auth.remove': 21,
  'auth.login': 20,
  'cptCodes.upload': 20,
  'queue.takeOver': 20,
  'auth.removeMany': 19,
  'auth.totpConfirm': 19,
  'cases.export': 19,
  'queue.hold': 19,
  'auth.resetPassword': 18,
  'auth.signUp': 18,
  'auth.totpSetup': 18,
  'editFiles.upload': 18,
  'opNotes.reading': 18,
  'queue.home': 18,
  'fhir.transaction': 22,
  'fhir.createDocument': 17,
  'opNotes.reject': 17,
  'opNotes.update': 17,
  'queries.close': 17,
  'queries.withdraw': 17,
  'queue.claim': 17,
  'queue.list': 17,
  'queue.release': 17,
  'queue.resume': 17,
  'queue.skip': 17,
  'queue.void': 17,
  'auth.update': 16,
  'opNotes.downloadMany': 16,
  'opNotes.upload': 16,
};

test('opening a request, its audit row and COMMIT take no trips of their own: a list takes three', async () => {
  await make.note('op', 'own');
  await t.as('admin', 'GET', '/api/v1/op-notes/');
  const { result, trips } = await tripsOf(() => t.as('admin', 'GET', '/api/v1/op-notes/'));
  expect(result.statusCode).toBe(200);
  expect(trips.statements.map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    'begin',
    'select user_id, username,',
    'select n.id, n.tenant_id,',
    'select sum(n)::bigint as',
    'insert into app.audit_log',
    'commit',
  ]);
  expect(trips.count).toBe(3);
});

test.each(endpoints)('$id', async (listed) => {
  const { permission } = listed.endpoint;
  const role = roles.find((one) => permission === 'public' || permission === 'pending' || can(one, permission))!;
  const caller = await make.caller(role);
  const { method, url, headers, payload } = await requests.sample(listed, { role: caller.actor.role, place: 'own', caller });
  const { result, trips } = await tripsOf(() =>
    t.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) }),
  );
  expect(result.statusCode < 300 ? undefined : result.statusCode).toBe(withoutProvider.get(listed.id));
  const ceiling = mostOf[listed.id] ?? most;
  expect(trips.count <= ceiling ? 'within its ceiling' : trips).toBe('within its ceiling');
});
