-- Whose case came back hears of it, also where they stand above tenants and whoever made it come back cannot see them.
create function app.tell_returned(the_case uuid, words text) returns void
language sql security definer set search_path = app, pg_temp as $$
  insert into app.notices (tenant_id, user_id, message, link)
    select u.tenant_id, u.id, words, '/opnotes/' || c.note_id
      from app.cases c join app.users u on u.id = c.coder_id
     where c.id = the_case and c.work_state = 'returned' and app.sees_tenant(c.tenant_id) and u.id is distinct from app.user_id()
       and u.status = 'active' and u.deleted_at is null
       and words in ('The note of a case that you finished has changed', 'A case that you finished came back from its review')
$$;
revoke execute on function app.tell_returned(uuid, text) from public;
grant execute on function app.tell_returned(uuid, text) to inc_tenant, inc_super;
