-- What was said of a case may tell its first coding: until the second coding is in, its reader sees no comment on it either.

create policy blind on app.case_comments as restrictive for select to inc_tenant, inc_super
  using (case_id <> all ((select app.blind_cases())::uuid[]));
