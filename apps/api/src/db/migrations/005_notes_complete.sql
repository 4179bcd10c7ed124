-- A draft belongs to a user in a tenant: who was moved to another one starts anew there instead of meeting a row behind the wall.
alter table app.drafts drop constraint drafts_pkey;
alter table app.drafts add primary key (tenant_id, user_id, kind, key);
drop index app.drafts_by_tenant;

-- Every sort of the note lists by an index. The keys are columns, not expressions: a condition with lower() is not leakproof and would
-- be kept out of the index under row-level security, so that a page far down would read all pages before it.
alter table app.notes
  add column filename_key text not null generated always as (lower(coalesce(filename, ''))) stored,
  add column creator_key text not null generated always as (lower(created_by)) stored,
  add column updater_key text not null generated always as (lower(coalesce(updated_by, ''))) stored,
  -- An index row has a limit; a hundred codes are beyond any sensible sort.
  add column codes_key text not null generated always as (left(approved_codes, 200)) stored;
drop index app.notes_filename;
drop index app.notes_creator;
-- File names are searched in notes_by_filename, read alone: shorter than its trigrams and usable under row-level security.
drop index app.notes_filename_trgm;
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
