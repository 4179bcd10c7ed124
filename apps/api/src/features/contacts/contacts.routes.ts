import { contacts } from '@incisive/contract/contacts';
import { notices } from '@incisive/contract/notices';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { keepContactMessage } from '../../http/public-records.ts';
import { letters } from '../../mail/templates.ts';

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
      const id = await keepContactMessage(deps.database, message, async (tx) => {
        const team = deps.config.TEAM_EMAIL;
        if (team) await deps.mailer.queue(tx, team, letters.contact(message));
      });
      audit.entity(`contact:${id}`);
      return answer;
    },
  });
}
