-- One index for every filter of the note lists that matches anywhere in a field, and for those that are combined with them. What a week
-- brought lies together in it, so that what is common is found in the newest weeks at their price, however many notes there are.

create function app.week_of(at timestamptz) returns integer language sql immutable parallel safe
  return floor(extract(epoch from at) / 604800)::integer;

-- The functions of the release before find in the new index what they looked for in this one.
drop index if exists app.notes_text;
-- It is made once, of all the texts there are.
set local maintenance_work_mem = '256MB';
-- The text is the last: what is cheaper to compare is compared before it.
create index notes_search on app.notes using gin (
  tenant_id ext.uuid_ops, app.week_of(created_at) ext.int4_ops, creator_key ext.text_ops, updater_key ext.text_ops, state ext.text_ops,
  approved_codes ext.gin_trgm_ops, filename_key ext.gin_trgm_ops, (id::text) ext.gin_trgm_ops, text ext.gin_trgm_ops)
  where deleted_at is null;

-- Where a search looks: the caller's own tenants, without the notes that exist for a blind reader by their review alone.
create function app.search_scope(note_kind text, asked jsonb) returns text language plpgsql stable set search_path = app, pg_temp as $$
declare
  taken text := current_setting('role', true);
  scope text;
begin
  scope := case taken
    when 'inc_super' then 'true'
    when 'inc_narrowed' then coalesce((select '(' || string_agg(format('n.tenant_id = %L', t), ' or ') || ')' from unnest(app.only_tenants()) t), 'false')
    else format('n.tenant_id = %L', app.tenant_id()) end;
  if asked ? 'tenant' then scope := scope || format(' and n.tenant_id = %L', asked ->> 'tenant'); end if;
  if cardinality(app.blind_notes()) > 0 then scope := scope || format(' and n.id <> all (%L::uuid[])', app.blind_notes()); end if;
  return scope || format(' and n.kind = %L and n.deleted_at is null', note_kind);
end $$;

-- What is asked for, as conditions on a note. A text that is common is not looked up in the index, and compared after all else.
create function app.search_filters(asked jsonb, common_text boolean) returns text language sql stable set search_path = app, pg_temp
  return (
    select coalesce(string_agg(format(' and ' || condition, value), '' order by place), '')
      from (
        select 0 as place, 'n.approved_codes like %L' as condition, code as value from jsonb_array_elements_text(asked -> 'codes') code
        union all
        values
          (1, 'n.creator_key = %L', asked ->> 'creator'),
          (2, 'n.updater_key = %L', asked ->> 'updater'),
          (3, 'n.state = %L', asked ->> 'state'),
          (4, 'n.created_at >= %L', asked ->> 'created_from'),
          (5, 'n.created_at < %L', asked ->> 'created_before'),
          (6, 'n.updated_at >= %L', asked ->> 'updated_from'),
          (7, 'n.updated_at < %L', asked ->> 'updated_before'),
          (8, 'n.filename_key like %L', asked ->> 'filename'),
          (9, 'n.id::text like %L', asked ->> 'id'),
          -- The words as they are, ignoring case: an expression is compared in a third of the time of ILIKE, which folds the whole text first.
          (10, case when common_text then 'coalesce(n.text ~* %L, false)' else 'n.text ~* %L' end, '***=' || (asked ->> 'text'))
      ) filters
     where value is not null);

-- Whether two of five of the newest notes hold the text.
create function app.is_common_text(scope text, asked jsonb) returns boolean language plpgsql stable set search_path = app, pg_temp as $$
declare hits integer;
begin
  if not asked ? 'text' then return false; end if;
  execute format('select count(*) filter (where n.text ~* %L) from (select n.text from app.notes n where %s order by n.created_at desc, n.id desc limit 100) n',
    '***=' || (asked ->> 'text'), scope) into hits;
  return hits >= 40;
end $$;

-- Notes that were found, newest first: what is met among the newest, then week by week, then, since it is rare, in all that are older.
create function app.newest_found(note_kind text, asked jsonb, most integer, before_at timestamptz, before_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = app, ext, pg_temp
  set enable_seqscan = off set enable_bitmapscan = on set enable_sort = on set jit = off as $$
declare
  walked integer;
  weeks constant integer := 8;
  scope text := app.search_scope(note_kind, asked);
  until_at timestamptz := coalesce((asked ->> 'created_before')::timestamptz, 'infinity');
  until_id uuid := '00000000-0000-0000-0000-000000000000';
  common boolean := app.is_common_text(scope, asked);
  ordered constant text := 'order by n.created_at desc, n.id desc';
  left_to_find integer := most;
  found_rows integer;
  newest timestamptz;
  week integer;
begin
  if before_at < until_at then until_at := before_at; until_id := before_id; end if;
  foreach walked in array array[400, 1600] loop
    return query execute format('select n.id from (select * from app.notes n where %s and (n.created_at, n.id) < ($1, $2) %s limit %s) n where true%s %2$s limit $3',
      scope, ordered, walked, app.search_filters(asked, true)) using until_at, until_id, left_to_find;
    get diagnostics found_rows = row_count;
    left_to_find := left_to_find - found_rows;
    if left_to_find <= 0 then return; end if;
    execute format('select n.created_at, n.id from app.notes n where %s and (n.created_at, n.id) < ($1, $2) %s limit 1 offset %s', scope, ordered, walked - 1)
      into until_at, until_id using until_at, until_id;
    if until_at is null then return; end if;
    exit when found_rows * 5 < most;
  end loop;
  for nth in 0 .. weeks loop
    execute format('select n.created_at from app.notes n where %s and (n.created_at, n.id) < ($1, $2) %s limit 1', scope, ordered)
      into newest using until_at, until_id;
    exit when newest is null or newest < (asked ->> 'created_from')::timestamptz;
    week := app.week_of(newest);
    return query execute format('with h as materialized (select n.id, n.created_at from app.notes n where %s%s and (n.created_at, n.id) < ($1, $2)%s)
        select n.id from h n %s limit $3',
      scope, case when nth < weeks then format(' and app.week_of(n.created_at) = %s', week) else '' end,
      app.search_filters(asked, common and nth < weeks), ordered)
      using until_at, until_id, left_to_find;
    get diagnostics found_rows = row_count;
    left_to_find := left_to_find - found_rows;
    exit when left_to_find <= 0;
    until_at := to_timestamp(week::bigint * 604800);
    until_id := '00000000-0000-0000-0000-000000000000';
  end loop;
end $$;

-- Notes that were found, in no order. A null at the end says that there are more, or may be: a search reads so many texts and no more to
-- say how many there are.
create function app.some_found(note_kind text, asked jsonb, most integer) returns setof uuid
language plpgsql stable security definer set search_path = app, ext, pg_temp
  set enable_seqscan = off set enable_indexscan = on set enable_bitmapscan = on set enable_sort = on set jit = off as $$
declare
  most_texts constant integer := 1500;
  weeks constant integer := 8;
  scope text := app.search_scope(note_kind, asked);
  until_at timestamptz := coalesce((asked ->> 'created_before')::timestamptz, 'infinity');
  common boolean := app.is_common_text(scope, asked);
  read_before bigint := pg_stat_get_xact_tuples_fetched('app.notes'::regclass);
  read_since bigint := 0;
  left_to_find integer := most;
  found_rows integer;
  first_at timestamptz;
  newest timestamptz;
  oldest timestamptz;
  week integer;
  all_older boolean;
begin
  if asked ? 'text' then
    execute format('select n.created_at from app.notes n where %s order by n.created_at, n.id limit 1', scope) into oldest;
  end if;
  for nth in 0 .. 2147483646 loop
    execute format('select n.created_at from app.notes n where %s and n.created_at < $1 order by n.created_at desc, n.id desc limit 1', scope)
      into newest using until_at;
    exit when newest is null or newest < (asked ->> 'created_from')::timestamptz;
    -- What the weeks cost tells what all that are older will.
    all_older := nth >= weeks and (not asked ? 'text' or least(
        read_since * extract(epoch from until_at - oldest) / extract(epoch from first_at - until_at),
        left_to_find * read_since / greatest(most - left_to_find, 1)) < most_texts - read_since);
    week := app.week_of(newest);
    -- Rows that a plain index scan reads are counted as the index's, and not seen below.
    perform set_config('enable_indexscan', 'off', true);
    return query execute format('select n.id from app.notes n where %s%s and n.created_at < $1%s limit $2',
      scope, case when all_older then '' else format(' and app.week_of(n.created_at) = %s', week) end,
      app.search_filters(asked, common and not all_older)) using until_at, left_to_find;
    get diagnostics found_rows = row_count;
    perform set_config('enable_indexscan', 'on', true);
    left_to_find := left_to_find - found_rows;
    read_since := pg_stat_get_xact_tuples_fetched('app.notes'::regclass) - read_before;
    if left_to_find <= 0 or (asked ? 'text' and read_since > most_texts) then
      return next null;
      return;
    end if;
    exit when all_older;
    if nth = 0 then first_at := newest; end if;
    until_at := to_timestamp(week::bigint * 604800);
  end loop;
end $$;

revoke execute on function app.search_scope(text, jsonb), app.search_filters(jsonb, boolean), app.is_common_text(text, jsonb),
  app.newest_found(text, jsonb, integer, timestamptz, uuid), app.some_found(text, jsonb, integer) from public;
grant execute on function app.search_scope(text, jsonb), app.search_filters(jsonb, boolean), app.is_common_text(text, jsonb), app.blind_notes()
  to inc_search;
grant execute on function app.newest_found(text, jsonb, integer, timestamptz, uuid), app.some_found(text, jsonb, integer) to inc_tenant, inc_super;
-- Who owns a function must be able to make one, for the moment.
do $$
begin
  grant create on schema app to inc_search;
  alter function app.newest_found(text, jsonb, integer, timestamptz, uuid) owner to inc_search;
  alter function app.some_found(text, jsonb, integer) owner to inc_search;
  revoke create on schema app from inc_search;
end $$;
