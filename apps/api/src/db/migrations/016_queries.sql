-- Queries to the surgeon: what stands is in queries, what was said and by whom in query_versions, which are only added to.

create table app.queries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  case_id uuid not null,
  note_id uuid not null,
  state text not null default 'sent' check (state in ('sent', 'answered', 'closed', 'withdrawn')),
  outcome text check (outcome in ('agreed', 'disagreed', 'no-answer')),
  to_id uuid not null,
  to_username text not null,
  asked_by_id uuid not null,
  asked_by text not null,
  due_on date not null,
  sent_at timestamptz not null default clock_timestamp(),
  -- The day after sending for which somebody was last reminded.
  reminded smallint not null default 0,
  unique (tenant_id, id),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index queries_of_case on app.queries (tenant_id, case_id);
create index queries_of_note on app.queries (note_id);
create index queries_for on app.queries (to_id, sent_at desc);
create index queries_by on app.queries (asked_by_id, sent_at desc);
create index queries_waiting on app.queries (sent_at) where state = 'sent';

create table app.query_versions (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  query_id uuid not null,
  act text not null check (act in ('send', 'answer', 'close', 'withdraw')),
  note_version integer not null,
  -- What was asked, with the words of the note as they were; or what was answered; or why it was closed.
  content jsonb not null,
  acted_by text not null,
  acted_by_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, query_id) references app.queries (tenant_id, id) on delete cascade
);
create unique index query_versions_of_query on app.query_versions (query_id, act);
create index query_versions_by_tenant on app.query_versions (tenant_id, query_id);

do $$
declare t text;
begin
  foreach t in array array['queries', 'query_versions'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
end $$;
-- A query goes only with its note.
grant select, insert, update on app.queries to inc_tenant, inc_super;
grant select, insert on app.query_versions to inc_tenant, inc_super;

-- When a session began: requests may not read sessions.
create function app.session_began(session uuid) returns timestamptz
language sql stable security definer set search_path = app, pg_temp as $$
  select s.created_at from app.sessions s where s.id = session and s.ended_at is null and s.expires_at > now()
$$;

-- Who asked may stand above tenants, where the one who answers cannot see them.
create function app.tell_asker(query uuid) returns void
language sql security definer set search_path = app, pg_temp as $$
  insert into app.notices (tenant_id, user_id, message, link)
    select u.tenant_id, u.id, 'A question that you asked was answered', '/queries/' || q.id
      from app.queries q join app.users u on u.id = q.asked_by_id
     where q.id = query and (q.tenant_id = app.tenant_id() or current_setting('role', true) = 'inc_super') and u.deleted_at is null
$$;
revoke execute on function app.session_began(uuid), app.tell_asker(uuid) from public;
grant execute on function app.session_began(uuid), app.tell_asker(uuid) to inc_tenant, inc_super;
