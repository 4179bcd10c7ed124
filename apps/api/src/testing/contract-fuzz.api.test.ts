import type { Role } from '@incisive/contract/roles';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { AccessFixtures } from './access-fixtures.ts';
import { useTestApp } from './build-test-app.ts';
import { type Listed, type SampleRequest, endpoints } from './contract-cells.ts';
import { ContractRequests } from './contract-requests.ts';
import { faultsOf } from './fuzz/answer-rules.ts';
import { type Change, applyChange, changesOf } from './fuzz/request-fuzzer.ts';
import { seed } from './fuzz/seed.ts';
import { WriteWatch } from './fuzz/write-watch.ts';

// Every endpoint of the contract gets valid requests with one thing made wrong. They are drawn from one seed, so that a run can be
// repeated: FUZZ_SEED tries another (a failure prints it and the path to its request), FUZZ_RUNS draws more of them.

const runs = Number(process.env['FUZZ_RUNS'] ?? 25);
/** Whoever gets no answer in this time gets none: a busy machine needs a fraction of it. */
const patienceMilliseconds = 60_000;
/** FUZ-15: what once broke an endpoint is sent to every one, always. */
const keptChanges: readonly Change[] = [
  { kind: 'multipart', form: 'longNameTaken' },
  { kind: 'type', type: 'multipart/form-data' },
  { kind: 'id', id: '%' },
  { kind: 'query', text: `?${Array.from({ length: 500 }, (_, at) => `a${String(at)}=`).join('&')}` },
  { kind: 'parameter', field: 0, name: null, values: ['\u0000'] },
  { kind: 'body', text: '' },
];
const kept = keptChanges.map((change): [Role, Change] => ['SuperAdmin', change]);
const callers: readonly (Role | null)[] = ['SuperAdmin', 'Admin', 'DataEntry', 'Coder', null];

const t = await useTestApp();
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);
const watch = await WriteWatch.over(t.admin);
afterAll(() => watch.close());

const sampleFor = async (listed: Listed, role: Role | null): Promise<SampleRequest> => {
  const caller = role === null ? null : await make.caller(role);
  return requests.sample(listed, { role, place: 'own', caller });
};

/** Sends the changed request and says all that is wrong with what came back and with what was left behind. */
async function shoot(listed: Listed, role: Role | null, change: Change, sample: SampleRequest) {
  const { endpoint } = listed;
  const shot = applyChange(endpoint, sample, change);
  await watch.taken();
  const answer = await Promise.race([
    t.app.inject({ ...shot }),
    new Promise<null>((resolve) => setTimeout(resolve, patienceMilliseconds, null).unref()),
  ]);
  if (!answer) return { status: 0, faults: [`FUZ-01 no answer in ${String(patienceMilliseconds)} ms`] };
  const faults = faultsOf(endpoint, change.kind === 'bearer' ? null : role, shot, answer);
  const written = answer.statusCode >= 400 ? await watch.taken() : [];
  if (written.length > 0) faults.push(`FUZ-06 refused with ${String(answer.statusCode)}, but wrote ${written.join(', ')}`);
  return { status: answer.statusCode, faults: faults.map((fault) => `${fault} (${answer.body.slice(0, 300)})`) };
}

describe('FUZ-01 to FUZ-06, FUZ-15, ASV-06, ASV-12 to ASV-14, ASV-74: no request breaks an endpoint', () => {
  test.each(endpoints)('$id', { timeout: 600_000 }, async (listed) => {
    const samples = new Map<Role | null, SampleRequest>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callers), changesOf(listed.endpoint), async (role, change) => {
        const sample = samples.get(role) ?? (await sampleFor(listed, role));
        samples.set(role, sample);
        const { status, faults } = await shoot(listed, role, change, sample);
        // A change that was taken has changed the caller or its objects: the next request starts from new ones.
        if (status < 400 && listed.endpoint.method !== 'GET') {
          samples.delete(role);
          await t.deps.suggestionQueue.idle();
        }
        expect(faults).toEqual([]);
      }),
      { seed, numRuns: runs + kept.length, examples: kept },
    );
  });
});
