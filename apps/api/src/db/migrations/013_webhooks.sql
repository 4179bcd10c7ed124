-- Webhooks: what happened to a tenant's notes is told to addresses that its administrator set up.

create table app.webhooks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  name text not null check (length(name) between 2 and 35),
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0),
  with_text boolean not null,
  -- Needed again to sign, so it lies sealed; no request reads it.
  secret bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_by text,
  revoked_at timestamptz,
  unique (tenant_id, id)
);
create index webhooks_by_tenant on app.webhooks (tenant_id, created_at desc, id desc);
create unique index webhooks_name on app.webhooks (tenant_id, lower(name)) where revoked_at is null;

-- Ids alone: a note's text, where it is asked for, is read when the message is sent.
create table app.webhook_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  note_id uuid not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- What was heard last: the status of the answer, or why there was none, in plain words.
  status integer,
  reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  foreign key (tenant_id, webhook_id) references app.webhooks (tenant_id, id) on delete cascade
);
create index webhook_messages_due on app.webhook_messages (next_attempt_at) where state = 'waiting';
create index webhook_messages_of_webhook on app.webhook_messages (webhook_id, created_at desc, id desc);
create index webhook_messages_by_tenant on app.webhook_messages (tenant_id, webhook_id);
create index webhook_messages_settled on app.webhook_messages (settled_at) where state <> 'waiting';

do $$
declare t text;
begin
  foreach t in array array['webhooks', 'webhook_messages'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
end $$;
grant select (id, tenant_id, name, url, events, with_text, created_by, created_at, rotated_at, revoked_by, revoked_at),
  insert, update (secret, rotated_at, revoked_by, revoked_at) on app.webhooks to inc_tenant, inc_super;
grant select, update (state, attempts, next_attempt_at, reason, settled_at) on app.webhook_messages to inc_tenant, inc_super;

-- Whatever call did it, the message is made in its transaction: neither stands without the other.
create function app.tell_webhooks() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if tg_table_name = 'notes' then
    insert into app.webhook_messages (tenant_id, webhook_id, event, note_id, data)
      select n.tenant_id, w.id, 'note.received', n.id, jsonb_build_object('note_id', n.id, 'version', n.version, 'received_at', n.created_at)
        from new_rows n join app.webhooks w on w.tenant_id = n.tenant_id and w.revoked_at is null and 'note.received' = any (w.events)
       where n.kind = 'op' and n.deleted_at is null;
  else
    insert into app.webhook_messages (tenant_id, webhook_id, event, note_id, data)
      select v.tenant_id, w.id, 'case.finished', c.note_id,
             jsonb_build_object('note_id', c.note_id, 'case_id', v.case_id, 'claim_version', v.version, 'sha256', v.sha256, 'finished_at', v.finished_at)
        from new_rows v join app.cases c on c.id = v.case_id
        join app.webhooks w on w.tenant_id = v.tenant_id and w.revoked_at is null and 'case.finished' = any (w.events);
  end if;
  return null;
end $$;
revoke execute on function app.tell_webhooks() from public;
create trigger tell_webhooks after insert on app.notes referencing new table as new_rows for each statement execute function app.tell_webhooks();
create trigger tell_webhooks after insert on app.case_versions referencing new table as new_rows for each statement execute function app.tell_webhooks();
