-- Health records that outlived their note.

-- What a claim file says goes with the first of its notes that goes for good: it names patients and their insurance. Its number, hash and
-- maker stay, for numbers never come again and a version of a claim stands in one file. Under legal hold no note goes, and no file with it.

alter table app.claim_files alter column content drop not null, add column emptied_at timestamptz;
alter table app.claim_files add constraint claim_files_emptied check ((content is null) = (emptied_at is not null));

create function app.empty_claim_files() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  update claim_files set content = null, emptied_at = now()
   where content is not null
     and id in (select h.file_id from claim_file_cases h join gone g on g.id = h.case_id);
  return null;
end $$;
revoke all on function app.empty_claim_files() from public;
create trigger empty_claim_files after delete on app.cases
  referencing old table as gone for each statement execute function app.empty_claim_files();

-- Files of notes that went before this was so.
update app.claim_files f set content = null, emptied_at = now()
 where exists (select from app.claim_file_cases h where h.file_id = f.id and not exists (select from app.cases c where c.id = h.case_id));

-- When what outlived its note was last looked for under done and refused; one process looks.
alter table app.drop_folders add column tidied_at timestamptz;
