-- Finished claims as X12 837P files: what a practice and its payers are called there, who is billed for a case, and the files.

create table app.billing_settings (
  tenant_id uuid primary key references app.tenants (id),
  revision integer not null,
  practice jsonb not null,
  payers jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

create table app.case_insurance (
  case_id uuid primary key,
  tenant_id uuid not null,
  insurance jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_insurance_by_tenant on app.case_insurance (tenant_id, case_id);

-- Numbers of interchanges never come again: not after a restart, beside another process, or after an older backup was put back. Each is the
-- one after the last, or the seconds since 2026 where that is more, which nine digits hold until 2057.
create table app.interchange_control (
  one boolean primary key default true check (one),
  last integer not null check (last between 0 and 999999999)
);
insert into app.interchange_control (last) values (0);

create table app.claim_files (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  control integer not null unique check (control between 1 and 999999999),
  mode text not null check (mode in ('test', 'production')),
  content text not null,
  sha256 text not null,
  claims integer not null check (claims > 0),
  made_by text not null,
  made_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create index claim_files_by_tenant on app.claim_files (tenant_id, made_at desc, id desc);

-- A version of a claim stands in one file at most. What a file held is remembered also when its note is gone.
create table app.claim_file_cases (
  tenant_id uuid not null,
  file_id uuid not null,
  case_id uuid not null,
  version integer not null,
  primary key (case_id, version),
  foreign key (tenant_id, file_id) references app.claim_files (tenant_id, id)
);
create index claim_file_cases_of_file on app.claim_file_cases (tenant_id, file_id);

do $$
declare t text;
begin
  foreach t in array array['billing_settings', 'case_insurance', 'claim_files', 'claim_file_cases'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
end $$;
grant select, insert, update on app.billing_settings, app.case_insurance to inc_tenant, inc_super;
-- A file is made, never changed.
grant select, insert on app.claim_files, app.claim_file_cases to inc_tenant, inc_super;

alter table app.interchange_control enable row level security;
alter table app.interchange_control force row level security;
create policy owner_all on app.interchange_control to inc_owner using (true) with check (true);
create function app.next_interchange() returns integer language sql security definer set search_path = app, pg_temp as $$
  update app.interchange_control
     set last = greatest(last + 1, floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00:00Z'))::integer)
  returning last
$$;
revoke execute on function app.next_interchange() from public;
grant execute on function app.next_interchange() to inc_tenant, inc_super;
