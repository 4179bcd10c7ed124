-- The audit log and the chain of seals over it.

create table app.audit_log (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references app.tenants (id),
  recorded timestamptz not null default clock_timestamp(),
  type text not null,
  action text not null check (action in ('C', 'R', 'U', 'D', 'E')),
  outcome text not null check (outcome in ('success', 'refused', 'failed')),
  user_id uuid,
  who text,
  role text,
  network text,
  request_id text not null,
  entity text[] not null default '{}',
  detail text
);
create index audit_log_by_tenant on app.audit_log (tenant_id, recorded desc, id desc);
create index audit_log_by_time on app.audit_log (recorded desc, id desc);
create index audit_log_of_user on app.audit_log (user_id, recorded desc);

-- One row per audit row, made in batches by one sealer with a key of the installation's secret: without it nobody can make a seal.
create table app.audit_seals (
  audit_id bigint primary key references app.audit_log (id),
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  -- Given by the sealer, without gaps, so that a deleted one shows. Seals are chained in the order in which they were made: ids are
  -- given before COMMIT, so a lower one may become visible later.
  seq bigint not null unique
);

do $$
declare t text;
begin
  foreach t in array array['audit_log', 'audit_seals'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    -- Foreign-key checks and generated maintenance run as the owner.
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['audit_log'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
create policy seals_readable on app.audit_seals for select to inc_tenant, inc_super using (true);

-- Append-only for everybody who serves requests or jobs.
grant select, insert on app.audit_log to inc_tenant, inc_super, inc_system;
grant select on app.audit_seals to inc_tenant, inc_super;
grant select, insert on app.audit_seals to inc_system;
-- A row with a number that was never given shows.
grant select on sequence app.audit_log_id_seq to inc_system;
