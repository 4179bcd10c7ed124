-- A week of a large installation holds more texts than a search may read to say how many notes were found: it was read whole all the same.
-- One that would, by what was read so far, lead past twice the bound is not begun.
do $$
declare
  was text := pg_get_functiondef('app.some_found(text, jsonb, integer)'::regprocedure);
  reads text := $q$    week := app.week_of(newest);
    -- Rows that a plain$q$;
begin
  if position(reads in was) = 0 then raise exception 'app.some_found does not read where it did'; end if;
  -- Who owns a function must be able to make one, for the moment.
  grant create on schema app to inc_search;
  execute replace(was, reads, $q$    if nth > 0 and asked ? 'text' and not all_older and read_since > most_texts / 5
      and read_since * (1 + 604800 / greatest(extract(epoch from first_at - until_at), 1)) > 2 * most_texts then
      return next null;
      return;
    end if;
$q$ || reads);
  revoke create on schema app from inc_search;
end $$;
