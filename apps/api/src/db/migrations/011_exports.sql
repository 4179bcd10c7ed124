-- Zips of many notes that a job makes: the order, its progress, and the file in chunks. A person's own, in the tenant it was asked in.
create table app.exports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('op', 'ed')),
  row_limit integer not null check (row_limit > 0),
  note_ids uuid[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- Counted at each beginning: what an earlier attempt still writes finds another number here and stops.
  attempt integer not null default 0,
  done integer not null default 0,
  left_out integer not null default 0,
  -- The notes in the finished file, and whose they were: what a download discloses.
  included uuid[] not null default '{}',
  included_tenants uuid[] not null default '{}',
  bytes bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references app.users (tenant_id, id) on delete cascade
);
create index exports_of_user on app.exports (user_id, created_at desc, id desc);
create index exports_by_time on app.exports (created_at);

create table app.export_chunks (
  tenant_id uuid not null,
  user_id uuid not null,
  export_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (export_id, number),
  foreign key (tenant_id, user_id, export_id) references app.exports (tenant_id, user_id, id) on delete cascade
);
create index export_chunks_by_tenant on app.export_chunks (tenant_id, user_id, export_id);
-- Word files are compressed already.
alter table app.export_chunks alter column bytes set storage external;

-- Who is deactivated, deleted, or moved to another tenant or role leaves no file behind, whatever call did it.
create function app.drop_exports_of_user() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  delete from app.exports e where e.user_id = old.id;
  return new;
end $$;
revoke execute on function app.drop_exports_of_user() from public;
create trigger drop_exports before update of status, deleted_at, tenant_id, role on app.users for each row
  when (new.status <> 'active' or new.deleted_at is not null or new.tenant_id is distinct from old.tenant_id or new.role is distinct from old.role)
  execute function app.drop_exports_of_user();

do $$
declare t text;
begin
  foreach t in array array['exports', 'export_chunks'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))
      with check (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))', t);
    execute format('create policy super_own on app.%I to inc_super using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()))', t);
  end loop;
end $$;
grant select, delete on app.exports to inc_tenant, inc_super;
grant insert (tenant_id, user_id, kind, row_limit, note_ids) on app.exports to inc_tenant, inc_super;
grant select on app.export_chunks to inc_tenant, inc_super;
grant select, insert, update, delete on app.exports, app.export_chunks to inc_system;
