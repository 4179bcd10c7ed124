import type { Role } from '@incisive/contract/roles';
import type { Made, MaybeTime, Optional, Time } from './column-types.ts';

export type UserStatus = 'pending' | 'active' | 'deactivated';

export interface TenantsTable {
  id: Made<string>;
  name: string;
  active: Made<boolean>;
  otp_required: Made<boolean>;
  platform: Made<boolean>;
  keep_years: Optional<number>;
  legal_hold: Made<boolean>;
  created_by: string;
  created_at: Time;
  updated_by: Optional<string>;
  updated_at: Time;
  deleted_at: MaybeTime;
}
export interface UsersTable {
  id: Made<string>;
  tenant_id: string;
  username: string;
  /** Folded by the accounts' `usernameKey`, the one place where names are. */
  username_key: string;
  email: string;
  phone_number: string;
  first_name: string;
  last_name: string;
  specialty: string;
  practice: string;
  role: Role;
  /** The tenants that a Coder may see; empty: all. */
  only_tenants: Made<string[]>;
  status: UserStatus;
  agreement_at: MaybeTime;
  agreement_version: Optional<string>;
  password_change_required: Made<boolean>;
  email_verified: Made<boolean>;
  reset_blocked: Made<boolean>;
  otp_enabled: Made<boolean>;
  last_login: MaybeTime;
  created_by: string;
  created_at: Time;
  updated_at: Time;
  deleted_at: MaybeTime;
}
interface CredentialsTable {
  user_id: string;
  password_hash: string;
  temporary_until: MaybeTime;
  otp_secret: Optional<string>;
  otp_pending_secret: Optional<string>;
  otp_last_step: Optional<number>;
  recovery_code_hashes: Made<string[]>;
}
interface SessionsTable {
  id: Made<string>;
  user_id: string;
  created_at: Time;
  last_activity_at: Time;
  expires_at: Time;
  ended_at: MaybeTime;
  ended_reason: Optional<string>;
  user_agent: Made<string>;
  address: Made<string>;
}
interface RefreshTokensTable {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Optional<Buffer>;
  created_at: Time;
  used_at: MaybeTime;
}
interface SignInThrottleTable {
  username_key: string;
  failures: Made<number>;
  window_started_at: Time;
  locks: Made<number>;
  locked_until: MaybeTime;
}
interface MailedSecretsTable {
  id: Made<string>;
  user_id: string;
  purpose: 'verify-email' | 'reset-password';
  secret_hash: Buffer;
  email: string;
  tries: Made<number>;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
}
interface MailQueueTable {
  id: Made<string>;
  recipient: string;
  sealed: Buffer;
  attempts: Made<number>;
  next_attempt_at: Time;
  created_at: Time;
}
interface InvitationsTable {
  id: Made<string>;
  tenant_id: string;
  code_hash: Buffer;
  role: Optional<Role>;
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
  used_by: Optional<string>;
}

/** Tenants, people, their sessions and secrets, and the letters to them. */
export interface AccountTables {
  'app.tenants': TenantsTable;
  'app.users': UsersTable;
  'app.credentials': CredentialsTable;
  'app.sessions': SessionsTable;
  'app.refresh_tokens': RefreshTokensTable;
  'app.sign_in_throttle': SignInThrottleTable;
  'app.mailed_secrets': MailedSecretsTable;
  'app.mail_queue': MailQueueTable;
  'app.invitations': InvitationsTable;
}
