-- The work of the day: where a case stands, who has it, what it waits for, and from which queues people take.

-- Claimed is no state of its own here: it is a lease that lives (case_leases).
alter table app.cases
  add column work_state text not null default 'new'
    check (work_state in ('new', 'held', 'queried', 'coded', 'in-review', 'returned', 'final', 'exported', 'void')),
  add column work_reason text,
  add column work_since timestamptz not null default clock_timestamp(),
  add column due_on date not null default current_date + 5,
  -- Whose it was last: what is returned goes back to them.
  add column coder_id uuid,
  add column coder text,
  -- For whom an answer arrived.
  add column answer_for uuid,
  add column waits_from date not null generated always as (coalesce(service_date, (created_at at time zone 'UTC')::date)) stored;

update app.cases set work_state = 'final', work_since = finished_at, coder = finished_by where finished_at is not null;

-- A case begins with its note. Revision 0: nobody has begun its claim.
insert into app.cases (tenant_id, note_id, revision, created_at, work_since, due_on)
  select n.tenant_id, n.id, 0, n.created_at, n.created_at, (n.created_at at time zone 'UTC')::date + 5 from app.notes n
   where n.kind = 'op' on conflict do nothing;
create function app.begin_case() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  insert into app.cases (tenant_id, note_id, revision, created_at, work_since, due_on)
    values (new.tenant_id, new.id, 0, new.created_at, new.created_at, (new.created_at at time zone 'UTC')::date + 5) on conflict do nothing;
  return null;
end $$;
create trigger begin_case after insert on app.notes for each row when (new.kind = 'op') execute function app.begin_case();

create index cases_to_do on app.cases (tenant_id, due_on, waits_from, id) where work_state in ('new', 'returned', 'held', 'queried');
create index cases_to_do_all on app.cases (due_on, waits_from, id) where work_state in ('new', 'returned', 'held', 'queried');
create index cases_returned on app.cases (coder_id) where work_state = 'returned';
create index cases_answered on app.cases (answer_for) where answer_for is not null;

-- Who has a case. The lease is courtesy; what guards the claim is its revision.
create table app.case_leases (
  case_id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  username text not null,
  session_id uuid not null references app.sessions (id) on delete cascade,
  taken_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_leases_by_tenant on app.case_leases (tenant_id, user_id);
create index case_leases_of_user on app.case_leases (user_id);
create index case_leases_of_session on app.case_leases (session_id);

-- A lease lives as long as its session does something: when that was; null once the session has ended. Requests may not read sessions.
create function app.session_seen(session uuid) returns timestamptz
language sql stable security definer set search_path = app, pg_temp as $$
  select s.last_activity_at from app.sessions s where s.id = session and s.ended_at is null and s.expires_at > now()
$$;

-- What was done with a case, of holds with their reason and day.
create table app.case_acts (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  case_id uuid not null,
  act text not null,
  from_state text not null,
  to_state text not null,
  reason text,
  words text,
  due_on date,
  acted_by text not null,
  acted_by_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_acts_of_case on app.case_acts (tenant_id, case_id, id);
create index case_acts_skipped on app.case_acts (case_id, acted_by_id, acted_at) where act = 'skip';
create index case_acts_of_person on app.case_acts (acted_by_id, acted_at) where act = 'finish';

-- A saved filter from which its members take. Those of the platform's row are over all tenants.
create table app.queues (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  name text not null,
  filter jsonb not null default '{}',
  priority smallint not null default 50,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id)
);
create unique index queues_name on app.queues (tenant_id, lower(name));

create table app.queue_members (
  tenant_id uuid not null,
  queue_id uuid not null,
  user_id uuid not null,
  primary key (queue_id, user_id),
  foreign key (tenant_id, queue_id) references app.queues (tenant_id, id) on delete cascade,
  foreign key (user_id) references app.users (id) on delete cascade
);
create index queue_members_by_tenant on app.queue_members (tenant_id, user_id);
create index queue_members_of_user on app.queue_members (user_id);

create table app.queue_settings (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  hold_reasons jsonb not null,
  auto_load_forced boolean not null default false
);

do $$
declare t text;
begin
  foreach t in array array['case_leases', 'case_acts', 'queues', 'queue_members', 'queue_settings'] loop
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
grant select, insert, update, delete on app.case_leases, app.queues, app.queue_members to inc_tenant, inc_super;
grant select, insert, update on app.queue_settings to inc_tenant, inc_super;
-- What was done is added to, never changed.
grant select, insert on app.case_acts to inc_tenant, inc_super;
revoke execute on function app.begin_case(), app.session_seen(uuid) from public;
grant execute on function app.session_seen(uuid) to inc_tenant, inc_super;
