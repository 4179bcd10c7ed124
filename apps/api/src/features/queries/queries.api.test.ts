import type { NoteDetail } from '@incisive/contract/notes';
import type { SurgeonQuery } from '@incisive/contract/queries';
import type { CaseWork } from '@incisive/contract/queue';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { testPassword } from '../../testing/build-test-app.ts';
import { nameSurgeon } from '../../testing/billing.fixture.ts';
import { useMailedTestApp } from '../../testing/outbox.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { remindQueries } from './remind-queries.job.ts';

const t = await useMailedTestApp();

const text =
  'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.\n' +
  'The gallbladder was removed. A stone lay in the duct and one in the gallbladder.';
const at = (words: string): [number, number] => [text.indexOf(words), text.indexOf(words) + words.length];
const ask = {
  to: '',
  subject: 'site',
  form: 'choices',
  heading: 'Which stone',
  question: 'Which stone was removed?',
  quotes: [at('A stone lay in the duct'), at('one in the gallbladder')],
  choices: [
    { label: 'In the duct', quotes: [0] },
    { label: 'In the gallbladder', quotes: [1] },
  ],
};
const newNote = async (who = 'dataentry'): Promise<string> =>
  (await t.as(who, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
const noteOf = async (id: string): Promise<NoteDetail> =>
  (await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`)).json<NoteDetail>();
const work = async (id: string, who = 'coder'): Promise<CaseWork> =>
  (await t.as(who, 'GET', `/api/v1/op-notes/${id}/case/work/`)).json<CaseWork>();
const send = (id: string, more: object = {}, who = 'coder') =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/queries/`, { ...ask, to: t.users['approver']!.id, ...more });
const sent = async (id: string, more: object = {}, who = 'coder'): Promise<SurgeonQuery> => {
  const answer = await send(id, more, who);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<SurgeonQuery>();
};
const on = (who: string, query: { id: string }, what: string, body: unknown) =>
  t.as(who, 'POST', `/api/v1/queries/${query.id}/${what}/`, body);
const noticesOf = async (who: string): Promise<string> => (await t.as(who, 'GET', '/api/v1/accounts/notices/')).body;
const unread = async (who: string, query: { id: string }): Promise<boolean[]> =>
  (await t.as(who, 'GET', '/api/v1/accounts/notices/'))
    .json<{ results: { link: string; read: boolean }[] }>()
    .results.flatMap(({ link, read }) => (link === `/queries/${query.id}` ? [!read] : []));
const ageSessions = (who: string, minutes: number): Promise<unknown> =>
  withSystem(t.database, (tx) =>
    sql`update app.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${t.users[who]!.id}`.execute(
      tx,
    ),
  );
const setAge = (query: { id: string }, days: number): Promise<unknown> =>
  withSystem(t.database, (tx) =>
    sql`update app.queries set sent_at = now() - make_interval(days => ${days}, mins => 1) where id = ${query.id}`.execute(tx),
  );

describe('asking', () => {
  it('puts the case where it waits, and tells who is asked that a question waits and nothing of it', async () => {
    const id = await newNote();
    const query = await sent(id, { due_in_days: 4 });
    const due = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
    expect(query).toMatchObject({ state: 'sent', asked_by: 'coder', to: { username: 'approver' }, due_on: due, answer: null });
    expect(query.quotes.map(({ words }) => words)).toEqual(['A stone lay in the duct', 'one in the gallbladder']);
    expect(await work(id)).toMatchObject({ state: 'queried', due_on: due, holder: null });
    const told = await noticesOf('approver');
    expect(told).toContain(`/queries/${query.id}`);
    const mail = (await t.mailTo('approver@example.org')).at(-1)!;
    expect(mail.text).toContain(`/queries/${query.id}`);
    for (const secret of ['stone', 'gallbladder', 'duct']) expect(`${told} ${mail.raw}`).not.toContain(secret);
    const listed = (await t.as('approver', 'GET', '/api/v1/queries/')).json<{ for_me: number; results: SurgeonQuery[] }>();
    expect(listed).toMatchObject({ for_me: 1, results: [{ id: query.id, may: { answer: true } }] });
    expect((await t.as('coder', 'GET', '/api/v1/queries/?show=by-me')).json()).toMatchObject({
      by_me: 1,
      results: [{ id: query.id }],
    });
  });

  it.each([
    ['a code', { question: 'Was 47562 done on the stone?' }, 'question', '“47562” looks like a procedure code. Leave it out.'],
    [
      'leading words',
      { question: 'Please document that the duct was cleared.' },
      'question',
      '“Please document that” tells the surgeon what to write. Ask what was done.',
    ],
    ['one choice', { choices: ask.choices.slice(0, 1) }, 'choices', 'Offer two choices or more, each possible by the note.'],
    ['no quoted words', { quotes: [] }, 'quotes', 'Quote the words of the note that the question is about.'],
  ])('refuses %s by name, and nothing is kept', async (_name, more, path, message) => {
    const id = await newNote();
    const answer = await send(id, more);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: unknown[] }>().errors).toContainEqual({ path, message });
    expect((await t.as('coder', 'GET', `/api/v1/op-notes/${id}/queries/`)).json()).toMatchObject({ results: [] });
    expect((await work(id)).state).toBe('new');
  });

  it('goes to somebody of the note’s organization who may answer, and never over somebody else’s work', async () => {
    const id = await newNote();
    for (const to of ['dataentry', 'approver2', 'coder'])
      expect((await send(id, { to: t.users[to]!.id })).json()).toMatchObject({ errors: [{ path: 'to' }] });
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/case/claim/`, {});
    expect((await send(id)).statusCode).toBe(409);
    const { recipients } = (await t.as('coder', 'GET', `/api/v1/op-notes/${id}/queries/`)).json<{
      recipients: { username: string }[];
    }>();
    expect(recipients.map(({ username }) => username)).toEqual(['approver', 'admin']);
  });

  it('offers the rendering provider first, then who entered the note, and who asks last', async () => {
    const id = await newNote('admin');
    const offered = async (who: string): Promise<string[]> =>
      (await t.as(who, 'GET', `/api/v1/op-notes/${id}/queries/`))
        .json<{ recipients: { username: string }[] }>()
        .recipients.map(({ username }) => username);
    expect([await offered('coder'), await offered('admin')]).toEqual([
      ['admin', 'approver'],
      ['approver', 'admin'],
    ]);
    await withSystem(t.database, (tx) => nameSurgeon(tx, id, { first: 'TEST', last: 'Approver' }));
    expect([await offered('coder'), await offered('approver')]).toEqual([
      ['approver', 'admin'],
      ['admin', 'approver'],
    ]);
  });
});

describe('answering', () => {
  it('adds a signed addendum at the end: the old text stays, byte for byte, and the case goes back to who asked', async () => {
    const id = await newNote();
    const before = await noteOf(id);
    const query = await sent(id);
    const answered = await on('approver', query, 'answer', { choice: 'In the duct' });
    expect([answered.statusCode, answered.json()]).toMatchObject([
      200,
      { state: 'answered', answer: 'In the duct', may: { answer: false } },
    ]);
    const after = await noteOf(id);
    expect(after.text.startsWith(before.text)).toBe(true);
    const today = new Date().toISOString();
    const day = `${today.slice(5, 7)}/${today.slice(8, 10)}/${today.slice(0, 4)}`;
    expect(after.text.slice(before.text.length)).toBe(
      `\n\nADDENDUM ${day} by approver: Which stone was removed?\nAnswer: In the duct`,
    );
    const { rows: kept } = await withSystem(t.database, (tx) =>
      sql<{ text: string }>`select text from app.note_versions where note_id = ${id}`.execute(tx),
    );
    expect(kept).toEqual([{ text: before.text }]);
    expect(await work(id)).toMatchObject({ state: 'new' });
    const back = (await t.as('coder', 'GET', '/api/v1/queue/cases/?show=answered')).body;
    expect(back).toContain(id);
    expect(await noticesOf('coder')).toContain('A question that you asked was answered');
    // What was answered does not wait any more, nor is what was closed news.
    expect(await unread('approver', query)).toEqual([false]);
    expect(await unread('coder', query)).toEqual([true]);
    expect((await on('approver', query, 'answer', { choice: 'In the duct' })).statusCode).toBe(409);
    expect((await noteOf(id)).text).toBe(after.text);
    // Nobody judges their own answer; until who asked has, it is open for them.
    expect((await on('approver', query, 'close', { outcome: 'agreed' })).statusCode).toBe(403);
    const open = (await t.as('coder', 'GET', '/api/v1/queries/?show=by-me')).json<{ by_me: number; results: unknown[] }>();
    expect(open.by_me).toBe(open.results.length);
    expect((await on('coder', query, 'close', { outcome: 'no-answer' })).statusCode).toBe(422);
    expect((await on('coder', query, 'close', { outcome: 'agreed' })).json()).toMatchObject({
      state: 'closed',
      outcome: 'agreed',
    });
    expect(await unread('coder', query)).toEqual([false]);
  });

  it('is read as a part of the note, and what was asked is not', async () => {
    const id = await newNote();
    const codes = async (): Promise<string> => {
      const answer = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`);
      const { results } = answer.json<{ results: { code: string; tier: string }[] }>();
      return results.flatMap(({ code, tier }) => (tier === 'likely' ? [code] : [])).join(' ');
    };
    const before = await codes();
    expect(before).toContain('47562');
    const question = 'Which meniscus was trimmed during the arthroscopy of the left knee?';
    const query = await sent(id, { form: 'open', subject: 'other', question, choices: [] });
    expect((await on('approver', query, 'answer', { words: 'None' })).statusCode).toBe(200);
    expect((await noteOf(id)).sections.map(({ label }) => label).at(-1)).toBe('Answer');
    expect(await codes()).toBe(before);
  });

  it('needs the password once the sign-in is older than 15 minutes; without it nothing is added', async () => {
    const id = await newNote();
    const query = await sent(id);
    await t.tokens('approver');
    await ageSessions('approver', 16);
    expect((await on('approver', query, 'answer', { choice: 'In the duct' })).json()).toMatchObject({
      errors: [{ path: 'password', message: 'Required' }],
    });
    expect((await on('approver', query, 'answer', { choice: 'In the duct', password: 'something else' })).json()).toMatchObject({
      errors: [{ path: 'password', message: 'Wrong password' }],
    });
    expect((await noteOf(id)).text).toBe(text);
    expect((await on('approver', query, 'answer', { choice: 'In the duct', password: testPassword })).statusCode).toBe(200);
    await ageSessions('approver', 0);
  });

  it('is only for who was asked, by a choice that is offered, or Other with words', async () => {
    const query = await sent(await newNote());
    expect((await on('approver', query, 'withdraw', { reason: 'I would rather not' })).json()).toMatchObject({
      status: 403,
      detail: 'Nobody ends a question that they were asked. Leave that to coder.',
    });
    expect((await on('admin', query, 'answer', { choice: 'In the duct' })).json()).toMatchObject({
      status: 403,
      detail: 'This question is for approver. Ask them to answer it.',
    });
    const answer = (body: object) => on('approver', query, 'answer', body);
    expect((await answer({})).json()).toMatchObject({ errors: [{ path: 'choice' }] });
    expect((await answer({ choice: 'In the liver' })).json()).toMatchObject({ errors: [{ path: 'choice' }] });
    expect((await answer({ choice: 'Other' })).json()).toMatchObject({ errors: [{ path: 'words', message: 'Say what it was' }] });
    expect((await answer({ choice: 'Other', words: 'Both\nstones' })).json()).toMatchObject({ answer: 'Both\nstones' });
    expect((await noteOf(query.note_id)).text).toMatch(/by approver: Which stone was removed\?\nAnswer: Both stones$/u);
  });

  it('a case that somebody takes and lets go still waits for its answer, which goes to who asked', async () => {
    const query = await sent(await newNote());
    const act = (what: string, body: object = {}) =>
      t.as('superapprover', 'POST', `/api/v1/op-notes/${query.note_id}/case/${what}/`, body);
    expect((await act('claim')).json()).toMatchObject({ state: 'claimed', holder: { mine: true } });
    // Held besides, it would not come back with its answer.
    expect((await act('hold', { reason: 'pathology' })).statusCode).toBe(409);
    expect((await act('skip', { reason: 'specialty' })).json()).toMatchObject({ state: 'queried', holder: null });
    expect((await on('approver', query, 'answer', { choice: 'In the duct' })).statusCode).toBe(200);
    expect(await work(query.note_id)).toMatchObject({ state: 'new' });
    expect((await t.as('coder', 'GET', '/api/v1/queue/cases/?show=answered')).body).toContain(query.note_id);
  });

  it('a case that somebody has while its answer comes waits for none when they let it go', async () => {
    const query = await sent(await newNote());
    const act = (what: string) => t.as('superapprover', 'POST', `/api/v1/op-notes/${query.note_id}/case/${what}/`, {});
    await act('claim');
    expect((await on('approver', query, 'answer', { choice: 'In the duct' })).statusCode).toBe(200);
    expect((await work(query.note_id, 'superapprover')).holder).toMatchObject({ mine: true });
    expect((await act('release')).json()).toMatchObject({ state: 'new', holder: null });
  });

  it('returns a claim that was finished meanwhile, and leaves a case that somebody took in their hands', async () => {
    const id = await newNote();
    const query = await sent(id);
    await readyClaim(t, id);
    await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/finish/`, {});
    expect((await work(id)).state).toBe('final');
    expect((await on('approver', query, 'answer', { choice: 'Cannot be determined' })).statusCode).toBe(200);
    expect(await work(id)).toMatchObject({ state: 'returned', reason: { label: 'Note changed' } });
    const other = await sent(await newNote());
    await t.as('coder', 'POST', `/api/v1/op-notes/${other.note_id}/case/claim/`, {});
    expect((await on('approver', other, 'answer', { choice: 'In the duct' })).statusCode).toBe(200);
    expect(await work(other.note_id)).toMatchObject({ state: 'claimed', holder: { name: 'coder' } });
  });

  it('an addendum bears the day of who signs: at one moment that is another one on the other side of the date line', async () => {
    const signed = async (tz: string): Promise<string> => {
      const query = await sent(await newNote());
      expect((await on('approver', query, 'answer', { choice: 'In the duct', tz })).statusCode).toBe(200);
      const [, month, day, year] = /ADDENDUM (\d\d)\/(\d\d)\/(\d{4}) by/.exec((await noteOf(query.note_id)).text)!;
      return `${year}-${month}-${day}`;
    };
    // These two are 26 hours apart.
    const [west, east] = [await signed('Etc/GMT+12'), await signed('Pacific/Kiritimati')];
    expect(east > west).toBe(true);
    const query = await sent(await newNote());
    expect((await on('approver', query, 'answer', { choice: 'In the duct', tz: 'Nowhere/Land' })).statusCode).toBe(422);
  });

  it('two at once: one is taken, and the note has one addendum', async () => {
    const query = await sent(await newNote());
    const both = await Promise.all(
      ['In the duct', 'In the gallbladder'].map((choice) => on('approver', query, 'answer', { choice })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await noteOf(query.note_id)).text.match(/ADDENDUM/gu)).toHaveLength(1);
  });
});

describe('a query that is not answered', () => {
  it('waits until each of its case is; the last one that is taken back brings the case back', async () => {
    const id = await newNote();
    const [first, second] = [await sent(id), await sent(id, { question: 'Where was the stone?' })];
    expect((await on('coder', first, 'withdraw', { reason: 'Asked twice' })).json()).toMatchObject({ state: 'withdrawn' });
    expect((await work(id)).state).toBe('queried');
    expect((await on('coder', second, 'close', { outcome: 'no-answer' })).json()).toMatchObject({ state: 'closed' });
    expect((await work(id)).state).toBe('new');
    expect((await on('coder', second, 'withdraw', { reason: 'Asked twice' })).statusCode).toBe(409);
  });

  it('is reminded of on days 2 and 4, on day 6 to the leads, each once', async () => {
    const query = await sent(await newNote());
    const told = async (who: string): Promise<number> => (await noticesOf(who)).split(query.id).length - 1;
    const reminded: number[][] = [];
    for (const days of [1, 2, 3, 4, 5, 6, 9]) {
      await setAge(query, days);
      await remindQueries(t.database);
      await remindQueries(t.database);
      reminded.push([days, await told('approver'), await told('admin'), await told('admin2')]);
    }
    expect(reminded).toEqual([
      [1, 1, 0, 0],
      [2, 2, 0, 0],
      [3, 2, 0, 0],
      [4, 3, 0, 0],
      [5, 3, 0, 0],
      [6, 3, 1, 0],
      [9, 3, 1, 0],
    ]);
  });

  it('is not there for another tenant, for who enters data, or once its note is deleted', async () => {
    const query = await sent(await newNote());
    const url = `/api/v1/queries/${query.id}/`;
    expect((await t.as('approver2', 'GET', url)).statusCode).toBe(404);
    expect((await on('approver2', query, 'answer', { choice: 'In the duct' })).statusCode).toBe(404);
    expect((await t.as('dataentry', 'GET', url)).statusCode).toBe(403);
    expect((await t.as('admin', 'DELETE', `/api/v1/op-notes/${query.note_id}/`)).statusCode).toBeLessThan(300);
    expect((await t.as('approver', 'GET', url)).statusCode).toBe(404);
    expect((await on('approver', query, 'answer', { choice: 'In the duct' })).statusCode).toBe(404);
  });

  it('what was said is only added to', async () => {
    const query = await sent(await newNote());
    for (const role of ['inc_tenant', 'inc_super']) {
      const { rows } = await withSystem(t.database, (tx) =>
        sql<{
          may: boolean;
        }>`select has_table_privilege(${role}, 'app.query_versions', 'update') or has_table_privilege(${role}, 'app.query_versions', 'delete')
          or has_table_privilege(${role}, 'app.queries', 'delete') as may`.execute(tx),
      );
      expect({ role, ...rows[0] }).toEqual({ role, may: false });
    }
    expect(query.state).toBe('sent');
  });
});
