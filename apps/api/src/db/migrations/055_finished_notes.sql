-- A note counts as submitted when it was trained or its claim is finished; a claim that is opened again leaves what training and codes say.
create or replace function app.keep_note_summary() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
declare target uuid := coalesce(new.note_id, old.note_id);
begin
  -- What is read after the lock is as the last one who held it left it.
  perform from app.notes where id = target for update;
  update app.notes set
    approved_codes = coalesce((
      select string_agg(code, ', ' order by approved_at, code) from app.code_links where note_id = target and state = 'APPROVED'), ''),
    state = case
      when exists (select from app.training_examples where note_id = target and kind = 'submitted' and undone_at is null)
        or exists (select from app.cases where note_id = target and performer = 'surgeon' and finished_at is not null) then 'submitted'
      when exists (select from app.code_links where note_id = target) then 'review'
      else 'new' end
   where id = target;
  return null;
end $$;

create trigger keep_note_summary after update of finished_at on app.cases for each row
  when (new.performer = 'surgeon' and (old.finished_at is null) <> (new.finished_at is null)) execute function app.keep_note_summary();

update app.notes n set state = 'submitted' where n.state <> 'submitted'
   and exists (select from app.cases c where c.note_id = n.id and c.performer = 'surgeon' and c.finished_at is not null);
