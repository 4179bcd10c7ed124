-- API clients: programs that act for one tenant, within the scopes that an administrator gave them.

create table app.api_clients (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  name text not null check (length(name) between 2 and 35),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Of 256 random bits; only its hash is kept, and no request reads it.
  secret_hash bytea,
  jwks jsonb,
  jwks_url text,
  created_by text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_by text,
  revoked_at timestamptz,
  -- One way to show who it is.
  check (num_nonnulls(secret_hash, jwks, jwks_url) = 1),
  unique (tenant_id, id)
);
create index api_clients_by_tenant on app.api_clients (tenant_id, created_at desc, id desc);
create unique index api_clients_name on app.api_clients (tenant_id, lower(name)) where revoked_at is null;

create table app.client_sessions (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references app.api_clients (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index client_sessions_of_client on app.client_sessions (client_id, expires_at);

-- Signed assertions that were taken: none is taken twice while it would be valid.
create table app.client_assertions (
  client_id uuid not null references app.api_clients (id) on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);

-- A client's session stands while its token is valid, the client is not revoked and its tenant is active. It acts within its tenant as an
-- approver would; the gate lets it do what its scopes name and nothing else.
drop function app.open_session(uuid, boolean);
create function app.open_session(session uuid, touch boolean)
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
           t.otp_required and not u.otp_enabled, s.created_at, null::text[]
      from app.sessions s join app.users u on u.id = s.user_id join app.tenants t on t.id = u.tenant_id
     where s.id = session and s.ended_at is null and s.expires_at > now() and s.last_activity_at > now() - idle
       and u.status = 'active' and u.deleted_at is null and t.active;
  if found then return; end if;
  return query
    select c.id, 'api:' || c.name, 'Approver'::text, c.tenant_id, t.name, t.platform, false, true, false, s.created_at, s.scopes
      from app.client_sessions s join app.api_clients c on c.id = s.client_id join app.tenants t on t.id = c.tenant_id
     where s.id = session and s.expires_at > now() and c.revoked_at is null and t.active and not t.platform;
end $$;
revoke execute on function app.open_session(uuid, boolean) from public;
grant execute on function app.open_session(uuid, boolean) to inc_login, inc_system;

do $$
declare t text;
begin
  foreach t in array array['api_clients', 'client_sessions', 'client_assertions'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
end $$;
create policy tenant_own on app.api_clients to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.api_clients to inc_super using (true) with check (true);
grant select (id, tenant_id, name, scopes, jwks, jwks_url, created_by, created_at, rotated_at, revoked_by, revoked_at),
  insert, update (secret_hash, rotated_at, revoked_by, revoked_at) on app.api_clients to inc_tenant, inc_super;
grant select, insert, update, delete on app.api_clients, app.client_sessions, app.client_assertions to inc_system;
