-- How much text a tenant keeps, for the limit that an installation may set: every character of its notes and of their earlier versions,
-- those of deleted notes until they are purged.

alter table app.note_versions add column text_length integer not null generated always as (length(text)) stored;

-- Eight shards so that writers do not queue for one row.
create table app.text_usage (
  tenant_id uuid not null references app.tenants (id),
  shard integer not null,
  characters bigint not null default 0,
  primary key (tenant_id, shard)
);

-- The tenants whose administrators were told that little room is left; the row goes when there is room again.
create table app.text_warnings (
  tenant_id uuid primary key references app.tenants (id),
  warned_at timestamptz not null default clock_timestamp()
);

create function app.count_text() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into app.text_usage as u (tenant_id, shard, characters)
      select tenant_id, pg_backend_pid() % 8, sum(text_length) from new_rows group by 1 order by 1
      on conflict (tenant_id, shard) do update set characters = u.characters + excluded.characters;
  elsif tg_op = 'UPDATE' then
    insert into app.text_usage as u (tenant_id, shard, characters)
      select tenant_id, pg_backend_pid() % 8, sum(change)
        from (select tenant_id, text_length as change from new_rows union all select tenant_id, -text_length from old_rows) changes
       group by 1 having sum(change) <> 0 order by 1
      on conflict (tenant_id, shard) do update set characters = u.characters + excluded.characters;
  else
    insert into app.text_usage as u (tenant_id, shard, characters)
      select tenant_id, pg_backend_pid() % 8, -sum(text_length) from old_rows group by 1 order by 1
      on conflict (tenant_id, shard) do update set characters = u.characters + excluded.characters;
  end if;
  return null;
end $$;
revoke execute on function app.count_text() from public;
do $$
declare t text;
begin
  foreach t in array array['notes', 'note_versions'] loop
    execute format('create trigger text_inserted after insert on app.%I referencing new table as new_rows for each statement execute function app.count_text()', t);
    execute format('create trigger text_updated after update on app.%I referencing new table as new_rows old table as old_rows for each statement execute function app.count_text()', t);
    execute format('create trigger text_deleted after delete on app.%I referencing old table as old_rows for each statement execute function app.count_text()', t);
  end loop;
  foreach t in array array['text_usage', 'text_warnings'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
grant select on app.text_usage to inc_tenant, inc_super;
grant select, insert, delete on app.text_warnings to inc_tenant, inc_super;
grant select, insert, update, delete on app.text_usage, app.text_warnings to inc_system;

insert into app.text_usage (tenant_id, shard, characters)
  select tenant_id, 0, sum(text_length)
    from (select tenant_id, text_length from app.notes union all select tenant_id, text_length from app.note_versions) kept group by 1;
