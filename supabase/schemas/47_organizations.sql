-- A row belongs to an ARBO by key (arboPrimaryKey, the id of the row in the masterlist), and has copies of the ARBO's
-- ID and name. When the ID or the name of an ARBO changes, all copies are updated. The masterlist stores former names,
-- so that a row or a file with a former name still finds its ARBO. 47_arcs.sql has the same for ARCs.

-- Returns the id of the office's ARBO with the given name. If no ARBO has this name now, returns the id of the ARBO
-- that had the name formerly. Returns null if no ARBO or more than one ARBO matches.
create function private.find_arbo_by_name(wanted_office text, name text) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_ids bigint[];
begin
  if name is null then
    return null;
  end if;
  found_ids := array(
    select m.id from public.arbo_masterlist m
    where m.office = wanted_office and private.fold_name(m.arbo_name) = private.fold_name(name)
    limit 2);
  if cardinality(found_ids) = 0 then
    found_ids := array(
      select m.id from public.arbo_masterlist m
      where m.office = wanted_office and m.former_names is not null
        and exists (select from unnest(m.former_names) f where private.fold_name(f) = private.fold_name(name))
      limit 2);
  end if;
  return case when cardinality(found_ids) = 1 then found_ids[1] end;
end
$$;
revoke execute on function private.find_arbo_by_name(text, text) from public;

-- Returns the advisory lock for the name of an ARBO of an office, as two numbers. Saving a row that names an unknown
-- ARBO takes the shared lock; adding or renaming an ARBO takes the exclusive lock. So the later of two concurrent
-- transactions sees what the earlier one has written. There are only 256 such locks, because an import may have
-- thousands of names and the number of locks in a database is limited.
create function private.arbo_name_lock(wanted_office text, name text, out kind integer, out bucket integer)
  language sql immutable set search_path = ''
as $$ select hashtext('ARBO name'), hashtext(wanted_office || '/' || private.fold_name(name)) & 255 $$;

-- Does the same as private.find_arbo_by_name, but if no ARBO has the name now, first waits for concurrent transactions
-- that are giving an ARBO this name.
create function private.await_arbo_by_name(wanted_office text, name text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if name is null then
    return null;
  end if;
  if not exists (
    select from public.arbo_masterlist m
    where m.office = wanted_office and private.fold_name(m.arbo_name) = private.fold_name(name))
  then
    perform pg_advisory_xact_lock_shared(l.kind, l.bucket) from private.arbo_name_lock(wanted_office, name) l;
  end if;
  return private.find_arbo_by_name(wanted_office, name);
end
$$;

-- Returns the ids of the ARBOs in the caller's scope whose former names match every search term
-- (private.build_term_conditions).
create function private.find_arbos_by_former_name(terms jsonb) returns bigint[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions constant text := private.build_term_conditions(terms, array['former'], by_index => false);
  found_ids bigint[];
begin
  if conditions is not null then
    execute format($sql$
      select array(
        select f.arbo
        from (
          select m.id as arbo, private.fold(private.join_list(m.former_names)) as former, null::bigint as id,
            '' as process_stage
          from public.arbo_masterlist m
          where m.former_names is not null and (%L or m.office = any ($1))) f
        where %s)$sql$, private.central_caller_id() is not null, conditions)
      into found_ids using private.offices_to_read();
  end if;
  return found_ids;
end
$$;

-- BEFORE trigger on rows that name an ARBO: copies the ARBO's key, ID and name to the row. Finds the ARBO by the column
-- that was written: the key first, then the ID, then the name. If the name is not in the masterlist, the row keeps the
-- name and has no key and no ID.
create function private.resolve_arbo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row_office constant text := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  wanted bigint;
  arbo record;
  key_written boolean := true;
  id_written boolean := true;
  name_written boolean := true;
begin
  if tg_op = 'UPDATE' then
    key_written := new."arboPrimaryKey" is distinct from old."arboPrimaryKey";
    id_written := new.arbo_id is distinct from old.arbo_id;
    name_written := new.arbo_name is distinct from old.arbo_name;
    if not (key_written or id_written or name_written) then
      return new;
    end if;
  end if;
  wanted := case
    when key_written and new."arboPrimaryKey" is not null then new."arboPrimaryKey"
    when new.arbo_id is not null then (select m.id from public.arbo_masterlist m where m.arbo_id = new.arbo_id)
    when name_written then private.await_arbo_by_name(row_office, new.arbo_name)
    when key_written then null
    -- The ARBO ID of the row was cleared: either by Postgres, because the ARBO lost its ID, or by a caller who unlinks
    -- the row from the ARBO.
    else (select m.id from public.arbo_masterlist m where m.id = new."arboPrimaryKey" and m.arbo_id is null)
  end;
  -- This query finds only ARBOs of offices to which the row may refer. So a reference to any other ARBO is refused
  -- like a reference to an ARBO that does not exist.
  select m.id, m.arbo_id, m.arbo_name into arbo
  from public.arbo_masterlist m
  where m.id = wanted and m.office = any (private.referable_offices(row_office));
  if found then
    -- A former ID of the same ARBO is only outdated: it was corrected after the caller read it. The key decides.
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
      and not private.is_former_value('arbo_masterlist', arbo.id, 'arbo_id', new.arbo_id)
    then
      raise exception 'The ARBO record and the ARBO ID belong to different ARBOs.'
        using errcode = 'AG002', column = 'arbo_id';
    end if;
    new."arboPrimaryKey" := arbo.id;
    new.arbo_id := arbo.arbo_id;
    new.arbo_name := arbo.arbo_name;
  elsif new.arbo_id is not null then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = 'arbo_id';
  else
    new."arboPrimaryKey" := wanted;
  end if;
  return new;
end
$$;

-- AFTER trigger on rows whose ARBO was written. Checks whether the ARBO has changed since private.resolve_arbo copied
-- its ID and name. If so, raises 40001, and the API repeats the transaction. The ARBO cannot change later, because the
-- foreign key has locked it until the transaction ends.
create function private.check_resolved_arbo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed boolean;
begin
  if tg_op = 'INSERT' then
    changed := exists (
      select from new_rows n join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  else
    changed := exists (
      select from new_rows n
        join old_rows o on o.id = n.id
          and (o."arboPrimaryKey", o.arbo_id, o.arbo_name) is distinct from (n."arboPrimaryKey", n.arbo_id, n.arbo_name)
        join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  end if;
  if changed then
    raise exception 'The ARBO was changed at the same time. Try again.' using errcode = '40001';
  end if;
  return null;
end
$$;

-- Checks whether an update of a row only copies the ARBO's columns from the masterlist. This is allowed in approved
-- rows, too.
create function private.is_only_arbo_sync(was jsonb, now jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select now ->> 'arboPrimaryKey' is not null
    and (was ->> 'arboPrimaryKey' = now ->> 'arboPrimaryKey'
      or was ->> 'arboPrimaryKey' is null and (was ->> 'arbo_id' = now ->> 'arbo_id'
        or private.fold_name(was ->> 'arbo_name') = private.fold_name(now ->> 'arbo_name')))
$$;

-- BEFORE trigger on the ARBO masterlist: when the name of an ARBO changes, adds the old name to its former names. Waits
-- for transactions that are writing rows of the ARBO, so that private.copy_arbo_to_rows sees those rows.
create function private.keep_former_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.arbo_masterlist m where m.id = old.id for update;
  new.former_names := nullif(array(
    select f.name
    from unnest(new.former_names || old.arbo_name) with ordinality f (name, place)
    where private.fold_name(f.name) <> private.fold_name(new.arbo_name)
    group by f.name order by min(f.place)), '{}');
  return new;
end
$$;

-- AFTER trigger on the ARBO masterlist: copies ID and name of an ARBO to the rows of the ARBO. Also links rows that
-- have only the ARBO's name.
create function private.copy_arbo_to_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint[];
  target record;
  has_unlinked boolean;
  due bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.arbo_id, n.arbo_name, n.office) is distinct from (o.arbo_id, o.arbo_name, o.office));
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  -- Wait for concurrent transactions that are writing rows with these names. The order prevents deadlocks between two
  -- such statements.
  perform pg_advisory_xact_lock(l.kind, l.bucket)
  from (
    select distinct k.kind, k.bucket
    from new_rows n cross join lateral private.arbo_name_lock(n.office, n.arbo_name) k
    where n.id = any (changed) order by k.kind, k.bucket
  ) l;
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    if tg_op = 'INSERT' then
      -- Fast path for new ARBOs: only rows with an ARBO name but without an ARBO key can belong to a new ARBO. If the
      -- table has no such rows, skip the next query, which takes much longer than this check.
      execute format($sql$
        select exists (select from public.%I t where t."arboPrimaryKey" is null and t.arbo_name is not null)$sql$,
        target.table_name) into has_unlinked;
      continue when not has_unlinked;
    end if;
    execute format($sql$
      select array(
        select t.id
        from public.%1$I t join public.arbo_masterlist m on m.id = t."arboPrimaryKey"
        where m.id = any ($1) and (t.arbo_id, t.arbo_name) is distinct from (m.arbo_id, m.arbo_name)
        union all
        select t.id
        from public.arbo_masterlist m
        join public.%1$I t on t.office = m.office and private.fold_name(t.arbo_name) = private.fold_name(m.arbo_name)
        where m.id = any ($1) and t."arboPrimaryKey" is null
          and private.find_arbo_by_name(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.find_arbo_by_name(t.office, t.arbo_name))$sql$,
          target.table_name)
      using due, changed;
  end loop;
  return null;
end
$$;

-- Checks whether the undo of an import is unlinking rows. This is not an edit of the rows. Reads a setting that only
-- private.unlink_imported_arbos sets.
create function private.is_undoing_links() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.undoing_links', true), '') = 'yes';
end
$$;

-- Prepares the undo of an import: unlinks rows from the new ARBOs of the import, so that these ARBOs can be deleted.
-- Unlinks only the rows that named an ARBO and that the insert of the ARBO has linked (private.copy_arbo_to_rows), even
-- approved rows. The rows keep the name, and are linked again if the ARBO is restored.
create function private.unlink_imported_arbos(wanted_import uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added constant bigint[] := array(
    select i.id from private.imported_rows(wanted_import) i where i.created and i.state = 'as_left');
  target record;
begin
  perform set_config('private.undoing_links', 'yes', true);
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format($sql$
      with linked as materialized (
        select t.id
        from private.user_log m
          join public.%1$I t on t."arboPrimaryKey" = m.row_id
        where m.form_name = 'arbo_masterlist' and m.row_id = any ($1) and m.action = 'Insert' and exists (
          select from private.user_log l
          where l.form_name = %1$L and l.row_id = t.id and l.tx = m.tx
            and l.changes -> 'arboPrimaryKey' = jsonb_build_array(null, m.row_id))
        order by t.id for no key update of t
      )
      update public.%1$I t set "arboPrimaryKey" = null, arbo_id = null from linked n where t.id = n.id$sql$,
      target.table_name) using added;
  end loop;
  perform set_config('private.undoing_links', '', true);
end
$$;
revoke execute on function private.unlink_imported_arbos(uuid) from public;

-- Adds the references from a table to the masterlists (spec section 3): to the ARBO by its key, and to the ARC by its
-- ARC ID.
create procedure private.add_masterlist_references(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.add_reference(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  execute format('create index %I on %s (arbo_id)',
    (select relname from pg_catalog.pg_class where oid = target) || '_arbo_id', target);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arc_id') then
    call private.add_reference(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
    call private.add_arc_triggers(target);
  end if;
  -- The trigger resolve_arbo must run after clean_texts, normalize_place and fill_from_form11, and before stamp_record.
  -- Postgres fires triggers in the order of their names.
  execute format('create trigger resolve_arbo before insert or update on %s
    for each row execute function private.resolve_arbo()', target);
  -- The triggers within_arbo_settled_… are statement triggers, because they must run after the row triggers of
  -- private.restrict_reference_offices.
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_resolved_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_resolved_arbo()', target);
end
$$;
