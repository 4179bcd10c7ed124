-- Where the audit log begins once rows past their years were removed: the last seal that went with them, sealed with the installation's
-- key, so that nobody else can move the beginning.

create table app.audit_floor (
  single boolean primary key default true check (single),
  seq bigint not null,
  audit_id bigint not null,
  hash bytea not null,
  mac bytea not null,
  removed_at timestamptz not null default now()
);
alter table app.audit_floor enable row level security;
alter table app.audit_floor force row level security;
create policy system_all on app.audit_floor to inc_system using (true) with check (true);
create policy owner_all on app.audit_floor to inc_owner using (true) with check (true);
grant select on app.audit_floor to inc_system;

-- Removes rows and seals up to a seal, and raises the floor to it. Nobody else may delete from the log; six years are the law's, and the
-- newest seal stays, since the chain goes on from it.
create function app.remove_audit_rows(up_to bigint, years integer, floor_mac bytea) returns bigint
language plpgsql security definer set search_path = app, pg_temp as $$
declare
  last app.audit_seals;
  ids bigint[];
begin
  if years < 6 then raise exception 'audit rows are kept for six years' using errcode = 'check_violation'; end if;
  select * into last from app.audit_seals where seq = up_to;
  if last is null or up_to >= (select max(seq) from app.audit_seals) then
    raise exception 'not a seal that may go' using errcode = 'check_violation';
  end if;
  select array_agg(audit_id) into ids from app.audit_seals where seq <= up_to;
  if exists (select from app.audit_log where id = any (ids) and recorded > now() - make_interval(years => years)) then
    raise exception 'audit rows are kept for % years', years using errcode = 'check_violation';
  end if;
  delete from app.audit_seals where seq <= up_to;
  delete from app.audit_log where id = any (ids);
  insert into app.audit_floor (seq, audit_id, hash, mac) values (last.seq, last.audit_id, last.hash, floor_mac)
    on conflict (single) do update set seq = excluded.seq, audit_id = excluded.audit_id, hash = excluded.hash, mac = excluded.mac,
      removed_at = now();
  return cardinality(ids);
end $$;
revoke all on function app.remove_audit_rows(bigint, integer, bytea) from public;
grant execute on function app.remove_audit_rows(bigint, integer, bytea) to inc_system;
