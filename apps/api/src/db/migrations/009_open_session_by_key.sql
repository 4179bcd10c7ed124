-- Every request begins here: three rows, each by its key, whatever the statistics say. Without this the planner may start from the
-- tenants and walk over all users while an installation's tables grow faster than they are analysed (an import, a first busy hour).
alter function app.open_session(uuid, boolean) set join_collapse_limit = 1;
alter function app.open_session(uuid, boolean) set enable_seqscan = off;
