-- Trash and undo. Rows deleted within the last 30 days can be restored unchanged. A row can also be reverted to the
-- values that it had after an entry of its history. No copy of a deleted row is stored, because the log entry of the
-- deletion has all values of the row. Users who could read the row can see it in the trash; after 30 days, the row is
-- only in the log. The files of a deleted row are kept for at least as long (71_uploads.sql). Reviews and comments
-- refer to the row by id and so apply again after a restore.

-- Time for which a deleted row can be restored.
create function private.trash_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

create index user_log_deleted on private.user_log (form_name, at desc, id desc)
  where action = 'Delete' and source = 'database';

-- Checks whether rows are being restored. Restored rows are inserted as they were stored, so the checks for new rows
-- (facts, reasons, places, files, author) do not apply. Reads a setting that only private.restore sets. Callers cannot
-- change settings; if they could, they could also pretend to be another user.
create function private.is_restoring() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.restoring', true), '') = 'yes';
end
$$;

-- Returns the deleted rows that can still be restored, of offices that the caller can read: rows that were deleted less
-- than 30 days ago and were not restored. For each row, returns the log entry of its last deletion. If ids is not null,
-- returns only rows with these ids.
create function private.find_deleted_rows(wanted_table text, ids bigint[] default null)
  returns table (entry bigint, row_id bigint, office text, status text, approved boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_retention() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$$;

-- Returns a page of deleted rows, last deleted first, as {rows, total}. Each row has the columns that lists show. Its
-- field `deleted`, {by, at, until}, has the user and time of the deletion, and the time until which the row can be
-- restored. A row has the values with which it would be restored. If the caller cannot read the office to which it
-- would be restored, it has the values of its deletion. Sensitive columns are left out for a caller without the
-- Sensitive right; for other callers, the reading is logged. If statuses is not null, returns only rows with one of
-- these statuses.
create function private.list_trash(wanted_table text, statuses text[], page_size integer, skipped bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    $q$with trashed as materialized (
       select t.entry from private.find_deleted_rows($1) t where $2 is null or t.status = any ($2)
     ),
     -- Choose the page of log entries before converting them to rows, because entries about other tables cannot be
     -- converted to rows of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object('total', (select count(*) from trashed), 'rows', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - 'search_text' - $5 || jsonb_build_object('office', l.office, 'deleted', jsonb_build_object(
           'by', l.user_name, 'at', l.at, 'until', l.at + private.trash_retention())) order by l.id desc), '[]')
       from chosen l
         cross join lateral (select private.rebuild_deleted_row($1, l.id, l.changes) as held) b
         cross join lateral jsonb_populate_record(null::public.%I,
           case when private.office_of(b.held) = any ($6) then b.held
             else (select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(l.changes) c) end - $5) r))$q$,
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden, private.offices_to_read();
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.has_sensitive_value(wanted_table, r)));
  return answer;
end
$$;

-- Returns the values of deleted rows that can still be restored, of offices that the caller can read, as {column:
-- value}. The API compares the values with stored rows before it restores the deleted rows. Leaves out sensitive
-- columns if the caller lacks the Sensitive right. Does not log the reading, because the API does not send the values
-- to the caller.
create function private.read_deleted_rows(wanted_table text, ids bigint[]) returns setof jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.rebuild_deleted_row(wanted_table, l.id, l.changes) - private.list_hidden_columns(wanted_table)
  from private.find_deleted_rows(wanted_table, ids) t join private.user_log l on l.id = t.entry
$$;

-- Inserts deleted rows with their former values and returns their ids. `entries` has the ids of the log entries of the
-- deletions. Skips rows that were already restored.
create function private.restore(wanted_table text, entries bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  names constant text[] := (
    select array_agg(quote_ident(a.attname) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', wanted_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '');
begin
  perform private.reattach_files(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- Old log entries of deletions lack the row version. For them, use the count of all log entries of the row, which is
  -- at least as high as its version.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.rebuild_deleted_row(%4$L, l.id, l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'),
       wanted_table)
    using entries;
  perform set_config('private.restoring', '', true);
  -- A row of evidence may have been restored to another office than that of its file.
  update public.evidence_files f set office = private.office_of(r.held)
  from (
    select l.changes, private.rebuild_deleted_row(wanted_table, l.id, l.changes) as held
    from private.user_log l where l.id = any (entries) and l.changes ? 'upload_id') r
  where f.upload_id = (r.changes #>> '{upload_id,0}')::uuid and f.office <> private.office_of(r.held);
end
$$;

-- Restores deleted rows with their attachments, and returns the ids of the rows. Skips rows that the caller may not
-- restore. Needs the Delete right and an open reporting window, both in the office of the deleted row and in the office
-- to which it is restored; only the central office can restore an approved row. As in any insert, a reference to a
-- missing row and a duplicate of a unique value are errors.
create function private.restore_rows(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  in_target constant text[] := private.offices_to_write('restore', 'target');
  in_accomplishment constant text[] := private.offices_to_write('restore', 'accomplishment');
  of_central constant boolean := private.central_caller_id() is not null;
  entries constant bigint[] := array(
    select t.entry from private.find_deleted_rows(wanted_table, ids) t
      join private.user_log l on l.id = t.entry
      cross join lateral (
        select case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end
          as offices) w
    where t.office = any (w.offices) and (of_central or not t.approved)
      and private.office_of(private.rebuild_deleted_row(wanted_table, l.id, l.changes)) = any (w.offices));
  restored bigint[];
begin
  -- Restore the attachments first: the rows contain links to the attachments.
  perform private.restore('attachments', private.find_deleted_attachments(wanted_table, entries));
  restored := array(select private.restore(wanted_table, entries));
  execute format(
    'update public.attachments a
     set region_name = t.region_name, province_name = t.province_name, muncity_name = t.muncity_name,
       barangay_name = t.barangay_name, cd = t.cd
     from public.%1$I t
     where t.id = any ($1) and a.record_table = %1$L and a.record_id = t.id and a.office <> t.office', wanted_table)
    using restored;
  return query select unnest(restored);
end
$$;

-- Returns the deleted rows to which other deleted rows refer, of offices that the caller can read, and which must be
-- restored before them. `id` is the row that refers by column_name, and `parent` has the values of the row to which it
-- refers.
create function private.find_deleted_parents(wanted_table text, ids bigint[])
  returns table (id bigint, column_name text, parent_name text, parent jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  parent_id bigint;
begin
  for one in
    select d.row_id, r.*, h.item
    from private.find_deleted_rows(wanted_table, ids) d
      join private.user_log l on l.id = d.entry
      cross join lateral (select private.rebuild_deleted_row(wanted_table, l.id, l.changes) as held) b
      cross join lateral (
        select f.* from private.list_references(wanted_table) f
        union all
        select 'record_id', b.held ->> 'record_table', 'id' where wanted_table = 'attachments') r
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(b.held -> r.column_name)
        when 'array' then b.held -> r.column_name else jsonb_build_array(b.held -> r.column_name) end) h (item)
    where h.item is not null
  loop
    if one.parent_column = 'id' then
      parent_id := one.item;
    else
      execute format(
        'select l.row_id from private.user_log l
         where l.form_name = %1$L and l.changes ? %2$L and l.changes -> %2$L ->> 0 = $1 and l.action = ''Delete''
         order by l.id desc limit 1', one.parent_name, one.parent_column) into parent_id using one.item;
    end if;
    return query
      select one.row_id, one.column_name, one.parent_name,
        private.rebuild_deleted_row(one.parent_name, l.id, l.changes) - private.list_hidden_columns(one.parent_name)
      from private.find_deleted_rows(one.parent_name, array[parent_id]) p join private.user_log l on l.id = p.entry;
  end loop;
end
$$;

-- Returns the values to write, as {column: value}, to revert a row to its state after the given entry of its history.
-- Has only the columns that later entries have changed. Null if the caller cannot see the entry, or if the entry is a
-- deletion. Leaves out sensitive columns if the caller lacks the Sensitive right. Values that were corrected or
-- replaced centrally (ARC columns, list values) are returned as they are now.
create function private.values_after_entry(wanted_table text, wanted_row bigint, entry bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
  present jsonb;
begin
  if not exists (
    select from private.user_log l
    where l.id = entry and l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.action <> 'Delete' and l.office = any (private.offices_to_read()))
  then
    return null;
  end if;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into found
  from (
    select distinct on (e.key) e.key, e.value -> 0 as value
    from private.user_log l cross join lateral jsonb_each(l.changes) e
    where l.form_name = wanted_table and l.row_id = wanted_row and l.id > entry and l.source = 'database'
      -- Review actions are in the history, too, but do not change the row.
      and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      -- If a new or renamed ARBO in the masterlist linked the row by its name, the row keeps this link.
      and not (l.changes ? 'arboPrimaryKey' and e.key in ('arboPrimaryKey', 'arbo_id', 'arbo_name') and exists (
        select from private.user_log m
        where m.form_name = 'arbo_masterlist' and m.row_id = (l.changes #>> '{arboPrimaryKey,1}')::bigint
          and m.tx = l.tx))
    order by e.key, l.id
  ) c
  where private.caller_has_right('Sensitive') or not exists (
    select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key);
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', wanted_table) into present using wanted_row;
  found := found || private.follow_identifiers(wanted_table, found - 'arc_id', entry);
  if wanted_table <> 'arc_masterlist' then
    found := private.follow_arc(found, coalesce(present, '{}'), entry);
  end if;
  -- A sub-category is replaced only together with its category, so take the category from the row if it did not change.
  return (
    select coalesce(jsonb_object_agg(r.key, r.value), '{}')
    from jsonb_each(private.replace_list_values(coalesce(present, '{}') || found, entry)) r
    where found ? r.key);
end
$$;

grant execute on function
  private.is_restoring(), private.list_trash(text, text[], integer, bigint), private.read_deleted_rows(text, bigint[]),
  private.restore_rows(text, bigint[]), private.find_deleted_parents(text, bigint[]),
  private.values_after_entry(text, bigint, bigint)
to authenticated;
