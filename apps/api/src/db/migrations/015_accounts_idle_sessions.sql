-- A session that nobody used for the idle time is over, whatever its access token says: the gate asks here at every request.
create or replace function app.open_session(session uuid, touch boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz)
language plpgsql security definer set search_path = app, pg_temp set join_collapse_limit = 1 set enable_seqscan = off as $$
declare idle interval := coalesce(nullif(current_setting('app.idle', true), ''), '15 minutes')::interval;
begin
  if touch then
    update app.sessions s set last_activity_at = now()
     where s.id = session and s.ended_at is null and s.last_activity_at < now() - interval '20 seconds'
       and s.last_activity_at > now() - idle;
  end if;
  return query
    select u.id, u.username, u.role, u.tenant_id, t.name, t.platform, u.password_change_required, u.agreement_at is not null,
           t.otp_required and not u.otp_enabled, s.created_at
      from app.sessions s join app.users u on u.id = s.user_id join app.tenants t on t.id = u.tenant_id
     where s.id = session and s.ended_at is null and s.expires_at > now() and s.last_activity_at > now() - idle
       and u.status = 'active' and u.deleted_at is null and t.active;
end $$;
