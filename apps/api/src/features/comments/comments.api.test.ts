import { type Comment, mentionsIn } from '@incisive/contract/comments';
import type { Notice } from '@incisive/contract/accounts';
import type { NoteDetail } from '@incisive/contract/notes';
import type { CaseWork } from '@incisive/contract/queue';
import { extractText } from '@incisive/documents';
import { describe, expect, test } from 'vitest';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();
const make = new AccessFixtures(t);
interface List {
  people: string[];
  results: Comment[];
}

const newNote = async (as = 'approver'): Promise<string> =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE PERFORMED: Left knee arthroscopy.' })).json<NoteDetail>().id;
const url = (note: string): string => `/api/v1/op-notes/${note}/comments/`;
const say = (as: string, note: string, text: string, more: object = {}) => t.as(as, 'POST', url(note), { text, ...more });
const read = async (as: string, note: string): Promise<List> => (await t.as(as, 'GET', url(note))).json<List>();
const settle = (as: string, id: string, resolved: boolean) => t.as(as, 'POST', `/api/v1/comments/${id}/resolve/`, { resolved });
const openOf = async (as: string, note: string): Promise<number> =>
  (await t.as(as, 'GET', `/api/v1/op-notes/${note}/case/work/`)).json<CaseWork>().open_comments;
const noticesOf = async (as: string): Promise<Notice[]> =>
  (await t.as(as, 'GET', '/api/v1/accounts/notices/')).json<{ results: Notice[] }>().results;

describe('K: comments on a case', () => {
  test('are read by whoever may read it, oldest first, open until somebody settles them, and opened again', async () => {
    const note = await newNote();
    await say('approver', note, 'Which knee?', { words: 'Left knee', code: '29881' });
    const after = (await say('coder', note, 'The left one.')).json<List>().results;
    expect(after.map(({ text, author, words, code, resolved }) => ({ text, author, words, code, resolved }))).toEqual([
      { text: 'Which knee?', author: 'approver', words: 'Left knee', code: '29881', resolved: null },
      { text: 'The left one.', author: 'coder', words: null, code: null, resolved: null },
    ]);
    expect(await openOf('coder', note)).toBe(2);
    expect((await settle('coder', after[0]!.id, true)).json<List>().results[0]!.resolved).toMatchObject({ by: 'coder' });
    expect(await openOf('approver', note)).toBe(1);
    await settle('admin', after[0]!.id, false);
    expect((await read('superadmin', note)).results[0]!.resolved).toBeNull();
    expect(await openOf('approver', note)).toBe(2);
  });

  test('tell who is mentioned by a notice without a word of theirs, also above tenants, and the writer of nothing', async () => {
    const note = await newNote();
    const answer = await say('approver', note, '(@Coder) and @admin: look at the side, @approver.');
    expect(answer.json<List>().results[0]!.mentioned).toEqual(['coder', 'admin', 'approver']);
    for (const name of ['coder', 'admin']) {
      const notice = (await noticesOf(name)).find((one) => one.link === `/opnotes/${note}`);
      expect(notice?.message).toBe('approver mentioned you in a comment on a case');
    }
    expect((await noticesOf('approver')).some((one) => one.link === `/opnotes/${note}`)).toBe(false);
  });

  test('offer and take nobody who does not see the case: another tenant, data entry, somebody unknown, a Coder kept from it', async () => {
    const note = await newNote();
    const kept = await make.user('Coder', (await make.caller('Coder')).actor.tenantId, 'active', [t.tenants[1]]);
    const { people } = await read('approver', note);
    expect(people).toEqual(expect.arrayContaining(['admin', 'approver', 'coder', 'superadmin', 'superapprover']));
    for (const name of ['approver2', 'dataentry', 'nobody', kept.username]) {
      expect(people).not.toContain(name);
      const refused = await say('approver', note, `Look, @${name}`);
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ errors: [{ path: 'text', message: expect.stringContaining(name) }] });
    }
    expect((await read('approver', note)).results).toEqual([]);
  });

  test('do not exist for another tenant, for a Coder kept from it, and after the note is deleted', async () => {
    const note = await newNote();
    const [comment] = (await say('approver', note, 'Which knee?')).json<List>().results;
    const kept = await make.user('Coder', (await make.caller('Coder')).actor.tenantId, 'active', [t.tenants[1]]);
    for (const name of ['approver2', kept.username]) {
      expect((await t.as(name, 'GET', url(note))).statusCode).toBe(404);
      expect((await say(name, note, 'Here I am')).statusCode).toBe(404);
      expect((await settle(name, comment!.id, true)).statusCode).toBe(404);
    }
    await t.as('admin', 'DELETE', `/api/v1/op-notes/${note}/`);
    expect((await t.as('approver', 'GET', url(note))).statusCode).toBe(404);
    expect((await settle('approver', comment!.id, true)).statusCode).toBe(404);
  });

  test('stand in no export of the note', async () => {
    const note = await newNote();
    await say('approver', note, 'zanzibar');
    const word = await t.as('approver', 'GET', `/api/v1/op-notes/${note}/download/`);
    expect(word.statusCode).toBe(200);
    const { text } = await extractText(word.rawPayload, 'note.docx');
    expect(text).toContain('arthroscopy');
    expect(text).not.toContain('zanzibar');
  });
});

const names = ['coder', 'admin', 'a.b', 'day', 'day coder', 'lead@clinic.example', 'dr.'];
test.each<[string, string[], string[]]>([
  ['@coder look', ['coder'], []],
  ['look (@Coder, @admin)!', ['coder', 'admin'], []],
  ['Thanks @coder.', ['coder'], []],
  ['write to a@b.org, @a.b and @a.b again', ['a.b'], []],
  ['@day coder and @day.', ['day coder', 'day'], []],
  ['@lead@clinic.example and @dr. too', ['lead@clinic.example', 'dr.'], []],
  ['@codero, @dayly and @nobody.', [], ['codero', 'dayly', 'nobody']],
  ['@ nobody @', [], []],
])('who %j speaks to', (text, found, unknown) => {
  expect(mentionsIn(text, names)).toEqual({ found, unknown });
});
