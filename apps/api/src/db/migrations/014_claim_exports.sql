-- Background exports also hand over finished claims.
alter table app.exports add column format text not null default 'docx' check (format in ('docx', 'csv', 'fhir'));
grant insert (format) on app.exports to inc_tenant, inc_super;
