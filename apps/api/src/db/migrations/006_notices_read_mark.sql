-- A recipient marks a notice as read; nothing else about it can be changed by a request.
revoke update on app.notices from inc_tenant, inc_super;
grant update (read_at) on app.notices to inc_tenant, inc_super;
