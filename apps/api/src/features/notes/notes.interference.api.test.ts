import type { LightMyRequestResponse } from 'fastify';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { seed } from '../../testing/fuzz/seed.ts';

/** Two equal installations: in one of them another tenant is busy. */
let quiet: TestApp;
let noisy: TestApp;
beforeAll(async () => {
  [quiet, noisy] = [await buildTestApp(), await buildTestApp()];
});
afterAll(async () => {
  await quiet.close();
  await noisy.close();
});

const texts = [
  'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.',
  'PROCEDURE: Laparoscopic appendectomy. The appendix was divided with a stapler.',
  'OPERATION: Open repair of an inguinal hernia with mesh.',
  'Arthroscopy of the knee with partial medial meniscectomy.',
] as const;
const codes = ['47562', '44970', '49505', '29881'] as const;
/** No order with ties: those are broken by ids, which are random. */
const lists = [
  '',
  '?text=laparoscopic',
  '?text=zzz',
  '?cpt_codes_approved=4756',
  '?ordering=-updated_at',
  '?ordering=created_at&per_page=25',
  '?created_by=approver',
  '?page=2',
] as const;

interface Command {
  readonly what: (typeof acts)[number];
  readonly kind: 'op' | 'ed';
  /** Which note, text, code or list: taken modulo how many there are. */
  readonly at: number;
  readonly other: number;
}
const acts = [
  'create',
  'create',
  'list',
  'list',
  'get',
  'edit',
  'suggested',
  'approved',
  'rejected',
  'assigned',
  'undo',
  'train',
  'history',
  'draft',
  'delete',
  'delete many',
  'feedback',
  'feedbacks',
  'export',
] as const;
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** The notes that a side has made, in the order of making; both installations number them alike. */
class Side {
  readonly app: TestApp;
  readonly suffix: '' | '2';
  readonly notes: Record<'op' | 'ed', string[]> = { op: [], ed: [] };
  /** The other side's notes, for its attempts at them. */
  foreign: readonly string[] = [];

  constructor(app: TestApp, suffix: '' | '2') {
    this.app = app;
    this.suffix = suffix;
  }

  async run({ what, kind, at, other }: Command): Promise<unknown> {
    const as = (role: string, ...rest: [Parameters<TestApp['as']>[1], string, unknown?]) =>
      this.app.as(`${role}${this.suffix}`, ...rest);
    const base = `/api/v1/${kind}-notes/`;
    const mine = this.foreign.length > 0 && other % 3 === 0 ? this.foreign : this.notes[kind];
    const id = mine.length === 0 ? '11111111-1111-4111-8111-111111111111' : pick(mine, at);
    const code = { cpt_codes: [pick(codes, other)] };
    const onCodes = (action: string) => as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-${action}/`, code);
    switch (what) {
      case 'create':
        return this.#made(kind, await as('approver', 'POST', base, { text: `${pick(texts, at)}\nNo. ${other}` }));
      case 'list':
        return shown(await as('admin', 'GET', base + pick(lists, other)));
      case 'get':
        return shown(await as('dataentry', 'GET', `${base}${id}/`));
      case 'edit':
        return shown(await as('admin', 'PATCH', `${base}${id}/`, { text: `${pick(texts, other)}\nChanged.` }));
      case 'suggested':
        return shown(await as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`));
      case 'approved':
      case 'rejected':
      case 'assigned':
      case 'undo':
        return shown(await onCodes(what));
      case 'train':
        return shown(await onCodes('submitted'));
      case 'history':
        return shown(await as('approver', 'GET', `/api/v1/op-notes/${id}/history/`));
      case 'draft':
        return [
          shown(await as('approver', 'PUT', `${base}drafts/new/`, { text: pick(texts, at) })),
          shown(await as('approver', 'GET', `${base}drafts/new/`)),
        ];
      case 'delete':
        return shown(await as('admin', 'DELETE', `${base}${id}/`));
      case 'delete many':
        return shown(await as('admin', 'POST', `${base}delete/`, { [`${kind}_notes`]: [id] }));
      case 'feedback':
        return shown(await as('approver', 'POST', '/api/v1/feedbacks/', { subject: '', message: `About ${other}` }));
      case 'feedbacks':
        return shown(await as('admin', 'GET', '/api/v1/feedbacks/'));
      case 'export':
        return (await as('dataentry', 'POST', `${base}download/`, { [`${kind}_notes`]: [id] })).statusCode;
    }
  }

  #made(kind: 'op' | 'ed', response: LightMyRequestResponse): unknown {
    const body = response.json<{ id: string; data?: { id: string } }>();
    this.notes[kind].push(body.data?.id ?? body.id);
    return shown(response);
  }
}

/** An answer without what chance and the clock put into it. */
function shown(response: LightMyRequestResponse): unknown {
  const body = response.body
    .replace(/"(request_id|training_id|tenantId|owner|id|next)":"[^"]*"/g, '"$1":"…"')
    .replace(/"id":\d+/g, '"id":0')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
  return { status: response.statusCode, body };
}

const command = fc.record({
  what: fc.constantFrom(...acts),
  kind: fc.constantFrom('op' as const, 'ed' as const),
  at: fc.nat(50),
  other: fc.nat(50),
});

test('FUZ-13 what one tenant does, tries and teaches changes no answer to another', async () => {
  const alone = new Side(quiet, '');
  const beside = new Side(noisy, '');
  const busy = new Side(noisy, '2');
  busy.foreign = beside.notes.op;
  const compare = async (own: Command, others: readonly Command[]): Promise<void> => {
    for (const foreign of others) await busy.run(foreign);
    const expected = await alone.run(own);
    expect({ own, answer: await beside.run(own) }).toEqual({ own, answer: expected });
  };
  // Each kind of command once, on notes that are there; then any order of them.
  for (const [index, what] of acts.entries()) {
    const both = { what, kind: 'op', at: index, other: index } as const;
    await compare({ ...both, other: 1 }, [both, { ...both, what: 'create' }]);
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.array(command, { maxLength: 3 })), { minLength: 10, maxLength: 20 }),
      async (steps) => {
        for (const [own, others] of steps) await compare(own, others);
      },
    ),
    { seed, numRuns: 5, endOnFailure: true },
  );
}, 600_000);
