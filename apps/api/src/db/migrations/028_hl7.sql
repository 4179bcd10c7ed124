-- HL7 v2 channels: messages of another system that bring documents over MLLP.

create table app.hl7_channels (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references app.tenants (id),
  name text not null check (length(name) between 1 and 100),
  -- SHA-256 of the key that stands in MSH-6 of each message: whose tenant a message is for is said by nothing else.
  key_hash bytea not null unique check (length(key_hash) = 32),
  created_by text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_by text,
  revoked_at timestamptz,
  unique (tenant_id, id)
);

-- What became of each message: ids and outcomes, no text. The fingerprint is of the message's bytes.
create table app.hl7_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  channel_id uuid not null,
  event text not null check (length(event) <= 40),
  control_id text not null check (length(control_id) <= 199),
  outcome text not null check (outcome in ('taken', 'updated', 'known', 'refused')),
  reason text check ((reason is not null) = (outcome = 'refused') and length(reason) <= 300),
  note_id uuid,
  sha256 text not null check (length(sha256) = 64),
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, channel_id) references app.hl7_channels (tenant_id, id) on delete cascade
);
create index hl7_messages_of_channel on app.hl7_messages (tenant_id, channel_id, created_at desc, id desc);

-- A table of tenants: walled by its tenant_id for the roles of requests, open to the system and to the owner. What requests may do with it
-- is granted beside.
create function app.wall_table(named text) returns void language plpgsql as $$
begin
  execute format('alter table app.%I enable row level security', named);
  execute format('alter table app.%I force row level security', named);
  execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', named);
  execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', named);
  execute format('create policy tenant_own on app.%I to inc_tenant using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', named);
  execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', named);
  execute format('grant select, insert, update, delete on app.%I to inc_system', named);
end
$$;
revoke execute on function app.wall_table(text) from public;

select app.wall_table(named) from unnest(array['hl7_channels', 'hl7_messages']) as named;
grant select, insert, update (key_hash, rotated_at, revoked_by, revoked_at) on app.hl7_channels to inc_tenant, inc_super;
grant select, insert, delete on app.hl7_messages to inc_tenant, inc_super;

select app.narrow_tables();
