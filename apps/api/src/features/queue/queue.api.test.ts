import type { CaseWork, QueueRow } from '@incisive/contract/queue';
import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, openPools } from '../../db/client.ts';
import { type Actor, withSystem, withTenant } from '../../db/tenant.ts';
import { nameSurgeon } from '../../testing/billing.fixture.ts';
import { asAdmin, testSecret, useTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { takeNext } from './queue.service.ts';

const t = await useTestApp();

const text = 'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\nThe gallbladder was removed.';
const newNote = async (who = 'approver'): Promise<string> =>
  (await t.as(who, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
const post = (who: string, id: string, what: string, body: unknown = {}) =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/case/${what}/`, body);
const work = async (id: string, who = 'approver'): Promise<CaseWork> =>
  (await t.as(who, 'GET', `/api/v1/op-notes/${id}/case/work/`)).json<CaseWork>();
const next = async (who: string, body: unknown = {}): Promise<string | null> =>
  (await t.as(who, 'POST', '/api/v1/queue/next/', body)).json<{ note_id: string | null }>().note_id;
const rows = async (who: string, query = ''): Promise<QueueRow[]> =>
  (await t.as(who, 'GET', `/api/v1/queue/cases/${query}`))
    .json<{ groups: { rows: QueueRow[] }[] }>()
    .groups.flatMap((group) => group.rows);
/** Which case the list says that Next would take. */
const marked = async (who: string, query = ''): Promise<string | null> =>
  (await t.as(who, 'GET', `/api/v1/queue/cases/${query}`)).json<{ next: string | null }>().next;
/** Nothing waits that an earlier test left. */
const empty = (): Promise<unknown> =>
  withSystem(t.database, (tx) => sql`update app.cases set work_state = 'void' where work_state <> 'final'`.execute(tx));
const setDue = (id: string, days: number): Promise<unknown> =>
  withSystem(t.database, (tx) =>
    sql`update app.cases set due_on = (now() at time zone 'UTC')::date + ${days}::int where note_id = ${id}`.execute(tx),
  );
const problem = (answer: { statusCode: number; json: () => { type: string; detail: string } }): [number, string, string] => {
  const { type, detail } = answer.json();
  return [answer.statusCode, type.split(':').at(-1)!, detail];
};

describe('a case and who has it', () => {
  it('begins with its note, new, and its claim is begun by nobody', async () => {
    const id = await newNote();
    expect(await work(id)).toMatchObject({ state: 'new', holder: null, reason: null });
    expect((await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`)).json()).toMatchObject({ id: null, lines: [] });
    expect((await work(id)).acts.toSorted()).toEqual(['claim', 'void']);
  });

  it('is taken by the first change; the next one’s first change answers who has it and since when, and changes nothing', async () => {
    const id = await newNote();
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: ['47562'] });
    const change = (who: string, pos: string) => post(who, id, 'changes', { operations: [{ do: 'header', pos }] });
    expect((await change('approver', '24')).statusCode).toBe(200);
    expect((await work(id)).holder).toMatchObject({ name: 'approver', mine: true });
    expect(problem(await change('coder', '11'))).toEqual([
      409,
      'claimed',
      'approver has had this case for 0 minutes. Take another one, or ask a lead to take it over.',
    ]);
    const seen = (await t.as('coder', 'GET', `/api/v1/op-notes/${id}/case/`)).json<{ header: { pos: string } }>();
    expect(seen.header.pos).toBe('24');
  });

  it('is taken over by a lead alone, and the one who had it is told without a word of the note', async () => {
    const id = await newNote();
    await post('approver', id, 'claim');
    expect((await post('approver', id, 'take-over')).statusCode).toBe(403);
    expect((await post('coder', id, 'take-over')).statusCode).toBe(403);
    expect((await post('admin', id, 'take-over')).statusCode).toBe(200);
    expect((await work(id, 'admin')).holder).toMatchObject({ name: 'admin', mine: true });
    const told = await t.as('approver', 'GET', '/api/v1/accounts/notices/');
    expect(told.body).toContain('admin took over a case that you had');
    expect(problem(await post('approver', id, 'release'))[1]).toBe('claimed');
  });

  it('is free again when its session ends, by itself', async () => {
    const id = await newNote();
    const { access_token } = await t.tokens('approver');
    const own = { authorization: `Bearer ${access_token}` };
    const claim = { method: 'POST', url: `/api/v1/op-notes/${id}/case/claim/`, headers: own, payload: {} } as const;
    expect((await t.app.inject(claim)).statusCode).toBe(200);
    expect((await post('coder', id, 'claim')).statusCode).toBe(409);
    await t.app.inject({ method: 'POST', url: '/auth/logout/', headers: own });
    expect(await work(id, 'coder')).toMatchObject({ state: 'new', holder: null });
    // Who takes it again has it since then, not since the day before.
    await withSystem(t.database, (tx) => sql`update app.case_leases set taken_at = taken_at - interval '1 day'`.execute(tx));
    await post('approver', id, 'claim');
    expect((await work(id)).holder).toMatchObject({ mine: true, minutes: 0 });
    await post('approver', id, 'release');
    expect((await post('coder', id, 'claim')).statusCode).toBe(200);
  });

  it('is free again after half an hour in which its session did nothing', async () => {
    const id = await newNote();
    await post('approver', id, 'claim');
    const age = (minutes: number) =>
      withSystem(t.database, (tx) =>
        sql`update app.sessions set last_activity_at = now() - make_interval(mins => ${minutes})
          where id = (select session_id from app.case_leases l join app.cases c on c.id = l.case_id where c.note_id = ${id})`.execute(
          tx,
        ),
      );
    await age(29);
    expect((await work(id, 'coder')).state).toBe('claimed');
    await age(31);
    expect((await work(id, 'coder')).state).toBe('new');
    await age(0);
    await post('approver', id, 'release');
  });
});

describe('what next takes', () => {
  it('1,000 calls, sixteen at a time, from two pools hand out 1,000 cases, each once; the one after that gets none', async () => {
    await empty();
    const actor: Actor = {
      ...t.users['approver']!,
      userId: t.users['approver']!.id,
      tenantId: t.tenants[0],
      tenantName: null,
      sessionId: '',
      requestId: 'test',
      address: '::1',
    };
    const sessions = await withSystem(t.database, async (tx) => {
      await sql`insert into app.notes (tenant_id, kind, text, created_by, created_by_id)
        select ${t.tenants[0]}, 'op', 'Note ' || i, 'approver', ${actor.userId} from generate_series(1, 1000) i`.execute(tx);
      const { rows: made } = await sql<{ id: string }>`insert into app.sessions (user_id, expires_at)
        select ${actor.userId}, now() + interval '1 hour' from generate_series(1, 2) returning id`.execute(tx);
      return made.map(({ id }) => id);
    });
    // As the server does by itself within a minute: until then it takes the tables for empty.
    await asAdmin(t.admin, 'analyze');
    const second = openPools(t.admin, testSecret, { max: 8, idleMinutes: 15, onError: () => undefined, patience: 120_000 });
    const audit = { entity: () => undefined, tenant: () => undefined, detail: () => undefined, none: () => undefined } as never;
    const take = async (database: Database, nth: number): Promise<string | null> => {
      const who = { ...actor, sessionId: sessions[nth % 2]! };
      return (await withTenant(database, who, (tx) => takeNext(tx, who, undefined, audit))).note_id;
    };
    const taken: (string | null)[] = [];
    let left = 1000;
    const caller = async (database: Database, nth: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        taken.push(await take(database, nth));
      }
    };
    // As many at a time as the two pools have connections.
    await Promise.all(Array.from({ length: 16 }, (_, nth) => caller(nth % 2 === 0 ? t.database : second, nth)));
    expect(taken.filter((id) => id === null)).toEqual([]);
    expect(new Set(taken).size).toBe(1000);
    expect(await take(second, 0)).toBeNull();
    await second.close();
  });

  it('what is late, what came back to one, and then the oldest; of another tenant nothing', async () => {
    await empty();
    const [old, late, fresh] = [await newNote(), await newNote(), await newNote()];
    const foreign = await newNote('approver2');
    await setDue(old, 3);
    await setDue(late, -2);
    await setDue(foreign, -9);
    const listed = await rows('approver');
    expect(listed.map((row) => [row.note_id, row.group])).toEqual([
      [late, 'due'],
      [old, 'waiting'],
      [fresh, 'waiting'],
    ]);
    expect([await next('approver'), await next('approver'), await next('approver'), await next('approver')]).toEqual([
      late,
      old,
      fresh,
      null,
    ]);
    expect((await rows('approver')).map(({ group }) => group)).toEqual(['yours', 'yours', 'yours']);
    // Who stands above tenants takes what is left: the other tenant's.
    expect(await next('coder')).toBe(foreign);
  });

  it('a skipped case waits an hour for who skipped it, and nobody else', async () => {
    await empty();
    const id = await newNote();
    expect(await next('approver')).toBe(id);
    expect((await post('approver', id, 'skip', { reason: 'no-such' })).statusCode).toBe(422);
    expect((await post('approver', id, 'skip', { reason: 'specialty' })).statusCode).toBe(200);
    expect(await next('approver')).toBeNull();
    expect(await next('coder')).toBe(id);
    await post('coder', id, 'release');
    await withSystem(t.database, (tx) => sql`update app.case_acts set acted_at = acted_at - interval '61 minutes'`.execute(tx));
    expect(await next('approver')).toBe(id);
  });

  it('the list marks what Next takes: of the first queue before what is older, never what was just skipped or is somebody’s', async () => {
    await empty();
    const older = await newNote();
    const first = await newNote('admin');
    await setDue(older, 1);
    const queue = async (name: string, priority: number, surgeon: string): Promise<string> => {
      const body = { name, priority, filter: { surgeon }, members: ['approver'] };
      return (await t.as('admin', 'POST', '/api/v1/queue/queues/', body)).json<{ id: string }>().id;
    };
    const queues = [await queue('Rest', 20, 'approver'), await queue('First', 10, 'admin')];
    expect((await rows('approver')).map((row) => row.note_id)).toEqual([older, first]);
    expect([await marked('approver'), await marked('approver', `?queue=${queues[0]}`)]).toEqual([first, older]);
    expect(await next('approver')).toBe(first);
    await post('approver', first, 'skip', { reason: 'specialty' });
    expect(await marked('approver')).toBe(older);
    await post('coder', older, 'claim');
    expect([await marked('approver'), await next('approver')]).toEqual([null, null]);
    for (const id of queues) await t.as('admin', 'DELETE', `/api/v1/queue/queues/${id}/`);
    await post('coder', older, 'release');
  });

  it('shows the rendering provider as surgeon, or who entered the note if that may be one, and never the one who typed it in', async () => {
    await empty();
    const ids = [await newNote('dataentry'), await newNote('approver'), await newNote('dataentry')];
    await withSystem(t.database, (tx) => nameSurgeon(tx, ids[2]!, { first: 'Ada', last: 'Lee' }));
    expect((await rows('coder')).map(({ note_id, surgeon }) => [note_id, surgeon])).toEqual([
      [ids[0], ''],
      [ids[1], 'approver'],
      [ids[2], 'Ada Lee'],
    ]);
    const body = { name: 'Of one surgeon', priority: 5, filter: { surgeon: ' ada LEE' }, members: ['approver'] };
    const { id } = (await t.as('admin', 'POST', '/api/v1/queue/queues/', body)).json<{ id: string }>();
    expect((await rows('approver', `?queue=${id}`)).map(({ note_id }) => note_id)).toEqual([ids[2]]);
    await t.as('admin', 'DELETE', `/api/v1/queue/queues/${id}/`);
    const measured = (await t.as('admin', 'GET', '/api/v1/quality/cases/?per_page=100')).json<{
      results: { note_id: string; surgeon: string }[];
    }>();
    const shown = new Map(measured.results.map(({ note_id, surgeon }) => [note_id, surgeon]));
    expect(ids.map((id) => shown.get(id))).toEqual(['', 'approver', 'Ada Lee']);
  });

  it('a held case comes back on its day by itself, in front; before that by being brought back', async () => {
    await empty();
    const [id, other] = [await newNote(), await newNote()];
    await post('approver', id, 'claim');
    expect(problem(await post('approver', id, 'hold', { reason: 'weather' }))[0]).toBe(422);
    expect((await post('approver', id, 'hold', { reason: 'other' })).json()).toMatchObject({
      errors: [{ path: 'words', message: 'Say what it waits for' }],
    });
    const held = (await post('approver', id, 'hold', { reason: 'pathology' })).json<CaseWork>();
    const week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    expect(held).toMatchObject({ state: 'held', due_on: week, holder: null, reason: { label: 'Pathology pending' } });
    expect((await rows('approver', '?show=held')).map((row) => row.note_id)).toEqual([id]);
    expect(await next('approver')).toBe(other);
    expect(await next('approver')).toBeNull();
    await setDue(id, 0);
    expect(await next('approver')).toBe(id);
    expect(await work(id)).toMatchObject({ state: 'claimed', reason: null });
    await post('approver', id, 'hold', { reason: 'page' });
    expect((await post('coder', id, 'resume')).json()).toMatchObject({ state: 'new' });
    const { rows: acts } = await withSystem(t.database, (tx) =>
      sql<{ act: string; reason: string | null }>`select a.act, a.reason from app.case_acts a join app.cases c on c.id = a.case_id
        where c.note_id = ${id} order by a.id`.execute(tx),
    );
    expect(acts).toEqual([
      { act: 'claim', reason: null },
      { act: 'hold', reason: 'pathology' },
      { act: 'claim', reason: null },
      { act: 'hold', reason: 'page' },
      { act: 'resume', reason: null },
    ]);
  });
});

describe('from note to file', () => {
  it('finish makes a case final, another text returns it to its coder, who finishes again; the version stays', async () => {
    await empty();
    const id = await newNote();
    await readyClaim(t, id);
    await post('superadmin', id, 'release');
    await post('approver', id, 'claim');
    expect((await post('approver', id, 'finish')).statusCode).toBe(200);
    expect(await work(id)).toMatchObject({ state: 'final', holder: null, acts: [] });
    expect((await t.as('approver', 'PATCH', `/api/v1/op-notes/${id}/`, { text: `${text} A drain was left.` })).statusCode).toBe(
      200,
    );
    expect(await work(id)).toMatchObject({ state: 'returned', reason: { label: 'Note changed' } });
    expect((await rows('approver', '?show=returned')).map((row) => row.note_id)).toEqual([id]);
    expect((await rows('approver')).map((row) => row.group)).toEqual(['back']);
    expect(await rows('coder')).toEqual([]);
    expect(await next('approver')).toBe(id);
    expect((await post('approver', id, 'finish')).json()).toMatchObject({ state: 'finished', claim_version: 2 });
    expect((await t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/export/`)).statusCode).toBe(200);
    expect((await work(id)).state).toBe('exported');
    expect((await post('admin', id, 'reopen')).statusCode).toBe(200);
    expect((await work(id)).state).toBe('new');
  });
});

describe('time at work', () => {
  const stretches = async (id: string) =>
    (
      await withSystem(t.database, (tx) =>
        sql<{ user_id: string; seconds: number }>`select s.user_id, extract(epoch from s.ended_at - s.began_at)::float8 as seconds
          from app.activity_stretches s join app.cases c on c.id = s.case_id where c.note_id = ${id} order by s.id`.execute(tx),
      )
    ).rows;
  const pass = (id: string, seconds: number) =>
    withSystem(t.database, (tx) =>
      sql`update app.activity_stretches s set began_at = s.began_at - make_interval(secs => ${seconds}), ended_at = s.ended_at - make_interval(secs => ${seconds})
        from app.cases c where c.id = s.case_id and c.note_id = ${id}`.execute(tx),
    );

  it('counts while somebody has the case: less than two minutes apart is one stretch, more is another', async () => {
    const id = await newNote();
    const active = (as: string) => post(as, id, 'active');
    expect((await active('approver')).statusCode).toBe(204);
    expect(await stretches(id)).toEqual([]);
    await post('approver', id, 'claim');
    await active('approver');
    await pass(id, 100);
    await active('approver');
    await active('coder');
    const [one, ...none] = await stretches(id);
    expect([one!.user_id, none]).toEqual([t.users['approver']!.id, []]);
    expect(one!.seconds).toBeGreaterThanOrEqual(100);
    await pass(id, 121);
    await active('approver');
    expect(await stretches(id)).toHaveLength(2);
    await post('approver', id, 'release');
    await active('approver');
    expect(await stretches(id)).toHaveLength(2);
    expect((await active('approver2')).statusCode).toBe(404);
    expect((await active('dataentry')).statusCode).toBe(403);
  });
});

describe('whose case came back', () => {
  const told = async (as: string, id: string) =>
    (await t.as(as, 'GET', '/api/v1/accounts/notices/'))
      .json<{ results: { message: string; link: string | null }[] }>()
      .results.filter((row) => row.link === `/opnotes/${id}` && row.message.includes('changed'))
      .map((row) => row.message);

  it('hears of it where somebody else changed the note, also above tenants; who changed it themselves does not', async () => {
    const finishedBy = async (as: string) => {
      const id = await newNote();
      await readyClaim(t, id);
      await post('superadmin', id, 'release');
      await post(as, id, 'claim');
      expect((await post(as, id, 'finish')).statusCode).toBe(200);
      return id;
    };
    const change = (as: string, id: string) =>
      t.as(as, 'PATCH', `/api/v1/op-notes/${id}/`, { text: `${text} A drain was left.` });
    const [own, approvers, coders] = [await finishedBy('approver'), await finishedBy('approver'), await finishedBy('coder')];
    await change('approver', own);
    await change('admin', approvers);
    await change('admin', coders);
    expect(await told('approver', own)).toEqual([]);
    expect(await told('approver', approvers)).toEqual(['The note of a case that you finished has changed']);
    expect(await told('coder', coders)).toEqual(['The note of a case that you finished has changed']);
    expect(await told('admin', coders)).toEqual([]);
  });
});

describe('the list of OpNotes', () => {
  it('tells who entered a note what its case waits for, so that the page comes', async () => {
    const id = await newNote('dataentry');
    const listed = async (): Promise<unknown> =>
      (await t.as('dataentry', 'GET', `/api/v1/op-notes/?id=${id}`)).json<{ results: { work: unknown }[] }>().results[0]?.work;
    expect(await listed()).toEqual({ state: 'new', reason: null, new_findings: 0 });
    await post('approver', id, 'claim');
    await post('approver', id, 'hold', { reason: 'page' });
    expect(await listed()).toEqual({ state: 'held', reason: 'Page or addendum missing', new_findings: 0 });
  });
});

describe('queues', () => {
  it('a saved filter hands its members only its cases, in the order of the queues’ priority', async () => {
    await empty();
    const [mine, theirs] = [await newNote('approver'), await newNote('admin')];
    const made = await t.as('admin', 'POST', '/api/v1/queue/queues/', {
      name: 'Of the admin',
      filter: { surgeon: 'ADMIN' },
      members: ['approver'],
      priority: 1,
    });
    expect([made.statusCode, made.json()]).toMatchObject([201, { members: ['approver'], filter: { surgeon: 'ADMIN' } }]);
    expect((await rows('approver')).map((row) => row.note_id)).toEqual([theirs]);
    const { id } = made.json<{ id: string }>();
    expect((await t.as('approver', 'GET', '/api/v1/queue/')).json()).toMatchObject({
      queues: [{ id, name: 'Of the admin', open: 1, late: 0 }],
    });
    expect([await next('approver', { queue: id }), await next('approver')]).toEqual([theirs, null]);
    expect((await t.as('admin2', 'POST', '/api/v1/queue/next/', { queue: id })).statusCode).toBe(404);
    expect((await t.as('admin', 'DELETE', `/api/v1/queue/queues/${id}/`)).statusCode).toBe(204);
    expect(await next('approver')).toBe(mine);
  });

  it('a member must code here, a name is used once', async () => {
    const add = (body: object) => t.as('admin', 'POST', '/api/v1/queue/queues/', { name: 'Spine', ...body });
    expect((await add({ members: ['dataentry'] })).json()).toMatchObject({ errors: [{ path: 'members' }] });
    expect((await add({ members: ['approver2'] })).json()).toMatchObject({ errors: [{ path: 'members' }] });
    expect((await add({})).statusCode).toBe(201);
    expect((await add({ name: 'SPINE' })).json()).toMatchObject({ errors: [{ path: 'name' }] });
  });

  it('a tenant’s own reasons replace the starting ones, for that tenant alone', async () => {
    const hold_reasons = [{ key: 'referral', label: 'Referral missing', days: 4 }];
    expect((await t.as('admin', 'PUT', '/api/v1/queue/settings/', { hold_reasons })).statusCode).toBe(200);
    const id = await newNote();
    expect((await work(id)).hold_reasons).toEqual(hold_reasons);
    expect((await work(await newNote('approver2'), 'approver2')).hold_reasons).toHaveLength(8);
    await post('coder', id, 'claim');
    expect((await post('coder', id, 'hold', { reason: 'referral' })).json()).toMatchObject({
      reason: { label: 'Referral missing' },
    });
    await withSystem(t.database, (tx) => sql`delete from app.queue_settings`.execute(tx));
  });
});
