import { contacts } from '@incisive/contract/contacts';
import { notices } from '@incisive/contract/notices';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { activeUsers } from '../../db/active-users.ts';
import { saveContactMessage } from '../../http/public-records.ts';
import { letters } from '../../mail/templates.ts';
import { finishContacts, getContact, listContacts } from './contacts.store.ts';

/** A notice in the bell of everybody who can answer: it says nothing of who wrote. */
async function tellSuperAdmins(tx: Tx, id: string): Promise<void> {
  const told = await activeUsers(tx, 'SuperAdmin').select(['id', 'tenant_id']).execute();
  await giveNotices(tx, told, [{ message: 'A visitor sent a message', link: `/messages/${id}` }]);
}

export function mountContacts(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contacts, {
    create: async ({ body, audit }) => {
      const { website, ...message } = body;
      const answer = { message: notices.contactSent() };
      if (website) {
        // The field is hidden from people: a robot gets the same answer and leaves nothing.
        audit.none();
        return answer;
      }
      const id = await saveContactMessage(deps.database, message, async (tx, made) => {
        const team = deps.config.TEAM_EMAIL;
        if (team) await deps.mailer.queue(tx, team, letters.contact(message));
        await tellSuperAdmins(tx, made);
      });
      audit.entity(`contact:${id}`);
      return answer;
    },
    list: ({ tx, query }) => listContacts(tx, query, `${deps.config.publicUrl}${contacts.list.path}`),
    get: ({ tx, params, audit }) => {
      audit.entity(`contact:${params.id}`);
      return getContact(tx, params.id);
    },
    markDone: async ({ tx, actor, body, audit }) => {
      const changed = await finishContacts(tx, actor, body.contacts);
      if (changed.length === 0) audit.none();
      else audit.entity(...changed.map((id) => `contact:${id}`));
      return { count: body.contacts.length };
    },
  });
}
