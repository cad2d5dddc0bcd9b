-- References between rows that belong to offices. A row may refer only to rows of its own office, of its region's
-- office and of the central office. So a user who may delete or move a row can see all rows that refer to it.
-- private.add_reference makes a foreign key follow this rule. A forbidden reference fails with the error of a missing
-- row, so that the response does not reveal which rows exist.

create table private.office_references (
  table_name text not null,
  column_name text not null,
  parent_name text not null,
  parent_column text not null,
  primary key (table_name, column_name)
);
create index office_references_parent on private.office_references (parent_name);
alter table private.office_references enable row level security;
comment on table private.office_references is
  'References between rows that belong to offices; private.restrict_reference_offices enforces that the offices match.';

-- Returns the offices to whose rows a row of the given office may refer: this office, the office of its region, and the
-- central office.
create function private.referable_offices(row_office text) returns text[]
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office);
end
$$;

-- AFTER trigger on the referring table: checks that new references refer to rows of allowed offices. A refused
-- reference gets the foreign key error of a missing row, so that the response does not reveal that the row exists.
-- Therefore the trigger is a row trigger whose name sorts first: it must fire before the foreign keys. Its first call
-- checks all rows of the statement. The trigger locks the referred rows FOR KEY SHARE. So a concurrent move of a
-- referred row to another office waits (private.lock_before_move).
create function private.check_reference_offices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
  pairs text;
  outside text;
  foreign_key name;
  changed boolean := true;
begin
  if new is distinct from (select n from new_rows n limit 1) then
    return null;
  end if;
  for r in select * from private.office_references where table_name = tg_table_name order by column_name loop
    pairs := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null', r.column_name);
    -- Most updates change neither the reference nor the office. Skip the check for them.
    if tg_op = 'UPDATE' then
      pairs := pairs || format(' except select o.%I, o.office from old_rows o', r.column_name);
      execute format('select exists (%s)', pairs) into changed;
    end if;
    continue when not changed;
    execute format(
      'select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for key share',
      r.parent_name, r.parent_column, pairs);
    execute format(
      'select min(w.reference)::text
       from (select distinct * from (%s) every) w left join public.%I p on p.%I = w.reference
       where (p.office = any (private.referable_offices(w.office))) is not true',
      pairs, r.parent_name, r.parent_column) into outside;
    if outside is not null then
      select k.conname into foreign_key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.conrelid = tg_relid and k.contype = 'f' and a.attname = r.column_name;
      raise exception 'insert or update on table "%" violates foreign key constraint "%"', tg_table_name, foreign_key
        using errcode = '23503', schema = 'public', table = tg_table_name, constraint = foreign_key,
          detail = format('Key (%s)=(%s) is not present in table "%s".', r.column_name, outside, r.parent_name);
    end if;
  end loop;
  return null;
end
$$;

-- BEFORE trigger on the referred table, before a row moves to a different office: waits for transactions that are
-- adding references to the row, so that private.keep_referrers_in_office sees these references.
create function private.lock_before_move() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('select from public.%I p where p.id = $1 for update', tg_table_name) using old.id;
  return new;
end
$$;

-- AFTER trigger on the referred table: refuses to move a row to another office if a referring row may not refer to rows
-- of that office. A row and its referring rows move in three steps: the row to the region's office, the referring rows
-- to their new office, and the row to its new office.
create function private.keep_referrers_in_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
  outside boolean;
begin
  -- count(*) instead of exists: the plan for exists is a nested loop, which takes minutes for thousands of rows.
  select count(*) > 0 into outside from new_rows n join old_rows o using (id) where n.office <> o.office;
  if not outside then
    return null;
  end if;
  for r in select * from private.office_references where parent_name = tg_table_name loop
    execute format(
      'select exists (
        select from new_rows n join old_rows o using (id) join public.%I c on c.%I = n.%I
        where n.office <> o.office and n.office <> all (private.referable_offices(c.office)))',
      r.table_name, r.column_name, r.parent_column) into outside;
    if outside then
      raise exception 'Rows of its current office still refer to this row.'
        using errcode = '23503', schema = 'public', table = tg_table_name, column = 'office',
          detail = 'It is still referenced.';
    end if;
  end loop;
  return null;
end
$$;

-- BEFORE trigger on the referred table, for a change of the identifier column that is the argument of the trigger:
-- locks the referring rows in the order of their ids. Without the lock, ON UPDATE CASCADE would update these rows in
-- any order and could deadlock with other writers.
create function private.lock_dependents() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
begin
  for r in
    select * from private.office_references
    where parent_name = tg_table_name and parent_column = tg_argv[0] order by table_name, column_name
  loop
    execute format('select from public.%I c where c.%I = ($1).%I order by c.id for no key update',
      r.table_name, r.column_name, r.parent_column) using old;
  end loop;
  return new;
end
$$;

-- Adds the triggers that limit the references of one column to rows of the allowed offices.
create procedure private.restrict_reference_offices(target regclass, referring text, parent regclass, referred text)
  language plpgsql set search_path = ''
as $$
begin
  insert into private.office_references
  select c.relname, referring, p.relname, referred from pg_catalog.pg_class c, pg_catalog.pg_class p
  where c.oid = target and p.oid = parent;
  execute format($sql$
    create or replace trigger "0_check_references_insert" after insert on %1$s referencing new table as new_rows
      for each row execute function private.check_reference_offices();
    create or replace trigger "0_check_references_update" after update on %1$s
      referencing new table as new_rows old table as old_rows
      for each row execute function private.check_reference_offices()$sql$, target);
  execute format($sql$
    create or replace trigger keep_referrers_in_office after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referrers_in_office()$sql$, parent);
  execute format($sql$
    create or replace trigger lock_before_move before update of region_name, province_name on %s
      for each row
      when (row(old.region_name, old.province_name) is distinct from row(new.region_name, new.province_name))
      execute function private.lock_before_move()$sql$, parent);
end
$$;

-- Adds a foreign key, and an index on its column for deletes and joins. If the rows of both tables belong to offices,
-- also adds the triggers of private.restrict_reference_offices. With follow => true, the foreign key has ON UPDATE
-- CASCADE, for identifiers that users may correct (arc_id). Without ON UPDATE CASCADE, an identifier cannot change once
-- a row refers to it.
create procedure private.add_reference(
  target regclass, referring text, parent regclass, referred text, follow boolean default false
)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  of_offices constant boolean := (
    select count(*) = 2
    from pg_catalog.pg_attribute a
    where a.attrelid in (target, parent) and a.attname = 'office' and not a.attisdropped);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred,
    case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
  if of_offices then
    call private.restrict_reference_offices(target, referring, parent, referred);
  end if;
  if of_offices and follow then
    execute format($sql$
      create or replace trigger lock_dependents before update of %1$I on %2$s
        for each row when (old.%1$I is distinct from new.%1$I) execute function private.lock_dependents(%1$L)$sql$,
      referred, parent);
  end if;
end
$$;

-- Counts the rows that refer to the given rows and would block their deletion. Ignores given rows outside the caller's
-- scope. For a link table such as participant_trainings, counts the linked records, such as participants. row_count
-- counts a row only once, even if it refers by several columns. The column "ways" has the number of rows per referring
-- column, and "keys" has the value to which each referring column refers.
create function private.find_references(wanted_table text, wanted_ids bigint[])
  returns table (id bigint, table_name text, status text, approved boolean, readable boolean, row_count bigint,
    ways jsonb, keys jsonb)
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
      string_agg(format('%L, count(distinct s.id) filter (where c.%I = p.%I)', a.attname, a.attname, k.attname), ', '
        order by a.attname) as ways,
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
      where g.conrelid = f.conrelid and g.contype = 'f' and g.confdeltype = 'c'
        and o.relname in (select t.table_name from private.record_tables t)
      limit 1
    ) owner on c.relname not in (select t.table_name from private.record_tables t)
    where f.contype = 'f' and f.confrelid = format('public.%I', wanted_table)::regclass and f.confdeltype in ('a', 'r')
      and coalesce(owner.relname, c.relname) in (select t.table_name from private.record_tables t)
    group by c.relname, owner.relname, owner.link
  loop
    return query execute format(
      'select p.id, %L::text, s.status, s.process_stage is not distinct from ''Approved'', s.office = any ($2),
         count(distinct s.id), jsonb_build_object(%s), jsonb_build_object(%s)
       from public.%I p join public.%I c on %s join public.%I s on s.id = c.%I
       where p.id = any ($1) and p.office = any ($2)
       group by p.id, %s, 3, 4, 5',
      r.counted_table, r.ways, r.keys, wanted_table, r.referring_table, r.condition, r.counted_table,
        coalesce(r.link, 'id'), r.grouped)
      using wanted_ids, offices;
  end loop;
end
$$;

grant execute on function private.find_references(text, bigint[]) to authenticated;
