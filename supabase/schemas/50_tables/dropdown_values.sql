-- Dropdown lists (spec section 7), and a function that counts the records that use a value. When a value is renamed or
-- replaced, the central office updates the records that use the value. Policies and log entries apply as to any other
-- update.

create table public.dropdown_values (
  id bigint generated always as identity primary key,
  list text not null check (list ~ '^[a-z0-9-]+$'),
  type text check (type = btrim(type) and type <> ''),
  category text check (category = btrim(category) and category <> ''),
  sub_category text check (sub_category = btrim(sub_category) and sub_category <> ''),
  user_id uuid default auth.uid(),
  check (num_nonnulls(type, category) = 1)
);
create unique index dropdown_values_once on public.dropdown_values (list, lower(coalesce(type, '')),
  lower(coalesce(category, '')), lower(coalesce(sub_category, '')));
comment on table public.dropdown_values is
  'The 34 dropdown lists (spec section 7). Participant lists use category and sub_category, all others type.';

call private.protect_reference_table('public.dropdown_values');

-- Counts the rows that contain the value `wanted`, for each of the given columns {table, column}. A row contains the
-- value if the column equals the value or, for a list column, has the value as an item. Raises an error for a column
-- that callers cannot write, or whose table is neither a record table nor the project list.
create function private.count_value_usage(columns jsonb, wanted text)
  returns table (table_name text, column_name text, rows bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" can count the use of a value.'
      using errcode = 'AG003';
  end if;
  for one in select c."table" as tab, c."column" as col
    from jsonb_to_recordset(columns) c ("table" text, "column" text) loop
    if not exists (select from private.record_tables t where t.table_name = one.tab) and one.tab <> 'project_list'
      or not has_column_privilege('authenticated', format('public.%I', one.tab), one.col, 'update')
    then
      raise exception 'no such column: %.%', one.tab, one.col using errcode = '42703';
    end if;
    table_name := one.tab;
    column_name := one.col;
    execute format(
      case (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', one.tab)::regclass
        and a.attname = one.col)
        when 'text[]'::regtype then 'select count(*) from public.%I where %2$I @> array[$1]'
        else 'select count(*) from public.%I where %2$I = $1'
      end, one.tab, one.col) into rows using wanted;
    if rows > 0 then
      return next;
    end if;
  end loop;
end
$$;

grant execute on function private.count_value_usage(jsonb, text) to authenticated;
