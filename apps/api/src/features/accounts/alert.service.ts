import { giveNotices } from '../../db/give-notices.ts';
import { isSuperRole } from '@incisive/contract/roles';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { letters } from '../../mail/templates.ts';
import { tenantsOfNotes } from '../notes/note-tenants.service.ts';
import { type UserRow, selectUsers } from './profile.ts';

/** Up to here each note has a notice of its own with a link to it; beyond, one notice tells the number. */
const singleNotices = 20;

const several = (n: number): string => `${n} OpNote${n === 1 ? '' : 's'}`;

async function recipients(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  const users = await selectUsers(tx)
    .where('u.id', 'in', [...ids])
    .execute();
  if (users.length !== ids.length) throw new AppError('not-found');
  return users;
}

/** Each recipient must be able to open each note: an active account, super-level or of the note's own tenant. */
function refuseBlind(users: readonly UserRow[], noteTenants: ReadonlyMap<string, string>): void {
  const tenants = new Set(noteTenants.values());
  const blind = users.filter(
    (user) =>
      user.status !== 'active' || (!isSuperRole(user.role) && [...tenants].some((tenantId) => tenantId !== user.tenant_id)),
  );
  if (blind.length > 0)
    throw new AppError('validation', {
      detail: `Nothing was sent: ${blind.map((user) => user.username).join(', ')} may not see all of these OpNotes. Leave them or those OpNotes out.`,
      fields: blind.map((user) => ({ path: 'users', message: `${user.username} may not see all of these OpNotes` })),
    });
}

/** Tells users about OpNotes by notice and mail: links and counts, never a word of a note. All of it happens or none. */
export async function alertUsers(
  deps: Deps,
  actor: Actor,
  body: { op_notes: string[]; users: string[] },
  audit: AuditTrail,
): Promise<{ count: number }> {
  return withSession(deps.database, actor, async (tx) => {
    const noteTenants = await tenantsOfNotes(tx, 'op', body.op_notes);
    const users = await recipients(tx, body.users);
    refuseBlind(users, noteTenants);
    const links = body.op_notes.length <= singleNotices ? body.op_notes.map((id) => `/opnotes/${id}`) : ['/opnotes'];
    const each = several(links.length === 1 ? body.op_notes.length : 1);
    const url = `${deps.config.publicUrl}${links.length === 1 ? links[0] : '/opnotes'}`;
    for (const user of users) {
      await giveNotices(
        tx,
        [user],
        links.map((link) => ({ message: `${actor.username} asks you to look at ${each}`, link })),
      );
      await deps.mailer.queue(tx, user.email, letters.alert({ by: actor.username, notes: body.op_notes.length, url }));
    }
    // A row in each note's tenant: its administrator sees to whom its notes were pointed out.
    audit.each(
      [...new Set(noteTenants.values())].map((tenantId) => ({
        tenantId,
        entity: [
          ...body.op_notes.filter((id) => noteTenants.get(id) === tenantId).map((id) => `note:${id}`),
          ...users.map((user) => `user:${user.id}`),
        ],
      })),
    );
    await audit.writeIn(tx);
    return { count: users.length };
  });
}
