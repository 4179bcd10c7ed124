import type { NoteDetail, SameNote } from '@incisive/contract/notes';
import type { Problem } from '@incisive/contract/errors';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { fileParts, multipart } from '../../testing/multipart.ts';

const t = await useTestApp();

const base = '/api/v1/op-notes/';
const text = (name: string) => `PROCEDURE PERFORMED: Excision of a cyst.\nWritten for the test named ${name}.`;
const create = (who: string, body: object, kind = 'op') => t.as(who, 'POST', `/api/v1/${kind}-notes/`, body);
const upload = (who: string, name: string, content: string, fields: Record<string, string> = {}) => {
  const { body, headers } = multipart(fileParts(name, content, fields));
  return t.as(who, 'PUT', `${base}upload/`, body, headers);
};
const refusal = (response: Awaited<ReturnType<typeof create>>) => {
  const problem = response.json<Problem & { current?: SameNote }>();
  return { status: response.statusCode, type: problem.type, first: problem.current?.id, detail: problem.detail };
};

describe('U14: the same note twice', () => {
  test('typed again it is refused with the first one, where that was asked for; by default it is made', async () => {
    const body = { text: text('typed') };
    const first = (await create('approver', body)).json<NoteDetail>();
    expect((await create('approver', body)).statusCode).toBe(201);
    const refused = await create('dataentry', { text: `  ${body.text}\n`, duplicates: 'refuse' });
    expect(refusal(refused)).toMatchObject({ status: 409, type: 'urn:incisive:error:same-note', first: first.id });
    expect(refusal(refused).detail).toContain('duplicates=keep');
    expect((await create('approver', { ...body, duplicates: 'keep' })).statusCode).toBe(201);
    expect((await create('approver', { ...body, duplicates: 'perhaps' })).statusCode).toBe(422);
    expect((await create('approver', { text: `${body.text} More.`, duplicates: 'refuse' })).statusCode).toBe(201);
  });

  test('uploaded again it is refused by its bytes, whatever its name, and by its text, whatever the file', async () => {
    const content = text('uploaded');
    const first = (await upload('approver', 'first.txt', content)).json<NoteDetail>();
    const again = await upload('approver', 'second.txt', content, { duplicates: 'refuse' });
    expect(refusal(again)).toMatchObject({ status: 409, first: first.id });
    expect(again.json<{ current: SameNote }>().current).toMatchObject({ filename: 'first.txt' });
    expect(refusal(await create('approver', { text: content, duplicates: 'refuse' }))).toMatchObject({ first: first.id });
    // The text of the first was changed since: the bytes still are the same.
    await t.as('approver', 'PATCH', `${base}${first.id}/`, { text: `${content} Changed.` });
    expect(refusal(await upload('approver', 'third.txt', content, { duplicates: 'refuse' }))).toMatchObject({ first: first.id });
    expect((await upload('approver', 'fourth.txt', content, { duplicates: 'keep' })).statusCode).toBe(201);
    expect((await upload('approver', 'fifth.txt', content, { duplicates: 'maybe' })).statusCode).toBe(422);
  });

  test('never across tenants, kinds, deletions or 30 days', async () => {
    const body = { text: text('kept apart'), duplicates: 'refuse' };
    const first = (await create('approver', body)).json<NoteDetail>();
    expect((await create('approver2', body)).statusCode).toBe(201);
    expect((await create('approver', body, 'ed')).statusCode).toBe(201);
    expect((await create('superadmin', { ...body, tenant: t.tenants[0] })).statusCode).toBe(409);
    expect((await create('superadmin', body)).statusCode).toBe(201);
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.notes')
        .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
        .where('id', '=', first.id)
        .execute(),
    );
    const second = await create('approver', body);
    expect(second.statusCode).toBe(201);
    await t.as('admin', 'DELETE', `${base}${second.json<NoteDetail>().id}/`);
    expect((await create('approver', body)).statusCode).toBe(201);
  });

  test('sent several times at once it is made once', async () => {
    const body = { text: text('all at once'), duplicates: 'refuse' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => create('approver', body)));
    expect(sent.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});
