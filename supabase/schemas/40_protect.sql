-- What LIKE does not carry, one call gives to a record table: row security with its policies, grants, triggers, the
-- search text and indexes. A table without it fails a test.

create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is
  'Tables under private.apply_protection, with the window that guards their writes; status: that of each row '
  'names it.';

-- For functions that make statements of a table's name. Raises 42P01 for any other table.
create function private.check_record_table(wanted_table text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
end
$$;

-- The window that guards a row of a record table, by its own status where the table leaves it to that.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target'
    else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;

-- Protects a record table that has its row in private.record_tables. Called again after its columns have changed, it
-- brings grants and search up to them. Its foreign keys come from private.refer, its sensitive columns from
-- private.keep_sensitive, its files from private.keep_evidence.
create procedure private.apply_protection(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  guard constant text := (select t.window_name from private.record_tables t where t.table_name = name);
  -- The offices in which the caller may write rows of the table now.
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
        -- Whoever enters a row that is approved already approves their own entry.
        and (process_stage is distinct from 'Approved' or (select private.caller_approves_own())));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to change})
      with check (office = any {offices to change});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.caller_of_central()) is not null));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger place_by_book before insert or update on {table}
      for each row execute function private.place_by_book();
    create or replace trigger guard_stage after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.guard_stage();
    create or replace trigger end_review after update on {table} referencing new table as new_rows
      for each statement execute function private.end_review();
    create or replace trigger judge_places_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.judge_places();
    create or replace trigger judge_places_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.judge_places();

    create index if not exists {office index} on {table} (office, id);
    create index if not exists {search index} on {table} using gin (search_text extensions.gin_trgm_ops)$sql$;
  verb text;
begin
  if guard is null then
    raise exception 'private.record_tables has no row for %.', target;
  end if;
  call private.keep_searched(target);
  call private.grant_columns(target);
  call private.read_in_scope(target);
  call private.log_table(target);
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

-- Protects a table that belongs to no office and is kept with the route dropdowns: everybody with a level reads;
-- whoever has the route and the right for the verb writes.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.read_with_a_level(target);
  call private.log_table(target);
  execute replace($sql$
    alter table {table} enable row level security, force row level security;
    create policy insert_as_administrator on {table} for insert to authenticated
      with check ((select private.may_administer('insert')));
    create policy update_as_administrator on {table} for update to authenticated
      using ((select private.may_administer('update')))
      with check ((select private.may_administer('update')));
    create policy delete_as_administrator on {table} for delete to authenticated
      using ((select private.may_administer('delete')));
    create trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts()$sql$, '{table}', target::text);
end
$$;

-- Rows of an office are read by whoever reads the office, in the words that plan best for each level (99_readers.sql).
create procedure private.read_in_scope(target regclass)
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
      using ((select private.caller_of_central()) is not null);
    create policy select_in_scope_for_province on {table} for select to provincial_reader
      using (office = (select private.caller_of_province()))$sql$, '{table}', target::text);
end
$$;

-- What belongs to no office is read by everybody with a level.
create procedure private.read_with_a_level(target regclass)
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

call private.read_with_a_level('public.psgc_places');
call private.read_with_a_level('public.offices');

-- Columns that the database writes alone, in whichever table they stand.
create function private.is_written_by_database(column_name name) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    'search_text',
    -- Of a row's file
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
$$;

-- Grants a signed-in caller what the policies then narrow: deleting, writing all columns but those that the database
-- writes, and reading all but the sensitive ones.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
  readable text;
  holds_sensitive boolean;
begin
  select
      string_agg(format('%I', a.attname), ', ' order by a.attname)
        filter (where a.attgenerated = '' and not private.is_written_by_database(a.attname)),
      string_agg(format('%I', a.attname), ', ' order by a.attname) filter (where s.column_name is null),
      bool_or(s.column_name is not null)
    into writable, readable, holds_sensitive
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join private.sensitive_columns s on s.table_name = c.relname and s.column_name = a.attname
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke all on %s from anon, authenticated, central_reader, provincial_reader', target);
  execute format('grant delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
  execute format('grant select %2$s on %1$s to authenticated, central_reader, provincial_reader',
    target, case when holds_sensitive then format('(%s)', readable) else '' end);
end
$$;

-- Keeps the columns that only the database writes, and freezes approved rows for all but the central office (AG001).
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Columns that don't count as a change of the row.
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
    if private.only_follows_arbo(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.caller_of_central() is null
    then
      raise exception 'The row is approved: set it back to Pending before changing it.'
        using errcode = 'AG001', detail = old.id::text;
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

-- Whether a row has the stage Approved; empty counts as Pending.
create function private.is_approved(stage text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return stage is not distinct from 'Approved';
end
$$;

-- After a caller has changed rows, which the policy allows with Edit or with Approve: the stage is changed with
-- Approve, and to Approved of one's own entries with Approve own; everything else with Edit (AG009). What follows
-- another row's change is none of the caller's.
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
      raise exception 'Your role does not have the right Approve, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this row yourself: somebody else approves it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      raise exception 'Your role does not have the right Edit, which is needed to change a row.'
        using errcode = 'AG009', detail = found::text;
    end if;
  end if;
  return null;
end
$$;

-- Before a row is written. Of a trigger's name comes its turn: before all others that look at the texts.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.may_be_untidy(new::text) then
    return jsonb_populate_record(new, private.tidied(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- Gives an identifier that was left empty: the prefix and the row's id, such as TRN-42.
create function private.give_identifier() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  -- The trigger's arguments: the column, the prefix.
  column_name constant text := tg_argv[0];
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    new := jsonb_populate_record(new, jsonb_build_object(column_name, tg_argv[1] || new.id));
  end if;
  return new;
end
$$;

-- Updated is what an accomplishment becomes when somebody edits it (spec section 4), and is given in no other way.
-- Where the status says on which of two screens a row stands, as Form 11 and the FME annual updating have it, it stays.
-- Before a caller writes a row, and before others follow what was written: an approval is no edit, and a change that
-- follows another row's, such as a new ARBO ID, is none of this row.
create function private.follow_status() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office',
      'search_text'];
begin
  if auth.uid() is null or private.is_restoring() then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is given when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    new.status := 'Updated';
  end if;
  return new;
end
$$;
