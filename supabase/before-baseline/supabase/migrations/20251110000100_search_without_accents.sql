-- Searching finds "Peñaranda" for "penaranda" and "Farmers’" for "farmers'": most keyboards have neither sign.

-- A text as searching compares it: in small letters, without accents, with plain apostrophes.
create function private.fold(given text) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select pg_catalog.translate(pg_catalog.lower(given), 'áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`', 'aaaaaaeeeeiiiiooooouuuunc''''''''''')
$$;
grant execute on function private.fold(text) to authenticated, service_role;

create or replace procedure private.add_search_text(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  expression text;
begin
  select string_agg(
      case a.atttypid
        when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', a.attname)
        when 'text'::regtype then format('coalesce(%I, '''')', a.attname)
        when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', a.attname)
        else format('coalesce(%I::text, '''')', a.attname)
      end, ' || e''\n'' || ' order by a.attnum)
    into expression
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype, 'text[]'::regtype)
    and a.attname not in ('id', 'row_version', 'arboPrimaryKey');
  execute format('alter table %s add column search_text text generated always as (private.fold(%s)) stored', target, expression);
end
$$;

do $$
declare
  searched record;
begin
  for searched in
    select a.attrelid::regclass as tab, regexp_replace(pg_get_expr(d.adbin, d.adrelid), '^lower\((.*)\)$', '\1') as words
    from pg_attribute a
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attname = 'search_text' and a.attgenerated = 's'
  loop
    execute format('alter table %s alter column search_text set expression as (private.fold(%s))', searched.tab, searched.words);
  end loop;
end
$$;

create or replace function private.search_record_ids(table_name text, query text) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
begin
  select r.* into reference from private.reference_tables r where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  select string_agg(format('search_text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into conditions
  from unnest(regexp_split_to_array(private.fold(btrim(query)), '\s+')) word
  where word <> '';
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_level() is distinct from 'Central' then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$$;

call private.let_levels_read();
