-- By which identifiers another system knows a note: the same document twice is one note.

create table app.note_sources (
  tenant_id uuid not null references app.tenants (id),
  system text not null check (length(system) <= 500),
  value text not null check (length(value) between 1 and 500),
  note_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, system, value),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index note_sources_of_note on app.note_sources (note_id);

alter table app.note_sources enable row level security;
alter table app.note_sources force row level security;
create policy system_all on app.note_sources to inc_system using (true) with check (true);
create policy owner_all on app.note_sources to inc_owner using (true) with check (true);
create policy tenant_own on app.note_sources to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.note_sources to inc_super using (true) with check (true);
grant select, insert, update (note_id) on app.note_sources to inc_tenant, inc_super;
grant select, insert, update, delete on app.note_sources to inc_system;
