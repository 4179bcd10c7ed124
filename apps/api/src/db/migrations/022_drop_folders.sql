-- Drop folders: files that another system puts into a tenant's folder become notes.

create table app.drop_folders (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id) unique,
  active boolean not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  -- One process reads a folder at a time; a process that dies gives it up by this time.
  held_by uuid,
  held_until timestamptz,
  looked_at timestamptz,
  -- Why the folder itself cannot be read, in plain words; no file names.
  problem text check (length(problem) <= 300),
  unique (tenant_id, id)
);

-- What became of each file: ids and outcomes, no names and no text. The fingerprint is of the file's bytes.
create table app.drop_files (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  folder_id uuid not null,
  outcome text not null check (outcome in ('taken', 'known', 'refused')),
  reason text check ((reason is not null) = (outcome = 'refused')),
  note_id uuid,
  sha256 text check (length(sha256) = 64),
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, folder_id) references app.drop_folders (tenant_id, id) on delete cascade
);
create index drop_files_of_folder on app.drop_files (tenant_id, folder_id, created_at desc, id desc);

do $$
declare t text;
begin
  foreach t in array array['drop_folders', 'drop_files'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
end $$;
grant select, insert, update (active, changed_by, changed_at) on app.drop_folders to inc_tenant, inc_super;
grant select, insert, delete on app.drop_files to inc_tenant, inc_super;
