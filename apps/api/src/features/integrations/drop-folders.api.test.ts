import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DropFile, DropFolder } from '@incisive/contract/drop-folders';
import { limits } from '@incisive/contract/limits';
import { noteToDocx } from '@incisive/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { purge } from '../installation/purge.job.ts';
import { DropFolderReader } from './read-drop-folders.job.ts';
import { tidyDropFolders } from './tidy-drop-folders.job.ts';

const base = '/api/v1/integrations/drop-folders/';
let t: TestApp;
let root: string;
let reader: DropFolderReader;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'incisive-drop-'));
  t = await buildTestApp({ DROP_DIR: root });
});
afterAll(async () => {
  await t.close();
  await rm(root, { recursive: true, force: true });
});

const turn = async (active: boolean, as = 'admin'): Promise<DropFolder> =>
  (await t.as(as, 'POST', base, { active })).json<DropFolder>();
const folder = (of: 0 | 1 = 0): string => path.join(root, t.tenants[of]);
const put = (name: string, content: string | Buffer, of: 0 | 1 = 0) => writeFile(path.join(folder(of), name), content);
const lying = (inner = '', of: 0 | 1 = 0) => readdir(path.join(folder(of), inner)).then((names) => names.toSorted());
/** Two looks: a file is taken when it looked the same twice. */
const twice = async (by = reader): Promise<number> => (await by.sweep()) + (await by.sweep());
const filesOf = async (of: DropFolder, as = 'admin'): Promise<DropFile[]> =>
  (await t.as(as, 'GET', `${base}${of.id}/messages/`)).json<{ results: DropFile[] }>().results;
const notesWith = async (words: string) =>
  (
    await withSystem(t.database, (tx) =>
      sql<{ id: string; tenant_id: string; text: string; type: string }>`
        select id, tenant_id, text, type from app.notes where text like ${`%${words}%`}`.execute(tx),
    )
  ).rows;
const text = (words: string): string => `PROCEDURE PERFORMED: Appendectomy.\nFINDINGS: ${words}.\n`;

let on: DropFolder;
let words: string;
beforeEach(async () => {
  await rm(folder(0), { recursive: true, force: true });
  await rm(folder(1), { recursive: true, force: true });
  await turn(false, 'admin2');
  on = await turn(true);
  await withSystem(t.database, (tx) => sql`update app.drop_folders set held_by = null, held_until = null`.execute(tx));
  await withSystem(t.database, (tx) => sql`delete from app.drop_files`.execute(tx));
  reader = new DropFolderReader(t.deps, root);
  // It makes the folders.
  await reader.sweep();
  words = `Marker ${randomUUID()}`;
});

describe('L: drop folder', () => {
  test('a file becomes a note of its tenant and lies under done; the log and the audit have ids alone', async () => {
    await put('surname-op.txt', text(words));
    expect(await twice()).toBe(1);
    const [note, ...more] = await notesWith(words);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ tenant_id: t.tenants[0], type: 'txt' });
    expect([await lying(), await lying('done')]).toEqual([['done', 'refused'], ['surname-op.txt']]);
    const sha256 = createHash('sha256').update(text(words)).digest('hex');
    expect(await filesOf(on)).toMatchObject([{ outcome: 'taken', note_id: note!.id, sha256, reason: null }]);
    const audit = await withSystem(t.database, (tx) =>
      sql<{ row: string }>`select a::text as row from app.audit_log a where ${`note:${note!.id}`} = any (a.entity)`.execute(tx),
    );
    expect(audit.rows).toHaveLength(1);
    expect(audit.rows[0]!.row).toContain('by drop folder');
    const logged = JSON.stringify([audit.rows, await filesOf(on), await t.as('admin', 'GET', base).then(({ body }) => body)]);
    expect(logged).not.toMatch(/surname|Marker/);
    expect((await t.as('approver', 'GET', `/api/v1/op-notes/${note!.id}/`)).json()).toMatchObject({ filename: 'surname-op.txt' });
    expect((await t.as('approver2', 'GET', `/api/v1/op-notes/${note!.id}/`)).statusCode).toBe(404);
  });

  test('a Word file is read like an upload', async () => {
    await put('op.DOCX', Buffer.from(await noteToDocx({ id: randomUUID(), text: text(words) })));
    expect(await twice()).toBe(1);
    expect(await notesWith(words)).toMatchObject([{ type: 'docx' }]);
  });

  test('a file that is still being written is not read, nor one that is named so', async () => {
    await put('growing.txt', text('The first half'));
    await put('later.txt.part', text(words));
    await put('.hidden.txt', text(words));
    expect(await reader.sweep()).toBe(0);
    await appendFile(path.join(folder(), 'growing.txt'), text(words));
    expect(await reader.sweep()).toBe(0);
    expect(await notesWith(words)).toEqual([]);
    expect(await reader.sweep()).toBe(1);
    const notes = await notesWith(words);
    expect(notes).toHaveLength(1);
    expect(notes[0]!.text).toContain('The first half');
    expect(await lying()).toEqual(['.hidden.txt', 'done', 'later.txt.part', 'refused']);
    await rename(path.join(folder(), 'later.txt.part'), path.join(folder(), 'later.txt'));
    expect(await twice()).toBe(1);
    expect(await notesWith(words)).toHaveLength(2);
  });

  test('the same bytes are one note, also when the server died between COMMIT and moving the file away', async () => {
    await put('a.txt', text(words));
    await twice();
    await rename(path.join(folder(), 'done', 'a.txt'), path.join(folder(), 'a.txt'));
    await put('copy.txt', text(words));
    expect(await twice(new DropFolderReader(t.deps, root))).toBe(0);
    await withSystem(t.database, (tx) => sql`update app.drop_folders set held_until = now() - interval '1 second'`.execute(tx));
    expect(await twice(new DropFolderReader(t.deps, root))).toBe(2);
    const notes = await notesWith(words);
    expect(notes).toHaveLength(1);
    expect((await filesOf(on)).map(({ outcome, note_id }) => [outcome, note_id])).toEqual([
      ['known', notes[0]!.id],
      ['known', notes[0]!.id],
      ['taken', notes[0]!.id],
    ]);
    expect(await lying('done')).toEqual(['a.txt', 'copy.txt']);
  });

  test('two processes on one folder take each file once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => put(`${n}.txt`, text(`${words} number ${n}`))));
    const other = new DropFolderReader(t.deps, root);
    const settled = await Promise.all([
      reader.sweep(),
      other.sweep(),
      reader.sweep(),
      other.sweep(),
      reader.sweep(),
      other.sweep(),
    ]);
    expect(settled.reduce((sum, one) => sum + one, 0)).toBe(8);
    expect(await notesWith(words)).toHaveLength(8);
    expect((await filesOf(on)).map(({ outcome }) => outcome)).toEqual(Array(8).fill('taken'));
  });

  test('a database that fails stores nothing and refuses nothing; the file is taken once it is back', async () => {
    await put('a.txt', text(words));
    await reader.sweep();
    const asOwner = (statement: string) => withOwner(statement);
    await asOwner(`create function app.fail_now() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$;
      create trigger fail_now before insert on app.drop_files for each row execute function app.fail_now()`);
    try {
      await expect(reader.sweep()).rejects.toThrow(/./);
      expect([await notesWith(words), await lying(), await lying('refused')]).toEqual([[], ['a.txt', 'done', 'refused'], []]);
    } finally {
      await asOwner('drop trigger fail_now on app.drop_files; drop function app.fail_now()');
    }
    expect(await twice()).toBe(1);
    expect([(await notesWith(words)).length, (await filesOf(on)).length]).toEqual([1, 1]);
  });

  test('what cannot be a note is refused, with the reason beside it, and makes nothing', async () => {
    await put('empty.txt', '');
    await put('picture.pdf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));
    await put('letter.rtf', String.raw`{\rtf1 ${words}}`);
    await put('large.txt', Buffer.alloc(limits.uploadBytes + 1, 'x'));
    await symlink('/etc/hostname', path.join(folder(), 'link.txt'));
    await mkdir(path.join(folder(), 'inner'));
    expect(await twice()).toBe(5);
    expect(await notesWith(words)).toEqual([]);
    const files = await filesOf(on);
    expect(files.map(({ outcome }) => outcome)).toEqual(Array(5).fill('refused'));
    expect(files.map(({ reason }) => reason ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'file-empty',
      ...Array<string>(3).fill('file-unsupported-type'),
      'too-large',
    ]);
    const refused = await lying('refused');
    expect(refused).toHaveLength(10);
    expect(refused).toContain('link.txt');
    expect((await readFile(path.join(folder(), 'refused', 'empty.txt.reason.txt'), 'utf8')).trim()).not.toBe('');
    expect(await lying()).toEqual(['done', 'inner', 'refused']);
    const [listed] = (await t.as('admin', 'GET', base)).json<{ results: DropFolder[] }>().results;
    expect(listed).toMatchObject({ last_file: { outcome: 'refused' }, last_error: { reason: expect.any(String) } });
    const audited = await withSystem(t.database, (tx) =>
      sql`select from app.audit_log where type = 'upload_validation' and ${`drop-folder:${on.id}`} = any (entity)`.execute(tx),
    );
    expect(audited.rows).toHaveLength(5);
  });

  test('a second file of the name that lies under done does not replace it', async () => {
    await put('a.txt', text(`${words} one`));
    await twice();
    await put('a.txt', text(`${words} two`));
    await twice();
    expect(await notesWith(words)).toHaveLength(2);
    expect(await lying('done')).toHaveLength(2);
  });

  test('what was read goes with its note, what was refused after 30 days, and under legal hold nothing', async () => {
    await put('goes.txt', text(words));
    await put('stays.txt', text(`${words} too`));
    await put('empty.txt', '');
    await symlink('/etc/hostname', path.join(folder(), 'link.txt'));
    await twice();
    await mkdir(path.join(folder(), 'done', 'inner'));
    const goes = (await notesWith(words)).find((note) => !note.text.includes('too'))!.id;
    const later = Date.now() + (limits.restoreDays + 1) * 86_400_000;
    const tidy = async (now?: number): Promise<number> => {
      await withSystem(t.database, (tx) => sql`update app.drop_folders set tidied_at = null`.execute(tx));
      return tidyDropFolders(t.database, root, now);
    };
    const hold = (legal_hold: boolean) =>
      t.as('superadmin', 'POST', `/api/v1/tenants/${t.tenants[0]}/retention/`, { keep_years: null, legal_hold });
    const all = [
      ['goes.txt', 'inner', 'stays.txt'],
      ['empty.txt', 'empty.txt.reason.txt', 'link.txt', 'link.txt.reason.txt'],
    ];
    const lies = async () => [await lying('done'), await lying('refused')];
    expect([await tidy(), await lies()]).toEqual([0, all]);
    // In the trash it can be brought back: its file stays.
    await t.as('admin', 'DELETE', `/api/v1/op-notes/${goes}/`);
    await hold(true);
    expect([await tidy(later), await lies()]).toEqual([0, all]);
    await hold(false);
    expect([await tidy(later), await lies()]).toEqual([4, [all[0], []]]);
    await withSystem(t.database, (tx) =>
      sql`update app.notes set deleted_at = now() - interval '31 days' where id = ${goes}`.execute(tx),
    );
    await purge(t.database);
    // Younger than the trash keeps a note: its note was not removed, it is lost, and the file is what is left of it.
    expect([await tidy(), await lies()]).toEqual([0, [all[0], []]]);
    await turn(false);
    expect([await tidy(later), await tidyDropFolders(t.database, root, later), await lies()]).toEqual([
      1,
      0,
      [['inner', 'stays.txt'], []],
    ]);
    expect(await readFile('/etc/hostname', 'utf8')).not.toBe('');
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ detail: string }>`select detail from app.audit_log where request_id = 'retention'
        and ${`drop-folder:${on.id}`} = any (entity) order by id`.execute(tx),
    );
    expect(rows.map(({ detail }) => detail)).toEqual(['removed from refused: 4', 'removed from done: 1']);
  });

  test('a link in the place of done or refused leads nowhere: what it points at stays', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'incisive-elsewhere-'));
    await writeFile(path.join(elsewhere, 'dear.txt'), 'dear');
    for (const inner of ['done', 'refused']) {
      await rm(path.join(folder(), inner), { recursive: true });
      await symlink(elsewhere, path.join(folder(), inner));
    }
    await withSystem(t.database, (tx) => sql`update app.drop_folders set tidied_at = null`.execute(tx));
    expect(await tidyDropFolders(t.database, root, Date.now() + 400 * 86_400_000)).toBe(0);
    expect(await readdir(elsewhere)).toEqual(['dear.txt']);
    await rm(elsewhere, { recursive: true });
  });

  test('it is off until it is turned on, and again when it is turned off', async () => {
    await mkdir(folder(1), { recursive: true });
    await put('theirs.txt', text(words), 1);
    expect(await twice()).toBe(0);
    expect(await lying('', 1)).toEqual(['theirs.txt']);
    const theirs = await turn(true, 'admin2');
    expect(await twice()).toBe(1);
    expect(await notesWith(words)).toMatchObject([{ tenant_id: t.tenants[1] }]);
    await turn(false, 'admin2');
    await put('more.txt', text(words), 1);
    expect(await twice()).toBe(0);
    expect((await t.as('admin', 'GET', `${base}${theirs.id}/messages/`)).statusCode).toBe(404);
    expect((await t.as('admin', 'POST', `${base}${theirs.id}/test/`)).statusCode).toBe(404);
    const seen = (await t.as('admin', 'GET', base)).json<{ results: DropFolder[] }>().results;
    expect(seen.map(({ id }) => id)).toEqual([on.id]);
    expect((await t.as('approver', 'GET', base)).statusCode).toBe(403);
  });

  test('the test says what is wrong with the folder, and the screen is told of it', async () => {
    const tried = async () => (await t.as('admin', 'POST', `${base}${on.id}/test/`)).json<{ ok: boolean; words: string }>();
    expect(await tried()).toMatchObject({ ok: true });
    await rm(path.join(folder(), 'done'), { recursive: true });
    await symlink(tmpdir(), path.join(folder(), 'done'));
    expect(await tried()).toMatchObject({ ok: false });
    await put('a.txt', text(words));
    expect(await twice()).toBe(0);
    const [listed] = (await t.as('admin', 'GET', base)).json<{ results: DropFolder[] }>().results;
    expect(listed!.problem).toContain('something else');
    await rm(path.join(folder(), 'done'));
    expect(await twice()).toBe(1);
    expect((await t.as('admin', 'GET', base)).json<{ results: DropFolder[] }>().results[0]!.problem).toBeNull();
    await turn(false);
    expect(await tried()).toEqual({ ok: false, words: 'Turned off: nothing is read.' });
  });
});

async function withOwner(statements: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client(t.admin);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
