-- Messages of the contact form are read and settled in the product.
alter table app.contact_messages add column done_by text, add column done_at timestamptz;
create index contact_messages_newest on app.contact_messages (created_at desc, id desc);
create policy super_all on app.contact_messages to inc_super using (true) with check (true);
grant select on app.contact_messages to inc_super;
grant update (done_by, done_at) on app.contact_messages to inc_super;
