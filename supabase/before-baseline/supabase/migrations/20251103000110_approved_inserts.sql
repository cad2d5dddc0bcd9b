-- A new row may be entered as approved only by whoever may approve: with the right Edit. The right Delete alone lets
-- people add rows, and so let them freeze one without anybody's approval.

-- Narrows the policy for inserting of a protected table.
create procedure private.guard_approved_inserts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  present text := (select pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) from pg_catalog.pg_policy p
    where p.polrelid = target and p.polname = 'insert_in_scope');
begin
  execute format(
    'alter policy insert_in_scope on %s with check (%s and (process_stage is distinct from ''Approved'' or (select private.caller_has_right(''Edit''))))',
    target, present);
end
$$;

-- As before; the policy for inserting is narrowed.
create or replace procedure private.protect_record_table(target regclass, window_name text)
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
  call private.guard_approved_inserts(target);

  execute format('create trigger stamp_record before insert or update on %s for each row execute function private.stamp_record()', target);
  execute format('create index %I on %s (office, id)', name || '_office', target);
  execute format('create index %I on %s using gin (search_text extensions.gin_trgm_ops)', name || '_search', target);
end
$$;

do $$
declare
  t record;
begin
  for t in select format('public.%I', r.table_name)::regclass as target from private.record_tables r order by r.table_name loop
    call private.guard_approved_inserts(t.target);
  end loop;
end
$$;
