-- Mail waiting to be sent, closed tenants, the duty to have a second factor, and narrower policies for notices.

-- Written in the transaction of what it tells about and sent after its commit; a failure is tried again. The content is sealed, because
-- it may hold a one-time code.
create table app.mail_queue (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  sealed bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_queue_due on app.mail_queue (next_attempt_at);
alter table app.mail_queue enable row level security;
alter table app.mail_queue force row level security;
create policy system_all on app.mail_queue to inc_system using (true) with check (true);
create policy owner_all on app.mail_queue to inc_owner using (true) with check (true);
-- Requests may put mail in and never look at it.
create policy everybody_sends on app.mail_queue for insert to inc_tenant, inc_super with check (true);
grant insert (recipient, sealed) on app.mail_queue to inc_tenant, inc_super;
grant select, insert, update, delete on app.mail_queue to inc_system;

-- Audit rows and closed accounts keep pointing at a deleted tenant, so its row stays, hidden, and its name is free again.
alter table app.tenants add column deleted_at timestamptz;
drop index app.tenants_name;
create unique index tenants_name on app.tenants (lower(name)) where deleted_at is null;

-- The Notes buttons of the users list: one grouped query a page.
create index notes_of_creator on app.notes (created_by_id, kind) where deleted_at is null;

-- A notice is its recipient's alone; an administrator writes one only for their own tenant.
drop policy tenant_own on app.notices;
drop policy super_all on app.notices;
create policy own_read on app.notices for select to inc_tenant, inc_super using (user_id = (select app.user_id()));
create policy own_update on app.notices for update to inc_tenant, inc_super using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy tenant_insert on app.notices for insert to inc_tenant with check (tenant_id = (select app.tenant_id()));
create policy super_insert on app.notices for insert to inc_super with check (true);
create index notices_newest on app.notices (user_id, created_at desc, id desc);

-- Who has to set up a second factor is known with the session.
drop function app.open_session(uuid, boolean);
create function app.open_session(session uuid, touch boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz)
language plpgsql security definer set search_path = app, pg_temp as $$
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
     where s.id = session and s.ended_at is null and s.expires_at > now()
       and u.status = 'active' and u.deleted_at is null and t.active;
end $$;
revoke execute on function app.open_session(uuid, boolean) from public;
grant execute on function app.open_session(uuid, boolean) to inc_login, inc_system;

-- A deactivated tenant's sessions end in the transaction of its change; request roles have no grant on sessions themselves.
create function app.end_sessions_of_tenant(tenant uuid) returns integer
language plpgsql security definer set search_path = app, pg_temp as $$
declare n integer;
begin
  update app.sessions s set ended_at = now(), ended_reason = 'tenant deactivated'
    from app.users u where u.id = s.user_id and u.tenant_id = tenant and s.ended_at is null;
  get diagnostics n = row_count;
  return n;
end $$;
revoke execute on function app.end_sessions_of_tenant(uuid) from public;
grant execute on function app.end_sessions_of_tenant(uuid) to inc_super;

-- Which of the users on a page are slowed by wrong passwords now; answers for users that the caller may see.
create function app.slowed_users(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = app, pg_temp as $$
  select u.id from app.users u join app.sign_in_throttle s on s.username_key = u.username_key
   where u.id = any (ids) and s.locked_until > now()
     and (current_setting('role', true) = 'inc_super' or u.tenant_id = app.tenant_id());
$$;
revoke execute on function app.slowed_users(uuid[]) from public;
grant execute on function app.slowed_users(uuid[]) to inc_tenant, inc_super;
