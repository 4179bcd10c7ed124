import type { TriedNote } from '@incisive/contract/try-note';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { rowCounts, useTestApp } from '../../testing/build-test-app.ts';
import { unknownOf } from './try-note.service.ts';

const t = await useTestApp();

const read = (text: unknown) => t.as(null, 'POST', '/api/v1/try/', { text });
const rows = () => rowCounts(t, 'app.notes', 'app.audit_log', 'app.suggestion_cache', 'app.drafts');

test('A13: a pasted note is read without an account, with its words, and nothing of it is stored', async () => {
  const before = await rows();
  const answer = await read('  PROCEDURE PERFORMED: Laparoscopic cholecystectomy with cholangiogram.  ');
  expect(answer.statusCode).toBe(200);
  const { text, suggestions, unknown } = answer.json<TriedNote>();
  expect(text).toBe('PROCEDURE PERFORMED: Laparoscopic cholecystectomy with cholangiogram.');
  expect(suggestions[0]).toMatchObject({ code: '47563', tier: 'likely' });
  expect(suggestions[0]?.evidence.map(({ start, end }) => text.slice(start, end)).join(' ')).toMatch(/cholangiogram/);
  expect(unknown.at(-1)).toMatch(/does not know your payer/);
  expect(await rows()).toEqual(before);
});

test('A13: words of a code are ours, whatever a licensed clinic uploaded', async () => {
  await withSystem(t.database, (tx) =>
    sql`update app.cpt_codes set description = 'Licensed words' where code = '47563'`.execute(tx),
  );
  const answer = await read('PROCEDURE PERFORMED: Laparoscopic cholecystectomy with cholangiogram.');
  expect(answer.body).not.toContain('Licensed words');
  expect(answer.json<TriedNote>().suggestions[0]?.description).toMatch(/cholecystectomy/i);
});

test.each([
  ['   ', 'Paste an operative note.'],
  ['a'.repeat(20_001), 'Up to 20,000 characters can be tried here.'],
  [undefined, 'Paste an operative note.'],
])('%# what cannot be read is said at its field', async (text, message) => {
  const answer = await read(text);
  expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([422, [{ path: 'text', message }]]);
});

test('what is no operative note is told as what it is', async () => {
  const letter =
    'Dear colleague, thank you for referring this lady with gallstones. I discussed laparoscopic cholecystectomy with her and she would like to proceed. I will see her next month.';
  const { suggestions, unknown } = (await read(letter)).json<TriedNote>();
  expect(suggestions.filter(({ tier }) => tier === 'likely')).toEqual([]);
  expect(unknown[0]).toMatch(/letter/);
});

test('what is not known is said', () => {
  expect(unknownOf([])[0]).toMatch(/suggests nothing rather than a guess/);
  expect(unknownOf([{ code: '12345', confidence: 0.3, tier: 'look' }])[0]).toMatch(/Nothing here is sure enough/);
  expect(unknownOf([{ code: '12345', confidence: 0.6, tier: 'likely' }])[0]).toMatch(/Not sure about 12345/);
});
