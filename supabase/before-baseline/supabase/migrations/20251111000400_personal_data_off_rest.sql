-- Sensitive columns move out of reach of REST, into a schema that it does not serve: it handed out a thousand birthdays a
-- call without an entry in the log, and its planned counts told how they are distributed. The API reads them as before,
-- by the same policies, and logs who takes a whole list.

create schema personal;
grant usage on schema personal to authenticated, service_role;
comment on schema personal is 'Sensitive columns (RA 10173) and the views that have them. The API reads them; REST does not serve the schema.';

do $$
declare
  name text;
begin
  for name in select distinct s.table_name from private.sensitive_columns s loop
    execute format('alter table public.%I set schema personal', name || '_sensitive');
    execute format('alter view public.%I set schema personal', name || '_in_full');
  end loop;
end
$$;

-- As before, in the other schema.
create or replace function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names text := (select string_agg(format('%I', c), ', ') from unnest(tg_argv) c);
  changes text := (select string_agg(format('%1$I = excluded.%1$I', c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into personal.%1$I (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set office = excluded.office, %3$s',
    tg_table_name || '_sensitive', names, changes);
  return null;
end
$$;

-- As before, in the other schema. Called after protect_record_table, with columns that were added after it: so they are
-- not in the search.
create or replace procedure private.keep_sensitive(target regclass, columns text[])
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
  copy text := format('personal.%I', name || '_sensitive');
  view text := format('personal.%I', name || '_in_full');
  names text := (select string_agg(format('%I', c), ', ') from unnest(columns) c);
  arguments text := (select string_agg(quote_literal(c), ', ') from unnest(columns) c);
  readable text;
  in_full text;
begin
  insert into private.sensitive_columns select name, c from unnest(columns) c;

  select string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attname <> all (columns)),
      string_agg(format('%s.%I', case when a.attname = any (columns) then 's' else 't' end, a.attname), ', ' order by a.attnum)
    into readable, in_full
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke select on %s from authenticated', target);
  execute format('grant select (%2$s), insert (%3$s), update (%3$s) on %1$s to authenticated', target, readable, names);

  execute format('create table %s as select id, office, %s from %s with no data', copy, names, target);
  execute format('alter table %s add primary key (id), alter column office set not null, '
    || 'enable row level security, force row level security', copy);
  execute format('alter table %s add constraint %I foreign key (id) references %s (id) on delete cascade',
    copy, name || '_sensitive_of', target);
  execute format('create index %I on %s (office, id)', name || '_sensitive_office', copy);
  execute format('revoke all on %s from anon, authenticated', copy);
  execute format('grant select on %s to authenticated', copy);
  execute format('create policy select_with_the_right on %s for select to authenticated using ('
    || 'office = any ((select private.offices_to_read())::text[]) and (select private.caller_has_right(''Sensitive'')))', copy);
  execute format('create trigger copy_sensitive_insert after insert on %s referencing new table as new_rows '
    || 'for each statement execute function private.copy_sensitive(%s)', target, arguments);
  execute format('create trigger copy_sensitive_update after update on %s referencing new table as new_rows '
    || 'for each statement execute function private.copy_sensitive(%s)', target, arguments);

  execute format('create view %s with (security_invoker = true) as select %s from %s t left join %s s on s.id = t.id',
    view, in_full, target, copy);
  execute format('revoke all on %s from anon, authenticated', view);
  execute format('grant select on %s to authenticated', view);
  execute format('comment on table %s is %L', copy,
    'Sensitive columns of ' || name || ', a copy kept by triggers, readable with the right Sensitive.');
  execute format('comment on view %s is %L', view,
    name || ' with its sensitive columns, which are null without the right Sensitive.');
end
$$;

-- As before, for the other schema too.
create or replace procedure private.let_levels_read()
  language plpgsql set search_path = ''
as $$
declare
  reader text;
  level text;
  offices text;
  thing record;
  condition text;
begin
  for reader, level, offices in values
      ('central_reader', 'central', '(select private.caller_of_central()) is not null'),
      ('provincial_reader', 'province', 'office = (select private.caller_of_province())')
  loop
    execute format('grant usage on schema public, personal, private, extensions to %I', reader);
    for thing in
      select p.oid::regprocedure as name from pg_catalog.pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege(reader, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', thing.name, reader);
    end loop;
    for thing in
      select c.oid::regclass as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace in ('public'::regnamespace, 'personal'::regnamespace) and c.relkind in ('r', 'p', 'v')
        and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
        and not has_column_privilege(reader, c.oid, a.attnum, 'select')
      group by c.oid
    loop
      execute format('grant select (%s) on %s to %I', thing.columns, thing.name, reader);
    end loop;
    for thing in
      select p.polrelid::regclass as name, format('%s_for_%s', p.polname, level) as policy,
        pg_get_expr(p.polqual, p.polrelid) as condition
      from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
      where c.relnamespace in ('public'::regnamespace, 'personal'::regnamespace) and p.polcmd = 'r'
        and p.polroles = array['authenticated'::regrole::oid]
        and not exists (
          select from pg_catalog.pg_policy own
          where own.polrelid = p.polrelid and own.polname = format('%s_for_%s', p.polname, level))
    loop
      condition := replace(thing.condition,
        'office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])', offices);
      if condition like '%offices_to_read%' then
        raise exception 'The policy of % asks for offices in another form than office = any ((select private.offices_to_read())::text[]).', thing.name;
      end if;
      execute format('create policy %I on %s for select to %I using (%s)', thing.policy, thing.name, reader, condition);
    end loop;
  end loop;
end
$$;

call private.let_levels_read();
