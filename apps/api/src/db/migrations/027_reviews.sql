-- Reviews: draws that anybody can draw again, blind second coding, and the marks that comparing makes.

-- A draw states what it was drawn from: the population is kept, so that seed and size give the same cases for ever.
create table app.review_draws (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  seed text not null,
  size integer not null check (size > 0),
  rule jsonb not null,
  population uuid[] not null,
  drawn_by text not null,
  drawn_by_id uuid not null,
  drawn_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id)
);
create index review_draws_by_tenant on app.review_draws (tenant_id, drawn_at desc);
create index review_draws_lately on app.review_draws (drawn_at desc);

create table app.reviews (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  draw_id uuid not null,
  case_id uuid not null,
  note_id uuid not null,
  -- The finished version that is reviewed: it stays as it is, whatever becomes of the case.
  claim_version integer not null,
  place integer not null,
  service_date date,
  coder_id uuid not null,
  coder text not null,
  reviewer_id uuid not null,
  reviewer text not null,
  state text not null default 'open' check (state in ('open', 'coded', 'settled', 'withdrawn')),
  -- The second coding, and what comparing it with the first one counted; written once.
  coding jsonb,
  figures jsonb,
  coded_at timestamptz,
  settled_at timestamptz,
  drawn_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, draw_id) references app.review_draws (tenant_id, id) on delete cascade,
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create unique index reviews_of_version on app.reviews (case_id, claim_version) where state <> 'withdrawn';
create index reviews_of_case on app.reviews (tenant_id, case_id);
create index reviews_of_draw on app.reviews (tenant_id, draw_id);
create index reviews_for on app.reviews (reviewer_id, state);
create index reviews_of_coder on app.reviews (coder_id, state);
create index reviews_lately on app.reviews (coded_at) where coded_at is not null;
create index reviews_blind on app.reviews (reviewer_id) where state = 'open';

-- A difference between the two codings.
create table app.review_marks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  review_id uuid not null,
  place integer not null,
  kind text not null,
  code text not null,
  first text not null,
  second text not null,
  unique (tenant_id, id),
  foreign key (tenant_id, review_id) references app.reviews (tenant_id, id) on delete cascade
);
create unique index review_marks_of_review on app.review_marks (tenant_id, review_id, place);

-- What was said of a mark: both texts stay. An answer once, a decision once.
create table app.review_mark_acts (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  mark_id uuid not null,
  act text not null check (act in ('accept', 'rebut', 'settle')),
  verdict text check (verdict in ('first', 'second', 'both')),
  words text,
  acted_by text not null,
  acted_by_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, mark_id) references app.review_marks (tenant_id, id) on delete cascade
);
create unique index review_mark_acts_once on app.review_mark_acts (mark_id, (act = 'settle'));
create index review_mark_acts_of_mark on app.review_mark_acts (tenant_id, mark_id);

do $$
declare t text;
begin
  foreach t in array array['review_draws', 'reviews', 'review_marks', 'review_mark_acts'] loop
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
grant select, insert, update on app.reviews to inc_tenant, inc_super;
-- What was drawn, marked and said is added to, never changed.
grant select, insert on app.review_draws, app.review_marks, app.review_mark_acts to inc_tenant, inc_super;

-- Blind: until the second coding is in, its reader has the note by its review alone. For everything else the note and the case do not exist.
create function app.blind_notes() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(r.note_id), '{}') from app.reviews r where r.reviewer_id = app.user_id() and r.state = 'open'
$$;
create function app.blind_cases() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(r.case_id), '{}') from app.reviews r where r.reviewer_id = app.user_id() and r.state = 'open'
$$;
create function app.blind_files() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(h.file_id), '{}') from app.reviews r join app.claim_file_cases h on h.case_id = r.case_id
   where r.reviewer_id = app.user_id() and r.state = 'open'
$$;
-- The text of a note that its blind reader may read, and nothing else of it.
create function app.blind_text(review uuid) returns text
language sql stable security definer set search_path = app, pg_temp as $$
  select n.text from app.reviews r join app.notes n on n.id = r.note_id
   where r.id = review and r.reviewer_id = app.user_id() and r.state = 'open' and n.deleted_at is null
$$;
create policy blind on app.notes as restrictive for select to inc_tenant, inc_super using (id <> all ((select app.blind_notes())::uuid[]));
create policy blind on app.cases as restrictive for select to inc_tenant, inc_super using (id <> all ((select app.blind_cases())::uuid[]));
create policy blind on app.claim_files as restrictive for select to inc_tenant, inc_super using (id <> all ((select app.blind_files())::uuid[]));
do $$
declare t text;
begin
  foreach t in array array['code_links', 'code_history', 'note_versions', 'queries'] loop
    execute format('create policy blind on app.%I as restrictive for select to inc_tenant, inc_super
      using (note_id <> all ((select app.blind_notes())::uuid[]))', t);
  end loop;
  foreach t in array array['case_lines', 'case_diagnoses', 'case_history', 'case_versions', 'case_acts', 'case_insurance'] loop
    execute format('create policy blind on app.%I as restrictive for select to inc_tenant, inc_super
      using (case_id <> all ((select app.blind_cases())::uuid[]))', t);
  end loop;
end $$;

-- Whose case it was may stand above tenants, where a tenant's reader cannot see them.
create function app.tell_coder(review uuid) returns void
language sql security definer set search_path = app, pg_temp as $$
  insert into app.notices (tenant_id, user_id, message, link)
    select u.tenant_id, u.id, 'A review of a case of yours waits for your answer', '/reviews/' || r.id
      from app.reviews r join app.users u on u.id = r.coder_id
     where r.id = review and (r.tenant_id = app.tenant_id() or current_setting('role', true) in ('inc_super', 'inc_narrowed')) and u.deleted_at is null
$$;
revoke execute on function app.blind_notes(), app.blind_cases(), app.blind_files(), app.blind_text(uuid), app.tell_coder(uuid) from public;
grant execute on function app.blind_notes(), app.blind_cases(), app.blind_files(), app.blind_text(uuid), app.tell_coder(uuid)
  to inc_tenant, inc_super;

select app.narrow_tables();
