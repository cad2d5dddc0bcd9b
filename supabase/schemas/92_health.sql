-- Objects for the health check: a table whose only row the check writes, a private bucket in which the check stores one
-- file, and a function that returns the newest migration.
insert into storage.buckets (id, name, public, file_size_limit)
values ('health', 'health', false, 1024)
on conflict (id) do nothing;

create table private.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
alter table private.pulse enable row level security;

insert into private.pulse default values;

-- Writes the row of private.pulse, to test whether the database can save. Called by the API before it assumes a
-- caller's role.
create function private.write_pulse() returns void
  language sql volatile security definer set search_path = ''
as $$ update private.pulse set at = now() $$;

grant execute on function private.write_pulse() to api_gateway;

create function private.migration_level() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  newest text;
begin
  -- Supabase's CLI maintains the list of migrations. A database that was set up differently has no such list.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
end
$$;

comment on function private.migration_level() is
  'Returns the version of the newest migration that was applied to this database; null if no list of migrations is '
  'stored.';
grant execute on function private.migration_level() to api_gateway;
