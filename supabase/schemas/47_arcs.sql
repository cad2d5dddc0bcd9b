-- A row belongs to an ARC by its ARC ID, and has copies of the ARC's name and type. When an ARC changes, the copies are
-- updated. Names that users have written by hand stay.

-- Checks whether an update of a row only writes the current ID, name and type of the row's ARC. A trigger may write
-- these values in approved rows, too. To be the same ARC, the row's former ARC ID must be unchanged, or must no longer
-- exist because the ARC got a new ID.
create function private.is_only_arc_sync(was jsonb, now jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
      select from public.arc_masterlist m
      where m.arc_id = now ->> 'arc_id'
        and (now ->> 'arc_name' = m.arc_name or now -> 'arc_name' = was -> 'arc_name')
        and (now ->> 'arc_type' is not distinct from m.arc_type or now -> 'arc_type' = was -> 'arc_type'))
    and (was ->> 'arc_id' = now ->> 'arc_id'
      or was ->> 'arc_id' is not null
        and not exists (select from public.arc_masterlist m where m.arc_id = was ->> 'arc_id'))
$$;
revoke execute on function private.is_only_arc_sync(jsonb, jsonb) from public;

-- Returns the former values of a row with the current ID, name and type of its ARC. The ARC is the one that had the
-- former ID at the given log entry. Leaves out the ARC ID if the row has the current ID already. Name and type are
-- those of the masterlist if the row returns to another ARC, or if the row now has those of the masterlist.
create function private.follow_arc(former jsonb, present jsonb, since bigint) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  current_id constant text := private.find_present_identifier('arc_masterlist', 'arc_id', former ->> 'arc_id', since);
  kept constant jsonb := case
    when current_id is null then former
    when current_id = present ->> 'arc_id' then former - 'arc_id'
    else former || jsonb_build_object('arc_id', current_id) end;
begin
  return kept || (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from public.arc_masterlist m
      cross join lateral jsonb_each(jsonb_build_object('arc_name', m.arc_name, 'arc_type', m.arc_type)) c
    where m.arc_id = (present || kept) ->> 'arc_id' and kept ? c.key
      and (kept ? 'arc_id' or present -> c.key = c.value));
end
$$;
revoke execute on function private.follow_arc(jsonb, jsonb, bigint) from public;

-- Returns the advisory lock for the rows of an ARC, as two numbers. Writing the ARC of a row takes the shared lock;
-- copying a new name or type of the ARC to its rows takes the exclusive lock. There are only 256 such locks, because
-- the number of locks in a database is limited.
create function private.arc_lock(arc_id text, out kind integer, out bucket integer)
  language sql immutable set search_path = ''
as $$ select hashtext('rows of an ARC'), hashtext(arc_id) & 255 $$;

-- BEFORE trigger on rows with an ARC ID: if the name of the ARC is missing or is a former name of the ARC, writes its
-- present name and type. With the present name, replaces a former type. Keeps any other name, which a user has written
-- by hand. First waits for concurrent transactions that are renaming the ARC.
create function private.resolve_arc() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  arc record;
begin
  if tg_op = 'UPDATE' then
    if (new.arc_id, new.arc_name, new.arc_type) is not distinct from (old.arc_id, old.arc_name, old.arc_type) then
      return new;
    end if;
  end if;
  perform pg_advisory_xact_lock_shared(l.kind, l.bucket) from private.arc_lock(new.arc_id) l;
  -- Leaves out ARCs to which the row may not refer, so that it does not get their names.
  select m.id, m.arc_name, m.arc_type into arc
  from public.arc_masterlist m
  where m.arc_id = new.arc_id and m.office = any (private.referable_offices(
    coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')));
  if not found or (new.arc_name, new.arc_type) is not distinct from (arc.arc_name, arc.arc_type) then
    return new;
  end if;
  if new.arc_name is null or new.arc_name <> arc.arc_name and private.is_former_value(
    'arc_masterlist', arc.id, 'arc_name', new.arc_name)
  then
    new.arc_name := arc.arc_name;
    new.arc_type := arc.arc_type;
  elsif new.arc_name = arc.arc_name
    and private.is_former_value('arc_masterlist', arc.id, 'arc_type', new.arc_type)
  then
    new.arc_type := arc.arc_type;
  end if;
  return new;
end
$$;

-- Checks whether a row had a value in a column before. Null is not a former value.
create function private.is_former_value(wanted_table text, wanted_row bigint, column_name text, held text)
  returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.user_log l
    where l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.changes -> column_name ->> 0 = held)
$$;
revoke execute on function private.is_former_value(text, bigint, text, text) from public;

-- AFTER trigger on the ARC masterlist: when the name or the type of an ARC changes, writes the new value to the rows of
-- the ARC that have the former value. A new ARC ID comes to these rows by the foreign key. The ARBO masterlist has no
-- foreign key, so this trigger writes the new ID to the ARBOs of the ARC's office.
create function private.copy_arc_to_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  target regclass;
begin
  -- Skip the renaming of a value of the list of types, because the API writes the new value to all rows itself and
  -- counts them.
  if private.is_replacing_list_value() or not exists (
    select from new_rows n join old_rows o using (id)
    where (n.arc_id, n.arc_name, n.arc_type) is distinct from (o.arc_id, o.arc_name, o.arc_type))
  then
    return null;
  end if;
  -- Wait for concurrent transactions that are writing rows with the former name.
  perform pg_advisory_xact_lock(l.kind, l.bucket)
  from (
    select distinct k.kind, k.bucket
    from new_rows n join old_rows o using (id) cross join lateral (values (o.arc_id), (n.arc_id)) a (arc_id)
      cross join lateral private.arc_lock(a.arc_id) k
    where (n.arc_id, n.arc_name, n.arc_type) is distinct from (o.arc_id, o.arc_name, o.arc_type)
    order by k.kind, k.bucket
  ) l;
  for target in
    select a.attrelid::regclass
    from pg_catalog.pg_attribute a
    where a.attname = 'arc_name' and a.attrelid <> tg_relid
      and a.attrelid in (select format('public.%I', t.table_name)::regclass from private.record_tables t)
    order by a.attrelid::regclass::text
  loop
    execute format($sql$
      with due as materialized (
        select t.id, o.arc_name as former_name, o.arc_type as former_type, n.arc_id, n.arc_name, n.arc_type
        from new_rows n join old_rows o on o.id = n.id join %1$s t on %2$s
        where t.arc_id <> n.arc_id
          or t.arc_name is not distinct from o.arc_name and n.arc_name is distinct from o.arc_name
          or t.arc_type is not distinct from o.arc_type and n.arc_type is distinct from o.arc_type
        order by t.id for no key update of t
      )
      update %1$s t set
        arc_id = d.arc_id,
        arc_name = case when t.arc_name is not distinct from d.former_name then d.arc_name else t.arc_name end,
        arc_type = case when t.arc_type is not distinct from d.former_type then d.arc_type else t.arc_type end
      from due d where d.id = t.id$sql$,
      target,
      case when target = 'public.arbo_masterlist'::regclass then 't.office = o.office and t.arc_id = o.arc_id'
        else 't.arc_id = n.arc_id' end);
  end loop;
  return null;
end
$$;

-- Adds the trigger that keeps the name and type of the ARC of a row. It must run after normalize_place.
create procedure private.add_arc_triggers(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger resolve_arc before insert or update on %s
    for each row when (new.arc_id is not null) execute function private.resolve_arc()', target);
end
$$;
