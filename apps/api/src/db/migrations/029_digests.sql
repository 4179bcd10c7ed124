-- Who wishes to be told once a day, by mail and without content, of what waits; off until somebody wishes it.

create table app.digests (
  user_id uuid primary key,
  tenant_id uuid not null,
  -- The last day that was looked at, whether or not anything waited.
  told_on date,
  foreign key (tenant_id, user_id) references app.users (tenant_id, id) on update cascade on delete cascade
);
create index digests_of_tenant on app.digests (tenant_id, user_id);

alter table app.digests enable row level security;
alter table app.digests force row level security;
create policy system_all on app.digests to inc_system using (true) with check (true);
create policy owner_all on app.digests to inc_owner using (true) with check (true);
create policy own on app.digests to inc_tenant, inc_super
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, delete on app.digests to inc_tenant, inc_super;
grant select, insert, update, delete on app.digests to inc_system;

-- One's own wish stands in one's own tenant, which a list of tenants need not name.
create policy narrowed on app.digests as restrictive to inc_narrowed
  using (tenant_id = any ((select app.only_tenants())::uuid[]) or tenant_id = (select app.tenant_id()))
  with check (tenant_id = any ((select app.only_tenants())::uuid[]) or tenant_id = (select app.tenant_id()));
select app.narrow_tables();
