import type { Models } from '@incisive/contract/analytics';
import type { ClaimCase } from '@incisive/contract/cases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const figures = async (who: string): Promise<Pick<Models, 'claims' | 'met'>> => {
  const { claims, met } = (await t.as(who, 'GET', '/api/v1/models/')).json<Models>();
  return { claims, met };
};
const newNote = async (): Promise<string> => {
  const text =
    'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was removed through the umbilical port.';
  return (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>().id;
};
const finish = async (id: string, body: object = {}): Promise<ClaimCase> => {
  const answer = await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/finish/`, body);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json<ClaimCase>();
};

it('counts finished claims as they were proposed, the second look, and errors met, in one’s own tenant alone', async () => {
  expect(await figures('admin')).toEqual({ claims: null, met: [] });
  const asProposed = await newNote();
  await readyClaim(t, asProposed);
  await finish(asProposed, { asked: { leads: ['47562', '49320'], without_words: ['47562'] } });
  const changed = await newNote();
  const { lines } = await readyClaim(t, changed);
  const units = await t.as('superadmin', 'POST', `/api/v1/op-notes/${changed}/case/changes/`, {
    operations: [{ do: 'line', line: lines[0]!.id, units: 2 }],
  });
  const again = units.json<ClaimCase>().findings.filter((one) => one.severity !== 'info' && one.said === null);
  if (again.length > 0)
    await t.as('superadmin', 'POST', `/api/v1/op-notes/${changed}/case/changes/`, {
      operations: again.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })),
    });
  await finish(changed);
  const { claims, met } = await figures('admin');
  expect(claims).toEqual({
    finished: 2,
    unchanged: 1,
    proposed: 0,
    accepted: 0,
    leads: 2,
    added: 1,
    without_words: 1,
    kept: 1,
  });
  expect(met).toContainEqual({ reason: 'date.missing', severity: 'error', cases: 2 });
  expect(met).toContainEqual({ reason: 'dx.missing', severity: 'error', cases: 2 });
  expect(await figures('admin2')).toEqual({ claims: null, met: [] });
  expect((await figures('superadmin')).claims).toMatchObject({ finished: 2 });
});
