-- The tenants that a Coder may see, narrowed by a list on the user. The role inc_narrowed has what inc_super has and one wall more.
-- A list whose tenants are all gone shows nothing: only an empty one means all.
alter table app.users
  add column only_tenants uuid[] not null default '{}',
  add constraint only_coders_are_narrowed check (role = 'Coder' or only_tenants = '{}');

create function app.only_tenants() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('app.only_tenants', true), ''), ',')::uuid[] $$;

-- The list of one account; null when it is not narrowed.
create function app.only_tenants_of(account uuid) returns uuid[]
language sql stable security definer set search_path = app, pg_temp as $$
  select only_tenants from app.users where id = account and only_tenants <> '{}'
$$;

-- Puts the second wall around the rest of the transaction. Not a definer's function: the caller takes the role, as far as it may.
create function app.take_role(of_user uuid, of_tenant uuid, above_tenants boolean) returns void
language plpgsql as $$
declare narrowed uuid[] := case when above_tenants then app.only_tenants_of(of_user) end;
begin
  perform set_config('app.tenant_id', of_tenant::text, true), set_config('app.user_id', of_user::text, true),
    set_config('app.only_tenants', coalesce(array_to_string(narrowed, ','), ''), true);
  perform set_config('role', case when narrowed is not null then 'inc_narrowed' when above_tenants then 'inc_super' else 'inc_tenant' end, true);
end $$;

create or replace function app.open_request(session uuid, touch boolean, super_roles text[], only_reads boolean)
returns table (user_id uuid, username text, role text, tenant_id uuid, tenant_name text, platform boolean,
               password_change_required boolean, agreement boolean, otp_setup_required boolean, created_at timestamptz, scopes text[])
language plpgsql as $$
begin
  select * into user_id, username, role, tenant_id, tenant_name, platform, password_change_required, agreement, otp_setup_required,
                created_at, scopes
    from app.open_session(session, touch);
  if not found then return; end if;
  -- A read's only write is its audit row, whose last moments a power cut may take (ADR 004).
  if only_reads then perform set_config('synchronous_commit', 'off', true); end if;
  return next;
  perform app.take_role(user_id, tenant_id, role = any (super_roles));
end $$;

revoke execute on function app.only_tenants_of(uuid), app.take_role(uuid, uuid, boolean) from public;
grant execute on function app.only_tenants_of(uuid), app.take_role(uuid, uuid, boolean) to inc_login;

-- Every table with a tenant gets the wall: the last line of each migration that makes one, and the linter asks for it. A note without a
-- tenant is of no tenant in the list. What belongs to the person, and to colleagues without a tenant, stays.
create function app.narrow_tables() returns void
language plpgsql as $$
declare
  t text;
  wall text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'narrowed')
  loop
    wall := 'tenant_id = any ((select app.only_tenants())::uuid[])';
    if t = any (array['users', 'notices', 'drafts', 'idempotency_keys', 'audit_log', 'exports', 'export_chunks', 'feedbacks', 'page_views']) then
      wall := wall || ' or tenant_id = (select app.tenant_id())';
    end if;
    execute format('create policy narrowed on app.%I as restrictive to inc_narrowed using (%s) with check (%s)', t, wall, wall);
  end loop;
end $$;
revoke execute on function app.narrow_tables() from public;
select app.narrow_tables();
create policy narrowed on app.tenants as restrictive to inc_narrowed
  using (id = any ((select app.only_tenants())::uuid[]) or id = (select app.tenant_id()));

-- The functions of text search look past the policies, so each asks where it may look.
create function app.note_scope() returns text language sql stable
  as $$ select case current_setting('role', true) when 'inc_super' then 'true' when 'inc_narrowed' then 'n.tenant_id = any (app.only_tenants())'
                 else 'n.tenant_id = $1' end $$;
do $$
declare
  f regprocedure;
  was text;
  asks text := $q$scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;$q$;
begin
  foreach f in array array[
    'app.search_note_ids(text, text, integer, timestamptz, uuid)', 'app.count_note_ids(text, text, integer)',
    'app.few_note_ids(text, text, integer)']::regprocedure[] loop
    was := pg_get_functiondef(f);
    if position(asks in was) = 0 then raise exception '% does not ask for its scope where it did', f; end if;
    execute replace(was, asks, 'scope := app.note_scope();');
  end loop;
end $$;

-- Files, kept answers and leases of what the list no longer shows go with the change, whatever call made it.
create function app.narrow_user() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  delete from app.exports e where e.user_id = new.id;
  delete from app.idempotency_keys k where k.user_id = new.id;
  if new.only_tenants <> '{}' then
    delete from app.case_leases l where l.user_id = new.id and l.tenant_id <> all (new.only_tenants);
  end if;
  return new;
end $$;
revoke execute on function app.narrow_user() from public;
create trigger narrow_user after update on app.users for each row
  when (new.only_tenants is distinct from old.only_tenants) execute function app.narrow_user();

-- The list goes with the role.
create function app.end_narrowing() returns trigger language plpgsql as $$
begin
  if new.role <> 'Coder' then new.only_tenants := '{}'; end if;
  return new;
end $$;
create trigger end_narrowing before update of role on app.users for each row execute function app.end_narrowing();
