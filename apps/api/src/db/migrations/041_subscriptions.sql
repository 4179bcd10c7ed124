-- FHIR subscriptions: webhooks that a program asked for by FHIR, and that are told in FHIR's words. One outbox serves both.

alter table app.webhooks
  add column kind text not null default 'webhook' check (kind in ('webhook', 'fhir')),
  -- Whose it is; null where a person asked for it.
  add column client_id uuid,
  add column reason text check (length(reason) <= 500),
  add column content text check (content in ('empty', 'id-only')),
  -- Headers that the other side wants with each message, sealed; no request reads them.
  add column headers bytea,
  -- When the first message, the handshake, was taken: until then nothing else is sent.
  add column confirmed_at timestamptz,
  -- Why the newest message was not taken; null once one is.
  add column problem text,
  -- Events so far: each has a number of its own.
  add column event_count bigint not null default 0,
  -- Ended by its own client: it is not there any more for FHIR, and its log stays.
  add column deleted_at timestamptz,
  alter column secret drop not null,
  add constraint webhooks_kind check (case kind when 'webhook' then secret is not null and client_id is null
                                                else content is not null and reason is not null end),
  add foreign key (tenant_id, client_id) references app.api_clients (tenant_id, id) on delete cascade;
create index webhooks_of_client on app.webhooks (tenant_id, client_id) where client_id is not null;
-- A handshake is about no note.
alter table app.webhook_messages alter column note_id drop not null;

grant select (kind, client_id, reason, content, confirmed_at, problem, event_count, deleted_at), update (deleted_at)
  on app.webhooks to inc_tenant, inc_super;

create or replace function app.tell_webhooks() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if tg_table_name = 'notes' then
    insert into app.webhook_messages (tenant_id, webhook_id, event, note_id, data)
      select n.tenant_id, w.id, 'note.received', n.id, jsonb_build_object('note_id', n.id, 'version', n.version, 'received_at', n.created_at)
        from new_rows n join app.webhooks w on w.tenant_id = n.tenant_id and w.revoked_at is null and 'note.received' = any (w.events)
       where n.kind = 'op' and n.deleted_at is null;
    return null;
  end if;
  insert into app.webhook_messages (tenant_id, webhook_id, event, note_id, data)
    select v.tenant_id, w.id, 'case.finished', c.note_id,
           jsonb_build_object('note_id', c.note_id, 'case_id', v.case_id, 'claim_version', v.version, 'sha256', v.sha256, 'finished_at', v.finished_at)
      from new_rows v join app.cases c on c.id = v.case_id
      join app.webhooks w on w.tenant_id = v.tenant_id and w.kind = 'webhook' and w.revoked_at is null and 'case.finished' = any (w.events);
  -- Held until the transaction ends, in one order: no two cases that are finished side by side have the same number.
  with hooks as materialized (
    select w.id, w.tenant_id, w.event_count from app.webhooks w
     where w.tenant_id in (select v.tenant_id from new_rows v) and w.kind = 'fhir' and w.revoked_at is null
     order by w.id for update of w),
  told as (
    select h.id, h.tenant_id, c.note_id, v.case_id, v.finished_at,
           h.event_count + row_number() over (partition by h.id order by v.finished_at, v.case_id) as number
      from hooks h join new_rows v on v.tenant_id = h.tenant_id join app.cases c on c.id = v.case_id),
  counted as (
    update app.webhooks w set event_count = t.most from (select id, max(number) as most from told group by id) t where w.id = t.id)
  insert into app.webhook_messages (tenant_id, webhook_id, event, note_id, data)
    select tenant_id, id, 'case.finished', note_id,
           jsonb_build_object('event_number', number, 'case_id', case_id, 'finished_at', finished_at) from told;
  return null;
end $$;
revoke execute on function app.tell_webhooks() from public;

-- The first message of a subscription asks its address whether it wants to be told; it is made with it.
create function app.send_handshake() returns trigger language plpgsql security definer set search_path = app, pg_temp as $$
begin
  insert into app.webhook_messages (tenant_id, webhook_id, event, data) values (new.tenant_id, new.id, 'handshake', '{}');
  return null;
end $$;
revoke execute on function app.send_handshake() from public;
create trigger send_handshake after insert on app.webhooks for each row when (new.kind = 'fhir') execute function app.send_handshake();
