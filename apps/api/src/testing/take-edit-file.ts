import type { EditFile } from '@incisive/contract/edit-files';
import type { TestApp } from './build-test-app.ts';
import { fileParts, multipart } from './multipart.ts';

/** Sends a published file, has it read, and puts it in force. */
export async function takeEditFile(t: TestApp, name: string, content: string | Uint8Array): Promise<void> {
  const { body, headers } = multipart(fileParts(name, content));
  const { id } = (await t.as('superadmin', 'PUT', '/api/v1/edit-files/upload/', body, headers)).json<{ id: string }>();
  await t.deps.jobs.runPending();
  const { statusCode, body: said } = await t.as('superadmin', 'POST', `/api/v1/edit-files/${id}/take/`, { license: true });
  const listed = (await t.as('superadmin', 'GET', '/api/v1/edit-files/')).json<{ results: EditFile[] }>().results;
  const file = listed.find((one) => one.id === id);
  if (statusCode !== 200 || file?.state !== 'active') throw new Error(`${name} is not in force: ${file?.failure ?? said}`);
}
