-- How long a tenant keeps notes that nobody changes, and whether all of it is held for a court: both off until turned on.

alter table app.tenants
  add column keep_years smallint check (keep_years between 1 and 100),
  add column legal_hold boolean not null default false;

-- Under legal hold nothing goes for good, whoever asks.
create function app.hold_notes() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if exists (select from app.tenants where id = old.tenant_id and legal_hold) then
    raise exception 'the tenant is under legal hold' using errcode = 'check_violation';
  end if;
  return old;
end $$;
revoke all on function app.hold_notes() from public;
create trigger hold_notes before delete on app.notes for each row execute function app.hold_notes();
