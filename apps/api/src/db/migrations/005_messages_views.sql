-- What people tell the team, and which pages they look at.

create table app.feedbacks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  subject text not null,
  message text not null,
  status text not null default 'Pending' check (status in ('Pending', 'Done')),
  opnote_id uuid,
  opnote_tenant_id uuid,
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_by text,
  updated_at timestamptz not null default clock_timestamp(),
  foreign key (opnote_tenant_id, opnote_id) references app.notes (tenant_id, id) on delete set null
);
create index feedbacks_by_tenant on app.feedbacks (tenant_id, created_at desc, id desc);
create index feedbacks_newest on app.feedbacks (created_at desc, id desc);
create index feedbacks_of_note on app.feedbacks (opnote_id);

create table app.contact_messages (
  id uuid primary key default gen_random_uuid(),
  first_name text not null, last_name text not null, email text not null,
  title text not null, company_name text not null, message text not null,
  created_at timestamptz not null default now(),
  done_by text, done_at timestamptz
);
create index contact_messages_newest on app.contact_messages (created_at desc, id desc);

create table app.page_views (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references app.tenants (id),
  viewed_at timestamptz not null default now(),
  path text not null,
  vid text not null,
  sid text not null,
  region text not null default 'Unknown'
);
create index page_views_by_tenant on app.page_views (tenant_id, viewed_at);
create index page_views_by_time on app.page_views (viewed_at);

do $$
declare t text;
begin
  foreach t in array array['feedbacks', 'contact_messages', 'page_views'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    -- Foreign-key checks and generated maintenance run as the owner.
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['feedbacks', 'page_views'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
create policy super_all on app.contact_messages to inc_super using (true) with check (true);

grant select, insert on app.feedbacks to inc_tenant;
grant select, insert, update, delete on app.feedbacks to inc_super;
grant select on app.contact_messages to inc_super;
grant update (done_by, done_at) on app.contact_messages to inc_super;
grant select on app.page_views to inc_tenant, inc_super;
grant select, insert, update, delete on app.feedbacks, app.contact_messages, app.page_views to inc_system;
