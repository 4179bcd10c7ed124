-- Roles that the parts around PostgreSQL need, once, as a superuser in the product's database: docs/scale.md. Replicas get them by themselves.
-- Passwords: \password replicator, \password pgbouncer.
create role replicator login replication;
-- HAProxy asks who is the primary. In pg_hba.conf, above other lines: host postgres haproxy 10.0.0.10/32 trust
create role haproxy login;
-- PgBouncer asks what proves the passwords of the product's two logins, and of nobody else.
create role pgbouncer login;
create schema pgbouncer authorization current_user;
create function pgbouncer.user_lookup(login text) returns table (usename name, passwd text)
language sql security definer set search_path = pg_catalog, pg_temp as
$$ select s.usename, s.passwd from pg_catalog.pg_shadow s where s.usename = login and login in ('inc_login', 'inc_auth_login') $$;
revoke execute on function pgbouncer.user_lookup(text) from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.user_lookup(text) to pgbouncer;
