-- The audit chain is made with a key of the installation's secret: seals without one could be made anew by whoever holds the database.
-- They go, and the server seals the log again at its first start. A seal's place is given by the sealer, without gaps, so that a deleted
-- one shows.
delete from app.audit_seals;
alter table app.audit_seals alter column seq drop identity;
-- A row with a number that was never given shows too.
grant select on sequence app.audit_log_id_seq to inc_system;
