-- Whether a clinic's lead has opened the fast lane; whether it is open is told by its own calibration each time.
alter table app.queue_settings add column fast_lane boolean not null default false;
create index case_versions_fast on app.case_versions (tenant_id, finished_at) where (figures -> 'fast' ->> 'eligible') = 'true';
