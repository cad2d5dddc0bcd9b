-- Protects record tables: adds row security with policies, grants, triggers, search text and indexes. LIKE does not
-- copy these from a template. A test fails for any record table without this protection.

create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is
  'Tables protected by private.apply_protection, with the reporting window that controls writes. If the window is '
  '"status", the status of each row decides.';

-- Checks that a name is the name of a record table, before a function builds SQL with the name. Raises 42P01 if not.
create function private.check_record_table(wanted_table text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
end
$$;

-- Returns the reporting window that controls writes to a row. In some tables, the status of the row decides the
-- window.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target'
    else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;

-- Protects a record table that is listed in private.record_tables. Can be called again after its columns have changed,
-- to update grants and search. Further procedures add foreign keys (private.add_reference), protect sensitive columns
-- (private.protect_sensitive_columns) and require files (private.require_evidence_files).
create procedure private.apply_protection(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  guard constant text := (select t.window_name from private.record_tables t where t.table_name = name);
  -- SQL expression for the offices in which the caller may write rows of the table now.
  offices constant text := case guard
    when 'status' then $sql$(case status
      when 'Target' then (select private.offices_to_write({verb}, 'target'))::text[]
      else (select private.offices_to_write({verb}, 'accomplishment'))::text[]
    end)$sql$
    else format('((select private.offices_to_write({verb}, %L))::text[])', guard)
  end;
  statements text := $sql$
    alter table {table} enable row level security, force row level security;

    drop policy if exists insert_in_scope on {table};
    drop policy if exists update_in_scope on {table};
    drop policy if exists delete_in_scope on {table};
    create policy insert_in_scope on {table} for insert to authenticated
      with check (
        office = any {offices to insert}
        -- Inserting an approved row counts as approving one's own entry.
        and (process_stage is distinct from 'Approved' or (select private.caller_can_approve_own())));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to change})
      with check (office = any {offices to change});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.central_caller_id()) is not null));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger normalize_place before insert or update on {table}
      for each row execute function private.normalize_place();
    create or replace trigger guard_stage after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.guard_stage();
    create or replace trigger end_review after update on {table} referencing new table as new_rows
      for each statement execute function private.end_review();
    create or replace trigger judge_places_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.reject_unknown_places();
    create or replace trigger judge_places_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.reject_unknown_places();

    create index if not exists {office index} on {table} (office, id);
    create index if not exists {search index} on {table} using gin (search_text extensions.gin_trgm_ops)$sql$;
  verb text;
begin
  if guard is null then
    raise exception 'private.record_tables has no row for %.', target;
  end if;
  call private.make_searchable(target);
  call private.grant_columns(target);
  call private.add_scope_read_policies(target);
  call private.add_log_triggers(target);
  foreach verb in array array['insert', 'change', 'delete'] loop
    statements := replace(statements, format('{offices to %s}', verb), replace(offices, '{verb}', quote_literal(verb)));
  end loop;
  statements := replace(statements, '{office index}', quote_ident(name || '_office'));
  statements := replace(statements, '{search index}', quote_ident(name || '_search'));
  execute replace(statements, '{table}', target::text);
  if not exists (select from pg_catalog.pg_constraint
    where conrelid = target and conname = name || '_office_exists') then
    execute format('alter table %s add constraint %I foreign key (office) references public.offices (office)',
      target, name || '_office_exists');
  end if;
end
$$;

-- Protects a reference table, which belongs to no office. Every user with a level can read it; writing requires the
-- route permission `dropdowns` and the right for the action, such as Delete.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.add_level_read_policies(target);
  call private.add_log_triggers(target);
  execute replace($sql$
    alter table {table} enable row level security, force row level security;
    create policy insert_as_administrator on {table} for insert to authenticated
      with check ((select private.can_administer_reference('insert')));
    create policy update_as_administrator on {table} for update to authenticated
      using ((select private.can_administer_reference('update')))
      with check ((select private.can_administer_reference('update')));
    create policy delete_as_administrator on {table} for delete to authenticated
      using ((select private.can_administer_reference('delete')));
    create trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts()$sql$, '{table}', target::text);
end
$$;

-- Adds the policies for reading rows that belong to offices: one policy per database role that reads. Each policy
-- allows the rows in the caller's scope. The conditions of the policies differ, so that each role gets the best query
-- plans for its callers (99_readers.sql).
create procedure private.add_scope_read_policies(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    drop policy if exists select_in_scope on {table};
    drop policy if exists select_in_scope_for_central on {table};
    drop policy if exists select_in_scope_for_province on {table};
    create policy select_in_scope on {table} for select to authenticated
      using (office = any ((select private.offices_to_read())::text[]));
    create policy select_in_scope_for_central on {table} for select to central_reader
      using ((select private.central_caller_id()) is not null);
    create policy select_in_scope_for_province on {table} for select to provincial_reader
      using (office = (select private.provincial_caller_office()))$sql$, '{table}', target::text);
end
$$;

-- Lets callers read the rows of a figure table that belong to offices in their scope. Callers can't write the table.
create procedure private.read_only_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.add_scope_read_policies(target);
end
$$;

-- Adds the policies for reading a table whose rows belong to no office: every user with a level can read all rows.
create procedure private.add_level_read_policies(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    create policy select_with_a_level on {table} for select to authenticated
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_central on {table} for select to central_reader
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_province on {table} for select to provincial_reader
      using ((select private.caller_level()) is not null)$sql$, '{table}', target::text);
end
$$;

call private.add_level_read_policies('public.psgc_places');
call private.add_level_read_policies('public.offices');

-- Checks whether a column is written only by the database. The result depends only on the name of the column and is the
-- same for all tables.
create function private.is_written_by_database(column_name name) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    'search_text',
    -- Columns of files and geotags.
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'duplicate_of',
    'outside_province')
$$;

-- Grants privileges on a table to signed-in callers; policies then limit the rows. INSERT and UPDATE are granted for
-- all columns that callers may write, SELECT for all columns that are not sensitive.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
  readable text;
  has_sensitive_value boolean;
begin
  select
      string_agg(format('%I', a.attname), ', ' order by a.attname)
        filter (where a.attgenerated = '' and not private.is_written_by_database(a.attname)),
      string_agg(format('%I', a.attname), ', ' order by a.attname) filter (where s.column_name is null),
      bool_or(s.column_name is not null)
    into writable, readable, has_sensitive_value
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join private.sensitive_columns s on s.table_name = c.relname and s.column_name = a.attname
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke all on %s from anon, authenticated, central_reader, provincial_reader', target);
  execute format('grant delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
  execute format('grant select %2$s on %1$s to authenticated, central_reader, provincial_reader',
    target, case when has_sensitive_value then format('(%s)', readable) else '' end);
end
$$;

-- Raises AG001: the caller may not change a row because it is approved.
create function private.refuse_approved_row(row_id bigint) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'The row is approved: set it back to Pending before changing it.'
    using errcode = 'AG001', detail = row_id::text;
end
$$;

-- Raises AG009: the caller may not change a row because the caller lacks the Edit right.
create function private.refuse_edit(row_id bigint) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'Your role does not have the Edit right, which is needed to change a row.'
    using errcode = 'AG009', detail = row_id::text;
end
$$;

-- BEFORE trigger: sets the columns that only the database writes. Raises AG001 if a caller who is not of the central
-- office changes an approved row.
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Columns that may change in an approved row.
  frozen_without text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    if private.is_restoring() then
      return new;
    end if;
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null then
    if private.is_undoing_links() or private.is_only_arbo_sync(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if pg_trigger_depth() > 1 and private.is_only_arc_sync(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arc_id,arc_name,arc_type}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.central_caller_id() is null
    then
      perform private.refuse_approved_row(old.id);
    end if;
  end if;

  new.updated_at := now();
  new.row_version := old.row_version + 1;
  if new.process_stage is distinct from old.process_stage then
    new.approved_by := case when new.process_stage = 'Approved' then author end;
    new.approved_at := case when new.process_stage = 'Approved' then now() end;
  end if;
  return new;
end
$$;

-- Checks whether a stage is Approved. An empty stage means Pending.
create function private.is_approved(stage text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return stage is not distinct from 'Approved';
end
$$;

-- AFTER trigger of an update: refuses a change for which the caller lacks the right (AG009). It is needed because
-- policies allow any update with the Edit or the Approve right. A change of the stage needs the Approve right.
-- Approving a row that the caller entered also needs the right Approve own. Any other change needs the Edit right.
-- Skips changes that another trigger made.
create function private.guard_stage() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := auth.uid();
  rights constant text[] := (private.current_caller()).rights;
  bookkeeping constant text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'search_text'];
  found bigint;
begin
  if author is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  if not 'Approve' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) <> private.is_approved(o.process_stage);
    if found is not null then
      raise exception 'Your role does not have the Approve right, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this record, so someone else must approve it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      perform private.refuse_edit(found);
    end if;
  end if;
  return null;
end
$$;

-- BEFORE trigger: tidies the texts of a row. Its name sorts first, because Postgres fires triggers in the order of
-- their names and the other triggers read the texts.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_possibly_untidy(new::text) then
    return jsonb_populate_record(new, private.tidy_fields(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- BEFORE trigger: fills an empty identifier with a prefix and the row's id, such as TRN-42.
create function private.generate_identifier() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Arguments of the trigger: column and prefix.
  column_name constant text := tg_argv[0];
  candidate text := tg_argv[1] || new.id;
  suffix integer := 1;
  is_taken boolean;
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    loop
      execute format('select exists (select from %s where %I = $1)', tg_relid::regclass, column_name)
        into is_taken using candidate;
      exit when not is_taken;
      -- A user has typed this identifier for another row.
      suffix := suffix + 1;
      candidate := tg_argv[1] || new.id || '-' || suffix;
    end loop;
    new := jsonb_populate_record(new, jsonb_build_object(column_name, candidate));
  end if;
  return new;
end
$$;
