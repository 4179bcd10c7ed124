-- What each clinic reviews by itself: cases held for a second reader before they are billed, and blind second codings drawn each night.
create table app.review_plans (
  tenant_id uuid primary key references app.tenants (id),
  -- Before billing: what is focused on, and a share in percent of everything else, by the hash of seed and case.
  before_billing boolean not null default false,
  focus text[] not null default '{}',
  share integer not null default 0 check (share between 0 and 100),
  seed text not null default encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'),
  nightly boolean not null default false,
  readers uuid[] not null default '{}',
  -- Kinds of marks that count other than 1.
  weights jsonb not null default '{}',
  changed_by text not null,
  changed_at timestamptz not null default clock_timestamp()
);
select app.wall_table('review_plans');
grant select, insert, update on app.review_plans to inc_tenant, inc_super;

alter table app.review_draws alter column drawn_by_id drop not null;
alter table app.reviews alter column draw_id drop not null,
  add column kind text not null default 'blind' check (kind in ('blind', 'before-billing')),
  add column reasons text[] not null default '{}',
  add constraint reviews_drawn check (kind = 'before-billing' or draw_id is not null);
alter table app.review_mark_acts drop constraint review_mark_acts_act_check,
  add constraint review_mark_acts_act_check check (act in ('accept', 'rebut', 'settle', 'lapse')),
  alter column acted_by_id drop not null;
-- A version is coded again blindly once, and read before billing once.
drop index app.reviews_of_version;
create unique index reviews_of_version on app.reviews (case_id, claim_version, kind) where state <> 'withdrawn';

-- Only blind readers see nothing: who reads before billing reads the first coding.
create or replace function app.blind_notes() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(r.note_id), '{}') from app.reviews r
   where r.reviewer_id = app.user_id() and r.state = 'open' and r.kind = 'blind'
$$;
create or replace function app.blind_cases() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(r.case_id), '{}') from app.reviews r
   where r.reviewer_id = app.user_id() and r.state = 'open' and r.kind = 'blind'
$$;
create or replace function app.blind_files() returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select coalesce(array_agg(h.file_id), '{}') from app.reviews r join app.claim_file_cases h on h.case_id = r.case_id
   where r.reviewer_id = app.user_id() and r.state = 'open' and r.kind = 'blind'
$$;

-- A claim that is open again is not what its second reader reads.
create function app.withdraw_reviews() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  update app.reviews r set state = 'withdrawn'
   where r.case_id = new.id and r.kind = 'before-billing' and r.state in ('open', 'coded');
  return null;
end $$;
revoke execute on function app.withdraw_reviews() from public;
create trigger withdraw_reviews after update of finished_at on app.cases for each row
  when (old.finished_at is not null and new.finished_at is null) execute function app.withdraw_reviews();

-- Who reads a case before it is billed: of the plan's readers the one with the least to do who never worked on it. Readers above tenants
-- are not seen by a tenant's coder, so it is found here, and told here. Where everybody worked on it, its administrators hear that nobody reads it.
create function app.assign_review(the_case uuid, why text[]) returns uuid
language plpgsql security definer set search_path = app, pg_temp as $$
declare found_reader record; made uuid;
begin
  select u.id, u.tenant_id, u.username into found_reader
    from app.cases c join app.review_plans p on p.tenant_id = c.tenant_id join app.users u on u.id = any (p.readers)
   where c.id = the_case and c.finished_at is not null and app.sees_tenant(c.tenant_id) and u.status = 'active' and u.deleted_at is null
     and (u.tenant_id = c.tenant_id or exists (select from app.tenants t where t.id = u.tenant_id and t.platform))
     and (u.only_tenants = '{}' or c.tenant_id = any (u.only_tenants))
     and u.id is distinct from app.user_id()
     and not exists (select from app.case_acts a where a.case_id = c.id and a.acted_by_id = u.id)
     and not exists (select from app.case_history h where h.case_id = c.id and h.acted_by_id = u.id)
     and not exists (select from app.code_history h where h.note_id = c.note_id and h.acted_by_id = u.id)
   order by (select count(*) from app.reviews r where r.reviewer_id = u.id and r.state = 'open'), u.username limit 1;
  if found_reader.id is null then
    insert into app.notices (tenant_id, user_id, message, link)
      select u.tenant_id, u.id, 'A finished case had no second reader: each of them had worked on it', '/opnotes/' || c.note_id
        from app.cases c join app.users u on u.tenant_id = c.tenant_id
       where c.id = the_case and app.sees_tenant(c.tenant_id) and u.role = 'Admin' and u.status = 'active' and u.deleted_at is null;
    return null;
  end if;
  insert into app.reviews (tenant_id, case_id, note_id, claim_version, place, service_date, coder_id, coder, reviewer_id, reviewer, kind, reasons)
    select c.tenant_id, c.id, c.note_id, c.claim_version, 1, c.service_date, c.coder_id, c.coder, found_reader.id, found_reader.username,
           'before-billing', why
      from app.cases c where c.id = the_case returning id into made;
  insert into app.notices (tenant_id, user_id, message, link)
    values (found_reader.tenant_id, found_reader.id, 'A case waits for your review before it is billed', '/reviews/' || made);
  return made;
end $$;
revoke execute on function app.assign_review(uuid, text[]) from public;
grant execute on function app.assign_review(uuid, text[]) to inc_tenant, inc_super;

select app.narrow_tables();
