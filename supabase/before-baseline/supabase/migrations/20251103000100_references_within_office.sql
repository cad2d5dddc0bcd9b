-- A row refers only to rows of its own office, of its region's office and of the central office. Whoever may delete or
-- move a row then sees every row that needs it: no office can stand in the way of another. private.refer brings the rule,
-- and the same sentence answers for a row that is elsewhere and for one that does not exist, so that nothing is told.

create table private.office_references (
  table_name text not null,
  column_name text not null,
  parent_name text not null,
  parent_column text not null,
  primary key (table_name, column_name)
);
create index office_references_parent on private.office_references (parent_name);
alter table private.office_references enable row level security;
comment on table private.office_references is 'References between rows that belong to offices, kept within them by private.keep_within_office.';

-- The offices whose rows a row of an office may refer to: its own, its region's and the central one.
create function private.offices_around(row_office text) returns text[]
  language sql stable parallel safe set search_path = ''
as $$
  select array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office)
$$;

-- On the referring table. A pair of reference and office that was there before the statement has been judged before.
-- The referred rows are locked, in one order, so that none of them moves away before this transaction ends.
create function private.keep_reference_within() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the referring column, the referred table and its column.
  referring constant text := tg_argv[0];
  parent constant text := tg_argv[1];
  referred constant text := tg_argv[2];
  pairs constant text := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null', referring)
    || case tg_op when 'UPDATE' then format(' except select o.%I, o.office from old_rows o', referring) else '' end;
  outside boolean;
begin
  execute format('select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for share', parent, referred, pairs);
  execute format(
    'select exists (select from (select distinct * from (%s) every) w join public.%I p on p.%I = w.reference where p.office <> all (private.offices_around(w.office)))',
    pairs, parent, referred) into outside;
  if outside then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = referring;
  end if;
  return null;
end
$$;

-- On the referred table: a row does not leave the office of rows that refer to it. By way of the region's office it
-- can: there first, then the rows that refer to it, then it.
create function private.keep_referring_within() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
  outside boolean;
begin
  if not exists (select from new_rows n join old_rows o using (id) where n.office <> o.office) then
    return null;
  end if;
  for r in select * from private.office_references where parent_name = tg_table_name loop
    execute format(
      'select exists (select from new_rows n join old_rows o using (id) join public.%I c on c.%I = n.%I where n.office <> o.office and n.office <> all (private.offices_around(c.office)))',
      r.table_name, r.column_name, r.parent_column) into outside;
    if outside then
      raise exception 'Rows of the office that it would leave are still referring to the row.'
        using errcode = '23503', schema = 'public', table = tg_table_name, column = 'office', detail = 'It is still referenced.';
    end if;
  end loop;
  return null;
end
$$;

create procedure private.keep_within_office(target regclass, referring text, parent regclass, referred text)
  language plpgsql set search_path = ''
as $$
declare
  target_name text := (select relname from pg_catalog.pg_class where oid = target);
  parent_name text := (select relname from pg_catalog.pg_class where oid = parent);
  event text;
begin
  insert into private.office_references values (target_name, referring, parent_name, referred);
  foreach event in array array['insert', 'update'] loop
    execute format('create trigger %I after %s on %s referencing new table as new_rows%s for each statement execute function private.keep_reference_within(%L, %L, %L)',
      'within_' || referring || '_' || event, event, target, case event when 'update' then ' old table as old_rows' else '' end, referring, parent_name, referred);
  end loop;
  if not exists (select from pg_catalog.pg_trigger where tgrelid = parent and tgname = 'keep_referring_within') then
    execute format('create trigger keep_referring_within after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.keep_referring_within()', parent);
  end if;
end
$$;

-- A foreign key, the index that its deletes and joins need, and, where both rows belong to offices, the rule above.
-- Identifiers that people type (arbo_id, arc_id) may be corrected later, and the change follows; those that the database
-- gives do not change once something refers to them.
create or replace procedure private.refer(target regclass, referring text, parent regclass, referred text, follow boolean default false)
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred, case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
  if (select count(*) from pg_catalog.pg_attribute where attrelid in (target, parent) and attname = 'office' and not attisdropped) = 2 then
    call private.keep_within_office(target, referring, parent, referred);
  end if;
end
$$;

-- The references of before. What triggers copy beside a row (ON DELETE CASCADE) follows that row.
do $$
declare
  f record;
begin
  for f in
    select k.conrelid::regclass as target, a.attname as referring, k.confrelid::regclass as parent, p.attname as referred
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_catalog.pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confdeltype <> 'c' and k.confrelid <> 'public.offices'::regclass
      and exists (select from pg_catalog.pg_attribute x where x.attrelid = k.conrelid and x.attname = 'office' and not x.attisdropped)
      and exists (select from pg_catalog.pg_attribute x where x.attrelid = k.confrelid and x.attname = 'office' and not x.attisdropped)
    order by k.conrelid::regclass::text, a.attname
  loop
    call private.keep_within_office(f.target, f.referring, f.parent, f.referred);
  end loop;
end
$$;
