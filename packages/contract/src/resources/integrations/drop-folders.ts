import * as z from 'zod/mini';
import { listEndpoint, messagesEndpoint, tryEndpoint } from './connection.ts';
import { endpoint } from '../../endpoint.ts';
import { id } from '../../fields.ts';

const base = '/api/v1/integrations/drop-folders/';

/** A note was made of the file; its note is here already; it was refused. */
export const dropOutcomes = ['taken', 'known', 'refused'] as const;

export const dropFolder = z.object({
  id,
  tenant: z.object({ id, name: z.string() }),
  active: z.boolean(),
  /** Its name within the folder that the operator gave. */
  folder: z.string(),
  changed_by: z.string(),
  changed_at: z.string(),
  looked_at: z.nullable(z.string()),
  /** Why the folder itself cannot be read. */
  problem: z.nullable(z.string()),
  last_file: z.nullable(z.object({ at: z.string(), outcome: z.enum(dropOutcomes) })),
  /** The reason is an error code of the contract. */
  last_error: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type DropFolder = z.infer<typeof dropFolder>;

export const dropFile = z.object({
  id,
  at: z.string(),
  outcome: z.enum(dropOutcomes),
  reason: z.nullable(z.string()),
  note_id: z.nullable(id),
  /** SHA-256 of the file's bytes: null where it was too large to be read. */
  sha256: z.nullable(z.string()),
});
export type DropFile = z.infer<typeof dropFile>;

const switched = z.strictObject({
  /** Super-level administrators say for whom. */
  tenant: z.optional(z.nullable(id)),
  active: z.boolean('Say whether it is read'),
});
export type SwitchDropFolder = z.infer<typeof switched>;

/** Files that another system leaves in a folder of the tenant. Which folder is the operator's to say, whether it is read the administrator's. */
export const dropFolders = {
  list: listEndpoint(
    base,
    'The drop folders of the tenant, with what was heard of each last; whether this server reads any',
    z.object({ served: z.boolean(), results: z.array(dropFolder) }),
  ),
  change: endpoint({
    method: 'POST',
    path: base,
    summary: 'Turn the drop folder of a tenant on or off; a file that is being read is finished',
    permission: 'integrations.manage',
    tx: 'write',
    audit: 'drop_folder_updated',
    body: switched,
    response: dropFolder,
  }),
  test: tryEndpoint(`${base}:id/test/`, 'Look whether the folder is there and can be read and written'),
  messages: messagesEndpoint(
    `${base}:id/messages/`,
    'The last 1,000 files of a drop folder: ids and outcomes, no names and no text',
    dropFile,
  ),
};
