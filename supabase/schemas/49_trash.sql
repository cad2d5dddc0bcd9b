-- Undo: what was deleted within the last 30 days is restored as it was, and a row gets back what it held after an
-- entry of its history. Nothing is stored twice for that: the log has every deleted row whole, sealed, under its
-- office. A deleted row is told to whoever would read it if it were there, and, after 30 days, to nobody but by the
-- log; its files wait as long (71_uploads.sql). Reviews and comments name the row by its id, and so stand where they
-- stood.

-- How long a deleted row can be restored.
create function private.trash_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

create index user_log_deleted on private.user_log (form_name, at desc, id desc)
  where action = 'Delete' and source = 'database';

-- Whether the rows that are being inserted are restored: they come back as they were stored, so that what judges new
-- rows (facts, reasons, places, files, who entered them) has nothing to say of them. private.put_back alone says so,
-- while it inserts; whoever could say so beside it could as well claim to be somebody else.
create function private.is_restoring() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.restoring', true), '') = 'yes';
end
$$;

-- The deletions within that time of rows of offices that the caller reads, of those that are not there again: the last
-- of each row. ids: null for all.
create function private.trashed(wanted_table text, ids bigint[] default null)
  returns table (entry bigint, row_id bigint, office text, status text, approved boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_time() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$$;

-- A deleted row, of the changes that its entry in the log has: {column: value}.
create function private.deleted_row(changes jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$ select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c $$;

-- A page of deleted rows, the last deleted first, as {rows, total}: each with all columns that lists answer, and
-- deleted: {by, at, until}, by being a username and until when it can be restored. Sensitive columns are left out
-- without the right, and with it the reading is logged. statuses: null for all.
create function private.trash_of(wanted_table text, statuses text[], page_size integer, skipped bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    'with trashed as materialized (
       select t.entry from private.trashed($1) t where $2 is null or t.status = any ($2)
     ),
     -- First chosen, then made rows of: other entries of the log are not of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object(''total'', (select count(*) from trashed), ''rows'', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - ''search_text'' - $5 || jsonb_build_object(''office'', l.office, ''deleted'', jsonb_build_object(
           ''by'', l.user_name, ''at'', l.at, ''until'', l.at + private.trash_time())) order by l.id desc), ''[]'')
       from chosen l
         cross join lateral jsonb_populate_record(null::public.%I, private.deleted_row(l.changes) - $5) r))',
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.holds_sensitive(wanted_table, r)));
  return answer;
end
$$;

-- Inserts deleted rows as they were, and answers their ids; those that are there again are left out.
create function private.put_back(wanted_table text, entries bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  names constant text[] := (
    select array_agg(quote_ident(a.attname) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', wanted_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '');
begin
  perform private.take_files_back(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- What the log did not yet note of a deleted row: its version, which is not beyond the number of its entries.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.deleted_row(l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'))
    using entries;
  perform set_config('private.restoring', '', true);
end
$$;

-- Restores the deleted rows that the caller may, with what was attached to them, and answers their ids. Whoever may
-- delete a row may take that back: the right Delete, within the row's window, and an approved row the central office
-- alone. A reference that is gone or a unique value that another row has is an error, as for any insert.
create function private.restore_rows(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  in_target constant text[] := private.offices_to_write('restore', 'target');
  in_accomplishment constant text[] := private.offices_to_write('restore', 'accomplishment');
  of_central constant boolean := private.caller_of_central() is not null;
  entries constant bigint[] := array(
    select t.entry from private.trashed(wanted_table, ids) t
    where t.office = any (
        case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end)
      and (of_central or not t.approved));
begin
  -- First what was attached: its links are among what the rows held.
  perform private.put_back('attachments', private.attachments_deleted_with(wanted_table, entries));
  return query select private.put_back(wanted_table, entries);
end
$$;

-- What a row held after an entry of its history, of the columns that later entries name: {column: value}. Null where
-- the caller sees no such entry, or the row was not there after it. Without the right Sensitive, sensitive columns are
-- left out.
create function private.version_of(wanted_table text, wanted_row bigint, entry bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.user_log l
    where l.id = entry and l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.action <> 'Delete' and l.office = any (private.offices_to_read()))
  then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from (
      select distinct on (e.key) e.key, e.value -> 0 as value
      from private.user_log l cross join lateral jsonb_each(l.changes) e
      where l.form_name = wanted_table and l.row_id = wanted_row and l.id > entry and l.source = 'database'
        -- What is said of a row is in its history, too.
        and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      order by e.key, l.id
    ) c
    where private.caller_has_right('Sensitive') or not exists (
      select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key));
end
$$;

grant execute on function
  private.is_restoring(), private.trash_of(text, text[], integer, bigint), private.restore_rows(text, bigint[]),
  private.version_of(text, bigint, bigint)
to authenticated;
