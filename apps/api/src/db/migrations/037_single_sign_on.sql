-- Single sign-on: people of a tenant sign in at their clinic's own provider (OpenID Connect). One connection a tenant is in force.

create table app.sso_connections (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  name text not null check (length(name) between 2 and 35),
  -- Part of the address that people sign in at: whoever does not know it learns of no tenant.
  key text not null unique,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  groups_claim text not null,
  -- [{group, role, tenant}]: the first one that fits says what an account may do. A tenant other than its own only by hand of a SuperAdmin.
  roles jsonb not null default '[]',
  just_in_time boolean not null default false,
  trusts_email boolean not null default false,
  required boolean not null default false,
  -- Administrators who may still sign in by password when everybody else may not.
  break_glass uuid[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_by text,
  revoked_at timestamptz,
  unique (tenant_id, id)
);
create unique index sso_connections_in_force on app.sso_connections (tenant_id) where revoked_at is null;

-- A sign-in that was begun: taken once, by the browser that began it.
create table app.sso_attempts (
  state_hash bytea primary key,
  connection_id uuid not null references app.sso_connections (id) on delete cascade,
  binding_hash bytea not null,
  -- The verifier of the code and the nonce of the token.
  sealed bytea not null,
  again boolean not null default false,
  expires_at timestamptz not null
);
create index sso_attempts_by_end on app.sso_attempts (expires_at);

-- Whose account a person of the provider is. By issuer too: another provider under the same connection knows nobody.
create table app.sso_identities (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  connection_id uuid not null references app.sso_connections (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references app.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (connection_id, issuer, subject),
  unique (connection_id, issuer, user_id)
);
create index sso_identities_of_user on app.sso_identities (tenant_id, user_id);

create table app.sso_sessions (
  session_id uuid primary key references app.sessions (id) on delete cascade,
  connection_id uuid not null references app.sso_connections (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  -- The provider asks for it when it is told of the sign-out.
  id_token bytea not null
);
create index sso_sessions_of_subject on app.sso_sessions (connection_id, subject);

create table app.sso_logout_tokens (
  connection_id uuid not null references app.sso_connections (id) on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (connection_id, jti_hash)
);

create table app.sso_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  connection_id uuid not null,
  event text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  reason text,
  user_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, connection_id) references app.sso_connections (tenant_id, id) on delete cascade
);
create index sso_messages_of_connection on app.sso_messages (tenant_id, connection_id, created_at desc, id desc);

select app.wall_table(named) from unnest(array['sso_connections', 'sso_identities', 'sso_messages']) as named;
grant select, insert, update (name, issuer, client_id, client_secret, groups_claim, roles, just_in_time, trusts_email, required,
  break_glass, rotated_at, revoked_by, revoked_at) on app.sso_connections to inc_tenant, inc_super;
grant select on app.sso_identities, app.sso_messages to inc_tenant, inc_super;
-- What stands between the two sides of a sign-in is nobody's to read but the system's.
do $$
declare t text;
begin
  foreach t in array array['sso_attempts', 'sso_sessions', 'sso_logout_tokens'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update, delete on app.sso_attempts, app.sso_sessions, app.sso_logout_tokens to inc_system;

-- Ends the sessions that a tenant's people have: those of a connection, or, where the provider is required from now on, all others.
create function app.end_sso_sessions(connection uuid) returns integer
language plpgsql security definer set search_path = app, pg_temp as $$
declare n integer;
begin
  update app.sessions s set ended_at = now(), ended_reason = 'single sign-on changed'
    from app.sso_sessions x where x.session_id = s.id and x.connection_id = connection and s.ended_at is null;
  get diagnostics n = row_count;
  return n;
end $$;
create function app.end_password_sessions(tenant uuid, spared uuid[]) returns integer
language plpgsql security definer set search_path = app, pg_temp as $$
declare n integer;
begin
  update app.sessions s set ended_at = now(), ended_reason = 'single sign-on required'
    from app.users u where u.id = s.user_id and u.tenant_id = tenant and s.ended_at is null and not (u.id = any (spared))
     and not exists (select from app.sso_sessions x where x.session_id = s.id);
  get diagnostics n = row_count;
  return n;
end $$;
-- Whether a session began at the clinic's provider.
create function app.is_sso_session(session uuid) returns boolean
language sql stable security definer set search_path = app, pg_temp as $$
  select exists (select from app.sso_sessions x where x.session_id = session)
$$;
revoke execute on function app.end_sso_sessions(uuid), app.end_password_sessions(uuid, uuid[]), app.is_sso_session(uuid) from public;
grant execute on function app.end_sso_sessions(uuid), app.end_password_sessions(uuid, uuid[]), app.is_sso_session(uuid)
  to inc_tenant, inc_super, inc_system;

-- As before; but the second factor of whoever came from the clinic's provider is the provider's to ask.
create or replace function app.open_session(session uuid, touch boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz, scopes text[])
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
           t.otp_required and not u.otp_enabled and not exists (select from app.sso_sessions x where x.session_id = s.id),
           s.created_at, null::text[]
      from app.sessions s join app.users u on u.id = s.user_id join app.tenants t on t.id = u.tenant_id
     where s.id = session and s.ended_at is null and s.expires_at > now() and s.last_activity_at > now() - idle
       and u.status = 'active' and u.deleted_at is null and t.active;
  if found then return; end if;
  return query
    select c.id, 'api:' || c.name, 'Approver'::text, c.tenant_id, t.name, t.platform, false, true, false, s.created_at, s.scopes
      from app.client_sessions s join app.api_clients c on c.id = s.client_id join app.tenants t on t.id = c.tenant_id
     where s.id = session and s.expires_at > now() and c.revoked_at is null and t.active and not t.platform;
end $$;

select app.narrow_tables();
