import type { DropFolder, SwitchDropFolder } from '@incisive/contract/drop-folders';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import type { AuditTrail } from '../../http/context.ts';
import { tenantFor } from '../tenants/active-tenant.service.ts';
import { folderProblem } from './drop-files.ts';
import { getFolder } from './drop-folders.store.ts';

export { getFolder, listFiles, listFolders } from './drop-folders.store.ts';

/** Turns the folder of a tenant on or off; what lies in it stays. */
export async function switchFolder(tx: Tx, actor: Actor, asked: SwitchDropFolder, audit: AuditTrail): Promise<DropFolder> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  const { id } = await tx
    .insertInto('app.drop_folders')
    .values({ tenant_id: tenantId, active: asked.active, changed_by: actor.username })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ active: asked.active, changed_by: actor.username, changed_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  audit.entity(`drop-folder:${id}`);
  audit.tenant(tenantId);
  audit.detail(asked.active ? 'on' : 'off');
  return getFolder(tx, id);
}

/** Looks at the folder as the reader would, without reading a file. */
export async function testFolder(deps: Deps, actor: Actor, id: string): Promise<{ ok: boolean; words: string }> {
  const folder = await withSession(deps.database, actor, (tx) => getFolder(tx, id));
  const { DROP_DIR } = deps.config;
  if (DROP_DIR === undefined) return { ok: false, words: 'The operator has not named a folder for files (DROP_DIR).' };
  if (!folder.active) return { ok: false, words: 'Turned off: nothing is read.' };
  const problem = await folderProblem(DROP_DIR, folder.folder);
  return problem === null
    ? { ok: true, words: 'The folder is there, and can be read and written.' }
    : { ok: false, words: problem };
}
