import { type MeasuredCase, type Overview, type RowsBehind, caseSets } from '@incisive/contract/quality';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { seedMonth } from '../../testing/seeded-month.ts';

const t = await useTestApp();
beforeAll(() => seedMonth(t, 4127));

const read = async (who: string, query = ''): Promise<Overview> => {
  const answer = await t.as(who, 'GET', `/api/v1/quality/overview/${query}`);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json<Overview>();
};
const behind = async (who: string, rows: RowsBehind): Promise<{ count: number; results: MeasuredCase[] }> => {
  const answer = await t.as(who, 'GET', `/api/v1/quality/cases/?${new URLSearchParams({ ...rows, per_page: '100' }).toString()}`);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
/** Every number of an answer that opens rows. */
function* numbersOf(value: unknown): Generator<{ cases: number; rows: RowsBehind }> {
  if (typeof value !== 'object' || value === null) return;
  if ('cases' in value && 'rows' in value) yield value as { cases: number; rows: RowsBehind };
  for (const inner of Object.values(value)) yield* numbersOf(inner);
}

describe('the overview of one’s cases', () => {
  it('each number opens exactly as many rows as it says, for a clinic’s lead and for whoever sees all clinics', async () => {
    for (const who of ['admin', 'superapprover']) {
      const numbers = [...numbersOf(await read(who))];
      expect(numbers.length).toBeGreaterThan(30);
      const wrong = [];
      for (const { cases, rows } of numbers) {
        const { count } = await behind(who, rows);
        if (count !== cases) wrong.push({ rows, cases, count });
      }
      expect(wrong).toEqual([]);
    }
  });

  it('a clinic’s lead counts the own clinic alone, and one above clinics any one of them or all', async () => {
    const [first, second, all, named] = [
      await read('admin'),
      await read('admin2'),
      await read('superadmin'),
      await read('superadmin', `?tenant=${t.tenants[1]}`),
    ];
    expect(first.not_final.cases).toBeGreaterThan(20);
    expect(second.not_final.cases).toBeGreaterThan(10);
    expect(all.not_final.cases).toBe(first.not_final.cases + second.not_final.cases);
    expect({ ...named, as_of: '' }).toEqual({ ...second, as_of: '' });
    // Another clinic is not there, as if its id were random.
    for (const tenant of [t.tenants[1], '00000000-0000-4000-8000-00000000abcd'])
      for (const what of ['overview', 'cases'])
        expect((await t.as('admin', 'GET', `/api/v1/quality/${what}/?tenant=${tenant}`)).statusCode).toBe(404);
    for (const who of ['coder', 'approver', 'dataentry'])
      expect((await t.as(who, 'GET', '/api/v1/quality/overview/')).statusCode).toBe(403);
  });

  it('every set of cases can be opened, and rows say nothing but what the list of notes does', async () => {
    for (const set of caseSets) await behind('superadmin', { set });
    const { results } = await behind('admin', { set: 'not-final', ordering: '-age_days' });
    expect(results.map((row) => row.age_days)).toEqual(results.map((row) => row.age_days).toSorted((a, b) => b - a));
    expect(results.every((row) => row.tenant === null)).toBe(true);
  });
});

interface Plain {
  id: string;
  work_state: string;
  work_reason: string | null;
  due_on: string;
  service_date: string | null;
  created_at: Date;
}
interface Act {
  case_id: string;
  act: string;
  from_state: string;
  to_state: string;
  reason: string | null;
  acted_at: Date;
}

/** The same figures once more, from bare rows and by counting one after the other. */
async function slowly(tenant: string, days: number) {
  const { cases, acts, met, lines } = await withSystem(t.database, async (tx) => ({
    cases: (
      await sql<Plain>`select id, work_state, work_reason, due_on::text, service_date::text, created_at from app.cases where tenant_id = ${tenant}`.execute(
        tx,
      )
    ).rows,
    acts: (await sql<Act>`select * from app.case_acts where tenant_id = ${tenant} order by id`.execute(tx)).rows,
    met: (
      await sql<{
        case_id: string;
        reason: string;
        severity: string;
      }>`select * from app.case_met where tenant_id = ${tenant}`.execute(tx)
    ).rows,
    lines: (await sql<{ case_id: string }>`select case_id from app.case_lines where tenant_id = ${tenant}`.execute(tx)).rows,
  }));
  const now = Date.now();
  const today = new Date().toISOString().slice(0, 10);
  const middle = (values: number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.ceil((sorted.length - 1) / 2)]!];
    return (low + high) / 2;
  };
  const open = cases.filter((one) => !['final', 'exported', 'void'].includes(one.work_state));
  const ages: number[] = [];
  for (const one of open) {
    const from = one.service_date ?? one.created_at.toISOString().slice(0, 10);
    ages.push((Date.parse(today) - Date.parse(from)) / 86_400_000);
  }
  const first = (id: string, what: (act: Act) => boolean): Date | null =>
    acts
      .filter((act) => act.case_id === id && what(act))
      .map((act) => act.acted_at)
      .toSorted((a, b) => +a - +b)[0] ?? null;
  const took = (begins: (one: Plain) => Date | null, ends: (one: Plain) => Date | null): number[] =>
    cases.flatMap((one) => {
      const [begin, end] = [begins(one), ends(one)];
      if (!begin || !end || +end < now - days * 86_400_000) return [];
      return [Math.max(0, (+end - +begin) / 86_400_000)];
    });
  const claimed = (one: Plain) => first(one.id, (act) => act.act === 'claim');
  const coded = (one: Plain) => first(one.id, (act) => act.act === 'finish');
  const final = (one: Plain) => first(one.id, (act) => act.to_state === 'final');
  const service = (one: Plain) => (one.service_date ? new Date(`${one.service_date}T00:00:00Z`) : null);
  const steps = {
    'service-to-note': took(service, (one) => one.created_at),
    'note-to-claimed': took((one) => one.created_at, claimed),
    'claimed-to-coded': took(claimed, coded),
    'coded-to-final': took(coded, final),
    'final-to-exported': took(final, (one) => first(one.id, (act) => act.act === 'export')),
  };
  const finished = cases.filter((one) =>
    acts.some((act) => act.case_id === one.id && act.act === 'finish' && +act.acted_at >= now - days * 86_400_000),
  );
  const mistakes = met.filter((one) => one.severity === 'error' && one.reason !== 'date.missing' && one.reason !== 'dx.missing');
  const held = open.filter((one) => one.work_state === 'held');
  return {
    open: open.length,
    ages: [
      ages.filter((age) => age <= 3),
      ages.filter((age) => age > 3 && age <= 7),
      ages.filter((age) => age > 7 && age <= 14),
    ].map((some) => some.length),
    late: open.filter((one) => one.due_on < today && one.work_state !== 'coded').length,
    steps: Object.fromEntries(
      Object.entries(steps).map(([step, values]) => [
        step,
        { cases: values.length, median: Math.round(middle(values) * 100) / 100 },
      ]),
    ),
    finished: finished.length,
    clean: finished.filter((one) => !mistakes.some((met1) => met1.case_id === one.id)).length,
    lines: lines.filter((line) => finished.some((one) => one.id === line.case_id)).length,
    held: held.length,
    heldFor: held.filter((one) => one.work_reason === 'pathology').length,
  };
}

it('the figures of a seeded month are those of a second, slow count', async () => {
  for (const [who, tenant] of [
    ['admin', t.tenants[0]],
    ['admin2', t.tenants[1]],
  ] as const)
    for (const days of [28, 91]) {
      const slow = await slowly(tenant, days);
      const fast = await read(who, `?days=${days}`);
      expect({
        open: fast.not_final.cases,
        ages: fast.by_age.slice(0, 3).map((row) => row.cases),
        late: fast.overdue.cases,
        steps: Object.fromEntries(fast.lag.map(({ step, cases, median }) => [step, { cases, median }])),
        finished: fast.first_pass.finished.cases,
        clean: fast.first_pass.clean.cases,
        lines: fast.first_pass.lines,
        held: fast.held.cases,
        heldFor: fast.holds.find((one) => one.key === 'pathology')?.cases ?? 0,
      }).toEqual(slow);
      expect(fast.by_age.reduce((sum, row) => sum + row.cases, 0)).toBe(slow.open);
      expect(fast.not_final.weeks.at(-1)).toBe(slow.open);
    }
});

it('the pace of each person is that of the stretches in which they were at work, one added to the other', async () => {
  const { pace } = await read('admin', '?days=91');
  expect(pace.length).toBeGreaterThan(2);
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ coder: string; case_id: string; lines: number; spent: number }>`
      select c.coder, c.id as case_id, (select count(*)::int from app.case_lines l where l.case_id = c.id) as lines,
             (select coalesce(sum(extract(epoch from s.ended_at) - extract(epoch from s.began_at)), 0)::float8
                from app.activity_stretches s where s.case_id = c.id and s.user_id = c.coder_id) as spent
        from app.cases c where c.tenant_id = ${t.tenants[0]}
         and c.id in (select a.case_id from app.case_acts a where a.act = 'finish' and a.acted_at > now() - interval '91 days')`.execute(
      tx,
    ),
  );
  for (const one of pace) {
    const own = rows.filter(({ coder }) => coder === one.coder);
    const timed = own.filter(({ spent }) => spent > 0);
    expect(one).toMatchObject({ cases: own.length, timed: timed.length, lines: own.reduce((sum, { lines }) => sum + lines, 0) });
    expect(one.minutes).toBeCloseTo(timed.reduce((sum, { spent }) => sum + spent, 0) / 60, 0);
  }
  // Over all who were timed, what is expected is what it took: the fit leaves nothing over.
  const timed = pace.filter(({ expected }) => expected !== null);
  expect(timed.length).toBeGreaterThan(1);
  const total = (of: 'minutes' | 'expected') => timed.reduce((sum, one) => sum + (one[of] ?? 0), 0);
  expect(total('expected') / total('minutes')).toBeCloseTo(1, 1);
});

it('what is counted as not final a week ago is what was not final then', async () => {
  const { not_final } = await read('admin');
  const then = await withSystem(t.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from app.cases c where c.tenant_id = ${t.tenants[0]}
      and (c.created_at at time zone 'UTC')::date <= (now() at time zone 'UTC')::date - 7
      and coalesce((select a.to_state from app.case_acts a where a.case_id = c.id and (a.acted_at at time zone 'UTC')::date <= (now() at time zone 'UTC')::date - 7
                     order by a.id desc limit 1), 'new') not in ('final', 'exported', 'void')`.execute(tx),
  );
  expect(not_final.weeks.at(-2)).toBe(then.rows[0]!.n);
});

it('a question names who has not answered it, and is stuck after six days', async () => {
  const text = 'PROCEDURE PERFORMED: Excision of a lesion of the arm.';
  const { id } = (await t.as('approver2', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
  await t.as('admin2', 'POST', `/api/v1/op-notes/${id}/case/claim/`, {});
  const sent = await t.as('admin2', 'POST', `/api/v1/op-notes/${id}/queries/`, {
    to: t.users['approver2']!.id,
    subject: 'size',
    form: 'open',
    heading: 'Size of the lesion',
    question: 'How large was the lesion before it was removed?',
    quotes: [[text.indexOf('Excision'), text.length]],
  });
  expect([sent.statusCode, sent.statusCode === 201 ? '' : sent.body]).toEqual([201, '']);
  const wait = (await read('admin2')).waits.find(({ what, who }) => what === 'query' && who === 'approver2');
  expect(wait).toMatchObject({ cases: 1, rows: { set: 'queried', asked: 'approver2' } });
  expect((await behind('admin2', wait!.rows)).results.map((row) => row.note_id)).toEqual([id]);
  const asked = async () => (await read('admin2')).questions.find(({ who }) => who === 'approver2')!;
  expect(await asked()).toMatchObject({ asked: { cases: 1 }, answered: { cases: 0 }, median_days: null });
  for (const { rows } of [(await asked()).asked, (await asked()).answered])
    expect((await behind('admin2', rows)).count).toBe(rows['set'] === 'asked' ? 1 : 0);
  const stuck = async () => (await read('admin2')).stuck.find(({ what }) => what === 'query-late')?.cases ?? 0;
  expect(await stuck()).toBe(0);
  await withSystem(t.database, (tx) =>
    sql`update app.queries set sent_at = sent_at - interval '7 days' where note_id = ${id}`.execute(tx),
  );
  expect(await stuck()).toBe(1);
  expect((await behind('admin2', { set: 'query-late' })).results.map((row) => row.note_id)).toEqual([id]);
});
