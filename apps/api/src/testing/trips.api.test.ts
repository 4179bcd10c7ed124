import { can, roles } from '@incisive/contract/roles';
import { afterAll, expect, test, vi } from 'vitest';
import { AccessFixtures } from './access-fixtures.ts';
import { buildTestApp } from './build-test-app.ts';
import { ContractRequests, endpoints } from './contract-requests.ts';
import { tripsOf, watchTrips } from './trips.ts';

// How often a request waits for the database. A statement more is seen here; a table of its own says where that is so.

watchTrips();
const t = await buildTestApp();
afterAll(() => t.close());
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);
// What follows an answer is not the request's.
vi.spyOn(t.deps.suggestionQueue, 'add').mockImplementation(() => undefined);

/** Opening the request, the statements that wait for each other, the end, and room for three more. */
const most = 12;
/** Endpoints that need more. Lower a number when it falls by more than three; raise one only with a reason. */
const mostOf: Readonly<Record<string, number>> = {
  'cases.undo': 53,
  'cases.finish': 48,
  'cases.change': 37,
  'cases.reopen': 34,
  'opNotes.replace': 28,
  'queries.answer': 27,
  'queries.send': 27,
  'opNotes.suggested': 26,
  'opNotes.approve': 23,
  'opNotes.assign': 23,
  'opNotes.code': 23,
  'opNotes.submit': 22,
  'auth.changePassword': 21,
  'auth.totpDisable': 20,
  'opNotes.undo': 20,
  'cases.get': 19,
  'auth.remove': 18,
  'auth.login': 17,
  'cptCodes.upload': 17,
  'queue.takeOver': 17,
  'auth.removeMany': 16,
  'auth.totpConfirm': 16,
  'cases.export': 16,
  'queue.hold': 16,
  'auth.resetPassword': 15,
  'auth.signUp': 15,
  'auth.totpSetup': 15,
  'editFiles.upload': 15,
  'opNotes.reading': 15,
  'queue.home': 15,
  'fhir.createDocument': 14,
  'opNotes.reject': 14,
  'opNotes.update': 14,
  'queries.close': 14,
  'queries.withdraw': 14,
  'queue.claim': 14,
  'queue.list': 14,
  'queue.release': 14,
  'queue.resume': 14,
  'queue.skip': 14,
  'queue.void': 14,
  'auth.update': 13,
  'opNotes.downloadMany': 13,
  'opNotes.upload': 13,
};

test('opening a request, its audit row and COMMIT take no trips of their own: a list takes four', async () => {
  await make.note('op', 'own');
  await t.as('admin', 'GET', '/api/v1/op-notes/');
  const { result, trips } = await tripsOf(() => t.as('admin', 'GET', '/api/v1/op-notes/'));
  expect(result.statusCode).toBe(200);
  expect(trips.statements.map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    'begin',
    'select * from',
    'select n.id, n.tenant_id,',
    'select sum(n)::bigint as',
    'select c.note_id, c.work_state,',
    'insert into "app"."audit_log"',
    'commit',
  ]);
  expect(trips.count).toBe(4);
});

test.each(endpoints)('$id', async (listed) => {
  const { permission } = listed.endpoint;
  const role = roles.find((one) => permission === 'public' || permission === 'pending' || can(one, permission))!;
  const caller = await make.caller(role);
  const { method, url, headers, payload } = await requests.sample(listed, { role: caller.actor.role, place: 'own', caller });
  const { result, trips } = await tripsOf(() =>
    t.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) }),
  );
  expect(result.statusCode).toBeLessThan(300);
  const ceiling = mostOf[listed.id] ?? most;
  expect(trips.count <= ceiling ? 'within its ceiling' : trips).toBe('within its ceiling');
});
