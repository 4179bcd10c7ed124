-- What kind of document a note is stands beside its suggestions; both come from one reading. What was kept before is made again.
delete from app.suggestion_cache;
alter table app.suggestion_cache add column reading jsonb not null;
