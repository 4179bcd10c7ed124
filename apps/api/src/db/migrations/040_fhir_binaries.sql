-- Files that a record system sends ahead of the document that names them (FHIR Binary): gone when it came, or after a day.
create table app.fhir_binaries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  content_type text not null check (length(content_type) <= 100),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index fhir_binaries_by_tenant on app.fhir_binaries (tenant_id);
create index fhir_binaries_by_age on app.fhir_binaries (created_at);

alter table app.fhir_binaries enable row level security;
alter table app.fhir_binaries force row level security;
create policy system_all on app.fhir_binaries to inc_system using (true) with check (true);
create policy owner_all on app.fhir_binaries to inc_owner using (true) with check (true);
create policy tenant_own on app.fhir_binaries to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.fhir_binaries to inc_super using (true) with check (true);
grant select, insert, delete on app.fhir_binaries to inc_tenant, inc_super, inc_system;

select app.narrow_tables();
