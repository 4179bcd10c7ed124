import type { CodeLink } from '@incisive/contract/code-links';
import type { NoteDetail } from '@incisive/contract/notes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/build-test-app.ts';
import { seed } from '../../testing/fuzz/seed.ts';

const t = await useTestApp();

/** A code of a note as DECISIONS describes it, written a second time, apart from the product's own functions. */
interface Expected {
  state: 'SUGGESTED' | 'APPROVED' | 'REJECTED';
  approved: string | null;
  assigned: string | null;
  coded: string | null;
  rejected: string | null;
}
type Act = 'approved' | 'rejected' | 'assigned' | 'coded' | 'undo';
interface Step {
  readonly who: string;
  readonly act: Act;
  readonly codes: readonly string[];
}
const untouched: Expected = { state: 'SUGGESTED', approved: null, assigned: null, coded: null, rejected: null };
const permitted: Readonly<Record<string, readonly Act[]>> = {
  approver: ['approved', 'rejected', 'assigned', 'undo'],
  admin: ['approved', 'rejected', 'assigned', 'undo'],
  coder: ['approved', 'rejected', 'coded', 'undo'],
  dataentry: [],
};

class Model {
  readonly now = new Map<string, Expected>();
  /** Of each code the transitions, with who made them and what was before. */
  readonly steps = new Map<string, { who: string; act: Act; before: Expected }[]>();

  stateOf = (code: string): Expected => this.now.get(code) ?? untouched;

  #after(code: string, act: Act, who: string): Expected {
    const before = this.stateOf(code);
    if (act === 'rejected') return before.state === 'REJECTED' ? before : { ...untouched, state: 'REJECTED', rejected: who };
    if (act === 'approved')
      return before.state === 'APPROVED' ? before : { ...before, state: 'APPROVED', approved: who, rejected: null };
    const pair = act === 'assigned' ? 'assigned' : 'coded';
    return before.state === 'APPROVED' && before[pair] !== null
      ? before
      : { ...untouched, state: 'APPROVED', approved: who, [pair]: who };
  }

  /** The status that the call must answer; changes the model when it is 200. */
  take({ who, act, codes }: Step): number {
    if (!permitted[who]?.includes(act)) return 403;
    if (act === 'undo') {
      const lasts = codes.map((code) => this.steps.get(code)?.at(-1));
      if (lasts.some((last) => !last || last.who !== who || last.act === 'undo')) return 409;
      for (const [index, code] of codes.entries()) this.#move(code, who, act, lasts[index]!.before);
      return 200;
    }
    for (const code of codes) {
      const after = this.#after(code, act, who);
      if (after !== this.stateOf(code)) this.#move(code, who, act, after);
    }
    return 200;
  }

  #move(code: string, who: string, act: Act, after: Expected): void {
    this.steps.set(code, [...(this.steps.get(code) ?? []), { who, act, before: this.stateOf(code) }]);
    this.now.set(code, after);
  }
}

const codePool = ['47562', '47563', '47600', '29881'];
const step = fc.record({
  who: fc.constantFrom('approver', 'admin', 'coder', 'dataentry', 'approver', 'coder'),
  act: fc.constantFrom<Act>('approved', 'rejected', 'assigned', 'coded', 'undo'),
  codes: fc.uniqueArray(fc.constantFrom(...codePool), { minLength: 1, maxLength: 3 }),
});

async function newNote(): Promise<string> {
  const response = await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'Gallbladder removed through the scope.' });
  return response.json<NoteDetail>().id;
}
const send = (id: string, { who, act, codes }: Step) =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/cpt-codes-${act}/`, { cpt_codes: codes });

async function linksOf(id: string, list: string): Promise<Map<string, CodeLink>> {
  const response = await t.as('admin', 'GET', `/api/v1/op-notes/${id}/cpt-codes-${list}/`);
  return new Map(response.json<{ results: CodeLink[] }>().results.map((link) => [link.code, link]));
}

async function seen(id: string): Promise<Record<string, Expected>> {
  const [approved, rejected] = [await linksOf(id, 'approved'), await linksOf(id, 'rejected')];
  return Object.fromEntries(
    codePool.map((code) => {
      const link = approved.get(code) ?? rejected.get(code);
      return [
        code,
        link
          ? {
              state: approved.has(code) ? 'APPROVED' : 'REJECTED',
              approved: link.approved_by,
              assigned: link.assigned_by,
              coded: link.coded_by,
              rejected: link.rejected_by,
            }
          : untouched,
      ];
    }),
  );
}

test('FUZ-14 ASV-09 any order of actions by several people leads where the model says, refusals change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const model = new Model();
      const id = await newNote();
      for (const one of steps) {
        const expected = model.take(one);
        const response = await send(id, one);
        expect([one, response.statusCode]).toEqual([one, expected]);
      }
      expect(await seen(id)).toEqual(Object.fromEntries(codePool.map((code) => [code, model.stateOf(code)])));
      const assigned = codePool.filter((code) => model.stateOf(code).state === 'APPROVED' && model.stateOf(code).assigned);
      const coded = codePool.filter((code) => model.stateOf(code).state === 'APPROVED' && model.stateOf(code).coded);
      expect([...(await linksOf(id, 'assigned')).keys()].toSorted()).toEqual(assigned.toSorted());
      expect([...(await linksOf(id, 'coded')).keys()].toSorted()).toEqual(coded.toSorted());
      const history = await t.as('admin', 'GET', `/api/v1/op-notes/${id}/history/`);
      const recorded = history.json<{ results: { kind: string }[] }>().results.filter((entry) => entry.kind === 'code');
      expect(recorded.length).toBe([...model.steps.values()].flat().length);
    }),
    { seed, numRuns: 30 },
  );
}, 600_000);

test('REL-18 two people acting at once: the end is that of one order or the other, and the history is a chain', async () => {
  const pair = fc.tuple(step, step).map(([a, b]) => [
    { ...a, who: 'approver' },
    { ...b, who: 'coder' },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 3 }), pair, async (before, both) => {
      const id = await newNote();
      for (const one of before) await send(id, one);
      await Promise.all(both.map((one) => send(id, one)));
      const outcomes = [both, both.toReversed()].map((order) => {
        const model = new Model();
        for (const one of [...before, ...order]) model.take(one);
        return Object.fromEntries(codePool.map((code) => [code, model.stateOf(code)]));
      });
      expect(outcomes).toContainEqual(await seen(id));
      const history = await t.as('admin', 'GET', `/api/v1/op-notes/${id}/history/`);
      const steps = history
        .json<{ results: { kind: string; code: string; from: string; to: string }[] }>()
        .results.filter((entry) => entry.kind === 'code')
        .toReversed();
      for (const code of codePool) {
        const own = steps.filter((entry) => entry.code === code);
        for (const [index, entry] of own.entries()) expect(entry.from).toBe(own[index - 1]?.to ?? 'SUGGESTED');
      }
    }),
    { seed, numRuns: 20 },
  );
}, 600_000);

test('U8: codes that one of them contains know of each other, in the answer to an act and in every list', async () => {
  const id = await newNote();
  const path = `/api/v1/op-notes/${id}/cpt-codes-`;
  const known = (links: readonly CodeLink[]): unknown =>
    Object.fromEntries(links.map(({ code, included_in, includes }) => [code, { included_in, includes }]));
  await t.as('approver', 'POST', `${path}assigned/`, { cpt_codes: ['47562'] });
  const second = await t.as('approver', 'POST', `${path}assigned/`, { cpt_codes: ['47563', '29881'] });
  expect(known(second.json<{ results: CodeLink[] }>().results)).toEqual({
    '47563': { included_in: expect.any(Array), includes: expect.arrayContaining(['47562']) },
    '29881': { included_in: [], includes: expect.not.arrayContaining(['47562']) },
  });
  const approved = await t.as('approver', 'GET', `${path}approved/`);
  expect(known(approved.json<{ results: CodeLink[] }>().results)).toMatchObject({
    '47562': { included_in: expect.arrayContaining(['47563']) },
    '47563': { includes: expect.arrayContaining(['47562']) },
  });
  await t.as('approver', 'POST', `${path}rejected/`, { cpt_codes: ['47563'] });
  const suggested = await t.as('approver', 'GET', `${path}suggested/?size=10`);
  for (const { code, included_in, includes } of suggested.json<{ results: CodeLink[] }>().results)
    expect([...included_in, ...includes]).not.toContain(code);
});
