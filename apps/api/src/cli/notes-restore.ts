import { userInfo } from 'node:os';
import { listDeletedNotes, restoreNotes } from '../features/notes/restore-notes.job.ts';
import { print } from '../terminal.ts';
import { withDatabase } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const ids = process.argv.slice(2);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

await withDatabase(async (database) => {
  if (ids.length === 0) {
    const deleted = await listDeletedNotes(database);
    for (const note of deleted)
      print(
        `${note.id}  ${note.kind === 'op' ? 'OpNote' : 'EdNote'}  ${note.tenant}  deleted ${note.deleted_at.toISOString()} by ${note.deleted_by ?? '?'}`,
      );
    print(deleted.length === 0 ? 'No deleted notes.' : `Bring back with: ${typedCommand('notes restore', 'ID [ID ...]')}`);
    return 0;
  }
  const wrong = ids.filter((id) => !uuid.test(id));
  if (wrong.length > 0) {
    print(`Not a note's id: ${wrong.join(' ')}`);
    return 2;
  }
  const restored = await restoreNotes(database, ids, `command:${userInfo().username}`);
  for (const id of restored) print(`Restored ${id}`);
  const missing = ids.filter((id) => !restored.includes(id.toLowerCase()));
  if (missing.length > 0) print(`Not among the deleted notes: ${missing.join(' ')}`);
  return missing.length > 0 ? 1 : 0;
});
