-- What stands in the way of deleting rows: how many rows of which record tables refer to them, told apart by what the
-- caller may read. From the foreign keys of the catalog, so that a new reference is counted by itself.

-- Rows that refer to the given rows and do not go with them, for rows that the caller sees. A table of links that goes
-- with a record (ON DELETE CASCADE) stands for that record. A row that refers in two ways counts once; ways tells
-- how many rows refer by which column, as {column: rows}, and keys what the columns then hold.
create function private.references_to(wanted_table text, wanted_ids bigint[])
  returns table (id bigint, table_name text, status text, approved boolean, readable boolean, row_count bigint, ways jsonb, keys jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  offices constant text[] := private.offices_to_read();
  r record;
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    return;
  end if;
  for r in
    select c.relname as referring_table,
      coalesce(owner.relname, c.relname) as counted_table,
      owner.link as link,
      string_agg(format('c.%I = p.%I', a.attname, k.attname), ' or ' order by a.attname) as condition,
      string_agg(format('%L, count(distinct s.id) filter (where c.%I = p.%I)', a.attname, a.attname, k.attname), ', ' order by a.attname) as ways,
      string_agg(format('%L, p.%I', a.attname, k.attname), ', ' order by a.attname) as keys,
      string_agg(format('p.%I', k.attname), ', ' order by a.attname) as grouped
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class c on c.oid = f.conrelid
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_catalog.pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    left join lateral (
      select o.relname, l.attname as link
      from pg_catalog.pg_constraint g
      join pg_catalog.pg_class o on o.oid = g.confrelid
      join pg_catalog.pg_attribute l on l.attrelid = g.conrelid and l.attnum = g.conkey[1]
      where g.conrelid = f.conrelid and g.contype = 'f' and g.confdeltype = 'c' and o.relname in (select t.table_name from private.record_tables t)
      limit 1
    ) owner on c.relname not in (select t.table_name from private.record_tables t)
    where f.contype = 'f' and f.confrelid = format('public.%I', wanted_table)::regclass and f.confdeltype in ('a', 'r')
      and coalesce(owner.relname, c.relname) in (select t.table_name from private.record_tables t)
    group by c.relname, owner.relname, owner.link
  loop
    return query execute format(
      'select p.id, %L::text, s.status, s.process_stage is not distinct from ''Approved'', s.office = any ($2), count(distinct s.id), jsonb_build_object(%s), jsonb_build_object(%s)
       from public.%I p join public.%I c on %s join public.%I s on s.id = c.%I
       where p.id = any ($1) and p.office = any ($2)
       group by p.id, %s, 3, 4, 5',
      r.counted_table, r.ways, r.keys, wanted_table, r.referring_table, r.condition, r.counted_table, coalesce(r.link, 'id'), r.grouped)
      using wanted_ids, offices;
  end loop;
end
$$;

grant execute on function private.references_to(text, bigint[]) to authenticated;
