import * as z from 'zod/mini';
import { authPaths } from '../auth-paths.ts';
import { endpoint } from '../endpoint.ts';
import {
  bulk,
  count,
  email,
  flag,
  freeText,
  givenPassword,
  groups,
  id,
  newPassword,
  noBody,
  personName,
  phoneNumber,
  username,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { type Role, isSuperRole, roles } from '../roles.ts';

/** Session tokens. `exp` is the access token's, in seconds since the epoch. */
export const tokens = z.object({ exp: z.number(), id_token: z.string(), access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** A code of the app, or one of the recovery codes. */
const secondFactor = {
  otp: z.optional(z.string().check(z.maxLength(12))),
  recovery_code: z.optional(z.string().check(z.maxLength(40))),
};

export const loginBody = z.object({
  username: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(200)),
  password: givenPassword,
  ...secondFactor,
});

export const profile = z.object({
  id,
  username: z.string(),
  email: z.string(),
  phone_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  specialty: z.string(),
  practice: z.string(),
  groups: z.array(z.enum(roles)),
  tenant: z.nullable(z.string()),
  tenant_name: z.nullable(z.string()),
  /** The tenants that a Coder may see, by name; empty: all. A deleted one has no name and stays in the list, which never widens by itself. */
  only_tenants: z.array(z.object({ id, name: z.nullable(z.string()) })),
  status: z.enum(['pending', 'active', 'deactivated']),
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  last_login: z.nullable(z.string()),
  date_joined: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  agreement: z.boolean(),
  agreement_version: z.nullable(z.string()),
  password_change_required: z.boolean(),
  email_verified: z.boolean(),
  phone_number_verified: z.boolean(),
  otp_enabled: z.boolean(),
  /** The tenant asks for a second factor that this user has not set up yet: nothing else is answered until then. */
  otp_setup_required: z.optional(z.boolean()),
  locked: z.optional(z.boolean()),
  user_permissions: z.array(z.string()),
  abilities: z.record(z.string(), z.boolean()),
  count_opnotes: z.optional(z.number()),
  count_ednotes: z.optional(z.number()),
});
export type Profile = z.infer<typeof profile>;

const names = {
  first_name: z.optional(personName),
  last_name: z.optional(personName),
  name: z.optional(
    z.string().check(z.trim(), z.minLength(2, 'Must be 2 characters or more'), z.maxLength(71, 'Must be 71 characters or less')),
  ),
};

/** Splits a full name at its last blank, as sign-up's single Name field needs. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const trimmed = name.trim().replace(/\s+/g, ' ');
  const at = trimmed.lastIndexOf(' ');
  return at < 0
    ? { first_name: trimmed, last_name: trimmed }
    : { first_name: trimmed.slice(0, at), last_name: trimmed.slice(at + 1) };
}

/** The tenant rule of both forms: super-level roles have none, the others exactly one. */
export const tenantFits = (role: Role, tenant: string | null | undefined): string | null =>
  isSuperRole(role) ? (tenant ? 'This role has no tenant' : null) : tenant ? null : 'Required';

/** Only a Coder stands above tenants and is narrowed to some of them; null where the list fits the role. */
export const onlyTenantsFit = (role: Role, tenants: readonly string[] | undefined): string | null =>
  role !== 'Coder' && tenants !== undefined && tenants.length > 0 ? 'Only a Coder is limited to tenants' : null;
const onlyTenants = z.optional(z.array(id).check(z.maxLength(limits.onlyTenants, `At most ${limits.onlyTenants} tenants`)));

export const signUpBody = z.object({
  username,
  password: z.optional(newPassword),
  tmppassword: z.optional(newPassword),
  email,
  phone_number: phoneNumber,
  ...names,
  specialty: freeText,
  practice: freeText,
  groups,
  tenant: z.optional(z.nullable(z.union([id, z.literal('')]))),
  /** Heard from administrators alone. */
  only_tenants: onlyTenants,
  invitation_code: z.optional(z.string().check(z.maxLength(60))),
});

export const updateUserBody = z.object({
  username: z.optional(z.string()),
  email: z.optional(email),
  phone_number: z.optional(phoneNumber),
  ...names,
  specialty: z.optional(freeText),
  practice: z.optional(freeText),
  groups: z.optional(groups),
  tenant: z.optional(z.nullable(z.union([id, z.literal('')]))),
  only_tenants: onlyTenants,
  is_active: z.optional(flag),
  /** The caller's own password, asked when the own email address changes. */
  current_password: z.optional(givenPassword),
});

const namedAccount = z.object({ username: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(200)) });

/** Sign-in, sessions, passwords and the accounts that administrators make. */
export const auth = {
  login: endpoint({
    method: 'POST',
    path: authPaths.login,
    summary: 'Sign in',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_login_success',
    rate: 'sign-in',
    forms: true,
    body: loginBody,
    response: tokens,
  }),
  refresh: endpoint({
    method: 'POST',
    path: authPaths.refresh,
    summary: 'Rotate the refresh token',
    permission: 'public',
    tx: 'manual',
    audit: null,
    forms: true,
    body: z.object({ refresh_token: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(500)) }),
    response: tokens,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout/',
    summary: 'End the session; an expired access token is taken too',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_logout',
    forms: true,
    body: noBody,
    status: 204,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/auth/signup/',
    summary: 'Ask for an account, or make one as an administrator',
    permission: 'public',
    tx: 'manual',
    audit: 'user_created',
    rate: 'sign-up',
    forms: true,
    body: signUpBody,
    response: profile,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'POST',
    path: '/auth/update/',
    summary: 'Change a profile: one’s own, or another’s as an administrator',
    permission: 'profile.own',
    tx: 'manual',
    audit: 'user_updated',
    forms: true,
    body: updateUserBody,
    response: profile,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password/',
    summary: 'Mail a reset code, if the account exists',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_password_reset_request',
    rate: 'sign-up',
    forms: true,
    body: namedAccount,
    response: z.object({ message: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password/',
    summary: 'Set a new password with the mailed code',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_password_reset',
    rate: 'sign-in',
    forms: true,
    body: z.object({
      username: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(200)),
      confirmation_code: z.string('Required').check(z.trim(), z.minLength(1, 'Required'), z.maxLength(60)),
      password: newPassword,
    }),
    response: z.object({ message: z.string() }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password/',
    summary: 'Change one’s own password; every older session ends',
    permission: 'pending',
    tx: 'manual',
    audit: 'authn_password_change',
    rate: 'sign-in',
    forms: true,
    body: z.object({ old_password: givenPassword, new_password: newPassword }),
    response: tokens,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/delete/',
    summary: 'Close one account by username',
    permission: 'users.manage',
    tx: 'manual',
    audit: 'user_deleted',
    forms: true,
    body: z.object({ username: z.string('Required').check(z.minLength(1, 'Required')) }),
    status: 204,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/auth/delete/',
    summary: 'Close several accounts, all or none',
    permission: 'users.manage',
    tx: 'manual',
    audit: 'user_deleted',
    body: z.object({ users: bulk(id) }),
    response: count,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/auth/verify-email/',
    summary: 'Confirm an email address with the mailed link’s token',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_email_verified',
    rate: 'sign-up',
    forms: true,
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: z.object({ message: z.string() }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/auth/verify-email/resend/',
    summary: 'Mail a new verification link, if the account’s address awaits confirmation',
    permission: 'public',
    tx: 'manual',
    audit: 'authn_email_verify_request',
    rate: 'sign-up',
    forms: true,
    body: namedAccount,
    response: z.object({ message: z.string() }),
  }),
  totpSetup: endpoint({
    method: 'POST',
    path: '/auth/totp/setup/',
    summary: 'Begin a second factor: its secret, once',
    permission: 'pending',
    tx: 'manual',
    audit: null,
    rate: 'sign-in',
    body: z.object({ password: givenPassword }),
    response: z.object({ secret: z.string(), uri: z.string() }),
  }),
  totpConfirm: endpoint({
    method: 'POST',
    path: '/auth/totp/confirm/',
    summary: 'Turn the second factor on; answers recovery codes, once',
    permission: 'pending',
    tx: 'manual',
    audit: 'authn_mfa_change',
    rate: 'sign-in',
    body: z.object({ otp: z.string().check(z.trim(), z.maxLength(12)) }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  totpDisable: endpoint({
    method: 'POST',
    path: '/auth/totp/disable/',
    summary: 'Turn the second factor off: one’s own with the password and a code, or another’s as an administrator',
    permission: 'profile.own',
    tx: 'manual',
    audit: 'authn_mfa_change',
    rate: 'sign-in',
    body: z.object({ password: z.optional(givenPassword), ...secondFactor, user: z.optional(id) }),
    status: 204,
  }),
};

export const session = z.object({
  id,
  current: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  user_agent: z.string(),
  address: z.string(),
});
