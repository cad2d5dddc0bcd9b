-- Dropdown values in use: how many records hold a value, counted over all offices, for whoever keeps the lists. Renaming
-- and replacing are plain updates of the central office, which the policies allow and the log notes.

-- Counts rows that hold a value, for each of the given columns {table, column}: as text or as an item of a list. Only
-- columns of record tables and projects that callers may write are counted; others are an error.
create function private.value_usage(columns jsonb, wanted text) returns table (table_name text, column_name text, rows bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" count the use of a value.' using errcode = 'AG003';
  end if;
  for one in select c."table" as tab, c."column" as col from jsonb_to_recordset(columns) c ("table" text, "column" text) loop
    if not exists (select from private.record_tables t where t.table_name = one.tab) and one.tab <> 'project_list'
      or not has_column_privilege('authenticated', format('public.%I', one.tab), one.col, 'update')
    then
      raise exception 'no such column: %.%', one.tab, one.col using errcode = '42703';
    end if;
    table_name := one.tab;
    column_name := one.col;
    execute format(
      case (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', one.tab)::regclass and a.attname = one.col)
        when 'text[]'::regtype then 'select count(*) from public.%I where %2$I @> array[$1]'
        else 'select count(*) from public.%I where %2$I = $1'
      end, one.tab, one.col) into rows using wanted;
    if rows > 0 then
      return next;
    end if;
  end loop;
end
$$;

grant execute on function private.value_usage(jsonb, text) to authenticated;
