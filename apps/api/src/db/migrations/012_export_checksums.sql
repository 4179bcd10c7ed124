-- What is handed out is what was made: each piece of an export's file is checked before it leaves. Files made before this have no sums.
alter table app.export_chunks add column sha256 bytea;
