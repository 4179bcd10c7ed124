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
const most = 12;
/** The others with room for one more. Lower a number when it falls; raise one only with a reason. */
const mostOf: Readonly<Record<string, number>> = {
  'quality.overview': 21,
  'opNotes.suggested': 20,
  'queries.answer': 20,
  'auth.totpDisable': 19,
  'auth.changePassword': 18,
  'billing.makeFile': 17,
  'opNotes.replace': 17,
  'auth.login': 16,
  'opNotes.submit': 16,
  'auth.remove': 15,
  'precedents.list': 14,
  'auth.totpSetup': 15,
  'cptCodes.upload': 15,
  'queries.send': 15,
  'reviews.code': 15,
  'auth.removeMany': 13,
  'auth.resetPassword': 13,
  'auth.totpConfirm': 13,
  // Writes that nobody waits for travel with what is asked next, unless they are answered before: then that is a trip more.
  'cases.finish': 20,
  'cases.undo': 20,
  'cases.change': 16,
  'cases.reopen': 15,
};

test('opening a request, its audit row and COMMIT take no trips of their own: a list takes one', async () => {
  await make.note('op', 'own');
  await t.as('admin', 'GET', '/api/v1/op-notes/');
  const { result, trips } = await tripsOf(() => t.as('admin', 'GET', '/api/v1/op-notes/'));
  expect(result.statusCode).toBe(200);
  expect(trips.statements.map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    'select app.open_known_request($1, $2,',
    'with page as',
  ]);
  expect(trips.count).toBe(1);
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
  if (process.env['PRINT_TRIPS']) process.stdout.write(`${trips.count} trips of ${listed.id}\n`);
  const ceiling = mostOf[listed.id] ?? most;
  expect(trips.count <= ceiling ? 'within its ceiling' : trips).toBe('within its ceiling');
});
