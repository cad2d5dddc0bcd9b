-- Reader roles by level. A policy with the condition `office = any (…)` works for every level, but the planner assumes
-- ten offices. For a provincial caller, the planner therefore sorts a page that an index would return in order. For a
-- central caller, the planner reads an index instead of scanning the table, which would be faster. To avoid these
-- plans, read-only transactions of the API assume the role of the caller's level, whose policies express the same rule
-- in the form that plans best. The roles only affect speed: for a caller of another level, they read nothing.

-- Grants the reader roles what `authenticated` can read and execute. Can be called again.
create procedure private.grant_reader_roles()
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
call private.grant_reader_roles();
