import * as z from 'zod/mini';
import { profile, session } from './auth.ts';
import { endpoint } from '../endpoint.ts';
import { bulk, count, id, idParams, noBody } from '../fields.ts';
import { listQuery, paged, pagingQuery, textFilters } from '../lists.ts';
import { roles } from '../roles.ts';

export const userOrderings = [
  'id',
  'username',
  'created_at',
  'tenant',
  'email',
  'updated_at',
  'phone_number',
  'groups',
  'status',
  'specialty',
  'practice',
  'last_login',
] as const;
const query = listQuery({
  orderings: userOrderings,
  filters: {
    ...textFilters('id', 'username', 'email', 'tenant', 'phone_number', 'groups', 'specialty', 'practice'),
    status: z.optional(z.enum(['pending', 'active', 'deactivated'])),
  },
  dates: ['created_at', 'updated_at', 'last_login'],
});

const usersBody = z.object({ users: bulk(id) });
const userAction = (
  action: 'deactivate' | 'refuse' | 'unlock' | 'end-sessions',
  audit: 'user_deactivated' | 'user_refused' | 'user_unlocked' | 'authn_session_end',
  summary: string,
) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/accounts/${action}/`,
    summary,
    permission: 'users.manage',
    tx: 'manual',
    audit,
    body: usersBody,
    response: count,
  });

export const notice = z.object({
  id,
  message: z.string(),
  link: z.nullable(z.string()),
  created_at: z.string(),
  read: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

const digest = z.object({ wished: z.boolean() });

/** Profiles, users, sessions and in-app notices. */
export const accounts = {
  profile: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/profile/',
    summary: 'The caller’s own profile',
    permission: 'pending',
    tx: 'read',
    audit: null,
    response: profile,
  }),
  agreement: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/agreement/',
    summary: 'Accept the license agreement',
    permission: 'pending',
    tx: 'manual',
    audit: 'agreement_accepted',
    body: noBody,
    response: profile,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/v1/groups/',
    summary: 'The roles that the caller may give',
    permission: 'profile.own',
    tx: 'read',
    audit: null,
    response: z.array(z.object({ id: z.string(), name: z.enum(roles) })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/',
    summary: 'List users',
    permission: 'users.manage',
    tx: 'read',
    audit: 'user_list',
    query,
    response: paged(profile),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/:id/',
    summary: 'Profile of another user',
    permission: 'users.manage',
    tx: 'read',
    audit: 'user_read',
    params: idParams,
    response: profile,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/activate/',
    summary: 'Activate accounts; whoever does it confirms the role that was asked for, or gives another',
    permission: 'users.manage',
    tx: 'manual',
    audit: 'user_activated',
    body: z.object({ users: bulk(id), groups: z.optional(z.enum(roles)) }),
    response: count,
  }),
  deactivate: userAction('deactivate', 'user_deactivated', 'Deactivate accounts; their sessions end'),
  refuse: userAction('refuse', 'user_refused', 'Refuse pending accounts'),
  unlock: userAction('unlock', 'user_unlocked', 'Lift the sign-in throttle'),
  endSessions: userAction('end-sessions', 'authn_session_end', 'End all sessions of users'),
  alert: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/alert/',
    summary: 'Tell users about OpNotes, by mail and notice',
    permission: 'users.manage',
    tx: 'manual',
    audit: 'user_alert',
    body: z.object({ op_notes: bulk(id), users: bulk(id) }),
    response: count,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/sessions/',
    summary: 'The caller’s own sessions',
    permission: 'profile.own',
    tx: 'manual',
    audit: null,
    response: z.object({
      ...paged(session).shape,
      /** The sign-in before this session's; null when there was none. */
      last_sign_in: z.nullable(z.object({ at: z.string(), address: z.nullable(z.string()) })),
      /** Sign-ins to this account that were refused since then. */
      refused_since: z.number(),
    }),
  }),
  removeSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/accounts/sessions/:id/',
    summary: 'End one of the caller’s sessions',
    permission: 'profile.own',
    tx: 'manual',
    audit: 'authn_session_end',
    params: idParams,
    status: 204,
  }),
  notices: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/notices/',
    summary: 'The caller’s in-app notices',
    permission: 'profile.own',
    tx: 'read',
    audit: null,
    query: z.strictObject({ ...pagingQuery(['created_at']) }),
    response: z.object({ ...paged(notice).shape, unread: z.number() }),
  }),
  readNotices: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/notices/read/',
    summary: 'Mark notices as read',
    permission: 'profile.own',
    tx: 'write',
    audit: null,
    /** `older`: whatever is older than these too. */
    body: z.object({ notices: bulk(id), older: z._default(z.boolean(), false) }),
    response: count,
  }),
  digest: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/digest/',
    summary: 'Whether the caller is told once a day, by mail and without content, of what waits',
    permission: 'profile.own',
    tx: 'read',
    audit: null,
    response: digest,
  }),
  wishDigest: endpoint({
    method: 'PUT',
    path: '/api/v1/accounts/digest/',
    summary: 'Wish to be told once a day by mail of what waits, or not',
    permission: 'profile.own',
    tx: 'write',
    audit: null,
    body: z.strictObject({ wished: z.boolean('Say whether you wish it') }),
    response: digest,
  }),
};
