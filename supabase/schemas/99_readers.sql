-- Roles that read by level. `office = any (…)` serves every level, but the planner takes the list of offices for ten:
-- it sorts a province's page that an index has in order, and walks an index for Central where the whole table is
-- wanted. So transactions of the API that only read take on the role of the caller's level, whose policies say the same
-- in the form that plans best. The role is a matter of speed: with anybody else's claims it reads nothing.

-- Gives the reading roles what `authenticated` reads and calls. Again, it changes nothing.
create procedure private.let_levels_read()
  language plpgsql set search_path = ''
as $$
declare
  reader text;
  thing record;
begin
  foreach reader in array array['central_reader', 'provincial_reader'] loop
    execute format('grant usage on schema public, personal, private, extensions to %I', reader);
    for thing in
      select p.oid::regprocedure as name
      from pg_catalog.pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute')
        and not has_function_privilege(reader, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', thing.name, reader);
    end loop;
    for thing in
      select c.oid::regclass as name
      from pg_catalog.pg_class c
      where c.relnamespace in ('public'::regnamespace, 'personal'::regnamespace) and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('authenticated', c.oid, 'select') and not has_table_privilege(reader, c.oid, 'select')
    loop
      execute format('grant select on %s to %I', thing.name, reader);
    end loop;
  end loop;
end
$$;
call private.let_levels_read();
