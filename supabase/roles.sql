-- Refuses versions of Postgres below 17, because a migration would fail halfway on them. `npm run db:push` lets the
-- Supabase CLI run this file before the migrations (--include-roles), on new and on existing databases. Despite its
-- name, the file creates no roles.
do $$
begin
  if current_setting('server_version_num')::int < 170000 then
    raise exception 'This system needs Postgres 17 or newer; this is %. Nothing was changed.',
      current_setting('server_version')
      using hint = 'Self-hosted Supabase: start it with docker-compose.pg17.yml as well, before there is any data.';
  end if;
end
$$;
