-- What people approved and rejected without ever pressing Train is learned too, as weaker signs.

alter table app.training_examples
  add column kind text not null default 'submitted' check (kind in ('submitted', 'approved')),
  -- Of an approved one: when its note was last touched, as of the gathering. Another time there makes it out of date.
  add column settled_at timestamptz check ((settled_at is null) = (kind = 'submitted'));
create index training_examples_of_note on app.training_examples (note_id);
create unique index training_examples_one_approved on app.training_examples (note_id) where kind = 'approved' and undone_at is null;
create index code_history_newest on app.code_history (tenant_id, acted_at);
