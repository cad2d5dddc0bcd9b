-- Reader roles: one database role for callers of the central office and one for provincial callers. The API assumes
-- them only to read, because Postgres then makes faster query plans. For the usual policy, `office = any (…)`, the
-- planner assumes ten offices. So for a provincial caller, it sorts rows that an index would return in order. For a
-- central caller, it uses an index although scanning the table would be faster. The policies of a reader role allow the
-- same rows, in a form that avoids both bad plans. A reader role gives no access to callers of another level.

-- Grants the reader roles everything that `authenticated` can read and execute. Can be called again after new grants.
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
