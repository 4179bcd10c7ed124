-- Opens a request in one statement: checks its session as app.open_session does, and puts the second wall around the rest of the
-- transaction. Whoever has no session gets no row and no role. Not a definer's function: the caller takes the role, as far as it may.
create function app.open_request(session uuid, touch boolean, super_roles text[], only_reads boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz, scopes text[])
language plpgsql as $$
begin
  select * into user_id, username, role, tenant_id, tenant_name, platform, password_change_required, agreement, otp_setup_required,
                created_at, scopes
    from app.open_session(session, touch);
  if not found then return; end if;
  perform set_config('app.tenant_id', tenant_id::text, true), set_config('app.user_id', user_id::text, true);
  -- A read's only write is its audit row, whose last moments a power cut may take (ADR 004).
  if only_reads then perform set_config('synchronous_commit', 'off', true); end if;
  return next;
  perform set_config('role', case when role = any (super_roles) then 'inc_super' else 'inc_tenant' end, true);
end $$;
revoke execute on function app.open_request(uuid, boolean, text[], boolean) from public;
grant execute on function app.open_request(uuid, boolean, text[], boolean) to inc_login;
