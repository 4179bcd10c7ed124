-- Why a code was rejected: said after the rejection as an act of its own in the history, and kept with the link while it stands.

alter table app.code_links add column reject_reason text check (reject_reason in
  ('not-done', 'part-of-another', 'other-code', 'not-documented', 'history-or-plan', 'another-surgeon', 'side-size-level', 'other'));
create index code_links_rejected_because on app.code_links (tenant_id, rejected_at) where reject_reason is not null;

alter table app.code_history add column reason text;
alter table app.code_history drop constraint code_history_action_check;
alter table app.code_history add constraint code_history_action_check
  check (action in ('approve', 'reject', 'assign', 'code', 'undo', 'reason')) not valid;
alter table app.code_history validate constraint code_history_action_check;

-- Rejected codes of which nothing was done or documented.
alter table app.training_examples add column firmly text[] not null default '{}';
