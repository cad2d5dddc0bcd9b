-- Health: what its check writes and reads. One row of the database, one file of Storage in a bucket that nobody else
-- uses, and how far the migrations go.
insert into storage.buckets (id, name, public, file_size_limit)
values ('health', 'health', false, 1024)
on conflict (id) do nothing;

create table private.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
alter table private.pulse enable row level security;

insert into private.pulse default values;

-- Writes the row, as a save would. For the API, before it is anybody.
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
  -- Supabase's CLI keeps the list; a database that was made otherwise has none.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
end
$$;

comment on function private.migration_level() is
  'The version of the newest migration that this database has; null where no list of them is kept.';
grant execute on function private.migration_level() to api_gateway;
