-- The sections of a note's text as the engine found them when it was saved: finding them takes up to a second for a long one.
create table app.note_sections (
  tenant_id uuid not null,
  note_id uuid primary key,
  text_version integer not null,
  engine_version text not null,
  sections jsonb not null,
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index note_sections_by_tenant on app.note_sections (tenant_id, note_id);
alter table app.note_sections enable row level security;
alter table app.note_sections force row level security;
create policy system_all on app.note_sections to inc_system using (true) with check (true);
create policy owner_all on app.note_sections to inc_owner using (true) with check (true);
create policy tenant_own on app.note_sections to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.note_sections to inc_super using (true) with check (true);
grant select, insert, update, delete on app.note_sections to inc_tenant, inc_super, inc_system;
