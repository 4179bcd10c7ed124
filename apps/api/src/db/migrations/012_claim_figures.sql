-- What is counted of claims: errors and warnings that people met, and of each finished version how much of it was proposed.

create table app.case_met (
  tenant_id uuid not null,
  case_id uuid not null,
  reason text not null,
  severity text not null check (severity in ('error', 'warning')),
  met_at timestamptz not null default clock_timestamp(),
  primary key (case_id, reason, severity),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_met_by_tenant on app.case_met (tenant_id, met_at desc);
alter table app.case_met enable row level security;
alter table app.case_met force row level security;
create policy system_all on app.case_met to inc_system using (true) with check (true);
create policy owner_all on app.case_met to inc_owner using (true) with check (true);
create policy tenant_own on app.case_met to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.case_met to inc_super using (true) with check (true);
grant select, insert, update, delete on app.case_met to inc_system;
grant select, insert on app.case_met to inc_tenant, inc_super;

-- Null for versions that were finished before this was counted.
alter table app.case_versions add column figures jsonb;

-- Lines of claims hold these since 008.
alter table app.code_links drop column units, drop column modifiers, drop column sequence;
