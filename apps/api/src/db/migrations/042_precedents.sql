-- Settled notes that are like a note: what each is about, as numbers without words, and by which of them it is found.

create table app.note_marks (
  note_id uuid primary key,
  tenant_id uuid not null,
  -- Which text they were made from, and by which way of making them.
  text_version integer not null,
  marks_version integer not null,
  marks integer[] not null check (cardinality(marks) <= 64),
  keys integer[] not null check (cardinality(keys) <= 16),
  unique (tenant_id, note_id),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);

-- Of settled notes alone; the newest of a key come first.
create table app.precedent_keys (
  tenant_id uuid not null,
  key integer not null,
  settled_at timestamptz not null,
  note_id uuid not null,
  primary key (tenant_id, key, settled_at, note_id),
  foreign key (tenant_id, note_id) references app.note_marks (tenant_id, note_id) on delete cascade
);
create index precedent_keys_of_note on app.precedent_keys (tenant_id, note_id);

select app.wall_table(named) from unnest(array['note_marks', 'precedent_keys']) as named;
-- A note's marks are kept when it is first looked at; whether it is settled is for the job to say.
grant select, insert, update on app.note_marks to inc_tenant, inc_super;
grant select on app.precedent_keys to inc_tenant, inc_super;
select app.narrow_tables();
