import { accounts } from '@incisive/contract/accounts';
import { rolesGivenBy } from '@incisive/contract/roles';
import type { FastifyInstance } from 'fastify';
import { acceptAgreement } from '../../auth/agreement.ts';
import type { Deps } from '../../deps.ts';
import { withTenant } from '../../db/tenant.ts';
import { mount } from '../../http/mount.ts';
import { selectUsers, shownProfile } from './profile.ts';

export function mountAccounts(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, accounts, {
    profile: async ({ tx, actor }) =>
      shownProfile(await selectUsers(tx).where('u.id', '=', actor.userId).executeTakeFirstOrThrow()),
    agreement: async ({ actor, audit }) => {
      await acceptAgreement(deps.database, actor);
      audit.entity(`user:${actor.userId}`);
      return withTenant(deps.database, actor, async (tx) =>
        shownProfile(await selectUsers(tx).where('u.id', '=', actor.userId).executeTakeFirstOrThrow()),
      );
    },
    groups: async ({ actor }) => rolesGivenBy(actor.role).map((name) => ({ id: name, name })),
  });
}
