import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, buildTestApp, testPassword } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { Hl7Server } from '../hl7/hl7-server.job.ts';
import { DropFolderReader } from './read-drop-folders.job.ts';

// What an integrator does who reads docs/integrations.md from top to bottom, command by command, in a folder of their own.

let t: TestApp;
let hl7: Hl7Server;
let folder: string;
let reader: DropFolderReader;
let looking: NodeJS.Timeout;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-documented-'));
  await mkdir(path.join(folder, 'drop'));
  t = await buildTestApp({ HL7_PORT: '0', DROP_DIR: path.join(folder, 'drop') });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  hl7 = await Hl7Server.listen(t.deps);
  reader = new DropFolderReader(t.deps, path.join(folder, 'drop'));
  // Its own clock looks every ten seconds.
  looking = setInterval(() => void reader.sweep().catch(() => undefined), 300);
});
afterAll(async () => {
  clearInterval(looking);
  await reader.close();
  await hl7.close();
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

test('L: every command of docs/integrations.md, from nothing to the first note in and the first claim out in each way', async () => {
  // What a coder does between the two: a claim is finished.
  const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.';
  const { id: note } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
  await readyClaim(t, note);
  expect((await t.as('approver', 'POST', `/api/v1/op-notes/${note}/case/finish/`, {})).statusCode).toBe(200);

  const document = await readFile(path.resolve(import.meta.dirname, '../../../../../docs/integrations.md'), 'utf8');
  const blocks = [...document.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = '']) => commands);
  const { port } = t.app.server.address() as AddressInfo;
  const script = blocks
    .map((commands) => `${commands}\nprintf '\\n=====\\n'`)
    .join('\n')
    .replaceAll('localhost:3000', `127.0.0.1:${String(port)}`)
    .replaceAll('2575', String(hl7.port))
    .replaceAll(/^sleep \d+/gm, 'until [ -d "$FOLDER/done" ]; do sleep 0.2; done')
    .replace('; ls "$FOLDER/done"', '; until [ -e "$FOLDER/done/op-4711.txt" ]; do sleep 0.2; done; ls "$FOLDER/done"');
  const env = { ...process.env, PASSWORD: testPassword, DROP_DIR: path.join(folder, 'drop') };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: folder,
    env,
    maxBuffer: 10_000_000,
    timeout: 240_000,
  });
  const told = stdout.split('\n=====\n');
  const after = (command: string): string =>
    told[blocks.findIndex((commands) => commands.includes(command))] ?? 'no such command';

  expect(JSON.parse(after('op-4711"'))).toMatchObject({ resourceType: 'DocumentReference', status: 'current' });
  expect(JSON.parse(after('/fhir/Binary'))).toMatchObject({ entry: [{ response: { status: '201 Created' } }] });
  expect(JSON.parse(after('fhir/Claim?created'))).toMatchObject({
    entry: [{ resource: { resourceType: 'Claim', status: 'active' } }],
  });
  expect(JSON.parse(after('/api/v1/suggest/'))).toMatchObject({ lines: [{ code: '29881', modifiers: ['LT'] }] });
  expect(JSON.parse(after('assert.cjs').trim().split('\n').at(-1)!)).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
  expect(after('/fhir/Subscription')).toContain('"resourceType":"Subscription"');
  expect(after('/fhir/Subscription')).toContain('events-since-subscription-start');
  expect(after('MDM^T02')).toMatch(/^MSA\|AA\|1/m);
  expect(after('.txt.part').trim().split('\n').at(-1)).toBe('op-4711.txt');
  expect(JSON.parse(after('/integrations/webhooks/'))).toEqual({ ok: false, words: expect.any(String) });
  expect(await readFile(path.join(folder, 'claims.837'), 'utf8')).toMatch(/^ISA\*[^]*~NM1\*IL\*1\*DOE\*JANE~?[^]*IEA\*1\*/);
  expect(JSON.parse(after('/single-sign-on/'))).toEqual({ ok: false, words: expect.any(String) });
  // Beside the one above: by FHIR, in a transaction, by HL7, by the drop folder.
  expect((await t.as('approver', 'GET', '/api/v1/op-notes/')).json()).toMatchObject({ count: 5 });
});
