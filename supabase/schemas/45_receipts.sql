-- Receipts of imports: the user who made an import sees what became of its rows and can undo the import. Stored are
-- only the import (private.imports) and the ids of its transactions, because the user log has the changes. An undo
-- deletes new rows and reverts changed rows, with the functions and rights of a user who deletes or reverts single
-- rows.

-- Time for which an import can be undone.
create function private.import_undo_period() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

-- Time for which the receipt of an import is stored.
create function private.receipt_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 year' $$;

-- Registers an import of the caller before its first batch. Repeating the call changes nothing. Also deletes the
-- caller's expired receipts and batches.
create function private.begin_import(wanted_import uuid, wanted_screen text, wanted_table text, wanted_file text,
  wanted_rows integer, wanted_left_out integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  delete from private.imports i where i.user_id = auth.uid() and i.at < now() - private.receipt_retention();
  delete from private.import_batches b where b.user_id = auth.uid() and b.at < now() - private.receipt_retention();
  insert into private.imports (user_id, import_id, screen, table_name, file_name, rows, left_out)
  values (auth.uid(), wanted_import, wanted_screen, wanted_table, wanted_file, wanted_rows, wanted_left_out)
  on conflict do nothing;
end
$$;

-- Returns a page of the caller's imports, newest first, as {rows, total}. Each import has the values that
-- private.begin_import registered, and the number of rows that it saved. If wanted_import is not null, returns only
-- that import.
create function private.own_imports(wanted_import uuid, page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select i.* from private.imports i
    where i.user_id = auth.uid() and (wanted_import is null or i.import_id = wanted_import)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'table_name' || jsonb_build_object('saved', (
      select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
      where b.user_id = p.user_id and b.import_id = p.import_id)) order by p.at desc, p.import_id), '[]')
    from (select o.* from own o order by o.at desc, o.import_id limit page_size offset skipped) p))
$$;

-- Returns the ids of the rows that an import of the caller saved.
create function private.rows_of_import(wanted_import uuid) returns setof bigint
  language sql stable security definer set search_path = ''
as $$
  select unnest(b.ids) from private.import_batches b
  join private.imports i using (user_id, import_id)
  where i.user_id = auth.uid() and i.import_id = wanted_import
$$;

-- Checks whether a row has the given values. Status Updated also matches Accomplished, because undoing an edit of an
-- accomplished row sets Updated, too.
create function private.has_same_values(present jsonb, held jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select present = present || case
    when present ->> 'status' = 'Updated' and held ->> 'status' = 'Accomplished' then held - 'status'
    else held
  end
$$;

-- Returns what became of the rows that an import of the caller saved. `state` is one of:
-- - as_left: unchanged since the import
-- - set_back: the import's changes were reverted
-- - deleted
-- - changed_since: changed later, with user and time of the last change if the caller can read the row
-- `before` is the id of the row's last log entry before the import, null if the import created the row. `last` is the
-- id of the last log entry that the import wrote about the row.
create function private.imported_rows(wanted_import uuid)
  returns table (id bigint, created boolean, state text, row_version bigint, before bigint, last bigint, by text,
    at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  receipt constant private.imports := (
    select i from private.imports i where i.user_id = auth.uid() and i.import_id = wanted_import);
  -- A caller without the Sensitive right neither sees nor restores former values of sensitive columns.
  hidden constant text[] := private.list_hidden_columns(receipt.table_name);
begin
  if receipt.import_id is null then
    return;
  end if;
  return query execute format($query$
    with own as materialized (
      select l.row_id, bool_or(l.action = 'Insert') as created, min(l.id) as first, max(l.id) as last
      from private.import_batches b
        cross join unnest(b.ids) r (id)
        join private.user_log l on l.form_name = $1 and l.row_id = r.id and l.tx = b.tx and l.at >= b.at
      where b.user_id = $2 and b.import_id = $3
      group by l.row_id
    ),
    -- Deletions, restores, comments and reviews do not count as changes.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- left_so has the values that the import wrote to fields that were changed later. found_so has the values that
    -- fields had before the import changed them.
    left_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (l.row_id, c.key) l.row_id, c.key, c.value -> 0 as value
        from later l cross join jsonb_each(l.changes) c
        order by l.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    found_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (o.row_id, c.key) o.row_id, c.key, c.value -> 0 as value
        from own o
          join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id between o.first and o.last
          cross join jsonb_each(l.changes - $5) c
        where not o.created
        order by o.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    last_change as materialized (
      select distinct on (l.row_id) l.row_id, l.user_name, l.at from later l order by l.row_id, l.id desc
    ),
    stated as (
      select o.row_id, o.created, o.last, t.row_version, b.entry, c.user_name, c.at, t.office = any ($4) as readable,
        case
          when t.id is null then 'deleted'
          when t.office <> all ($4) then 'changed_since'
          when not o.created and private.has_same_values(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          -- If columns are hidden from the caller, any later write counts as a change. Otherwise, the state would
          -- reveal whether a value that the caller wrote later is the stored value.
          when (o.created or b.entry is not null)
            and (w.held is null or private.has_same_values(to_jsonb(t), w.held))
            and ($5 = '{}' or c.row_id is null) then 'as_left'
          else 'changed_since'
        end as state
      from own o
        left join public.%I t on t.id = o.row_id
        left join found_so f on f.row_id = o.row_id
        left join left_so w on w.row_id = o.row_id
        left join last_change c on c.row_id = o.row_id
        left join lateral (
          select max(l.id) as entry from private.user_log l
          where not o.created and l.form_name = $1 and l.row_id = o.row_id and l.id < o.first
            and l.source = 'database' and l.action <> 'Delete'
        ) b on true
    )
    select s.row_id, s.created, s.state, s.row_version::bigint, s.entry, s.last,
      case when s.readable and s.state = 'changed_since' then s.user_name end,
      case when s.readable and s.state = 'changed_since' then s.at end
    from stated s order by s.row_id$query$, receipt.table_name)
    using receipt.table_name, receipt.user_id, receipt.import_id, private.offices_to_read(), hidden;
end
$$;

-- Marks an import of the caller as undone, so that no further batch of the import can be saved. Waits until a running
-- batch has ended. Unlinks rows from the ARBOs that the import added. Repeating the call logs nothing more. Raises
-- AG002 if the import is too old to be undone.
create function private.undo_import(wanted_import uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.at < now() - private.import_undo_period())
  then
    raise exception 'This import was made more than 30 days ago, so it can no longer be taken back.'
      using errcode = 'AG002';
  end if;
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.table_name = 'arbo_masterlist' for update)
  then
    perform private.unlink_imported_arbos(wanted_import);
  end if;
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  -- Screens that share a table show rows of different statuses. An import is made on one screen, so the status of any
  -- of its rows identifies the screen.
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select u.id, u.username, u.roles, i.table_name, u.region_name, u.province_name, 'Take back import', (
      select l.status
      from private.import_batches b
      cross join unnest(b.ids) r (id)
      join private.user_log l on l.form_name = i.table_name and l.row_id = r.id and l.tx = b.tx
      where b.user_id = i.user_id and b.import_id = i.import_id
      limit 1),
    jsonb_build_object('import', jsonb_build_array(i.file_name, null))
  from private.imports i
  join public.users u on u.id = i.user_id
  where i.user_id = auth.uid() and i.import_id = wanted_import;
end
$$;

grant execute on function
  private.begin_import(uuid, text, text, text, integer, integer), private.own_imports(uuid, integer, bigint),
  private.rows_of_import(uuid), private.imported_rows(uuid), private.undo_import(uuid)
to authenticated;
