-- One procedure gives a record table everything that LIKE does not carry: row-level security with its policies, column
-- grants, triggers, the search column and the indexes. A table without it fails a test.

create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is 'Tables under private.protect_record_table, with the window that guards their writes.';

-- Keeps the columns that only the database writes, and freezes approved rows for everybody below Central (AG001).
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Generated columns are still empty in a new row here; they follow from the columns that are compared.
  bookkeeping constant text[] := array['process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
    and private.caller_level() is distinct from 'Central'
  then
    raise exception 'The row is approved: set it back to Pending before changing it.'
      using errcode = 'AG001', detail = old.id::text;
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

-- Triggers that every writable table with an id carries.
create procedure private.log_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger log_insert after insert on %s referencing new table as new_rows for each statement execute function private.log_statement()', target);
  execute format('create trigger log_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.log_statement()', target);
  execute format('create trigger log_delete after delete on %s referencing old table as old_rows for each statement execute function private.log_statement()', target);
end
$$;

-- Grants a signed-in caller what the policies then narrow: reading, deleting, and writing all but protected columns.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
begin
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into writable
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname not in ('id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at');
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select, delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
end
$$;

-- All row values in one lower-cased text, so that search is one condition (spec section 5).
create procedure private.add_search_text(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  expression text;
begin
  select string_agg(
      case a.atttypid
        when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', a.attname)
        when 'text'::regtype then format('coalesce(%I, '''')', a.attname)
        else format('coalesce(%I::text, '''')', a.attname)
      end, ' || e''\n'' || ' order by a.attnum)
    into expression
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype)
    and a.attname not in ('id', 'row_version');
  execute format('alter table %s add column search_text text generated always as (lower(%s)) stored', target, expression);
end
$$;

create procedure private.protect_record_table(target regclass, window_name text)
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
  writable text;
begin
  insert into private.record_tables values (name, window_name);
  call private.add_search_text(target);
  call private.grant_columns(target);
  call private.log_table(target);

  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('alter table %s add constraint %I foreign key (office) references public.offices (office)', target, name || '_office_exists');

  writable := case window_name
    when 'status' then
      'office = any (case status when ''Target'' then (select private.offices_to_write(%1$L, ''target''))::text[] '
      || 'else (select private.offices_to_write(%1$L, ''accomplishment''))::text[] end)'
    else format('office = any ((select private.offices_to_write(%%1$L, %L))::text[])', window_name)
  end;
  execute format('create policy select_in_scope on %s for select to authenticated using (office = any ((select private.offices_to_read())::text[]))', target);
  execute format('create policy insert_in_scope on %s for insert to authenticated with check (' || format(writable, 'insert') || ')', target);
  execute format('create policy update_in_scope on %s for update to authenticated using (' || format(writable, 'update') || ') with check (' || format(writable, 'update') || ')', target);
  execute format('create policy delete_in_scope on %s for delete to authenticated using (' || format(writable, 'delete')
    || ' and (process_stage is distinct from ''Approved'' or (select private.caller_level()) = ''Central''))', target);

  execute format('create trigger stamp_record before insert or update on %s for each row execute function private.stamp_record()', target);
  execute format('create index %I on %s (office, id)', name || '_office', target);
  execute format('create index %I on %s using gin (search_text extensions.gin_trgm_ops)', name || '_search', target);
end
$$;

-- Reference tables: everybody with a level reads; whoever has the route dropdowns and the right for the verb writes.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.log_table(target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy select_with_a_level on %s for select to authenticated using ((select private.caller_level()) is not null)', target);
  execute format('create policy insert_as_administrator on %s for insert to authenticated with check ((select private.may_administer(''insert'')))', target);
  execute format('create policy update_as_administrator on %1$s for update to authenticated using ((select private.may_administer(''update''))) with check ((select private.may_administer(''update'')))', target);
  execute format('create policy delete_as_administrator on %s for delete to authenticated using ((select private.may_administer(''delete'')))', target);
end
$$;
