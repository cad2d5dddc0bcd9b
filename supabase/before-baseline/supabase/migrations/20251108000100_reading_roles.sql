-- Roles that read by level. `office = any (…)` serves every level, but the planner takes the list of offices for ten: it
-- sorts a province's page that an index has in order, and walks an index for Central where the whole table is wanted. So
-- transactions of the API that only read take on the role of the caller's level, whose policies say the same in the form
-- that plans best. The role is a matter of speed: with anybody else's claims it reads nothing.

do $$
declare
  reader text;
begin
  foreach reader in array array['central_reader', 'provincial_reader'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = reader) then
      execute format('create role %I nologin noinherit', reader);
    end if;
  end loop;
end
$$;
grant central_reader, provincial_reader to api_gateway;

-- The caller's id if they are of the central office, else null. Policies ask whether it is null, which the planner
-- expects of no row; of an equation it would expect one row in two hundred.
create function private.caller_of_central() returns uuid
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.level = 'Central';
  return found_id;
end
$$;

-- The one office of a provincial caller, null for all others.
create function private.caller_of_province() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_of(c) o where c.level = 'Provincial';
  return found_office;
end
$$;

-- The role that reads for the caller. The others read as `authenticated`, and so does REST.
create function private.reading_role() returns text
  language sql stable security definer set search_path = ''
as $$
  select case private.caller_level() when 'Central' then 'central_reader' when 'Provincial' then 'provincial_reader' else 'authenticated' end
$$;

grant execute on function private.caller_of_central(), private.caller_of_province(), private.reading_role() to authenticated, service_role;

-- Gives the reading roles what `authenticated` reads and calls, and each of its policies for reading with the offices in
-- their own words. Called at the end of a migration that brings tables, views or functions; again, it changes nothing.
create procedure private.let_levels_read()
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
    execute format('grant usage on schema public, private, extensions to %I', reader);
    for thing in
      select p.oid::regprocedure as name from pg_catalog.pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege(reader, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', thing.name, reader);
    end loop;
    for thing in
      select c.oid::regclass as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_column_privilege('authenticated', c.oid, a.attnum, 'select') and not has_column_privilege(reader, c.oid, a.attnum, 'select')
      group by c.oid
    loop
      execute format('grant select (%s) on %s to %I', thing.columns, thing.name, reader);
    end loop;
    for thing in
      select p.polrelid::regclass as name, format('%s_for_%s', p.polname, level) as policy, pg_get_expr(p.polqual, p.polrelid) as condition
      from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polcmd = 'r' and p.polroles = array['authenticated'::regrole::oid]
        and not exists (select from pg_catalog.pg_policy own where own.polrelid = p.polrelid and own.polname = format('%s_for_%s', p.polname, level))
    loop
      condition := replace(thing.condition, 'office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])', offices);
      if condition like '%offices_to_read%' then
        raise exception 'The policy of % asks for offices in another form than office = any ((select private.offices_to_read())::text[]).', thing.name;
      end if;
      execute format('create policy %I on %s for select to %I using (%s)', thing.policy, thing.name, reader, condition);
    end loop;
  end loop;
end
$$;

call private.let_levels_read();
