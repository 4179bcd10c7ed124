-- When somebody worked on a case that they had: stretches of activity less than two minutes apart. No keys, no screens.
create table app.activity_stretches (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  case_id uuid not null,
  user_id uuid not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, case_id) references app.cases (tenant_id, id) on delete cascade
);
create index activity_stretches_of_case on app.activity_stretches (tenant_id, case_id);
create index activity_stretches_newest on app.activity_stretches (case_id, user_id, ended_at desc);
select app.wall_table('activity_stretches');
grant select, insert, update (ended_at) on app.activity_stretches to inc_tenant, inc_super;
select app.narrow_tables();
