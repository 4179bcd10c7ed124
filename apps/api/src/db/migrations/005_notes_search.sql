-- Long texts have no statistics, so the planner takes every word for a rare one and fetches all notes that hold it before it sorts.
-- What the newest 300 show decides instead: a common word is met on the way through the list, a rare one is looked up by trigrams.
create or replace function app.search_note_ids(note_kind text, pattern text, max_rows integer, before_at timestamptz, before_id uuid)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_bitmapscan = on set enable_seqscan = on set enable_sort = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  ordered text;
  probed integer; hits integer;
begin
  if not everywhere and tenant is null then return; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  ordered := format($q$ select n.id, n.created_at from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3
      and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit $6 $q$, scope);
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null
        and ($4::timestamptz is null or (n.created_at, n.id) < ($4, $5)) order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern, before_at, before_id;
  if probed < 300 or hits >= max_rows or hits * 20 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    perform set_config('enable_seqscan', 'off', true);
    return query execute ordered using tenant, note_kind, pattern, before_at, before_id, max_rows;
    return;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  return query execute format($q$ with h as materialized (select n.id, n.created_at from app.notes n
      where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001)
    select h.id, h.created_at from h where (select count(*) from h) <= 5000
      and ($4::timestamptz is null or (h.created_at, h.id) < ($4, $5))
    order by h.created_at desc, h.id desc limit $6 $q$, scope)
    using tenant, note_kind, pattern, before_at, before_id, max_rows;
  if found then return; end if;
  -- Nothing, or too many for a sort.
  execute format($q$ select count(*) from (select 1 from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit 5001) x $q$, scope)
    into hits using tenant, note_kind, pattern;
  if hits > 5000 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    return query execute ordered using tenant, note_kind, pattern, before_at, before_id, max_rows;
  end if;
end $$;

create or replace function app.count_note_ids(note_kind text, pattern text, cap integer) returns integer
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_bitmapscan = on set enable_seqscan = on set enable_sort = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  probed integer; hits integer; n integer;
begin
  if not everywhere and tenant is null then return 0; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern;
  if probed < 300 then return hits; end if;
  perform set_config('enable_seqscan', 'off', true);
  if hits * 8 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3 then
    perform set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
    -- In the order in which they were written, and so lie together.
    scope := scope || ' and n.kind = $2 and n.deleted_at is null and n.text ilike $3 order by n.created_at desc, n.id desc';
  else
    scope := scope || ' and n.kind = $2 and n.deleted_at is null and n.text ilike $3';
  end if;
  execute format($q$ select count(*) from (select 1 from app.notes n where %s limit $4) x $q$, scope) into n using tenant, note_kind, pattern, cap;
  return n;
end $$;

-- All notes that hold a pattern, for a list in another order or with other filters: one null row says that there are too many.
create function app.few_note_ids(note_kind text, pattern text, cap integer) returns setof uuid
language plpgsql stable security definer set search_path = app, ext, pg_temp set enable_seqscan = on as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  everywhere boolean := current_setting('role', true) = 'inc_super';
  scope text;
  probed integer; hits integer; found_ids uuid[];
begin
  if not everywhere and tenant is null then return; end if;
  scope := case when everywhere then 'true' else 'n.tenant_id = $1' end;
  execute format($q$ select count(*), count(*) filter (where w.text ilike $3) from
    (select n.text from app.notes n where %s and n.kind = $2 and n.deleted_at is null order by n.created_at desc, n.id desc limit 300) w $q$, scope)
    into probed, hits using tenant, note_kind, pattern;
  if probed = 300 and (hits * 20 >= probed or length(replace(replace(pattern, '%', ''), '_', '')) < 3) then
    return next null;
    return;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  execute format($q$ select array_agg(x.id) from (select n.id from app.notes n where %s and n.kind = $2 and n.deleted_at is null and n.text ilike $3 limit $4) x $q$, scope)
    into found_ids using tenant, note_kind, pattern, cap + 1;
  if cardinality(found_ids) > cap then return next null; else return query select unnest(found_ids); end if;
end $$;
revoke execute on function app.few_note_ids(text, text, integer) from public;
grant execute on function app.few_note_ids(text, text, integer) to inc_tenant, inc_super;
grant create on schema app to inc_search;
alter function app.few_note_ids(text, text, integer) owner to inc_search;
revoke create on schema app from inc_search;
