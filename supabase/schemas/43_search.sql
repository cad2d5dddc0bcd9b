-- Searches all values of a row (spec section 5), joined into one normalized text per row. Users see values in other
-- formats (a date as "Mar 18, 2025"). So the API sends each word with all spellings in which the value may be stored.
-- Users with the Sensitive right also search the sensitive columns.

-- Returns the searchable columns of a table: the sensitive columns if `sensitive` is true, otherwise all columns that
-- are not sensitive.
create function private.searched_columns(target regclass, sensitive boolean)
  returns table (name name, type oid)
  language sql stable set search_path = ''
as $$
  select a.attname, a.atttypid
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype,
      'text[]'::regtype, 'timestamptz'::regtype, 'uuid'::regtype)
    and a.attname not in ('id', 'row_version', 'user_id', 'approved_by', 'approved_at', 'time_stamp', 'updated_at',
      'search_text')
    and sensitive = exists (
      select from private.sensitive_columns s where s.table_name = c.relname and s.column_name = a.attname)
$$;

-- Returns an SQL expression that joins the sensitive values of a row into one text. An index on the expression makes
-- these values searchable. Columns are in alphabetical order, so that the expression does not depend on when a column
-- was added.
create function private.build_sensitive_expression(target regclass) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.format_search_date(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.format_search_time(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.join_list(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.name))
  from private.searched_columns(target, true) c
$$;

-- BEFORE trigger: writes the searchable values of a row into search_text. Arguments: the columns to leave out, the date
-- columns, the timestamp columns, and the list columns. All other columns are searched as plain text, so that a new
-- text or number column needs no new trigger. Its name sorts last, so that this trigger runs after all other BEFORE
-- triggers, which may change values.
create function private.write_search_text() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  unsearched constant text[] := tg_argv[0];
  dates constant text[] := tg_argv[1];
  instants constant text[] := tg_argv[2];
  lists constant text[] := tg_argv[3];
begin
  new.search_text := (
    select private.fold(string_agg(
      case
        when key = any (dates) then private.format_search_date(value::date)
        when key = any (instants) then private.format_search_time(value::timestamptz)
        when key = any (lists) then private.join_list(array(select jsonb_array_elements_text(value::jsonb)))
        else value
      end, e'\n'))
    from jsonb_each_text(to_jsonb(new) - unsearched));
  return new;
end
$$;

-- Makes all columns of a table searchable: sensitive columns by an index, all other columns by the column search_text.
-- Can be called again after a column was added, to update index and search_text.
create procedure private.make_searchable(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  sensitive_index constant text := name || '_sensitive_search';
begin
  execute format('alter table %s add column if not exists search_text text', target);
  execute (
    select format(
      'create or replace trigger write_search_text before insert or update on %s
         for each row execute function private.write_search_text(%L, %L, %L, %L)',
      target,
      coalesce(array_agg(a.attname order by a.attname) filter (where s.name is null), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'date'::regtype), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'timestamptz'::regtype), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'text[]'::regtype), '{}'))
    from pg_catalog.pg_attribute a
    left join private.searched_columns(target, false) s on s.name = a.attname
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped);
  if exists (select from private.searched_columns(target, true)) then
    execute format('drop index if exists public.%I', sensitive_index);
    execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
      sensitive_index, target, private.build_sensitive_expression(target));
  end if;
end
$$;

-- Builds the SQL condition that a text matches a LIKE pattern. Without an index, a pattern with wildcards only at its
-- start and its end becomes a call of strpos, which takes a third less time per row.
create function private.build_pattern_condition(one text, pattern text, by_index boolean) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when by_index or pattern !~ '^%([^\\%_]|\\.)+%$' then format('%s like %L', one, pattern)
    else format('strpos(%s, %L) > 0', one, regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
  end
$$;

-- Builds an SQL condition that is true if the texts of a row match all search terms; null if there are no terms. A term
-- has alternatives (OR), and each alternative has parts (AND). A part is a LIKE pattern for one of the texts, a number
-- (the id of the row), or null (the row has no stage). Patterns in `nowhere` can match only the first text, so they are
-- not compared with the other texts.
create function private.build_term_conditions(terms jsonb, texts text[], by_index boolean default true,
  nowhere text[] default '{}') returns text
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
            select format('(%s)', string_agg(private.build_pattern_condition(one, pattern, by_index), ' or '))
            from private.fold(part.value #>> '{}') pattern,
              unnest(case when pattern = any (nowhere) then texts[:1] else texts end) one)
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

-- Returns the ids of the rows that contain every word of a text. Searches for the words as they are given, and not for
-- other notations of the same value (such as other formats of a date).
create function private.search_record_ids(table_name text, query text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select private.search_record_ids(table_name, (
    select coalesce(jsonb_agg(
      jsonb_build_array(jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'))), '[]')
    from regexp_split_to_table(btrim(query), '\s+') word where word <> ''))
$$;

-- Returns the SQL expressions of the texts that a search of a table reads: search_text and, if the caller may read
-- them, the sensitive columns joined into one text.
create function private.list_searched_expressions(table_name text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = list_searched_expressions.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.build_sensitive_expression(format('public.%I', table_name)::regclass);
  end if;
  return texts;
end
$$;

-- Returns the distinct LIKE patterns of search terms, normalized.
create function private.list_patterns(terms jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select distinct private.fold(part #>> '{}')
  from jsonb_path_query(terms, '$[*][*][*]') part
  where jsonb_typeof(part) = 'string'
$$;

-- Returns the search patterns that match no row of a table in the given indexed text. Only checks patterns with three
-- consecutive letters or digits, because the trigram index finds them quickly.
create function private.find_unmatched_patterns(table_name text, indexed text, terms jsonb) returns text[]
  language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  pattern text;
  held boolean;
  nowhere text[] := '{}';
begin
  for pattern in select p from private.list_patterns(terms) p where p ~ '[[:alnum:]]{3}' loop
    execute format('select exists (select from public.%I where %s like %L)', table_name, indexed, pattern) into held;
    if not held then
      nowhere := nowhere || pattern;
    end if;
  end loop;
  return nowhere;
end
$$;

-- Builds the SQL condition that a row of a table matches all search terms; null if there are no terms. With by_index,
-- the condition can use the table's indexes; without by_index, it is faster for checking rows one by one. by_sensitive
-- is true if the condition reads the sensitive columns. Sensitive columns take twenty times as long per row. So they
-- are compared only with patterns that match them in at least one row of the table. A row of an ARBO also matches by a
-- former name of the ARBO.
create function private.build_search_condition(table_name text, terms jsonb, by_index boolean default false,
  out condition text, out by_sensitive boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts constant text[] := private.list_searched_expressions(table_name);
  nowhere text[] := '{}';
  formerly bigint[];
begin
  if texts[2] is not null then
    nowhere := private.find_unmatched_patterns(table_name, texts[2], terms);
  end if;
  condition := private.build_term_conditions(terms, texts, by_index, nowhere);
  if exists (
    select from private.office_references r
    where r.table_name = build_search_condition.table_name and r.column_name = 'arboPrimaryKey')
  then
    formerly := private.find_arbos_by_former_name(terms);
    if cardinality(formerly) > 0 then
      condition := format('((%s) or "arboPrimaryKey" = any (%L::bigint[]))', condition, formerly);
    end if;
  end if;
  by_sensitive := texts[2] is not null and exists (
    select from private.list_patterns(terms) pattern where pattern <> all (nowhere));
end
$$;

-- Returns the ids of the rows in the caller's scope that match every search term.
create function private.search_record_ids(table_name text, terms jsonb) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null then
    perform private.check_record_table(search_record_ids.table_name);
  end if;
  conditions := (private.build_search_condition(table_name, terms, by_index => true)).condition;
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.central_caller_id() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name,
    coalesce(nullif(conditions, ''), 'true'));
end
$$;

grant execute on function
  private.build_search_condition(text, jsonb, boolean), private.search_record_ids(text, jsonb),
  private.search_record_ids(text, text)
to authenticated;
