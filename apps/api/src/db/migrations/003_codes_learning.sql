-- Codes on notes with their history, suggestions, training, and the catalogue of codes.

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
create index code_history_newest on app.code_history (tenant_id, acted_at);

create table app.suggestion_cache (
  tenant_id uuid not null,
  note_id uuid primary key,
  text_version integer not null,
  engine_version text not null,
  knowledge_version text not null,
  catalogue_version bigint not null,
  model_version integer not null,
  suggestions jsonb not null,
  -- What kind of document the note is; both come from one reading.
  reading jsonb not null,
  milliseconds real not null,
  computed_at timestamptz not null default now(),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index suggestion_cache_by_tenant on app.suggestion_cache (tenant_id, computed_at desc);
create index suggestion_cache_newest on app.suggestion_cache (computed_at desc);
-- Which suggestions are outdated is asked for whole tenants: answered from this index, without the suggestions themselves.
create index suggestion_cache_key on app.suggestion_cache (tenant_id, note_id)
  include (text_version, engine_version, knowledge_version, catalogue_version, model_version);

-- Settled notes. Codes and the ranks they were suggested at are kept; the text stays in notes.
create table app.training_examples (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  note_id uuid not null,
  -- What people approved and rejected without ever pressing Train is learned too, as weaker signs.
  kind text not null default 'submitted' check (kind in ('submitted', 'approved')),
  codes text[] not null,
  rejected text[] not null default '{}',
  suggested text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by text,
  changed jsonb,
  -- Of an approved one: when its note was last touched, as of the gathering. Another time there makes it out of date.
  settled_at timestamptz check ((settled_at is null) = (kind = 'submitted')),
  -- Which model version it went into; null while its job waits.
  learned_version integer,
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index training_examples_by_tenant on app.training_examples (tenant_id, created_at desc);
create index training_examples_newest on app.training_examples (created_at desc);
create index training_examples_of_note on app.training_examples (note_id);
create index training_examples_waiting on app.training_examples (tenant_id) where learned_version is null and undone_at is null;
create unique index training_examples_one_approved on app.training_examples (note_id) where kind = 'approved' and undone_at is null;

create table app.learned_models (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  version integer not null default 1,
  state jsonb not null,
  -- One in five settled notes is held back from this second state, which is only ever measured on them.
  measured_state jsonb,
  examples integer not null,
  updated_at timestamptz not null default now()
);
create function app.held_back(note uuid) returns boolean language sql immutable parallel safe
  as $$ select abs(hashtextextended(note::text, 5)::numeric) % 5 = 0 $$;

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
  -- The file's good lines until they are in the catalogue, and who sent them: the job writes the audit row in its own transaction.
  payload jsonb,
  audit jsonb,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index catalogue_imports_newest on app.catalogue_imports (created_at desc);

-- Triggers -----------------------------------------------------------------------------------------------------------------

-- A note's approved codes and state follow its links and training, which stay the truth.
create function app.keep_note_summary() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
declare target uuid := coalesce(new.note_id, old.note_id);
begin
  -- What is read after the lock is as the last one who held it left it.
  perform from app.notes where id = target for update;
  update app.notes set
    approved_codes = coalesce((
      select string_agg(code, ', ' order by approved_at, code) from app.code_links where note_id = target and state = 'APPROVED'), ''),
    state = case
      when exists (select from app.training_examples where note_id = target and kind = 'submitted' and undone_at is null) then 'submitted'
      when exists (select from app.code_links where note_id = target) then 'review'
      else 'new' end
   where id = target;
  return null;
end $$;
create trigger keep_note_summary after insert or update or delete on app.code_links for each row execute function app.keep_note_summary();
create trigger keep_note_summary after insert or update on app.training_examples for each row
  when (new.kind = 'submitted') execute function app.keep_note_summary();
create trigger keep_note_summary_of_removed after delete on app.training_examples for each row
  when (old.kind = 'submitted') execute function app.keep_note_summary();

-- A statement that changed no row does not make a new catalogue.
create function app.bump_catalogue() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if exists (select from changed_rows) then update app.catalogue_version set version = version + 1; end if;
  return null;
end $$;
create trigger bump_inserted after insert on app.cpt_codes referencing new table as changed_rows for each statement execute function app.bump_catalogue();
create trigger bump_updated after update on app.cpt_codes referencing new table as changed_rows for each statement execute function app.bump_catalogue();
create trigger bump_deleted after delete on app.cpt_codes referencing old table as changed_rows for each statement execute function app.bump_catalogue();

-- Row-level security and grants --------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array[
    'code_links', 'code_history', 'suggestion_cache', 'training_examples', 'learned_models',
    'cpt_codes', 'catalogue_version', 'catalogue_imports'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    -- Foreign-key checks and generated maintenance run as the owner.
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['code_links', 'code_history', 'suggestion_cache', 'training_examples', 'learned_models'] loop
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
  end loop;
end $$;
create policy everybody_reads on app.cpt_codes for select to inc_tenant using (true);
create policy super_all on app.cpt_codes to inc_super using (true) with check (true);
create policy everybody_reads on app.catalogue_version for select to inc_tenant, inc_super using (true);
create policy super_read on app.catalogue_imports for select to inc_super using (true);

grant select, insert on app.code_history to inc_tenant, inc_super;
grant select, insert, update, delete on app.code_links, app.suggestion_cache to inc_tenant, inc_super;
grant select, insert, update on app.training_examples to inc_tenant, inc_super;
grant select on app.learned_models, app.catalogue_version to inc_tenant, inc_super;
grant select on app.cpt_codes to inc_tenant;
grant select, insert, update on app.cpt_codes to inc_super;
grant select on app.catalogue_imports to inc_super;
grant select, insert, update, delete on app.code_links, app.code_history, app.suggestion_cache, app.training_examples, app.learned_models,
  app.cpt_codes, app.catalogue_imports to inc_system;
grant select on app.catalogue_version to inc_system;
revoke execute on function app.keep_note_summary(), app.bump_catalogue() from public;
