import { screen, within } from '@testing-library/react';
import { type Overview, quality } from '@incisive/contract/quality';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { afterEach, expect, it, vi } from 'vitest';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const rows = (set: string, more = {}) => ({ set, ...more });
const none = { cases: 0, rows: rows('held', { late: 'true' }) };
const overview: Overview = {
  as_of: '2026-01-05T07:30:00.000Z',
  stuck: [{ what: 'left', cases: 2, oldest_days: 4, rows: rows('left') }],
  waits: [
    { what: 'hold', who: 'Pathology pending', cases: 9, late: 2, oldest_days: 19, rows: rows('held', { reason: 'pathology' }) },
    { what: 'coding', who: null, cases: 31, late: 0, oldest_days: 3, rows: rows('new') },
  ],
  due: Array.from({ length: 7 }, (_, at) => ({
    day: `2026-01-0${String(at + 1)}`,
    cases: at === 1 ? 11 : 2,
    usual: at === 6 ? 0 : 5,
    rows: rows('to-do', { due: `2026-01-0${String(at + 1)}` }),
  })),
  overdue: { cases: 1, rows: rows('to-do', { late: 'true' }) },
  not_final: { cases: 42, rows: rows('not-final'), weeks: [30, 31, 33, 36, 38, 40, 41, 42] },
  coded: {
    cases: 12,
    rows: rows('lag', { step: 'service-to-coded' }),
    lag: { median: 2.1, nine_in_ten: 6.4, cases: 12 },
    weeks: [null, null, null, null, null, 2, 3, 2.1],
  },
  held: { cases: 9, rows: rows('held'), late: { cases: 2, rows: rows('held', { late: 'true' }) }, median_days: 5 },
  queried: { cases: 0, rows: rows('queried'), late: none },
  first_pass: { clean: { cases: 3, rows: rows('first-pass') }, finished: { cases: 4, rows: rows('finished') }, lines: 9 },
  by_age: [
    {
      band: '0-3',
      cases: 42,
      rows: rows('not-final', { age: '0-3' }),
      states: { new: 31, in_review: 2, held: 9, queried: 0 },
      late: { cases: 3, rows: rows('not-final', { age: '0-3', late: 'true' }) },
    },
  ],
  lag: [
    {
      step: 'note-to-claimed',
      median: 0.9,
      nine_in_ten: 3.4,
      cases: 12,
      before: 0.6,
      rows: rows('lag', { step: 'note-to-claimed' }),
    },
  ],
  errors: [
    { reason: 'ptp.bundled', cases: 2, per_100_lines: 22.22, overridden: 1, rows: rows('error-met', { reason: 'ptp.bundled' }) },
  ],
  rejected: [{ code: '47563', reason: 'not-done', cases: 3, rows: rows('rejected', { code: '47563', reason: 'not-done' }) }],
  pace: [
    {
      coder: 'approver',
      cases: 12,
      lines: 20,
      timed: 10,
      minutes: 50,
      expected: 60,
      rows: rows('finished', { coder: 'approver' }),
    },
    { coder: 'coder', cases: 3, lines: 4, timed: 0, minutes: 0, expected: null, rows: rows('finished', { coder: 'coder' }) },
  ],
  questions: [
    {
      who: 'surgeon',
      asked: { cases: 4, rows: rows('asked', { asked: 'surgeon' }) },
      answered: { cases: 3, rows: rows('answered', { asked: 'surgeon' }) },
      median_days: 1.5,
    },
  ],
  holds: [
    {
      key: 'pathology',
      label: 'Pathology pending',
      cases: 9,
      rows: rows('held', { reason: 'pathology' }),
      late: none,
      due_this_week: none,
      median_days: 6,
    },
  ],
};

function start(role: Role = 'Admin', data: Overview = overview) {
  const asked: string[] = [];
  serverFor(profileOf(role))
    .on(tenants.selectable, () => ({ results: [{ id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' }] }))
    .on(quality.overview, ({ query }) => {
      asked.push(query.toString());
      return data;
    })
    .on(quality.cases, ({ query }) => {
      asked.push(query.toString());
      return {
        results: [
          {
            id: '33333333-3333-4333-8333-333333333333',
            note_id: '44444444-4444-4444-8444-444444444444',
            text: 'PROCEDURE PERFORMED: Carpal tunnel release.',
            surgeon: 'approver',
            coder: 'coder',
            tenant: null,
            state: 'held' as const,
            reason: 'Pathology pending',
            since: '2026-01-01T00:00:00.000Z',
            due_on: '2026-01-04',
            age_days: 19,
          },
        ],
        count: 1,
        next: null,
        previous: null,
      };
    });
  return asked;
}

it('says what is stuck, who waits for whom and what will be late, each number a link to its rows', async () => {
  start();
  renderApp('/overview');
  const stuck = await screen.findByRole('region', { name: 'Stuck' });
  expect(within(stuck).getByText(/Begun and left/)).toBeTruthy();
  expect(within(stuck).getByRole('link', { name: '2' }).getAttribute('href')).toBe('/overview/cases?set=left&days=28');
  const waits = screen.getByRole('region', { name: 'Who waits for whom' });
  expect(within(waits).getAllByRole('listitem')[0]!.textContent).toBe('Coders wait for Pathology pending held919 d, late');
  const late = screen.getByRole('region', { name: 'Will be late' });
  expect(within(late).getByRole('link', { name: '11' }).getAttribute('href')).toContain('due=2026-01-02');
  // 6 above the usual on the second day, 2 on the seventh.
  expect(late.textContent).toContain('8 more fall due this week than are usually finished on those days.');
  const figures = screen.getByLabelText('Figures');
  expect(figures.textContent).toContain('1 more than a week ago');
  // Of fewer than five cases no share is told.
  expect(figures.textContent).toContain('First pass33 of 4 claims');
  expect(screen.queryByLabelText('Tenant')).toBeNull();
});

it('period and tenant stand in the address, and what is opened keeps them', async () => {
  const asked = start('SuperApprover');
  const { user, router } = renderApp('/overview?days=7');
  await screen.findByRole('region', { name: 'Stuck' });
  expect(asked).toEqual(['days=7']);
  await screen.findByRole('option', { name: 'North Clinic' });
  await user.selectOptions(screen.getByLabelText('Tenant'), 'North Clinic');
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 91 days');
  await vi.waitFor(() => expect(asked.at(-1)).toBe('days=91&tenant=22222222-2222-4222-8222-222222222222'));
  await user.click(within(screen.getByRole('region', { name: 'Stuck' })).getByRole('link', { name: '2' }));
  await screen.findByRole('heading', { level: 1, name: 'Begun and left' });
  expect(await screen.findByText('Carpal tunnel release.')).toBeTruthy();
  expect(asked.at(-1)).toContain('tenant=22222222');
  expect(asked.at(-1)).toContain('set=left');
  await user.click(screen.getByRole('link', { name: 'Overview' }));
  await screen.findByRole('region', { name: 'Stuck' });
  expect(router.state.location.search).toMatchObject({ days: '91', tenant: '22222222-2222-4222-8222-222222222222' });
});

it('what was never measured says so, and what it needs', async () => {
  start('Admin', {
    ...overview,
    stuck: [],
    waits: [],
    due: overview.due.map((day) => ({ ...day, usual: null })),
    coded: { ...overview.coded, lag: null, weeks: [null, null] },
    first_pass: { clean: none, finished: none, lines: 0 },
    lag: [],
    errors: [],
    rejected: [],
    holds: [],
  });
  renderApp('/overview');
  expect(await screen.findByText('Nothing is stuck.')).toBeTruthy();
  const words = document.body.textContent;
  expect(words).toContain('What is usual is not measured yet: it needs three weeks of finished cases.');
  expect(words).toContain('Not measured yet: no claim was finished in this time.');
  expect(words).not.toContain('NaN');
});
