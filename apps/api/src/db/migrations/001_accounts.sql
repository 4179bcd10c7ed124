-- Tenants, accounts, sessions, and what goes to people. Runs as the database's administrator, inside SET ROLE inc_owner.
-- Every table with a tenant_id is behind row-level security, enabled and forced; http/mount.ts is the first wall, this is the second.

create function app.tenant_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;
create function app.user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- The platform row stands for "no tenant": a composite key with a NULL in it would not be enforced.
create table app.tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 35),
  active boolean not null default true,
  otp_required boolean not null default false,
  platform boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz not null default now(),
  -- Audit rows and closed accounts keep pointing at a deleted tenant, so its row stays, hidden, and its name is free again.
  deleted_at timestamptz
);
create unique index tenants_name on app.tenants (lower(name)) where deleted_at is null;
insert into app.tenants (id, name, platform, created_by)
values ('00000000-0000-4000-8000-000000000000', 'Platform', true, 'system');

create table app.users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  username text not null,
  -- Folded by the server's code alone (NFKC, then full lower case): two ways of folding would split one name in two.
  username_key text not null unique,
  email text not null,
  phone_number text not null,
  first_name text not null,
  last_name text not null,
  specialty text not null,
  practice text not null,
  role text not null check (role in ('SuperAdmin', 'SuperApprover', 'Coder', 'Admin', 'Approver', 'DataEntry')),
  status text not null check (status in ('pending', 'active', 'deactivated')),
  agreement_at timestamptz,
  agreement_version text,
  password_change_required boolean not null default false,
  email_verified boolean not null default false,
  reset_blocked boolean not null default false,
  otp_enabled boolean not null default false,
  last_login timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (tenant_id, id)
);
create index users_by_tenant on app.users (tenant_id, created_at desc, id desc);
create index users_by_created on app.users (created_at desc, id desc);

-- Secrets of an account; the request roles have no grant on it at all.
create table app.credentials (
  user_id uuid primary key references app.users (id) on delete cascade,
  password_hash text not null,
  temporary_until timestamptz,
  otp_secret text,
  otp_pending_secret text,
  otp_last_step bigint,
  recovery_code_hashes text[] not null default '{}'
);

create table app.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_of_user on app.sessions (user_id) where ended_at is null;

create table app.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references app.sessions (id) on delete cascade,
  parent_hash bytea unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_of_session on app.refresh_tokens (session_id);

create table app.sign_in_throttle (
  username_key text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null default now(),
  locks integer not null default 0,
  locked_until timestamptz
);

-- Single-use secrets by mail: e-mail verification links and password reset codes, hashed.
create table app.mailed_secrets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app.users (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  secret_hash bytea not null,
  email text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_secrets_of_user on app.mailed_secrets (user_id, purpose);
create index mailed_secrets_by_hash on app.mailed_secrets (secret_hash);

create table app.invitations (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  code_hash bytea not null unique,
  role text check (role in ('Admin', 'Approver', 'DataEntry')),
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by text
);
create index invitations_by_tenant on app.invitations (tenant_id, created_at desc);

create table app.settings (name text primary key, value jsonb not null);

-- Rate-limit counters of the expensive route classes; losing them in a crash is harmless.
create unlogged table app.rate_counters (
  class text not null,
  subject text not null,
  window_started_at timestamptz not null,
  hits integer not null,
  primary key (class, subject)
);

-- Written in the transaction of what it tells about and sent after its commit; a failure is tried again. The content is sealed, because
-- it may hold a one-time code.
create table app.mail_queue (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  sealed bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_queue_due on app.mail_queue (next_attempt_at);

create table app.notices (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  user_id uuid not null,
  message text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  foreign key (tenant_id, user_id) references app.users (tenant_id, id) on update cascade on delete cascade
);
create index notices_of_user on app.notices (tenant_id, user_id, created_at desc, id desc);
create index notices_newest on app.notices (user_id, created_at desc, id desc);

-- What a create answered, for whoever repeats the request.
create table app.idempotency_keys (
  tenant_id uuid not null references app.tenants (id),
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  endpoint text not null,
  body_hash bytea not null,
  status integer not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, endpoint, key)
);
create index idempotency_keys_of_note on app.idempotency_keys ((coalesce(response ->> 'id', response -> 'data' ->> 'id')));

-- Functions ----------------------------------------------------------------------------------------------------------------

-- Checks a session and marks its activity: the one thing that the request login may call before it takes a role. A session that nobody
-- used for the idle time is over, whatever its access token says. Three rows, each by its key, whatever the statistics say: without the
-- settings the planner may start from the tenants and walk over all users while tables grow faster than they are analysed.
create function app.open_session(session uuid, touch boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz)
language plpgsql security definer set search_path = app, pg_temp set join_collapse_limit = 1 set enable_seqscan = off as $$
declare idle interval := coalesce(nullif(current_setting('app.idle', true), ''), '15 minutes')::interval;
begin
  if touch then
    update app.sessions s set last_activity_at = now()
     where s.id = session and s.ended_at is null and s.last_activity_at < now() - interval '20 seconds'
       and s.last_activity_at > now() - idle;
  end if;
  return query
    select u.id, u.username, u.role, u.tenant_id, t.name, t.platform, u.password_change_required, u.agreement_at is not null,
           t.otp_required and not u.otp_enabled, s.created_at
      from app.sessions s join app.users u on u.id = s.user_id join app.tenants t on t.id = u.tenant_id
     where s.id = session and s.ended_at is null and s.expires_at > now() and s.last_activity_at > now() - idle
       and u.status = 'active' and u.deleted_at is null and t.active;
end $$;

-- A deactivated tenant's sessions end in the transaction of its change; request roles have no grant on sessions themselves.
create function app.end_sessions_of_tenant(tenant uuid) returns integer
language plpgsql security definer set search_path = app, pg_temp as $$
declare n integer;
begin
  update app.sessions s set ended_at = now(), ended_reason = 'tenant deactivated'
    from app.users u where u.id = s.user_id and u.tenant_id = tenant and s.ended_at is null;
  get diagnostics n = row_count;
  return n;
end $$;

-- Which of the users on a page are slowed by wrong passwords now; answers for users that the caller may see.
create function app.slowed_users(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = app, pg_temp as $$
  select u.id from app.users u join app.sign_in_throttle s on s.username_key = u.username_key
   where u.id = any (ids) and s.locked_until > now()
     and (current_setting('role', true) = 'inc_super' or u.tenant_id = app.tenant_id());
$$;

-- Row-level security and grants --------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array[
    'tenants', 'users', 'credentials', 'sessions', 'refresh_tokens', 'sign_in_throttle',
    'mailed_secrets', 'invitations', 'settings', 'rate_counters', 'mail_queue', 'notices',
    'idempotency_keys'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    -- Foreign-key checks and generated maintenance run as the owner.
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
end $$;
create policy tenant_own on app.tenants for select to inc_tenant using (id = (select app.tenant_id()));
create policy tenant_otp on app.tenants for update to inc_tenant using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy super_all on app.tenants to inc_super using (true) with check (true);
create policy tenant_own on app.users to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.users to inc_super using (true) with check (true);
create policy tenant_own on app.invitations to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.invitations to inc_super using (true) with check (true);
-- Requests may put mail in and never look at it.
create policy everybody_sends on app.mail_queue for insert to inc_tenant, inc_super with check (true);
-- A notice is its recipient's alone; an administrator writes one only for their own tenant.
create policy own_read on app.notices for select to inc_tenant, inc_super using (user_id = (select app.user_id()));
create policy own_update on app.notices for update to inc_tenant, inc_super
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy tenant_insert on app.notices for insert to inc_tenant with check (tenant_id = (select app.tenant_id()));
create policy super_insert on app.notices for insert to inc_super with check (true);
create policy tenant_own on app.idempotency_keys to inc_tenant
  using (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))
  with check (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()));
create policy super_own on app.idempotency_keys to inc_super using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));

grant usage on schema app to inc_tenant, inc_super, inc_system, inc_login;
grant select on app.tenants, app.users to inc_tenant, inc_super;
grant update (otp_required, updated_by, updated_at) on app.tenants to inc_tenant;
grant insert, update, delete on app.tenants to inc_super;
grant select, insert, update on app.invitations to inc_tenant, inc_super;
grant insert (recipient, sealed) on app.mail_queue to inc_tenant, inc_super;
-- A recipient marks a notice as read; nothing else about it can be changed by a request.
grant select, insert, update (read_at) on app.notices to inc_tenant, inc_super;
grant select, insert on app.idempotency_keys to inc_tenant, inc_super;
grant select, insert, update, delete on all tables in schema app to inc_system;
revoke execute on function app.open_session(uuid, boolean), app.end_sessions_of_tenant(uuid), app.slowed_users(uuid[]) from public;
grant execute on function app.open_session(uuid, boolean) to inc_login, inc_system;
grant execute on function app.end_sessions_of_tenant(uuid) to inc_super;
grant execute on function app.slowed_users(uuid[]) to inc_tenant, inc_super;
