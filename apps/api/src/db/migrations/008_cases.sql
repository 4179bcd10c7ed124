-- The claim of a note: a case a note and performer, its lines and diagnoses, what was said of findings, its history and frozen versions.

create table app.cases (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  note_id uuid not null,
  performer text not null default 'surgeon' check (performer in ('surgeon', 'assistant', 'co-surgeon', 'team')),
  service_date date,
  pos text not null default '22' check (pos ~ '^\d{2}$'),
  payer text not null default 'medicare' check (payer in ('medicare', 'other')),
  bilateral text not null default 'one-line' check (bilateral in ('one-line', 'two-lines')),
  mod51 text not null default 'omit' check (mod51 in ('omit', 'append')),
  distinct_on text not null default 'either' check (distinct_on in ('either', 'column2')),
  patient_number text not null default '',
  encounter_number text not null default '',
  -- Approved codes whose lines a person took away.
  left_out text[] not null default '{}',
  -- What was said of findings, by their key.
  acks jsonb not null default '{}',
  -- What the engine reads in the note for these codes, and for which text, codes and engine that holds.
  reading jsonb,
  reading_of text,
  revision integer not null default 1,
  claim_version integer not null default 0,
  finished_by text,
  finished_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (note_id, performer),
  unique (tenant_id, id),
  foreign key (tenant_id, note_id) references app.notes (tenant_id, id) on delete cascade
);
create index cases_by_tenant on app.cases (tenant_id, finished_at desc);

create table app.case_lines (
  id uuid primary key,
  tenant_id uuid not null,
  case_id uuid not null,
  position integer not null,
  code text not null,
  units integer not null default 1 check (units > 0),
  modifiers text[] not null default '{}',
  side text check (side in ('left', 'right', 'both')),
  facts jsonb not null default '{}',
  dx smallint[] not null default '{}',
  service_date date,
  origin text not null check (origin in ('approved', 'split', 'manual')),
  settled boolean not null default false,
  stale boolean not null default false,
  evidence jsonb not null default '{}',
  unique (case_id, position),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_lines_by_case on app.case_lines (tenant_id, case_id);

create table app.case_diagnoses (
  tenant_id uuid not null,
  case_id uuid not null,
  position smallint not null check (position between 1 and 12),
  icd text not null,
  chosen_by text not null,
  primary key (case_id, position),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_diagnoses_by_case on app.case_diagnoses (tenant_id, case_id);

create table app.case_history (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  case_id uuid not null,
  action text not null,
  revision integer not null,
  before jsonb not null,
  after jsonb not null,
  -- Of an undo: the entry that it took back.
  undoes bigint,
  acted_by text not null,
  acted_by_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_history_of_case on app.case_history (tenant_id, case_id, id);

create table app.case_versions (
  tenant_id uuid not null,
  case_id uuid not null,
  version integer not null,
  -- The whole claim with findings, what was said of them, and the files it was checked against; its hash is of these very bytes.
  content text not null,
  sha256 text not null,
  finished_by text not null,
  finished_at timestamptz not null default clock_timestamp(),
  primary key (case_id, version),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index case_versions_by_tenant on app.case_versions (tenant_id, finished_at desc);

do $$
declare t text;
begin
  foreach t in array array['cases', 'case_lines', 'case_diagnoses', 'case_history', 'case_versions'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy system_all on app.%I to inc_system using (true) with check (true)', t);
    execute format('create policy owner_all on app.%I to inc_owner using (true) with check (true)', t);
    execute format('create policy tenant_own on app.%I to inc_tenant
      using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()))', t);
    execute format('create policy super_all on app.%I to inc_super using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on app.%I to inc_system', t);
  end loop;
end $$;
grant select, insert, update on app.cases to inc_tenant, inc_super;
grant select, insert, update, delete on app.case_lines, app.case_diagnoses to inc_tenant, inc_super;
-- What was done and what was finished is added to, never changed.
grant select, insert on app.case_history, app.case_versions to inc_tenant, inc_super;

-- One case a note with approved codes, its lines in the order of their approval.
insert into app.cases (tenant_id, note_id)
  select distinct l.tenant_id, l.note_id from app.code_links l join app.notes n on n.id = l.note_id
   where l.state = 'APPROVED' and n.kind = 'op';
insert into app.case_lines (id, tenant_id, case_id, position, code, units, modifiers, origin)
  select gen_random_uuid(), c.tenant_id, c.id, row_number() over (partition by c.id order by l.approved_at, l.code), l.code, l.units, l.modifiers, 'approved'
    from app.code_links l join app.cases c on c.note_id = l.note_id where l.state = 'APPROVED';
