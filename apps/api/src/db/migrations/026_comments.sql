-- Comments on a case: among those who may read it, never exported, and kept with the note.
create table app.case_comments (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  case_id uuid not null,
  note_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  -- What it is about, where that is not the case as a whole: a line's code, or words of the note as they were.
  code text check (length(code) <= 10),
  words text check (length(words) <= 300),
  mentioned_ids uuid[] not null default '{}',
  mentioned text[] not null default '{}',
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null default clock_timestamp(),
  resolved_by text,
  resolved_at timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_comments_by_tenant on app.case_comments (tenant_id, case_id, created_at);
create index case_comments_of_note on app.case_comments (note_id, created_at);

alter table app.case_comments enable row level security;
alter table app.case_comments force row level security;
create policy system_all on app.case_comments to inc_system using (true) with check (true);
create policy owner_all on app.case_comments to inc_owner using (true) with check (true);
create policy tenant_own on app.case_comments to inc_tenant
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
create policy super_all on app.case_comments to inc_super using (true) with check (true);
grant select, insert, update, delete on app.case_comments to inc_system;
-- What was said stays; that it is settled may be said, and taken back.
grant select, insert, update (resolved_by, resolved_at) on app.case_comments to inc_tenant, inc_super;
select app.narrow_tables();

-- Whether the caller may look into a tenant: definers' functions look past the policies.
create function app.sees_tenant(tenant uuid) returns boolean language sql stable
  as $$ select case current_setting('role', true) when 'inc_super' then true when 'inc_narrowed' then tenant = any (app.only_tenants())
                 else tenant = app.tenant_id() end $$;

-- Who may be spoken to about a case of a tenant: whoever may read it, those above tenants among them, whom a tenant's people cannot see
-- otherwise. Names alone.
create function app.people_of_cases(tenant uuid) returns table (id uuid, tenant_id uuid, username text)
language sql stable security definer set search_path = app, pg_temp as $$
  select u.id, u.tenant_id, u.username from app.users u join app.tenants t on t.id = u.tenant_id
   where app.sees_tenant(tenant) and u.status = 'active' and u.deleted_at is null and u.role <> 'DataEntry'
     and (u.tenant_id = tenant or t.platform and (u.only_tenants = '{}' or tenant = any (u.only_tenants)))
   order by u.username
$$;

-- A notice without a word of the comment.
create function app.tell_mentioned(comment uuid) returns void
language sql security definer set search_path = app, pg_temp as $$
  insert into app.notices (tenant_id, user_id, message, link)
    select u.tenant_id, u.id, c.author || ' mentioned you in a comment on a case', '/opnotes/' || c.note_id
      from app.case_comments c join app.users u on u.id = any (c.mentioned_ids)
     where c.id = comment and c.author_id = app.user_id() and u.id <> c.author_id
$$;
revoke execute on function app.people_of_cases(uuid), app.tell_mentioned(uuid) from public;
grant execute on function app.people_of_cases(uuid), app.tell_mentioned(uuid) to inc_tenant, inc_super;
