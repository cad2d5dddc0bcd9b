-- The search finds what the table shows. How a value is shown (a date as "Mar 18, 2025", a number with separators) is
-- the API's to know: it sends each word with the ways in which it may be stored. Here all columns that a table shows are
-- searched, also those that came after the protection, and the sensitive ones for whoever has the right.

-- An instant in the offices' time zone, as date_words has its day.
create function private.moment_words(moment timestamptz) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.date_words((moment at time zone 'Asia/Manila')::date)
    || ' ' || pg_catalog.lpad(extract(hour from moment at time zone 'Asia/Manila')::text, 2, '0')
    || ':' || pg_catalog.lpad(extract(minute from moment at time zone 'Asia/Manila')::text, 2, '0')
$$;
grant execute on function private.moment_words(timestamptz) to authenticated, service_role;

-- The columns of a table that are searched, in their order: the sensitive ones, or all others.
create function private.searched_columns(target regclass, sensitive boolean) returns table (name name, place smallint, type oid)
  language sql stable set search_path = ''
as $$
  select a.attname, a.attnum, a.atttypid
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype,
      'text[]'::regtype, 'timestamptz'::regtype, 'uuid'::regtype)
    and a.attname not in ('id', 'row_version', 'user_id', 'approved_by', 'approved_at', 'time_stamp', 'updated_at')
    and sensitive = exists (
      select from private.sensitive_columns s where s.table_name = c.relname and s.column_name = a.attname)
$$;

-- Their values as one text, as an expression over a row of the table. An index has the same expression.
create function private.search_expression(target regclass, sensitive boolean) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.moment_words(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.place))
  from private.searched_columns(target, sensitive) c
$$;

create or replace procedure private.add_search_text(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s add column search_text text generated always as (%s) stored',
    target, private.search_expression(target, false));
end
$$;

-- Brings what is searched up to the columns that the tables have. Called at the end of a migration that adds columns to
-- a table with search; again, it changes nothing.
create procedure private.search_all_columns()
  language plpgsql set search_path = ''
as $$
declare
  searched record;
begin
  for searched in
    select c.oid::regclass as target, c.relname as name, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attname = 'search_text' and a.attgenerated = 's'
  loop
    if exists (select from private.searched_columns(searched.target, false) c where searched.expression !~ ('\y' || c.name || '\y')) then
      execute format('alter table %s alter column search_text set expression as (%s)',
        searched.target, private.search_expression(searched.target, false));
    end if;
    if exists (select from private.sensitive_columns s where s.table_name = searched.name) then
      execute format('create index if not exists %I on %s using gin ((%s) extensions.gin_trgm_ops)',
        searched.name || '_sensitive_search', searched.target, private.search_expression(searched.target, true));
    end if;
  end loop;
end
$$;

call private.search_all_columns();

-- Terms as a condition over texts. terms: a list of terms; a term is a list of alternatives, of which one must hold; an
-- alternative is a list, of which everything must hold: a text (a pattern of LIKE) is in one of the texts, a number is
-- the row's id, null says that it has no stage. Null where there are no terms.
create function private.term_conditions(terms jsonb, texts text[]) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(format('(%s)', t.condition), ' and ')
  from (
    select string_agg(alternative.condition, ' or ') as condition
    from jsonb_array_elements(terms) with ordinality term (alternatives, place)
    cross join lateral (
      select string_agg(
        case jsonb_typeof(part.value)
          when 'string' then (
            select format('(%s)', string_agg(format('%s like %L', one, private.fold(part.value #>> '{}')), ' or '))
            from unnest(texts) one)
          when 'number' then format('id = %L', part.value #>> '{}')
          when 'null' then 'process_stage is null'
        end, ' and ')
      from jsonb_array_elements(term.alternatives) with ordinality a (parts, place)
      cross join lateral jsonb_array_elements(a.parts) part
      group by a.place
    ) alternative (condition)
    group by term.place
  ) t
$$;

-- The rows in the caller's scope in which every term holds.
create function private.search_record_ids(table_name text, terms jsonb) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
  -- What is searched: the sensitive columns too for whoever may read them.
  texts text[] := array['search_text'];
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null
    and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = search_record_ids.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  conditions := private.term_conditions(terms, texts);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_level() is distinct from 'Central' then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$$;
grant execute on function private.search_record_ids(text, jsonb) to authenticated;

-- The rows that hold every word of a text, as it is.
create or replace function private.search_record_ids(table_name text, query text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select private.search_record_ids(table_name, (
    select coalesce(jsonb_agg(jsonb_build_array(jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'))), '[]')
    from regexp_split_to_table(btrim(query), '\s+') word where word <> ''))
$$;

-- As before, and without the text that was searched for: it may be a birthday.
create or replace function private.without_sensitive(about text, changes jsonb) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text), '{}')
  end
$$;

-- As before; words are terms as the search of records takes them, and times are found as they are shown.
drop function private.read_log(jsonb, timestamptz, timestamptz, text, boolean, integer, integer, integer);
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.without_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.moment_words(l.at), l.user_name, l.user_role, l.form_name, '
    || 'l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_level() = 'Central' then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)), ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'form_name', 'row_id', 'action', 'status', 'source',
        'region_name', 'province_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions, count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', %s) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;
grant execute on function private.read_log(jsonb, timestamptz, timestamptz, jsonb, boolean, integer, integer, integer) to authenticated;

call private.let_levels_read();
