-- Health tells how far the database's migrations go, so that functions that were deployed before their migrations say so.

create function private.migration_level() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  newest text;
begin
  -- Supabase's CLI keeps the list; a database that was made otherwise has none.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
end $$;

comment on function private.migration_level() is
  'The version of the newest migration that this database has; null where no list of them is kept.';
grant execute on function private.migration_level() to api_gateway;
