-- What is approved is what was seen. A list tells the snapshot in which it was read; an approval of the whole list says
-- it again, and leaves out what was written by any transaction that was not seen in it.

-- Of these rows, as far as the caller reads them, those that were written since. A clock could not tell: a transaction
-- has the time of its beginning, and others see it from its end.
create function private.changed_since(wanted_table text, ids bigint[], seen pg_snapshot) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Of the transaction that wrote a row only the low 32 bits are kept; it began before this.
  later constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
  return query execute format(
    'select t.id from public.%I t
     where t.id = any ($1) and t.office = any ($2)
       and not pg_visible_in_snapshot(($3 - (($3 - t.xmin::text::bigint) & 4294967295))::text::xid8, $4)', wanted_table)
    using ids, private.offices_to_read(), later, seen;
end
$$;
grant execute on function private.changed_since(text, bigint[], pg_snapshot) to authenticated;

call private.let_levels_read();
