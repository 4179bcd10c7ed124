import { act, screen, waitFor, within } from '@testing-library/react';
import { agreementOf, differencesOf } from '@incisive/contract/compare-claims';
import type { Coding } from '@incisive/contract/compare-claims';
import type { Role } from '@incisive/contract/roles';
import { reviews } from '@incisive/contract/reviews';
import type { Draw, Review, ReviewMark, ReviewPlan } from '@incisive/contract/reviews';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const id = '11111111-1111-4111-8111-111111111111';
const first: Coding = { lines: [{ code: '47562', modifiers: [], units: 1, dx: [1] }], diagnoses: ['K8020'] };
const second: Coding = {
  lines: [
    { code: '47562', modifiers: ['22'], units: 2, dx: [1] },
    { code: '49585', modifiers: [], units: 1, dx: [] },
  ],
  diagnoses: ['K8020'],
};
const open: Review = {
  id,
  kind: 'blind',
  reasons: [],
  topic: null,
  answer_by: null,
  first: null,
  draw_id: id,
  note_id: id,
  state: 'open',
  service_date: '2026-01-02',
  drawn_at: '2026-01-05T10:00:00.000Z',
  coded_at: null,
  settled_at: null,
  marks: { all: 0, open: 0 },
  coder: null,
  reviewer: null,
  text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
  seed: '4127',
  comment: null,
  compared: null,
  may: { code: true, withdraw: false },
};
const marks = (may: Partial<ReviewMark['may']>): ReviewMark[] =>
  differencesOf(first, second).map((one, at) => ({
    ...one,
    id: `0000000${at}-1111-4111-8111-111111111111`,
    accepted: null,
    rebutted: null,
    verdict: null,
    settled: null,
    lapsed: false,
    may: { answer: false, settle: false, ...may },
  }));
const compared = (may: Partial<ReviewMark['may']>): Review => ({
  ...open,
  state: 'coded',
  marks: { all: 3, open: 3 },
  compared: { first, second, figures: agreementOf(first, second), marks: marks(may) } as unknown as Review['compared'],
  may: { code: false, withdraw: false },
});

function start(role: Role, review: Review) {
  const sent: [string, unknown][] = [];
  const { text, note_id: _note, seed: _seed, comment: _comment, compared: _compared, may: _may, ...head } = review;
  const server = serverFor(profileOf(role))
    .on(reviews.list, () => ({
      waiting: { 'for-me': 1, 'of-mine': 2, 'to-settle': 3 },
      results: [{ ...head, text }],
    }))
    .on(reviews.get, () => review)
    .on(reviews.code, ({ body }) => {
      sent.push(['code', body]);
      if (body.lines[0]?.code === '00000')
        return new Refusal('validation', { errors: [{ path: 'lines.0.code', message: 'Not in the catalog: 00000' }] });
      return compared({});
    })
    .on(reviews.accept, ({ params }) => {
      sent.push(['accept', params['id']]);
      return compared({ answer: true });
    })
    .on(reviews.rebut, ({ params, body }) => {
      sent.push([`rebut ${params['id']}`, body]);
      return compared({ answer: true });
    })
    .on(reviews.settle, ({ body }) => {
      sent.push(['settle', body]);
      return compared({ settle: true });
    });
  return { sent, server };
}

it('K: J and K go through the list, Enter opens what has the focus', async () => {
  start('Coder', open);
  const { user, router } = renderApp('/reviews');
  const row = await screen.findByRole('link', { name: /Laparoscopic cholecystectomy/ });
  await user.keyboard('j');
  expect(document.activeElement).toBe(row);
  await user.keyboard('jk{Enter}');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/reviews/${id}`));
});

it('from the list, a case is coded again without the first coding, and both stand side by side then', async () => {
  const { sent } = start('Coder', open);
  const { user } = renderApp('/reviews');
  expect(screen.queryByRole('link', { name: /To settle/ })).toBeNull();
  await user.click(await screen.findByRole('link', { name: /Laparoscopic cholecystectomy/ }));
  const form = await screen.findByRole('form', { name: 'Second coding' });
  expect(document.body.textContent).not.toContain('47562');
  const code = within(form).getByLabelText('Code');
  await user.type(code, '00000');
  await user.click(within(form).getByRole('button', { name: 'Hand in and compare' }));
  await within(form).findByText('Not in the catalog: 00000');
  await user.clear(code);
  await user.type(code, '47562');
  await user.type(within(form).getByLabelText('Modifiers'), '22');
  await user.type(within(form).getByLabelText('Dx'), '1');
  await user.click(within(form).getByRole('button', { name: 'Add line' }));
  await user.click(within(form).getByRole('button', { name: 'Add line' }));
  // Who works by keys goes on where the work is.
  expect(document.activeElement).toBe(within(form).getAllByLabelText('Code')[2]);
  await user.click(within(form).getByRole('button', { name: 'Remove line 3' }));
  expect(document.activeElement).toBe(within(form).getAllByLabelText('Code')[1]);
  await user.keyboard('49585');
  await user.type(within(form).getByLabelText(/Diagnoses/), 'K80.20');
  await user.click(within(form).getByRole('button', { name: 'Hand in and compare' }));
  const sides = await screen.findByRole('table', { name: 'Both codings, line by line' });
  expect(sent.at(-1)).toEqual([
    'code',
    {
      lines: [
        { code: '47562', modifiers: ['22'], units: 1, dx: [1] },
        { code: '49585', modifiers: [], units: 1, dx: [] },
      ],
      diagnoses: ['K80.20'],
    },
  ]);
  expect(
    within(sides)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'First codingDifferenceSecond coding',
    '47562  ×1 Dx 1Missing modifier, Units47562 22 ×2 Dx 1',
    'noneMissing code49585  ×1',
    'Dx 1 K80.20sameDx 1 K80.20',
  ]);
  screen.getByText('3 of 3 open');
});

it('by keys, whose case it is agrees with one mark and says of another why not', async () => {
  const { sent } = start('Coder', compared({ answer: true }));
  const { user } = renderApp(`/reviews/${id}`);
  await screen.findByText('3 of 3 open');
  await user.keyboard('ja');
  await screen.findByText('Agreed');
  await user.keyboard('jm');
  await user.type(await screen.findByLabelText('Why the first coding fits'), 'Done once');
  await user.click(screen.getByRole('button', { name: 'Hand to a lead' }));
  await screen.findByText('Handed to a lead');
  const [one, two] = marks({});
  expect(sent).toEqual([
    ['accept', one!.id],
    [`rebut ${two!.id}`, { words: 'Done once' }],
  ]);
});

it('a lead settles by a digit', async () => {
  const { sent } = start('Admin', compared({ settle: true }));
  const { user } = renderApp(`/reviews/${id}`);
  await screen.findByText('3 of 3 open');
  await user.keyboard('j3');
  await vi.waitFor(() => expect(sent).toEqual([['settle', { verdict: 'both' }]]));
});

it('a lead draws, and anybody draws it again in the browser', async () => {
  const cases = Array.from({ length: 5 }, (_, at) => `0000000${at}-1111-4111-8111-111111111111`);
  const draw: Draw = {
    id,
    seed: 'Autumn',
    size: 2,
    rule: { from: '2026-01-01', to: '2026-01-31', coder: null },
    population: 5,
    drawn_by: 'admin',
    drawn_at: '2026-02-01T10:00:00.000Z',
    tenant: null,
    reviews: { open: 2, coded: 0, settled: 0, withdrawn: 0 },
    cases,
    strata: null,
    // By `printf Autumn:ID | sha256sum | sort`.
    drawn: [cases[3]!, cases[1]!],
    readers: [
      { review: id, reviewer: 'coder', state: 'open' },
      { review: cases[0]!, reviewer: 'coder', state: 'open' },
    ],
  };
  const { server } = start('Admin', open);
  const sent: unknown[] = [];
  server
    .on(reviews.draws, () => ({ results: [] }))
    .on(reviews.getDraw, () => draw)
    .on(reviews.draw, ({ body }) => {
      sent.push(body);
      return draw;
    });
  vi.stubGlobal('isSecureContext', true);
  const { user } = renderApp('/reviews/draws');
  await user.click(await screen.findByRole('button', { name: 'New draw' }));
  await user.clear(screen.getByLabelText('Cases'));
  await user.type(screen.getByLabelText('Cases'), '2');
  await user.type(screen.getByLabelText('Seed'), 'Autumn');
  await user.type(screen.getByLabelText(/usernames/), 'coder, approver');
  await user.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByRole('heading', { name: '2 of 5 cases, finished 01/01/2026 to 01/31/2026' });
  expect(sent).toEqual([expect.objectContaining({ size: 2, seed: 'Autumn', reviewers: ['coder', 'approver'] })]);
  await user.click(screen.getByRole('button', { name: 'Draw again' }));
  await screen.findByText('Drawn again here: the same 2 cases, in the same order.');
});

it('a lead reads agreement with its interval, by person in the order of names, and each number opens its rows', async () => {
  const card = (right: number, of: number) => ({
    pairs: of,
    exact: { right, of },
    main: { right: of, of },
    lines: { right: 3, of: 4 },
    opportunities: 100,
    stand: 2,
    weighted: 2,
    open: 1,
  });
  const { server } = start('Admin', compared({}));
  server.on(reviews.agreement, () => ({
    all: card(29, 30),
    people: [
      { coder: 'approver', card: card(9, 20) },
      { coder: 'coder', card: card(10, 10) },
    ],
    kinds: [{ kind: 'units' as const, stand: 2 }],
    topics: [{ topic: 'Add-on codes', cases: 2 }],
  }));
  const { user } = renderApp('/reviews/quality');
  const rowsOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
  await screen.findByRole('heading', { name: 'Everybody' });
  expect(rowsOf('Agreement')).toEqual([
    ['29', '30', '96.7 %', '83.3 % to 99.4 %', 'Not shown yet'],
    ['30', '30', '100.0 %', '88.6 % to 100.0 %', 'Not shown yet'],
    ['3', '4', 'Fewer than 5'],
  ]);
  expect(rowsOf('approver')[0]).toEqual(['9', '20', '45.0 %', '25.8 % to 65.8 %', 'Below']);
  await user.click(within(screen.getByRole('region', { name: 'approver' })).getByRole('link', { name: '9' }));
  await screen.findByRole('heading', { name: 'Coded alike, approver, 28 days' });
});

describe('before billing', () => {
  const before: Review = {
    ...open,
    kind: 'before-billing',
    draw_id: null,
    seed: null,
    reasons: ['separate-service', 'share'],
    coder: 'coder',
    reviewer: 'admin',
    first: first as unknown as NonNullable<Review['first']>,
  };

  it('its reader begins from the finished claim, and hands in what they changed of it', async () => {
    const { server } = start('Admin', before);
    const sent: unknown[] = [];
    server.on(reviews.code, ({ body }) => {
      sent.push(body);
      return { ...before, state: 'settled' as const, marks: { all: 0, open: 0 }, may: { code: false, withdraw: false } };
    });
    const { user } = renderApp(`/reviews/${id}`);
    expect(await screen.findByText(/modifier 59 or X, by chance/)).toBeTruthy();
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('47562');
    const units = screen.getByRole('textbox', { name: 'Units' });
    await user.clear(units);
    await user.type(units, '2');
    await user.type(screen.getByRole('textbox', { name: /Topic/ }), 'Units');
    await user.click(screen.getByRole('button', { name: 'Hand in' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { lines: [{ code: '47562', modifiers: [], units: 2, dx: [1] }], diagnoses: ['K8020'], topic: 'Units' },
      ]),
    );
    expect(await screen.findByText('Passed. The case goes on to billing.')).toBeTruthy();
  });

  it('what a reader typed is there again when they come back', async () => {
    start('Admin', open);
    const { user, router } = renderApp(`/reviews/${id}`);
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '44970');
    await act(() => router.navigate({ to: '/profile' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull());
    await act(() => router.navigate({ to: '/reviews/$', params: { _splat: id } }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('44970');
  });

  it('the plan says what is read by itself, and keeps only weights that differ', async () => {
    const server = serverFor(profileOf('Admin', { tenant: id }));
    const plan: ReviewPlan = {
      before_billing: false,
      focus: [],
      share: 0,
      seed: null,
      nightly: false,
      readers: [],
      weights: { order: 0.5 },
      changed_by: null,
      changed_at: null,
    };
    const saved: unknown[] = [];
    server.on(reviews.plan, () => plan);
    server.on(reviews.savePlan, ({ body }) => {
      saved.push(body);
      return { ...plan, ...(body as Partial<ReviewPlan>), changed_by: 'admin', changed_at: '2026-01-05T10:00:00.000Z' };
    });
    const { user } = renderApp('/reviews/plan');
    await user.click(await screen.findByRole('checkbox', { name: /second person reads/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Modifier 22' }));
    await user.type(screen.getByRole('textbox', { name: /Usernames/ }), 'coder, approver');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved).toEqual([
        {
          before_billing: true,
          focus: ['modifier-22'],
          share: 0,
          nightly: false,
          readers: ['coder', 'approver'],
          weights: { order: 0.5 },
        },
      ]),
    );
    expect(await screen.findByText(/by admin\./)).toBeTruthy();
  });
});
