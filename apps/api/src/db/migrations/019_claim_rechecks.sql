-- What new published files found on an open claim: told until somebody works on it.
alter table app.cases add column recheck jsonb;
