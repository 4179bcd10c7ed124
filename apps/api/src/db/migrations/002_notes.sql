-- Notes of both kinds: texts, versions, sections, drafts, counts, the searches in them, and exports.

create table app.notes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  kind text not null check (kind in ('op', 'ed')),
  text text not null,
  excerpt text not null generated always as (left(text, 300)) stored,
  text_length integer not null generated always as (length(text)) stored,
  filename text,
  type text not null default 'text' check (type in ('text', 'txt', 'docx', 'pdf')),
  -- Running heads and feet of the file's pages, which are no part of the text.
  left_out text[] not null default '{}',
  -- Of the file that the note was made of.
  file_sha256 bytea check (octet_length(file_sha256) = 32),
  -- The same text again is looked up by this; that it is the same is said by the text itself.
  text_key bigint not null generated always as (hashtextextended(text, 0)) stored,
  -- Follow code links and training by trigger, so that a list shows, filters and sorts by them without joining.
  approved_codes text not null default '',
  state text not null default 'new' check (state in ('new', 'review', 'submitted')),
  version integer not null default 1,
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_by text,
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by text,
  -- Every sort of the note lists by an index. The keys are columns, not expressions: a condition with lower() is not leakproof and would
  -- be kept out of the index under row-level security, so that a page far down would read all pages before it.
  filename_key text not null generated always as (lower(coalesce(filename, ''))) stored,
  creator_key text not null generated always as (lower(created_by)) stored,
  updater_key text not null generated always as (lower(coalesce(updated_by, ''))) stored,
  -- An index row has a limit; a hundred codes are beyond any sensible sort.
  codes_key text not null generated always as (left(approved_codes, 200)) stored,
  unique (tenant_id, id)
);
create index notes_newest on app.notes (tenant_id, kind, created_at desc, id desc) where deleted_at is null;
create index notes_updated on app.notes (tenant_id, kind, updated_at desc, id desc) where deleted_at is null;
create index notes_newest_all on app.notes (kind, created_at desc, id desc) where deleted_at is null;
create index notes_updated_all on app.notes (kind, updated_at desc, id desc) where deleted_at is null;
create index notes_deleted on app.notes (deleted_at) where deleted_at is not null;
create index notes_text on app.notes using gin (tenant_id ext.uuid_ops, text ext.gin_trgm_ops) where deleted_at is null;
create index notes_by_id on app.notes (tenant_id, kind, id) where deleted_at is null;
create index notes_by_filename on app.notes (tenant_id, kind, filename_key, id) where deleted_at is null;
create index notes_by_creator on app.notes (tenant_id, kind, creator_key, id) where deleted_at is null;
create index notes_newest_by_creator on app.notes (tenant_id, kind, creator_key, created_at desc, id desc) where deleted_at is null;
create index notes_by_updater on app.notes (tenant_id, kind, updater_key, id) where deleted_at is null;
create index notes_by_codes on app.notes (tenant_id, kind, codes_key, id) where deleted_at is null;
create index notes_by_id_all on app.notes (kind, id) where deleted_at is null;
create index notes_by_filename_all on app.notes (kind, filename_key, id) where deleted_at is null;
create index notes_by_creator_all on app.notes (kind, creator_key, id) where deleted_at is null;
create index notes_newest_by_creator_all on app.notes (kind, creator_key, created_at desc, id desc) where deleted_at is null;
create index notes_by_updater_all on app.notes (kind, updater_key, id) where deleted_at is null;
create index notes_by_codes_all on app.notes (kind, codes_key, id) where deleted_at is null;
create index notes_of_creator on app.notes (created_by_id, kind) where deleted_at is null;
create index notes_by_state on app.notes (tenant_id, kind, state, id) where deleted_at is null;
create index notes_newest_by_state on app.notes (tenant_id, kind, state, created_at desc, id desc) where deleted_at is null;
create index notes_by_state_all on app.notes (kind, state, id) where deleted_at is null;
create index notes_newest_by_state_all on app.notes (kind, state, created_at desc, id desc) where deleted_at is null;
create index notes_by_text on app.notes (tenant_id, kind, text_key) where deleted_at is null;
create index notes_by_file on app.notes (tenant_id, kind, file_sha256) where deleted_at is null and file_sha256 is not null;

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

-- A draft belongs to a user in a tenant: who was moved to another one starts anew there.
create table app.drafts (
  tenant_id uuid not null references app.tenants (id),
  user_id uuid not null,
  kind text not null check (kind in ('op', 'ed')),
  key text not null,
  text text not null,
  base_updated_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, kind, key)
);

-- Counts without filters, kept by triggers; eight shards so that writers do not queue for one row.
create table app.note_counts (
  tenant_id uuid not null,
  kind text not null,
  shard integer not null,
  n bigint not null default 0,
  primary key (tenant_id, kind, shard)
);

-- Zips of many notes that a job makes: the order, its progress, and the file in chunks. A person's own, in the tenant it was asked in.
create table app.exports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('op', 'ed')),
  row_limit integer not null check (row_limit > 0),
  note_ids uuid[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- Counted at each beginning: what an earlier attempt still writes finds another number here and stops.
  attempt integer not null default 0,
  done integer not null default 0,
  left_out integer not null default 0,
  -- The notes in the finished file, and whose they were: what a download discloses.
  included uuid[] not null default '{}',
  included_tenants uuid[] not null default '{}',
  bytes bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references app.users (tenant_id, id) on delete cascade
);
create index exports_of_user on app.exports (user_id, created_at desc, id desc);
create index exports_by_time on app.exports (created_at);

create table app.export_chunks (
  tenant_id uuid not null,
  user_id uuid not null,
  export_id uuid not null,
  number integer not null,
  -- Word files are compressed already.
  bytes bytea storage external not null,
  -- What is handed out is what was made: each piece is checked before it leaves.
  sha256 bytea,
  primary key (export_id, number),
  foreign key (tenant_id, user_id, export_id) references app.exports (tenant_id, user_id, id) on delete cascade
);
create index export_chunks_by_tenant on app.export_chunks (tenant_id, user_id, export_id);

-- Triggers -----------------------------------------------------------------------------------------------------------------

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

-- Who is deactivated, deleted, or moved to another tenant or role leaves no file behind, whatever call did it.
create function app.drop_exports_of_user() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  delete from app.exports e where e.user_id = old.id;
  return new;
end $$;
create trigger drop_exports before update of status, deleted_at, tenant_id, role on app.users for each row
  when (new.status <> 'active' or new.deleted_at is not null or new.tenant_id is distinct from old.tenant_id or new.role is distinct from old.role)
  execute function app.drop_exports_of_user();

-- Functions ----------------------------------------------------------------------------------------------------------------

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

-- A kept answer holds what a create answered, a note's text with it: once the note is deleted, repeating the request must not read it.
create function app.forget_answers(ids uuid[]) returns void
language sql security definer set search_path = app, pg_temp as $$
  update app.idempotency_keys k set status = 404, response = 'null'
    from app.notes n
   where n.id = any (ids) and n.deleted_at is not null and coalesce(k.response ->> 'id', k.response -> 'data' ->> 'id') = n.id::text;
$$;

-- Two-phase text search: row-level security keeps the planner from the trigram index, so ids are found here, inside the tenant, and the
-- caller joins them to notes under its own policies. Long texts have no statistics, so the planner takes every word for a rare one and
-- fetches all notes that hold it before it sorts. What the newest 300 show decides instead: a common word is met on the way through the
-- list, a rare one is looked up by trigrams, and then how many there are is known and said. Rows come newest first.
create function app.search_note_ids(note_kind text, pattern text, max_rows integer, before_at timestamptz, before_id uuid)
returns table (id uuid, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_bitmapscan = on set enable_seqscan = on set enable_sort = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  ordered text;
  probed integer; hits integer;
begin
  if not everywhere and tenant is null then return; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  ordered := format($q$ select n.id, n.created_at, null::bigint from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3
      and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit $6 $q$, scope);
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null
        and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern, before_at, before_id;
  if probed < 300 or hits >= max_rows or hits * 20 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    perform set_config('enable_seqscan', 'off', true);
    return query execute ordered using tenant, note_kind, pattern, before_at, before_id, max_rows;
    return;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  return query execute format($q$ with h as materialized (select n.id, n.created_at from app.notes n
      where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001)
    select h.id, h.created_at, (select count(*) from h) from h where (select count(*) from h) <= 5000
      and ($4::timestamptz is null or (h.created_at, h.id) < ($4, $5))
    order by h.created_at desc, h.id desc limit $6 $q$, scope)
    using tenant, note_kind, pattern, before_at, before_id, max_rows;
  if found then return; end if;
  -- Nothing, or too many for a sort.
  execute format($q$ select count(*) from (select 1 from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001) x $q$, scope)
    into hits using tenant, note_kind, pattern;
  if hits > 5000 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    return query execute ordered using tenant, note_kind, pattern, before_at, before_id, max_rows;
  end if;
end $$;

-- How many notes hold a pattern, up to a cap. The trigrams of a word that one note in five holds are read in a tenth of the time that it
-- takes to look through five thousand notes for a thousand of them; only what nearly every second note holds is met sooner on the way.
create function app.count_note_ids(note_kind text, pattern text, cap integer) returns integer
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_bitmapscan = on set enable_seqscan = on set enable_sort = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  probed integer; hits integer; n integer;
begin
  if not everywhere and tenant is null then return 0; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null order by n.created_at desc, n.id desc limit 100) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern;
  if probed < 100 then return hits; end if;
  perform set_config('enable_seqscan', 'off', true);
  if hits * 5 >= probed * 2 or length(replace(replace(pattern, '%', ''), '_', '')) < 3 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    -- In the order in which they were written, and so lie together.
    scope := scope || ' and n.kind = $2 and n.deleted_at is null and n.text ilike $3 order by n.created_at desc, n.id desc';
  else
    scope := scope || ' and n.kind = $2 and n.deleted_at is null and n.text ilike $3';
  end if;
  execute format($q$ select count(*) from (select 1 from app.notes n where %s limit $4) x $q$, scope) into n using tenant, note_kind, pattern, cap;
  return n;
end $$;

-- All notes that hold a pattern, for a list in another order or with other filters: one null row says that there are too many.
create function app.few_note_ids(note_kind text, pattern text, cap integer) returns setof uuid
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_seqscan = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  probed integer; hits integer; found_ids uuid[];
begin
  if not everywhere and tenant is null then return; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern;
  if probed = 300 and (hits * 20 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3) then
    return next null;
    return;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  execute format($q$ select array_agg(x.id) from (select n.id from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit $4) x $q$, scope)
    into found_ids using tenant, note_kind, pattern, cap + 1;
  if cardinality(found_ids) > cap then return next null; else return query select unnest(found_ids); end if;
end $$;

-- Row-level security and grants --------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['notes', 'note_versions', 'note_sections', 'drafts', 'note_counts', 'exports', 'export_chunks'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    -- Foreign-key checks and generated maintenance run as the owner.
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['note_versions', 'note_sections', 'note_counts'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
create policy tenant_own on app.notes to inc_tenant using (tenant_id = (select app.tenant_id()) and deleted_at is null)
  with check (tenant_id = (select app.tenant_id()) and deleted_at is null);
create policy super_all on app.notes to inc_super using (deleted_at is null) with check (deleted_at is null);
create policy search_read on app.notes for select to inc_search using (true);
do $$
declare t text;
begin
  foreach t in array array['drafts', 'exports', 'export_chunks'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))
      with check (tenant_id = (select app.tenant_id()) and user_id = (select app.user_id()))', t);
    execute format('create policy super_own on app.%I to inc_super
      using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()))', t);
  end loop;
end $$;

grant select, insert on app.notes to inc_tenant, inc_super;
grant update (text, version, updated_by, updated_at) on app.notes to inc_tenant, inc_super;
grant select, insert on app.note_versions to inc_tenant, inc_super;
grant select, insert, update, delete on app.note_sections, app.drafts to inc_tenant, inc_super;
grant select on app.note_counts, app.export_chunks to inc_tenant, inc_super;
grant select, delete on app.exports to inc_tenant, inc_super;
grant insert (tenant_id, user_id, kind, row_limit, note_ids) on app.exports to inc_tenant, inc_super;
grant select, insert, update, delete on app.notes, app.note_versions, app.note_sections, app.drafts, app.note_counts, app.exports,
  app.export_chunks to inc_system;

revoke execute on function app.count_notes(), app.drop_exports_of_user(), app.delete_notes(text, uuid[], text), app.forget_answers(uuid[]) from public;
grant execute on function app.delete_notes(text, uuid[], text), app.forget_answers(uuid[]) to inc_tenant, inc_super;
-- The searches see every note through inc_search, and show only ids of the caller's own.
grant usage on schema ext to inc_tenant, inc_super, inc_system;
grant usage on schema app, ext to inc_search;
grant select on app.notes to inc_search;
revoke execute on function app.search_note_ids(text, text, integer, timestamptz, uuid), app.count_note_ids(text, text, integer),
  app.few_note_ids(text, text, integer) from public;
grant execute on function app.search_note_ids(text, text, integer, timestamptz, uuid), app.count_note_ids(text, text, integer),
  app.few_note_ids(text, text, integer) to inc_tenant, inc_super;
grant create on schema app to inc_search;
alter function app.search_note_ids(text, text, integer, timestamptz, uuid) owner to inc_search;
alter function app.count_note_ids(text, text, integer) owner to inc_search;
alter function app.few_note_ids(text, text, integer) owner to inc_search;
revoke create on schema app from inc_search;
