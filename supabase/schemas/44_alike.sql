-- Finds likely duplicates: stored rows that describe the same person or thing as a row to be saved. Users get only a
-- warning, because different persons or things may have the same name. For a caller without the Sensitive right,
-- birthdays are not compared: otherwise the caller could find out a birthday by trying values.

-- Returns stored rows, in offices that the caller can read, that are likely the same as a candidate. A candidate has
-- the columns of a new row, or the id and the changed columns of an edited row. The first of the key_columns must have
-- the same words in both rows. Each other key column must be equal in both rows, or empty in one of them. The result
-- column "agreed" lists the key columns whose values are equal.
create function private.find_likely_duplicates(wanted_table text, key_columns text[], candidates jsonb)
  returns table (place bigint, id bigint, agreed text[])
  language plpgsql stable security definer set search_path = ''
as $$
declare
  readable_columns text[] := array(
    select k.name from unnest(key_columns) with ordinality k (name, position)
    where private.caller_has_right('Sensitive')
      or not exists (select from private.sensitive_columns s
        where s.table_name = wanted_table and s.column_name = k.name)
    order by k.position);
  name_column constant text := key_columns[1];
  apart text;
  equal text;
begin
  perform private.check_record_table(wanted_table);
  if readable_columns[1] is distinct from name_column then
    return;
  end if;
  select string_agg(format(' and (stored.%1$I = c.%1$I or stored.%1$I is null or c.%1$I is null)', k.name), ''),
      string_agg(format(', case when stored.%1$I = c.%1$I then %1$L end', k.name), '')
    into apart, equal
  from unnest(readable_columns[2:]) k (name);
  return query execute format(
    'select given.position - 1, stored.id, array_remove(array[%2$L%4$s]::text[], null)
     from jsonb_array_elements($1) with ordinality given (row, position)
     left join public.%1$I own on own.id = (given.row ->> ''id'')::bigint and own.office = any ($2)
     cross join lateral jsonb_populate_record(own, given.row) c
     join public.%1$I stored on stored.office = coalesce(c.region_name, '''') || '' / ''
       || coalesce(c.province_name, '''')
       and private.sort_name_words(stored.%2$I) = private.sort_name_words(c.%2$I) and stored.id is distinct from c.id
     where stored.office = any ($2) and private.sort_name_words(c.%2$I) <> ''''%3$s
     order by 1, cardinality(array_remove(array[%2$L%4$s]::text[], null)) desc, 2
     limit 1000',
    wanted_table, name_column, coalesce(apart, ''), coalesce(equal, ''))
    using candidates, private.offices_to_read();
end
$$;

grant execute on function private.find_likely_duplicates(text, text[], jsonb) to authenticated;

-- Adds the index by which private.find_likely_duplicates finds the rows of an office with the same words in the name.
create procedure private.index_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.sort_name_words(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_words', target,
      name_column);
end
$$;

-- Returns the ids of rows that have one of the given names. Searches the given offices (null: all) that the caller can
-- read. The search runs without policies, because under a policy Postgres could not use the index of
-- private.index_import_names. If name_column is a sensitive column and the caller lacks the Sensitive right, returns no
-- rows.
create function private.find_rows_by_name(wanted_table text, name_column text, offices text[], names text[])
  returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  if exists (select from private.sensitive_columns s where (s.table_name, s.column_name) = (wanted_table, name_column))
    and not private.caller_has_right('Sensitive') then
    return;
  end if;
  return query execute format(
    'select t.id from public.%I t where t.office = any ($1) and private.fold_name(t.%I) = any ($2)',
    wanted_table, name_column)
    using array(
        select r.office from unnest(private.offices_to_read()) r (office)
        where offices is null or r.office = any (offices)),
      array(select private.fold_name(n.name) from unnest(names) n (name));
end
$$;

grant execute on function private.find_rows_by_name(text, text, text[], text[]) to authenticated;

-- Adds the index by which private.find_rows_by_name finds the rows of an office with a name. The names are normalized
-- as imports do it.
create procedure private.index_import_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.fold_name(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_folded', target,
      name_column);
end
$$;
