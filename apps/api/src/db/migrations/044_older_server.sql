-- What 002_notes.sql says of this column PostgreSQL 15 does not understand there. Pieces of a zip are not compressed again.
alter table app.export_chunks alter column bytes set storage external;
