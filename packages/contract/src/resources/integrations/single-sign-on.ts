import * as z from 'zod/mini';
import { changeEndpoint, connected, listEndpoint, messagesEndpoint, tryEndpoint } from './connection.ts';
import { authPaths } from '../../auth-paths.ts';
import { endpoint } from '../../endpoint.ts';
import { id, idParams, tenantName } from '../../fields.ts';
import { storable } from '../../storable.ts';
import { tokens } from '../auth.ts';

const base = '/api/v1/integrations/single-sign-on/';

/** What a provider may give: the roles within a tenant. Those above tenants sign in by password. */
export const ssoRoles = ['Admin', 'Approver', 'DataEntry'] as const;
export type SsoRole = (typeof ssoRoles)[number];

const text = (most: number, empty: string) =>
  z.string(empty).check(z.trim(), z.minLength(1, empty), z.maxLength(most, `Must be ${most} characters or less`), storable);

/** Who is in `group` at the provider has this role here; `tenant` only where one provider serves several, set by a SuperAdmin. */
const roleLine = z.strictObject({
  group: text(200, 'Name the group'),
  role: z.enum(ssoRoles, 'Choose a role'),
  tenant: z.optional(z.nullable(id)),
});
export type SsoRoleLine = z.infer<typeof roleLine>;

export const ssoConnection = z.object({
  ...connected,
  issuer: z.string(),
  client_id: z.string(),
  groups_claim: z.string(),
  roles: z.array(z.object({ group: z.string(), role: z.enum(ssoRoles), tenant: z.nullable(id) })),
  just_in_time: z.boolean(),
  trusts_email: z.boolean(),
  required: z.boolean(),
  break_glass: z.array(z.object({ id, username: z.string() })),
  /** Where people sign in; the provider is told it as the redirect URI. */
  sign_in_url: z.string(),
  /** Where the provider tells of sign-outs. */
  back_channel_url: z.string(),
  /** How many accounts are known at the provider. */
  people: z.number(),
  last_message: z.nullable(z.object({ at: z.string(), event: z.string() })),
  last_error: z.nullable(z.object({ at: z.string(), reason: z.string() })),
});
export type SsoConnection = z.infer<typeof ssoConnection>;

export const ssoEvents = ['sign-in', 'linked', 'account-made', 'role-changed', 'sign-out', 'back-channel'] as const;

export const ssoMessage = z.object({
  id,
  at: z.string(),
  event: z.enum(ssoEvents),
  outcome: z.enum(['done', 'refused']),
  /** In plain words; no name and no address of the person. */
  reason: z.nullable(z.string()),
  username: z.nullable(z.string()),
});
export type SsoMessage = z.infer<typeof ssoMessage>;

const settings = {
  name: tenantName,
  issuer: text(500, 'Give the address of the provider').check(
    z.regex(/^https?:\/\/[^\s?#]+$/, 'An address that begins with https://, without ? and #'),
  ),
  client_id: text(300, 'Give the client id that the provider gave'),
  groups_claim: text(100, 'Name the claim that holds the groups'),
  roles: z.array(roleLine).check(z.maxLength(50, 'At most 50 lines')),
  just_in_time: z.boolean(),
  trusts_email: z.boolean(),
} as const;

/** What a form checks before it is sent. */
export const ssoSettings = z.object(settings);

const newConnection = z.strictObject({
  ...settings,
  client_secret: text(500, 'Give the secret that the provider gave'),
  /** Super-level administrators say for whom. */
  tenant: z.optional(z.nullable(id)),
});
export type NewSsoConnection = z.infer<typeof newConnection>;

const changes = z.strictObject({
  ...settings,
  /** Left out: the one before stays. */
  client_secret: z.optional(text(500, 'Give the secret that the provider gave')),
  /** Nobody of the tenant signs in by password any more but those of `break_glass`. */
  required: z.boolean(),
  break_glass: z.array(id).check(z.maxLength(5, 'At most 5 accounts')),
});
export type SsoChanges = z.infer<typeof changes>;

const manage = { permission: 'integrations.manage' } as const;

/** The clinic's own provider of accounts, by OpenID Connect. */
export const ssoConnections = {
  list: listEndpoint(
    base,
    'The single sign-on of the tenant, with what was heard of it last',
    z.object({ results: z.array(ssoConnection) }),
  ),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: base,
    summary: 'Set up single sign-on at the clinic’s provider; one for a tenant',
    tx: 'write',
    audit: 'sso_created',
    body: newConnection,
    response: ssoConnection,
    status: 201,
  }),
  change: endpoint({
    ...manage,
    method: 'PUT',
    path: `${base}:id/`,
    params: idParams,
    summary: 'Change single sign-on; another provider or secret ends the sessions that began there',
    tx: 'write',
    audit: 'sso_updated',
    body: changes,
    response: ssoConnection,
  }),
  revoke: changeEndpoint(`${base}:id/revoke/`, 'End single sign-on and its sessions for good', 'sso_updated', ssoConnection),
  test: tryEndpoint(`${base}:id/test/`, 'Ask the provider what it offers, and say whether people can sign in there'),
  messages: messagesEndpoint(
    `${base}:id/messages/`,
    'The last 1,000 sign-ins and refusals: who and why, nothing of the provider’s tokens',
    ssoMessage,
  ),
};

const key = z.string().check(z.maxLength(40), z.regex(/^[\w-]+$/, 'Not found'));
const word = (most: number) => z.optional(z.string().check(z.maxLength(most), storable));

/** The sign-in itself: begun here, shown at the provider, finished here by the browser that began it. */
export const sso = {
  start: endpoint({
    method: 'POST',
    path: authPaths.ssoStart,
    summary: 'Begin to sign in at the clinic’s provider; the binding stays with the browser',
    permission: 'public',
    tx: 'manual',
    audit: null,
    // Nothing here can be guessed, and a clinic's people come from one address in the same minutes.
    rate: 'token',
    body: z.strictObject({
      key,
      /** The person is to show anew who they are, although the provider knows them still. */
      again: z.optional(z.boolean()),
    }),
    response: z.object({ url: z.string(), binding: z.string() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: authPaths.ssoFinish,
    summary: 'Finish it with what the provider answered; once, and only by the browser that began it',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_login_success',
    rate: 'token',
    body: z.strictObject({
      key,
      binding: z.string().check(z.minLength(1), z.maxLength(100)),
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      code: word(4000),
      iss: word(500),
      error: word(100),
    }),
    response: tokens,
  }),
  leave: endpoint({
    method: 'POST',
    path: authPaths.ssoLeave,
    summary: 'End the session, and say where the provider ends its own',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_logout',
    body: z.strictObject({}),
    response: z.object({ url: z.nullable(z.string()) }),
  }),
  backChannel: endpoint({
    method: 'POST',
    path: '/auth/sso/logout/:key/',
    summary: 'A provider tells that somebody signed out there (OpenID Connect Back-Channel Logout)',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_session_end',
    rate: 'token',
    dialect: 'oauth',
    forms: true,
    params: z.object({ key }),
    body: z.object({ logout_token: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(10_000)) }),
    response: z.object({ ended: z.number() }),
  }),
};
