-- No roles: `npm run db:push` has the CLI run this file before the migrations (--include-roles), and it is the one place that
-- runs before them on a new database and on one that has them already. An older Postgres would stop a migration in the middle.
do $$
begin
  if current_setting('server_version_num')::int < 170000 then
    raise exception 'This system needs Postgres 17 or newer; this is %. Nothing was changed.',
      current_setting('server_version')
      using hint = 'Self-hosted Supabase: start it with docker-compose.pg17.yml as well, before there is any data.';
  end if;
end
$$;
