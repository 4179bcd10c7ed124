-- Where a note stands, so that a list of them can be worked off: no code acted on, some are, trained. It follows the links and the
-- training by trigger, as the list's approved codes do. Each order and filter by it has its index.
alter table app.notes
  add column state text not null default 'new' check (state in ('new', 'review', 'submitted')),
  -- The same text again is looked up by this; that it is the same is said by the text itself.
  add column text_key bigint not null generated always as (hashtextextended(text, 0)) stored,
  -- Of the file that the note was made of.
  add column file_sha256 bytea check (octet_length(file_sha256) = 32),
  -- Running heads and feet of the file's pages, which are no part of the text.
  add column left_out text[] not null default '{}';

update app.notes n set state = case
    when exists (select from app.training_examples e where e.note_id = n.id and e.kind = 'submitted' and e.undone_at is null) then 'submitted'
    else 'review' end
 where exists (select from app.code_links l where l.note_id = n.id)
    or exists (select from app.training_examples e where e.note_id = n.id and e.kind = 'submitted' and e.undone_at is null);

create index notes_by_state on app.notes (tenant_id, kind, state, id) where deleted_at is null;
create index notes_newest_by_state on app.notes (tenant_id, kind, state, created_at desc, id desc) where deleted_at is null;
create index notes_by_state_all on app.notes (kind, state, id) where deleted_at is null;
create index notes_newest_by_state_all on app.notes (kind, state, created_at desc, id desc) where deleted_at is null;
create index notes_by_text on app.notes (tenant_id, kind, text_key) where deleted_at is null;
create index notes_by_file on app.notes (tenant_id, kind, file_sha256) where deleted_at is null and file_sha256 is not null;

drop trigger keep_approved_codes on app.code_links;
drop function app.keep_approved_codes();
-- The list shows, filters and sorts by approved codes and state without joining; links and training stay the truth.
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
revoke execute on function app.keep_note_summary() from public;
create trigger keep_note_summary after insert or update or delete on app.code_links for each row execute function app.keep_note_summary();
create trigger keep_note_summary after insert or update on app.training_examples for each row
  when (new.kind = 'submitted') execute function app.keep_note_summary();
create trigger keep_note_summary_of_removed after delete on app.training_examples for each row
  when (old.kind = 'submitted') execute function app.keep_note_summary();
