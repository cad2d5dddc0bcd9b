-- Search over all values of a row (spec section 5), kept as one folded text per row. The API knows how a value is
-- shown (a date as "Mar 18, 2025", a number with separators) and sends each word with its possible stored spellings.
-- A user with the right Sensitive also searches the sensitive columns.

-- Columns of a table that are searched: only the sensitive ones, or only the others.
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

-- The sensitive values of a row as one text: an expression over a row of the table, for an index. In the order of the
-- columns' names, so that the expression doesn't depend on when a column was added.
create function private.sensitive_expression(target regclass) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.moment_words(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.name))
  from private.searched_columns(target, true) c
$$;

-- BEFORE trigger: writes the searched values of a row into search_text. Arguments: the columns that are not searched,
-- and those that are shown as a date, as an instant and as a list. A column that none of them names is searched as its
-- text, so that adding a text or a number needs no new trigger. It runs after all other BEFORE triggers, which change
-- what is stored: Postgres fires triggers in the order of their names.
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
        when key = any (dates) then private.date_words(value::date)
        when key = any (instants) then private.moment_words(value::timestamptz)
        when key = any (lists) then private.list_words(array(select jsonb_array_elements_text(value::jsonb)))
        else value
      end, e'\n'))
    from jsonb_each_text(to_jsonb(new) - unsearched));
  return new;
end
$$;

-- Makes all columns of a table searchable: the sensitive ones by an index, all others by the column search_text. Called
-- again after a column was added, it updates both.
create procedure private.keep_searched(target regclass)
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
      sensitive_index, target, private.sensitive_expression(target));
  end if;
end
$$;

-- Whether a text holds a pattern of LIKE, as a condition. Where no index shall answer it, a pattern without wildcards
-- but at both ends is looked for as a text: a third less for each row.
create function private.pattern_condition(one text, pattern text, by_index boolean) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when by_index or pattern !~ '^%([^\\%_]|\\.)+%$' then format('%s like %L', one, pattern)
    else format('strpos(%s, %L) > 0', one, regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
  end
$$;

-- Terms as a condition over texts. terms: a list of terms; a term is a list of alternatives, of which one must hold; an
-- alternative is a list, of which everything must hold: a text (a pattern of LIKE) is in one of the texts, a number is
-- the row's id, null says that it has no stage. Null where there are no terms. nowhere: patterns that the first text
-- alone may hold.
create function private.term_conditions(terms jsonb, texts text[], by_index boolean default true,
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
            select format('(%s)', string_agg(private.pattern_condition(one, pattern, by_index), ' or '))
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

-- The rows that hold every word of a text, as it is.
create function private.search_record_ids(table_name text, query text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select private.search_record_ids(table_name, (
    select coalesce(jsonb_agg(
      jsonb_build_array(jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'))), '[]')
    from regexp_split_to_table(btrim(query), '\s+') word where word <> ''))
$$;

-- What of a table is searched, as expressions: the sensitive columns too for whoever may read them.
create function private.searched_texts(table_name text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = searched_texts.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.sensitive_expression(format('public.%I', table_name)::regclass);
  end if;
  return texts;
end
$$;

-- The patterns of terms, as they are looked for.
create function private.patterns_of(terms jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select distinct private.fold(part #>> '{}')
  from jsonb_path_query(terms, '$[*][*][*]') part
  where jsonb_typeof(part) = 'string'
$$;

-- The patterns of terms that no row of a table holds in an indexed text. The index says so at once, where it knows a
-- pattern: by three letters or digits in a row.
create function private.patterns_nowhere(table_name text, indexed text, terms jsonb) returns text[]
  language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  pattern text;
  held boolean;
  nowhere text[] := '{}';
begin
  for pattern in select p from private.patterns_of(terms) p where p ~ '[[:alnum:]]{3}' loop
    execute format('select exists (select from public.%I where %s like %L)', table_name, indexed, pattern) into held;
    if not held then
      nowhere := nowhere || pattern;
    end if;
  end loop;
  return nowhere;
end
$$;

-- Terms as a condition over the columns of a table: for its indexes, or for rows that are looked at one by one. Null
-- where there are no terms. by_sensitive: it asks the sensitive columns, of which each row takes twenty times as long,
-- since their text is not stored; what stands nowhere in them is not looked for there. Rows of an ARBO are found by its
-- former names, too.
create function private.search_condition(table_name text, terms jsonb, by_index boolean default false,
  out condition text, out by_sensitive boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts constant text[] := private.searched_texts(table_name);
  nowhere text[] := '{}';
  formerly bigint[];
begin
  if texts[2] is not null then
    nowhere := private.patterns_nowhere(table_name, texts[2], terms);
  end if;
  condition := private.term_conditions(terms, texts, by_index, nowhere);
  if exists (
    select from private.office_references r
    where r.table_name = search_condition.table_name and r.column_name = 'arboPrimaryKey')
  then
    formerly := private.arbos_formerly_named(terms);
    if cardinality(formerly) > 0 then
      condition := format('((%s) or "arboPrimaryKey" = any (%L::bigint[]))', condition, formerly);
    end if;
  end if;
  by_sensitive := texts[2] is not null and exists (
    select from private.patterns_of(terms) pattern where pattern <> all (nowhere));
end
$$;

-- The rows in the caller's scope in which every term holds.
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
  conditions := (private.search_condition(table_name, terms, by_index => true)).condition;
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name,
    coalesce(nullif(conditions, ''), 'true'));
end
$$;

grant execute on function
  private.search_condition(text, jsonb, boolean), private.search_record_ids(text, jsonb),
  private.search_record_ids(text, text)
to authenticated;
