-- Notes of both kinds, their codes, history, suggestions, training, drafts, and the catalogue.

create table app.notes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  kind text not null check (kind in ('op', 'ed')),
  text text not null,
  excerpt text not null generated always as (left(text, 300)) stored,
  text_length integer not null generated always as (length(text)) stored,
  filename text,
  type text not null default 'text' check (type in ('text', 'txt', 'docx', 'pdf')),
  approved_codes text not null default '',
  version integer not null default 1,
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_by text,
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by text,
  unique (tenant_id, id)
);
create index notes_newest on app.notes (tenant_id, kind, created_at desc, id desc) where deleted_at is null;
create index notes_updated on app.notes (tenant_id, kind, updated_at desc, id desc) where deleted_at is null;
create index notes_filename on app.notes (tenant_id, kind, lower(coalesce(filename, '')), id) where deleted_at is null;
create index notes_creator on app.notes (tenant_id, kind, created_by, created_at desc, id desc) where deleted_at is null;
create index notes_newest_all on app.notes (kind, created_at desc, id desc) where deleted_at is null;
create index notes_updated_all on app.notes (kind, updated_at desc, id desc) where deleted_at is null;
create index notes_deleted on app.notes (deleted_at) where deleted_at is not null;
create index notes_text on app.notes using gin (tenant_id ext.uuid_ops, text ext.gin_trgm_ops) where deleted_at is null;
create index notes_filename_trgm on app.notes using gin (tenant_id ext.uuid_ops, filename ext.gin_trgm_ops) where deleted_at is null;

create table app.note_versions (
  tenant_id uuid not null,
  note_id uuid not null,
  version integer not null,
  text text not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (note_id, version),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index note_versions_by_tenant on app.note_versions (tenant_id, note_id);

-- One row per note and code that people acted on; its four pairs as the API shows them.
create table app.code_links (
  tenant_id uuid not null,
  note_id uuid not null,
  code text not null,
  state text not null check (state in ('SUGGESTED', 'APPROVED', 'REJECTED')),
  approved_by text, approved_at timestamptz,
  assigned_by text, assigned_at timestamptz,
  coded_by text, coded_at timestamptz,
  rejected_by text, rejected_at timestamptz,
  units integer not null default 1,
  modifiers text[] not null default '{}',
  sequence integer,
  created_at timestamptz not null default clock_timestamp(),
  primary key (note_id, code),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index code_links_by_code on app.code_links (tenant_id, code, note_id);
create index code_links_code on app.code_links (code, note_id);

create table app.code_history (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  note_id uuid not null,
  code text not null,
  action text not null check (action in ('approve', 'reject', 'assign', 'code', 'undo')),
  from_state text not null,
  to_state text not null,
  acted_by text not null,
  acted_by_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  before jsonb,
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index code_history_of_note on app.code_history (tenant_id, note_id, id);

create table app.suggestion_cache (
  tenant_id uuid not null,
  note_id uuid primary key,
  text_version integer not null,
  engine_version text not null,
  knowledge_version text not null,
  catalogue_version bigint not null,
  model_version integer not null,
  suggestions jsonb not null,
  milliseconds real not null,
  computed_at timestamptz not null default now(),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index suggestion_cache_by_tenant on app.suggestion_cache (tenant_id, computed_at desc);
create index suggestion_cache_newest on app.suggestion_cache (computed_at desc);

-- Settled notes. Codes and the ranks they were suggested at are kept; the text stays in notes.
create table app.training_examples (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  note_id uuid not null,
  codes text[] not null,
  rejected text[] not null default '{}',
  suggested text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by text,
  changed jsonb,
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index training_examples_by_tenant on app.training_examples (tenant_id, created_at desc);
create index training_examples_newest on app.training_examples (created_at desc);

create table app.learned_models (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  version integer not null default 1,
  state jsonb not null,
  examples integer not null,
  updated_at timestamptz not null default now()
);

create table app.drafts (
  tenant_id uuid not null references app.tenants (id),
  user_id uuid not null,
  kind text not null check (kind in ('op', 'ed')),
  key text not null,
  text text not null,
  base_updated_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, key)
);
create index drafts_by_tenant on app.drafts (tenant_id, user_id);

-- Counts without filters, kept by triggers; eight shards so that writers do not queue for one row.
create table app.note_counts (
  tenant_id uuid not null,
  kind text not null,
  shard integer not null,
  n bigint not null default 0,
  primary key (tenant_id, kind, shard)
);

create table app.cpt_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^(\d{4}[0-9A-Z]|[A-Z]\d{4})$'),
  description text not null,
  retired_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_by text,
  updated_at timestamptz not null default clock_timestamp()
);
create index cpt_codes_newest on app.cpt_codes (created_at desc, id desc);
create index cpt_codes_updated on app.cpt_codes (updated_at desc, id desc);
create index cpt_codes_description on app.cpt_codes using gin (description ext.gin_trgm_ops);
create table app.catalogue_version (only_row boolean primary key default true check (only_row), version bigint not null);
insert into app.catalogue_version (version) values (1);

create table app.catalogue_imports (
  id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress real not null default 0,
  result jsonb,
  created_by text not null,
  created_at timestamptz not null default now()
);

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
  created_at timestamptz not null default now()
);

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

-- Triggers ----------------------------------------------------------------------------------------------------------------------

create function app.count_notes() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into app.note_counts as c (tenant_id, kind, shard, n)
      select tenant_id, kind, (pg_backend_pid() % 8), count(*) from new_rows where deleted_at is null group by 1, 2 order by 1, 2
      on conflict (tenant_id, kind, shard) do update set n = c.n + excluded.n;
  elsif tg_op = 'UPDATE' then
    insert into app.note_counts as c (tenant_id, kind, shard, n)
      select n.tenant_id, n.kind, (pg_backend_pid() % 8), sum(case when n.deleted_at is null then 1 else -1 end)
        from new_rows n join old_rows o using (id) where (n.deleted_at is null) <> (o.deleted_at is null) group by 1, 2 order by 1, 2
      on conflict (tenant_id, kind, shard) do update set n = c.n + excluded.n;
  else
    insert into app.note_counts as c (tenant_id, kind, shard, n)
      select tenant_id, kind, (pg_backend_pid() % 8), -count(*) from old_rows where deleted_at is null group by 1, 2 order by 1, 2
      on conflict (tenant_id, kind, shard) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on app.notes referencing new table as new_rows for each statement execute function app.count_notes();
create trigger count_updated after update on app.notes referencing new table as new_rows old table as old_rows for each statement execute function app.count_notes();
create trigger count_deleted after delete on app.notes referencing old table as old_rows for each statement execute function app.count_notes();

-- The list shows and sorts by approved codes without joining; the links stay the truth.
create function app.keep_approved_codes() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
declare target uuid := coalesce(new.note_id, old.note_id);
begin
  update app.notes set approved_codes = coalesce((
    select string_agg(code, ', ' order by approved_at, code) from app.code_links where note_id = target and state = 'APPROVED'), '')
   where id = target;
  return null;
end $$;
create trigger keep_approved_codes after insert or update or delete on app.code_links for each row execute function app.keep_approved_codes();

create function app.bump_catalogue() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  update app.catalogue_version set version = version + 1;
  return null;
end $$;
create trigger bump_catalogue after insert or update or delete on app.cpt_codes for each statement execute function app.bump_catalogue();

-- Deleted notes are invisible to the request roles, so the deletion itself is a function: all ids or nothing.
create function app.delete_notes(note_kind text, ids uuid[], deleter text) returns integer
language plpgsql security definer set search_path = app, pg_temp as $$
declare n integer; everywhere boolean := current_setting('role', true) = 'inc_super';
begin
  update app.notes set deleted_at = clock_timestamp(), deleted_by = deleter
   where id = any (ids) and kind = note_kind and deleted_at is null and (everywhere or tenant_id = app.tenant_id());
  get diagnostics n = row_count;
  if n <> cardinality(ids) then raise exception 'note not found' using errcode = 'P0002'; end if;
  return n;
end $$;

-- Two-phase text search: row-level security keeps the planner from the trigram index, so ids are found here, inside the tenant,
-- and the caller joins them to notes under its own policies. Rows come newest first; `capped` says that more may exist.
create function app.search_note_ids(note_kind text, pattern text, max_rows integer, before_at timestamptz, before_id uuid)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = app, ext, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  probed integer; hits integer;
begin
  if not everywhere and tenant is null then return; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  -- Phase 1: the newest 300 often hold enough.
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null
        and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern, before_at, before_id;
  if probed < 300 or hits >= max_rows or hits * 20 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3 then
    return query execute format($q$ select n.id, n.created_at from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3
      and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit $6 $q$, scope)
      using tenant, note_kind, pattern, before_at, before_id, max_rows;
    return;
  end if;
  -- Phase 2: rare words through the trigram index.
  return query execute format($q$ with h as materialized (select n.id, n.created_at from app.notes n
      where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001)
    select h.id, h.created_at from h where (select count(*) from h) <= 5000
      and ($4::timestamptz is null or (h.created_at, h.id) < ($4, $5))
    order by h.created_at desc, h.id desc limit $6 $q$, scope)
    using tenant, note_kind, pattern, before_at, before_id, max_rows;
  if found then return; end if;
  -- Phase 3: too many for a sort (or none at all, which phase 2 has shown already).
  execute format($q$ select count(*) from (select 1 from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001) x $q$, scope)
    into hits using tenant, note_kind, pattern;
  if hits > 5000 then
    return query execute format($q$ select n.id, n.created_at from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3
      and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit $6 $q$, scope)
      using tenant, note_kind, pattern, before_at, before_id, max_rows;
  end if;
end $$;

-- How many notes hold a pattern, up to a cap.
create function app.count_note_ids(note_kind text, pattern text, cap integer) returns integer
language plpgsql stable security definer set search_path = app, ext, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  n integer;
begin
  if not everywhere and tenant is null then return 0; end if;
  execute format($q$ select count(*) from (select 1 from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit $4) x $q$,
    case when everywhere then 'true' else 'n.tenant_id = $1' end)
    into n using tenant, note_kind, pattern, cap;
  return n;
end $$;

-- Row-level security ------------------------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['notes', 'note_versions', 'code_links', 'code_history', 'suggestion_cache', 'training_examples', 'learned_models', 'drafts',
                           'note_counts', 'cpt_codes', 'catalogue_version', 'catalogue_imports', 'feedbacks', 'contact_messages', 'page_views'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['note_versions', 'code_links', 'code_history', 'suggestion_cache', 'training_examples', 'learned_models', 'note_counts', 'feedbacks', 'page_views'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
create policy tenant_own on app.notes to inc_tenant using (tenant_id = (select app.tenant_id()) and deleted_at is null)
  with check (tenant_id = (select app.tenant_id()) and deleted_at is null);
create policy super_all on app.notes to inc_super using (deleted_at is null) with check (deleted_at is null);
create policy search_read on app.notes for select to inc_search using (true);
create policy tenant_own on app.drafts to inc_tenant using (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))
  with check (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()));
create policy super_own on app.drafts to inc_super using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy everybody_reads on app.cpt_codes for select to inc_tenant using (true);
create policy super_all on app.cpt_codes to inc_super using (true) with check (true);
create policy everybody_reads on app.catalogue_version for select to inc_tenant, inc_super using (true);
create policy super_all on app.catalogue_imports to inc_super using (true) with check (true);

grant select, insert on app.notes to inc_tenant, inc_super;
grant update (text, version, updated_by, updated_at) on app.notes to inc_tenant, inc_super;
grant select, insert on app.note_versions, app.code_history to inc_tenant, inc_super;
grant select, insert, update, delete on app.code_links, app.suggestion_cache, app.drafts to inc_tenant, inc_super;
grant select, insert, update on app.training_examples to inc_tenant, inc_super;
grant select on app.learned_models, app.note_counts, app.catalogue_version to inc_tenant, inc_super;
grant select on app.cpt_codes to inc_tenant;
grant select, insert, update on app.cpt_codes, app.catalogue_imports to inc_super;
grant select, insert on app.feedbacks to inc_tenant;
grant select, insert, update, delete on app.feedbacks to inc_super;
grant select on app.page_views to inc_tenant, inc_super;
grant select, insert, update, delete on app.notes, app.note_versions, app.code_links, app.code_history, app.suggestion_cache, app.training_examples, app.learned_models,
  app.drafts, app.note_counts, app.cpt_codes, app.catalogue_imports, app.feedbacks, app.contact_messages, app.page_views to inc_system;
grant select on app.catalogue_version to inc_system;

grant select on app.notes to inc_search;
grant usage on schema app, ext to inc_search;
grant usage on schema ext to inc_tenant, inc_super, inc_system;
revoke execute on function app.search_note_ids(text, text, integer, timestamptz, uuid), app.count_note_ids(text, text, integer), app.delete_notes(text, uuid[], text) from public;
grant execute on function app.search_note_ids(text, text, integer, timestamptz, uuid), app.count_note_ids(text, text, integer) to inc_tenant, inc_super;
grant create on schema app to inc_search;
alter function app.search_note_ids(text, text, integer, timestamptz, uuid) owner to inc_search;
alter function app.count_note_ids(text, text, integer) owner to inc_search;
revoke create on schema app from inc_search;
grant execute on function app.delete_notes(text, uuid[], text) to inc_tenant, inc_super;
revoke execute on function app.count_notes(), app.keep_approved_codes(), app.bump_catalogue() from public;
