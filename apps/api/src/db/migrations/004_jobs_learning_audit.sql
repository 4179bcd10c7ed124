-- Background work, what a tenant's model was learned from, imports that survive a restart, and the order of the audit chain.

-- Seals are chained in the order in which they were made: ids are given before COMMIT, so a lower one may become visible later.
alter table app.audit_seals add column seq bigint generated always as identity unique;

-- The file's good lines until they are in the catalogue, and who sent them: the job writes the audit row in its own transaction.
alter table app.catalogue_imports add column payload jsonb;
alter table app.catalogue_imports add column audit jsonb;
create index catalogue_imports_newest on app.catalogue_imports (created_at desc);
drop policy super_all on app.catalogue_imports;
create policy super_read on app.catalogue_imports for select to inc_super using (true);
revoke insert, update on app.catalogue_imports from inc_super;

-- A statement that changed no row does not make a new catalogue.
drop trigger bump_catalogue on app.cpt_codes;
create or replace function app.bump_catalogue() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if exists (select from changed_rows) then update app.catalogue_version set version = version + 1; end if;
  return null;
end $$;
create trigger bump_inserted after insert on app.cpt_codes referencing new table as changed_rows for each statement execute function app.bump_catalogue();
create trigger bump_updated after update on app.cpt_codes referencing new table as changed_rows for each statement execute function app.bump_catalogue();
create trigger bump_deleted after delete on app.cpt_codes referencing old table as changed_rows for each statement execute function app.bump_catalogue();

-- Which model version an example went into; null while its job waits.
alter table app.training_examples add column learned_version integer;
create index training_examples_waiting on app.training_examples (tenant_id) where learned_version is null and undone_at is null;
-- One in five settled notes is held back from a second state, which is only ever measured on them.
alter table app.learned_models add column measured_state jsonb;
create function app.held_back(note uuid) returns boolean language sql immutable parallel safe
  as $$ select abs(hashtextextended(note::text, 5)::numeric) % 5 = 0 $$;
