import { accounts } from '@incisive/contract/accounts';
import { rolesGivenBy } from '@incisive/contract/roles';
import type { FastifyInstance } from 'fastify';
import { activateAccounts, deactivateAccounts, endSessionsOf, refuseAccounts, unlockAccounts } from './account-status.ts';
import { acceptAgreement } from './sign-up/agreement.ts';
import { endOwnSession, lastSignIn, ownSessions } from './sessions/own-sessions.ts';
import type { Deps } from '../../deps.ts';
import { withTenant } from '../../db/tenant.ts';
import { mount } from '../../http/mount.ts';
import { getUser, listUsers } from './accounts.list.ts';
import { alertUsers } from './alert.service.ts';
import { wishDigest, wishesDigest } from './digests.ts';
import { listNotices, readNotices } from './notices.ts';
import { ownProfile } from './profile.ts';

export function mountAccounts(app: FastifyInstance, deps: Deps): void {
  const base = deps.config.publicUrl;
  mount(app, deps, accounts, {
    profile: ({ tx, actor }) => ownProfile(tx, actor, deps.config),
    agreement: async ({ actor, audit }) => {
      await acceptAgreement(deps.database, actor, audit);
      return withTenant(deps.database, actor, (tx) => ownProfile(tx, actor, deps.config));
    },
    groups: async ({ actor }) => rolesGivenBy(actor.role).map((name) => ({ id: name, name })),
    list: ({ tx, actor, query }) => listUsers(tx, actor, query, `${base}${accounts.list.path}`),
    get: async ({ tx, params, audit }) => {
      audit.entity(`user:${params.id}`);
      const { profile, tenantId } = await getUser(tx, params.id);
      audit.tenant(tenantId);
      return profile;
    },
    activate: ({ actor, body, audit }) => activateAccounts(deps, actor, body, audit),
    deactivate: ({ actor, body, audit }) => deactivateAccounts(deps, actor, body.users, audit),
    refuse: ({ actor, body, audit }) => refuseAccounts(deps, actor, body.users, audit),
    unlock: ({ actor, body, audit }) => unlockAccounts(deps, actor, body.users, audit),
    endSessions: ({ actor, body, audit }) => endSessionsOf(deps, actor, body.users, audit),
    alert: ({ actor, body, audit }) => alertUsers(deps, actor, body, audit),
    sessions: async ({ actor }) => {
      const results = await ownSessions(deps, actor);
      return { results, count: results.length, next: null, previous: null, ...(await lastSignIn(deps, actor)) };
    },
    removeSession: ({ actor, params, audit }) => endOwnSession(deps, actor, params.id, audit),
    notices: ({ tx, actor, query }) => listNotices(tx, actor, query, `${base}${accounts.notices.path}`),
    readNotices: ({ tx, actor, body }) => readNotices(tx, actor, body),
    digest: ({ tx, actor }) => wishesDigest(tx, actor),
    wishDigest: ({ tx, actor, body }) => wishDigest(tx, actor, body.wished),
  });
}
