-- Support for the tests of this folder: statements with which a user might write outside their scope, for any record
-- table.
begin;

-- Columns that only the database writes.
create function tests.protected_columns() returns setof text language sql immutable as $$
  select unnest(array['id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at',
    'office', 'search_text'])
$$;

-- Returns the columns of a unique key that callers can write, so that an insert can conflict with a stored row. For a
-- table without such a key, returns id, which no caller can write.
create function tests.key_to_hit(target text) returns text[] language sql as $$
  select coalesce((
    select array_agg(a.attname::text order by a.attnum)
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
    where i.indrelid = format('public.%I', target)::regclass and i.indisunique and not i.indisprimary
      and i.indexprs is null and i.indpred is null
    group by i.indexrelid order by i.indexrelid limit 1), '{id}')
$$;

-- Ensures that a row has a value in each column of its unique key (tests.key_to_hit), and returns the key's values.
create function tests.give_key(target text, row_id bigint) returns jsonb language plpgsql as $$
declare
  key_column text;
  saved jsonb;
begin
  foreach key_column in array tests.key_to_hit(target) loop
    continue when key_column = 'id';
    execute format('update public.%1$I set %2$I = %3$L where id = %4$s and %2$I is null', target, key_column,
      'Key ' || row_id, row_id);
  end loop;
  execute format('select to_jsonb(t.*) from public.%I t where id = %s', target, row_id) into strict saved;
  return (select jsonb_object_agg(key, saved -> key) from unnest(tests.key_to_hit(target)) key);
end
$$;

-- Returns an INSERT with ON CONFLICT DO UPDATE. The inserted row is in the office of the row `mine`, but has the key of
-- the row `theirs`.
create function tests.upsert_onto(mine tests.rows, theirs tests.rows) returns text language sql as $$
  select replace(tests.statement_to_insert(mine.table_name,
      tests.sample(mine.table_name, mine.place,
        jsonb_strip_nulls(jsonb_build_object('status', mine.status)) || tests.give_key(mine.table_name, theirs.id))),
      ') select ', ') overriding system value select ')
    || format(' on conflict (%s) do update set remarks = ''taken over''',
      array_to_string(tests.key_to_hit(mine.table_name), ', '))
$$;

-- Returns a statement that writes a protected column of a row. The value is DEFAULT for generated and identity columns,
-- which accept no other value.
create function tests.write_protected(target text, protected_column text, row_id bigint) returns text language sql as $$
  select format('update public.%1$I set %2$I = %3$s where id = %4$s', target, protected_column,
    case when a.attgenerated <> '' or a.attidentity <> '' then 'default' else quote_ident(protected_column) end, row_id)
  from pg_attribute a
  where a.attrelid = format('public.%I', target)::regclass and a.attname = protected_column
$$;

commit;

begin;
select plan(1);
select is(count(*), 9::bigint, 'tests.protected_columns() lists nine columns that only the database writes.')
  from tests.protected_columns();
select * from finish();
rollback;
