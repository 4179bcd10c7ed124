import { act, screen, waitFor, within } from '@testing-library/react';
import { analytics } from '@incisive/contract/analytics';
import { editFiles } from '@incisive/contract/edit-files';
import type { Metrics, Models, SettledCode } from '@incisive/contract/analytics';
import { installation } from '@incisive/contract/installation';
import type { Backups } from '@incisive/contract/installation';
import type { Role } from '@incisive/contract/roles';
import dayjs from 'dayjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const hits = { n: 20, hit1: 0.5, hit5: 0.8, hit10: 0.9, misses: 2 };
const nothing: Models = {
  versions: [
    { label: 'Incisive', value: '0.1.0' },
    { label: 'Suggestion engine', value: '5' },
  ],
  totals: { op_notes: 1234, cpt_codes: 6422, tenants: 2, users: 9, database_bytes: 84_400_000 },
  speed: null,
  speed_by_day: [],
  acceptance: null,
  over_time: [],
  by_section: [],
  by_tenant: [],
  claims: null,
  met: [],
  training: [],
};
const measured: Models = {
  ...nothing,
  speed: { median_ms: 6.25, p95_ms: 31.7, n: 1000 },
  speed_by_day: [
    { median_ms: 6, p95_ms: 30, n: 400, day: '2026-03-02' },
    { median_ms: 6.5, p95_ms: 33, n: 600, day: '2026-03-03' },
  ],
  acceptance: hits,
  over_time: [{ ...hits, week: '2026-03-02' }],
  by_section: [{ ...hits, section: 'Hemic and lymphatic' }],
  by_tenant: [{ ...hits, tenant: 'North Clinic' }],
  training: [
    {
      at: '2026-03-04T12:00:00Z',
      n: 8,
      before: { hit1: 0.25, hit5: 0.5, hit10: 0.75 },
      after: { hit1: 0.5, hit5: 0.625, hit10: 1 },
    },
  ],
};
const noBackups: Backups = { every_minutes: null, newest: null, tried_at: null, failing: null, log: null };
const inForce = {
  results: [],
  covered: { ptp: false, mue: false, addon: false, mpfs: false, icd: true, hcpcs: false },
};
const serving = (role: Role, models: Models, backups = noBackups) =>
  serverFor(profileOf(role))
    .on(analytics.models, () => models)
    .on(analytics.freshness, () => ({ notes: 0, up_to_date: 0 }))
    .on(installation.backups, () => backups)
    .on(editFiles.list, () => inForce);
const fact = async (label: string): Promise<HTMLElement> =>
  (await screen.findByText(label)).parentElement?.querySelector('dd') as HTMLElement;
const part = (title: string): Promise<HTMLElement> => screen.findByRole('region', { name: title });
/** The large figures of a part, each behind its label. */
const figuresIn = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('dl > div')].map((row) =>
    [row.querySelector('dt'), row.querySelector('dd')].map((cell) => cell?.textContent ?? '').join(' '),
  );
const linksIn = (element: HTMLElement): (string | null)[][] =>
  within(element)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('roles', () => {
  const screens = ['/finances', '/crm', '/metrics', '/models', '/models/codes'];
  test.each<Role>(['SuperApprover', 'Coder', 'Approver', 'DataEntry'])('%s finds none of these pages', async (role) => {
    serving(role, nothing);
    const { router } = renderApp('/finances');
    for (const to of screens) {
      await router.navigate({ to: to as never });
      await waitFor(() => expect(router.state.location.pathname).toBe(to));
      expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined();
    }
  });
});

test.each([
  ['/finances', 'Card payments', 'Finances / Card payments'],
  ['/crm', 'CRM', 'CRM'],
])('%s shows its place and only that it is in development', async (path, title, crumbs) => {
  serving('Admin', nothing);
  renderApp(path);
  const words = await screen.findByText('In development...');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  const trail = screen.queryByRole('navigation', { name: /breadcrumb/i });
  const said = trail
    ? [...trail.querySelectorAll('li')].map((item) => item.textContent.replace(/[/\s]+$/, '')).join(' / ')
    : title;
  expect(said).toBe(crumbs);
  expect(words.parentElement?.querySelectorAll('button, table, form')).toHaveLength(0);
});

describe('/models', () => {
  test('A12: what was never measured is None with what it waits for, and no figure is made up', async () => {
    serving('SuperAdmin', nothing);
    renderApp('/models');
    expect((await part('ML/NLP speed')).querySelector('p')?.textContent).toBe('None Not measured yet: no note has suggestions.');
    expect((await part('ML/NLP accuracy')).querySelector('p')?.textContent).toBe(
      'None Not measured yet: no note has been trained.',
    );
    // Nothing that is empty is framed.
    for (const title of ['Acceptance over time', 'Acceptance by section', 'Acceptance by tenant', 'Training'])
      expect([title, screen.queryByRole('heading', { name: title })]).toEqual([title, null]);
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'ML/NLP speed',
      'ML/NLP accuracy',
      'Versions',
      'Stored',
      'Rule files',
    ]);
    expect((await fact('Suggestion engine')).textContent).toBe('5');
  });

  test('A12: which rule files are in, and which are not', async () => {
    serving('SuperAdmin', nothing);
    renderApp('/models');
    expect((await fact('Diagnosis codes (ICD-10-CM)')).textContent).toBe('In force');
    expect((await fact('Procedure pairs (NCCI PTP)')).textContent).toBe('Not in yet');
    expect((await fact('Database')).textContent).toBe('84 MB');
  });

  test('totals lead to their lists', async () => {
    serving('SuperAdmin', nothing);
    renderApp('/models');
    await fact('Suggestion engine');
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('link', { name: '1,234' })).toHaveProperty('pathname', '/opnotes');
    expect(page.getByRole('link', { name: '6,422' })).toHaveProperty('pathname', '/cptcodes');
    expect(page.getByRole('link', { name: '2' })).toHaveProperty('pathname', '/tenants');
    expect(page.getByRole('link', { name: '9' })).toHaveProperty('pathname', '/users');
  });

  test('speed and acceptance are told with what they count, and each figure leads to its notes', async () => {
    serving('SuperAdmin', measured);
    renderApp('/models');
    const speed = await part('ML/NLP speed');
    await waitFor(() =>
      expect(figuresIn(speed)).toEqual([
        'median 6.3 ms',
        'p95 32 ms',
        'notes timed last 1,000',
        'notes with suggestions up to date None',
      ]),
    );
    const accuracy = await part('ML/NLP accuracy');
    expect(figuresIn(accuracy)).toEqual([
      'suggested first, interval 30 to 70 50%',
      'among five 80%',
      'among ten 90%',
      'settled codes 20',
      'added by hand 2',
    ]);
    expect(linksIn(accuracy)).toEqual([
      ['50%', '/models/codes?rank=1'],
      ['80%', '/models/codes?rank=5'],
      ['90%', '/models/codes?rank=10'],
      ['20', '/models/codes'],
      ['2', '/models/codes?rank=none'],
    ]);
    const rowOf = (title: string) =>
      screen.getByRole('heading', { name: title }).closest('section')?.querySelector('tbody tr') as HTMLElement;
    expect(rowOf('Acceptance over time').textContent).toBe('03/02/20262050%80%90%2');
    expect(linksIn(rowOf('Acceptance over time'))[0]).toEqual(['20', '/models/codes?week=2026-03-02']);
    expect(linksIn(rowOf('Acceptance by section'))[4]).toEqual(['2', '/models/codes?section=Hemic+and+lymphatic&rank=none']);
    expect(linksIn(rowOf('Acceptance by tenant'))[1]).toEqual(['50%', '/models/codes?tenant=North+Clinic&rank=1']);
    expect(rowOf('Training').textContent).toBe('03/04/2026825% / 50% / 75%50% / 63% / 100%');
  });

  test.each<[Backups, RegExp]>([
    [noBackups, /^Not made by Incisive: BACKUP_DIR is not set$/],
    [{ ...noBackups, every_minutes: 60 }, /^None yet$/],
    [
      {
        every_minutes: 60,
        newest: { at: '2026-03-04T12:00:00Z', bytes: 1000, seconds: 2 },
        tried_at: '2026-03-02T12:00:00Z',
        failing: { since: '2026-03-05T12:00:00Z', reason: 'the disk of BACKUP_DIR is full' },
        log: null,
      },
      /^03\/04\/2026.*, restored for a try 03\/02\/2026.*Failing since 03\/05\/2026.*: the disk of BACKUP_DIR is full$/,
    ],
    [
      { ...noBackups, every_minutes: 60, log: { archived_at: null, base_at: null, tried_at: null, failing: null } },
      /^None yetLog not archived yet, no copy yet$/,
    ],
    [
      {
        ...noBackups,
        every_minutes: 60,
        log: {
          archived_at: '2026-03-04T12:00:00Z',
          base_at: '2026-03-03T12:00:00Z',
          tried_at: '2026-03-02T12:00:00Z',
          failing: { since: '2026-03-05T12:00:00Z', reason: 'not mounted' },
        },
      },
      /^None yetLog archived up to 03\/04\/2026.*, newest copy 03\/03\/2026.*, restored for a try 03\/02\/2026.*Failing since 03\/05\/2026.*: not mounted$/,
    ],
  ])('HIP-N6 a SuperAdmin is told of backups: %j', async (backups, words) => {
    serving('SuperAdmin', nothing, backups);
    renderApp('/models');
    await waitFor(async () => expect((await fact('Newest backup')).textContent).toMatch(words));
  });

  test('an Admin sees no figures by tenant and no tenants', async () => {
    serving('Admin', { ...measured, totals: { ...measured.totals, tenants: null } });
    renderApp('/models');
    await part('ML/NLP speed');
    expect(within(screen.getByRole('main')).queryByText('Tenants')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Acceptance by tenant' })).toBeNull();
    expect(within(await part('Rule files')).queryByRole('link')).toBeNull();
  });

  test('how many notes have suggestions of now is told, and told again while it moves', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let upToDate = 1200;
      const server = serving('Admin', nothing).on(analytics.freshness, () => ({ notes: 1250, up_to_date: upToDate }));
      const asked = () => server.calls.filter((line) => line.endsWith(analytics.freshness.path)).length;
      renderApp('/models');
      const bar = await screen.findByRole('progressbar', { name: 'Suggestions up to date' });
      expect((await fact('notes with suggestions up to date')).textContent).toBe('1,200 of 1,250');
      expect(bar.getAttribute('aria-valuenow')).toBe('96');
      upToDate = 1249;
      await act(() => vi.advanceTimersByTimeAsync(2500));
      const told = await fact('notes with suggestions up to date');
      await waitFor(() => expect(told.textContent).toBe('1,249 of 1,250'));
      // A figure that stands still is not asked for for ever.
      await act(() => vi.advanceTimersByTimeAsync(120_000));
      const still = asked();
      expect(still).toBeGreaterThan(10);
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(asked()).toBe(still);
    } finally {
      vi.useRealTimers();
    }
  });

  test('with all of them up to date nothing is asked again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const server = serving('SuperAdmin', nothing).on(analytics.freshness, () => ({ notes: 1, up_to_date: 1 }));
      renderApp('/models');
      const row = await fact('notes with suggestions up to date');
      await waitFor(() => expect(row.textContent).toBe('1 of 1'));
      // A12: what is complete needs no bar.
      expect(within(row).queryByRole('progressbar')).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(server.calls.filter((line) => line.endsWith(analytics.freshness.path))).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('without open notes there is no bar', async () => {
    serving('SuperAdmin', nothing);
    renderApp('/models');
    const row = await fact('notes with suggestions up to date');
    await waitFor(() => expect(row.textContent).toBe('None'));
    expect(within(row).queryByRole('progressbar')).toBeNull();
  });

  test('a failed load can be tried again', async () => {
    let down = true;
    serving('Admin', nothing).on(analytics.models, () => (down ? new Refusal('unavailable') : nothing));
    const { user } = renderApp('/models');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect((await fact('OpNotes')).textContent).toBe('1,234');
  });
});

describe('/models/codes', () => {
  const note = '3fa85f64-1111-4111-8111-111111111111';
  const settled = (code: string, more: Partial<SettledCode> = {}): SettledCode => ({
    id: `${note}:${code}`,
    note_id: note,
    code,
    section: 'Digestive',
    rank: 1,
    week: '2026-03-02',
    settled_at: '2026-03-04T12:00:00Z',
    tenant: 'North Clinic',
    ...more,
  });

  test.each<[Role, boolean]>([
    ['SuperAdmin', true],
    ['Admin', false],
  ])('%s sees each code with its note; the tenant: %s', async (role, tenants) => {
    const asked: URLSearchParams[] = [];
    serving(role, measured).on(analytics.settledCodes, ({ query }) => {
      asked.push(query);
      const results = [settled('47562'), settled('27447', { rank: null, note_id: null })];
      return { results, count: 2, next: null, previous: null };
    });
    renderApp('/models/codes?section=Digestive&rank=none');
    expect((await screen.findByRole('link', { name: '3fa85f64' })).getAttribute('href')).toBe(`/opnotes/${note}`);
    expect(screen.getByRole('link', { name: '47562' }).getAttribute('href')).toBe('/cptcodes/47562');
    expect(screen.getByText('Rank 1')).toBeDefined();
    expect(screen.getByText('Since deleted')).toBeDefined();
    expect(Object.fromEntries(asked[0]!)).toMatchObject({ section: 'Digestive', rank: 'none', ordering: '-settled_at' });
    expect(screen.queryAllByText('North Clinic').length > 0).toBe(tenants);
    expect(screen.getByRole('link', { name: 'System information', current: false })).toBeDefined();
  });
});

describe('/metrics', () => {
  const points = (labels: readonly string[]) => labels.map((label, at) => ({ label, value: at }));
  const week = (to: string): Metrics => {
    const days = Array.from({ length: 7 }, (_, at) =>
      dayjs(to)
        .subtract(6 - at, 'day')
        .format('YYYY-MM-DD'),
    );
    return {
      from: days[0]!,
      to,
      page_views: [{ label: '/opnotes/:id', value: 1234 }],
      sessions_by_date: points(days),
      sessions_by_hour: points(Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))),
      active_users: points(days),
      regions: [
        { label: 'US-CA', value: 5 },
        { label: 'Unknown', value: 2 },
      ],
    };
  };
  const titles = ['Page views', 'Sessions by date', 'Sessions by hour', 'Active users', 'Sessions by region'];
  // A noon: no midnight comes between a test's beginning and its end.
  const today = '2026-03-11';
  const weeksBefore = (weeks: number) =>
    dayjs(today)
      .subtract(7 * weeks, 'day')
      .format('YYYY-MM-DD');
  beforeEach(() => void vi.useFakeTimers({ now: new Date(`${today}T12:00:00`), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  function open(answer: (to: string) => Metrics | Refusal = week) {
    const asked: string[] = [];
    serving('Admin', nothing).on(analytics.metrics, ({ query }) => {
      asked.push(query.get('to') ?? '');
      return answer(query.get('to') ?? today);
    });
    return { asked, ...renderApp('/metrics') };
  }

  test('A11-33 five charts of seven days, each with its table', async () => {
    const { asked } = open();
    for (const title of titles) {
      const card = (await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement;
      expect(card.querySelectorAll('table tbody tr').length).toBeGreaterThan(0);
    }
    const rows = (title: string) =>
      [...(screen.getByRole('heading', { name: title }).closest('section')?.querySelectorAll('tbody tr') ?? [])].map(
        (row) => row.textContent,
      );
    expect(rows('Page views')).toEqual(['/opnotes/:id1,234']);
    expect(rows('Sessions by date')).toHaveLength(7);
    expect(rows('Sessions by hour')).toHaveLength(24);
    expect(rows('Sessions by region')).toEqual(['US-CA5', 'Unknown2']);
    expect(asked).toEqual([today, weeksBefore(1)]);
  });

  test('A11: other weeks by the buttons and by the day, kept in the address, never the future; hours name their zone', async () => {
    const { asked, user, router } = open();
    const after = await screen.findByRole<HTMLButtonElement>('button', { name: 'Week after' });
    expect(after.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Week before' }));
    await waitFor(() => expect(asked.at(-1)).toBe(weeksBefore(2)));
    expect(after.disabled).toBe(false);
    expect(router.state.location.search).toEqual({ to: weeksBefore(1) });
    expect(await screen.findByText('Hours in UTC')).toBeTruthy();
    await user.click(after);
    await waitFor(() => expect(after.disabled).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>('Last day').max).toBe(today);
  });

  const cardOf = async (title: string) => (await screen.findByRole('heading', { name: title })).closest<HTMLElement>('section')!;

  test('A12: each chart says what it comes to and how that stands to the week before', async () => {
    const earlier = weeksBefore(1);
    open((to) => ({
      ...week(to),
      ...(to === earlier
        ? {
            page_views: [
              { label: '/opnotes', value: 1000 },
              { label: '/login', value: 234 },
            ],
            sessions_by_date: [{ label: to, value: 42 }],
            sessions_by_hour: [{ label: '09', value: 46 }],
            active_users: [],
            regions: [{ label: 'US-CA', value: 4 }],
          }
        : {}),
    }));
    const said = async (title: string) =>
      waitFor(async () => {
        const words = (await cardOf(title)).querySelector('p')?.textContent;
        expect(words).toContain('week before');
        return words;
      });
    expect(await said('Page views')).toBe('1,234 views as in the week before');
    expect(await said('Sessions by date')).toBe('21 sessions, day by day \u221250% to the week before (42)');
    expect(await said('Sessions by hour')).toBe('23 sessions in the busiest hour \u221250% to the week before (46)');
    expect(await said('Active users')).toBe('6 users on the busiest day none in the week before');
    expect(await said('Sessions by region')).toBe('7 sessions +75% to the week before (4)');
  });

  test('A12: a week before that cannot be asked leaves the figures without a comparison', async () => {
    open((to) => (to === today ? week(to) : new Refusal('unavailable')));
    const card = await cardOf('Page views');
    expect(card.querySelector('p')?.textContent.trim()).toBe('1,234 views');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('A12: each chart is switched to its table by a labeled control, and back', async () => {
    const { user } = open();
    for (const title of titles) {
      const card = await cardOf(title);
      const choice = within(card).getByRole('radiogroup', { name: `${title} as` });
      const table = within(card).getByRole('table', { name: title });
      const hidden = () => table.closest('.visually-hidden') !== null;
      expect([hidden(), card.querySelector('[aria-hidden] svg, [aria-hidden]') !== null]).toEqual([true, true]);
      await user.click(within(choice).getByRole('radio', { name: 'Table' }));
      expect([hidden(), card.querySelector('[class*=chart]')]).toEqual([false, null]);
      await user.click(within(choice).getByRole('radio', { name: 'Chart' }));
      expect(hidden()).toBe(true);
    }
  });

  test('a week without visits says that nothing was measured, and draws no chart', async () => {
    open((to) => ({
      ...week(to),
      page_views: [],
      regions: [],
      sessions_by_date: [],
      sessions_by_hour: [],
      active_users: [],
    }));
    expect(await screen.findAllByText('No data for these seven days.')).toHaveLength(5);
  });

  test('a failed load can be tried again', async () => {
    let down = true;
    const { user } = open((to) => (down ? new Refusal('unavailable') : week(to)));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect(await screen.findByRole('cell', { name: '1,234' })).toBeDefined();
  });
});
