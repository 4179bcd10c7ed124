-- The published files that claims are checked against: one set an installation, rows by the file they came in.

create table app.edit_files (
  id uuid primary key default gen_random_uuid(),
  kind text check (kind in ('ptp', 'mue', 'addon', 'mpfs', 'icd', 'hcpcs')),
  release text,
  part smallint not null default 0,
  valid_from date,
  valid_to date,
  filename text not null,
  sha256 text,
  bytes integer not null default 0,
  rows integer not null default 0,
  refused integer not null default 0,
  seconds real,
  -- 'sending' until the last byte has come.
  state text not null default 'sending' check (state in ('sending', 'waiting', 'running', 'failed', 'preview', 'active', 'replaced')),
  progress real not null default 0,
  failure text,
  preview jsonb,
  taken_by text,
  taken_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index edit_files_newest on app.edit_files (created_at desc);
create index edit_files_in_force on app.edit_files (kind, valid_from desc) where state = 'active';
create unique index edit_files_one_active on app.edit_files (kind, release, part) where state = 'active';

-- The bytes of a file until they were read, so that a restart loses none.
create table app.edit_file_bytes (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (file_id, n)
);

-- A row a column 1 code; its edits as one string of equal rows, as the rules read them.
create table app.ptp_columns (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  edits text not null,
  primary key (file_id, code)
);
create table app.mue_values (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  value integer not null,
  mai smallint not null check (mai between 1 and 3),
  primary key (file_id, code)
);
create table app.addon_codes (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  -- Of each primary: code, type, first and last day, as in the file.
  primaries jsonb not null,
  primary key (file_id, code)
);
create table app.fees (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  modifier text not null default '',
  -- The figures and indicators that rules read. No words of the file are kept.
  columns jsonb not null,
  primary key (file_id, code, modifier)
);
create table app.icd_codes (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  billable boolean not null,
  description text not null,
  primary key (file_id, code)
);
create index icd_codes_words on app.icd_codes using gin (description ext.gin_trgm_ops);
create table app.hcpcs_codes (
  file_id uuid not null references app.edit_files (id) on delete cascade,
  code text not null,
  description text not null,
  valid_from date,
  valid_to date,
  primary key (file_id, code)
);

do $$
declare t text;
begin
  foreach t in array array['edit_files', 'edit_file_bytes', 'ptp_columns', 'mue_values', 'addon_codes', 'fees', 'icd_codes', 'hcpcs_codes'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
  foreach t in array array['edit_files', 'ptp_columns', 'mue_values', 'addon_codes', 'fees', 'icd_codes', 'hcpcs_codes'] loop
    execute format('create policy everybody_reads on app.%I for select to inc_tenant using (true)', t);
    execute format('grant select on app.%I to inc_tenant', t);
    execute format('grant select, delete on app.%I to inc_super', t);
  end loop;
end $$;
grant insert, update on app.edit_files to inc_super;
grant insert on app.edit_file_bytes to inc_super;
