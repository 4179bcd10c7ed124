-- A kept answer holds what a create answered, a note's text with it: once the note is deleted, repeating the request must not read it.
create index idempotency_keys_of_note on app.idempotency_keys ((coalesce(response ->> 'id', response -> 'data' ->> 'id')));
create function app.forget_answers(ids uuid[]) returns void
language sql security definer set search_path = app, pg_temp as $$
  update app.idempotency_keys k set status = 404, response = 'null'
    from app.notes n
   where n.id = any (ids) and n.deleted_at is not null and coalesce(k.response ->> 'id', k.response -> 'data' ->> 'id') = n.id::text;
$$;
revoke execute on function app.forget_answers(uuid[]) from public;
grant execute on function app.forget_answers(uuid[]) to inc_tenant, inc_super;
-- Answers of notes that were deleted before this.
update app.idempotency_keys k set status = 404, response = 'null'
  from app.notes n where n.deleted_at is not null and coalesce(k.response ->> 'id', k.response -> 'data' ->> 'id') = n.id::text;
-- Signing keys lie in the settings sealed with the installation's secret: those that lay there open are made anew.
delete from app.settings where name = 'signing-keys';
