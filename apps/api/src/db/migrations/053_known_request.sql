-- Opens a read's request if its session is found exactly as it was before, and fails otherwise: what is sent behind it in the same breath,
-- COMMIT too, runs under the role that it was meant for or not at all.
create function app.open_known_request(session uuid, super_roles text[], seen text) returns void language plpgsql as $$
declare
  now_seen text;
begin
  select request::text into now_seen from app.open_request(session, true, super_roles, true) as request;
  if now_seen is distinct from seen then
    raise exception 'The session is not as it was' using errcode = 'IN001';
  end if;
end $$;
revoke execute on function app.open_known_request(uuid, text[], text) from public;
grant execute on function app.open_known_request(uuid, text[], text) to inc_login;
