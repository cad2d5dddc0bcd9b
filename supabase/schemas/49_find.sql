-- Finds records of several tables by name, while the user types. Returns a few records, best match first. The work is
-- limited even if many rows have the typed words. Sensitive columns are never searched.

create table private.findable_tables (
  table_name text primary key references private.record_tables (table_name),
  name_column text not null,
  identifier_column text
);
alter table private.findable_tables enable row level security;
comment on table private.findable_tables is
  'Tables that private.find_records searches, with the column that names a row and the identifier by which other '
  'records refer to it.';

-- Joins a name and an identifier into one text for search: lower case, without accents and signs, with a space before
-- each word. Written in plpgsql for speed, because it runs for each of the thousands of rows that an index may find.
create function private.build_find_text(name text, identifier text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return ' ' || btrim(regexp_replace(private.fold(coalesce(name, '') || ' ' || coalesce(identifier, '')),
    '[^[:alnum:]]+', ' ', 'g'));
end
$$;

-- Builds the SQL expression that calls private.build_find_text with the columns of a table. Indexes and queries must
-- use exactly the same expression.
create function private.build_find_expression(name_column text, identifier_column text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format('private.build_find_text(%I, %s)', name_column, coalesce(quote_ident(identifier_column), 'null'))
$$;

-- Makes the rows of a table findable by name, and by identifier if the table has one.
create procedure private.make_findable(target regclass, name_column text, identifier_column text default null)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  words constant text := private.build_find_expression(name_column, identifier_column);
begin
  insert into private.findable_tables values (name, name_column, identifier_column);
  execute format('create index %I on %s (%s collate "C")', name || '_found_in_order', target, words);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)', name || '_found', target, words);
end
$$;

-- Returns, for each table, the ids of rows in the caller's scope that may match the query; private.find_records then
-- ranks them. Searches in steps:
-- - names that start with the query, in alphabetical order
-- - names that contain the query at the start of a word
-- - names in which each query word starts a word
-- - names that contain the words anywhere
-- - rows that contain the words in any column
-- Each step runs only if the earlier steps found fewer than `most` rows, and reads at most 4 × `most` rows.
create function private.find_candidate_ids(query text, most integer)
  returns table (table_name text, name_column text, identifier_column text, ids bigint[])
  language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant text := private.build_find_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  -- A trigram index cannot find a part of a word if the part has fewer than three letters.
  long boolean := exists (select from unnest(words) w where length(w) > 2);
  scope constant text := case when private.central_caller_id() is null
    then format(' and office = any (%L::text[])', private.offices_to_read()) else '' end;
  steps text[];
  step text;
  found bigint[];
begin
  if length(btrim(asked)) < 2 then
    return;
  end if;
  for table_name, name_column, identifier_column in select * from private.findable_tables loop
    steps := (
      select array[format('{words} collate "C" like %L{scope} order by {words} collate "C"', asked || '%')]
        || case when count(*) > 1 then array[format('{words} like %L{scope}', '%' || asked || '%')] end
        || array[string_agg(format('{words} like %L', '% ' || w || '%'), ' and ') || '{scope}']
        || case when long then array[
          string_agg(format('{words} like %L', '%' || w || '%'), ' and ') || '{scope}',
          string_agg(format('search_text like %L', '%' || w || '%'), ' and ') || '{scope}']
        end
      from unnest(words) w);
    ids := '{}';
    foreach step in array steps loop
      exit when cardinality(ids) >= most;
      execute format('select array(select id from public.%I where %s limit %s)', table_name,
        replace(replace(step, '{words}', private.build_find_expression(name_column, identifier_column)), '{scope}',
          scope), 4 * most) into found;
      ids := array(select distinct i from unnest(ids || found) i);
    end loop;
    if cardinality(ids) > 0 then
      return next;
    end if;
  end loop;
end
$$;

-- Returns the rows that match a query best, at most `most` per table, best first. `rank` says what matches:
-- - 1: the name or the identifier equals the query
-- - 2: the name starts with the query
-- - 3: the name contains the query at the start of a word
-- - 4: each word of the query starts a word of the name
-- - 5: the name contains the words anywhere
-- - 6: other columns contain the words; hit_column and hit_value are the column with the most words and its value
-- Within a rank, rows of the caller's own office come first. Policies and column privileges apply to each row.
create function private.find_records(query text, most integer)
  returns table (table_name text, id bigint, rank integer, name text, identifier text, about jsonb, hit_column text,
    hit_value text)
  language plpgsql stable set search_path = ''
as $$
declare
  asked constant text := private.build_find_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  own constant text := (
    select coalesce(c.region_name, '') || ' / ' || coalesce(c.province_name, '') from private.current_caller() c);
  target record;
  readable text;
begin
  for target in select * from private.find_candidate_ids(query, most) loop
    readable := (
      select string_agg(format('t.%I', a.attname), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', target.table_name)::regclass and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype)
        and a.attname not in ('search_text', 'office', target.name_column)
        and has_column_privilege(a.attrelid, a.attnum, 'select'));
    return query execute format($sql$
      with ranked as (
        select t.id, t.office,
          case
            when n.name = $2 or n.identifier = $2 then 1
            when n.name like $2 || '%%' then 2
            when n.words like '%%' || $2 || '%%' then 3
            when (select bool_and(n.words like '%% ' || w || '%%') from unnest($3) w) then 4
            when (select bool_and(n.words like '%%' || w || '%%') from unnest($3) w) then 5
            else 6
          end as rank,
          n.name as sorted
        from public.%1$I t
        cross join lateral (
          select private.build_find_text(t.%2$I, null) as name, private.build_find_text(%3$s, null) as identifier,
            private.build_find_text(t.%2$I, %3$s) as words) n
        where t.id = any ($1)
        order by rank, t.office = $4 desc, sorted, t.id
        limit $5)
      select %5$L, t.id, r.rank, t.%2$I, %3$s, whole.item, hit.key, hit.value
      from ranked r
      join public.%1$I t on t.id = r.id
      cross join lateral (select to_jsonb(one) as item from (select %4$s) one) whole
      left join lateral (
        select e.key, e.value
        from jsonb_each_text(whole.item) e
        cross join lateral (
          select count(*) as held from unnest($3) w where private.fold(e.value) like '%%' || w || '%%') words
        where r.rank = 6 and words.held > 0
        order by words.held desc, e.key
        limit 1
      ) hit on true
      order by r.rank, t.office = $4 desc, r.sorted, t.id$sql$,
      target.table_name, target.name_column, coalesce('t.' || quote_ident(target.identifier_column), 'null::text'),
      readable, target.table_name)
    using target.ids, asked, words, own, most;
  end loop;
end
$$;

grant execute on function
  private.build_find_text(text, text), private.find_candidate_ids(text, integer), private.find_records(text, integer)
to authenticated;
