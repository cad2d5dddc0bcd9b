-- Logs the reading of personal data (RA 10173). The user log gets one entry per user, record type and clock hour in
-- which the user received sensitive values. The entry is written in the same transaction as the read, so a read that
-- cannot be logged fails. Log entries cannot be updated, so private.readings stores how many different rows were read
-- in the hour. Only the functions of this file write that table.

create table private.readings (
  entry bigint primary key,
  user_id uuid not null,
  table_name text not null,
  hour timestamptz not null,
  api_token text not null,
  row_count integer not null default 0,
  fields_asked text[] not null default '{}',
  unique (user_id, table_name, hour, api_token)
);
alter table private.readings enable row level security;
comment on table private.readings is 'Number of rows that a user read in the hour of a Read entry of private.user_log.';
comment on column private.readings.fields_asked is
  'Sensitive fields by which the user filtered or grouped people, or which an exploration measured, in the hour.';
comment on column private.readings.api_token is
  'Reading with an API token has separate entries that name the token; empty if the user signed in directly.';

create table private.rows_read (
  entry bigint not null,
  row_id bigint not null,
  primary key (entry, row_id)
);
alter table private.rows_read enable row level security;
comment on table private.rows_read is
  'Rows already counted in the last hour in which a user read a table, so that no row counts twice.';

-- Checks whether a row or the changes of a log entry, given as {column: value}, contain a sensitive value.
create function private.has_sensitive_value(about text, fields jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.sensitive_columns c
    where c.table_name = about and coalesce(fields -> c.column_name, 'null') <> 'null')
$$;

-- Returns the id of the log entry about the caller's reading of a table in this hour. At the first reading of the hour,
-- creates the entry and deletes the caller's list of rows read in earlier hours. The calling function must hold the
-- advisory lock of the user's readings.
create function private.open_reading_entry(wanted_table text, this_hour timestamptz) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := coalesce(private.current_api_token(), '');
  found_entry bigint := (
    select r.entry from private.readings r
    where (r.user_id, r.table_name, r.hour, r.api_token) = (auth.uid(), wanted_table, this_hour, token));
begin
  if found_entry is null then
    delete from private.rows_read k
    using private.readings r
    where r.user_id = auth.uid() and r.table_name = wanted_table and r.hour < this_hour and k.entry = r.entry;
    insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name,
      action)
    select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'Read'
    from public.users u where u.id = auth.uid()
    returning id into found_entry;
    insert into private.readings (entry, user_id, table_name, hour, api_token)
    values (found_entry, auth.uid(), wanted_table, this_hour, token);
  end if;
  return found_entry;
end
$$;

-- Logs that the caller is about to receive sensitive values of the given rows. Rows that the caller has already read in
-- this hour are not counted again.
create function private.log_reading(wanted_table text, ids bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_hour constant timestamptz := date_trunc('hour', clock_timestamp());
  read_entry bigint;
begin
  if not private.caller_has_right('Sensitive') or not exists (
    select from unnest(ids) i (id)
    where not exists (
      select from private.readings r
      join private.rows_read k on k.entry = r.entry
      where (r.user_id, r.table_name, r.hour) = (auth.uid(), wanted_table, this_hour)
        and r.api_token = coalesce(private.current_api_token(), '') and k.row_id = i.id))
  then
    return;
  end if;
  -- Serialize concurrent calls of the same user, so that no row counts twice.
  perform pg_advisory_xact_lock(hashtext('readings of one user'), hashtext(auth.uid()::text));
  read_entry := private.open_reading_entry(wanted_table, this_hour);
  with added as (
    insert into private.rows_read (entry, row_id)
    select distinct read_entry, i.id from unnest(ids) i (id)
    on conflict do nothing
    returning 1
  )
  update private.readings r set row_count = r.row_count + (select count(*) from added) where r.entry = read_entry;
end
$$;

-- Logs that the caller is about to receive all columns of the given stored rows. Counts only rows that have a sensitive
-- value.
create function private.log_rows_returned(wanted_table text, ids bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(format('s.%I', c.column_name), ', ') from private.sensitive_columns c
    where c.table_name = wanted_table);
  holding bigint[];
begin
  if columns is null then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  if private.caller_has_right('Sensitive') then
    execute format(
      'select array_agg(s.id) from personal.%I s where s.id = any ($1) and num_nonnulls(%s) > 0',
      wanted_table || '_sensitive', columns)
      into holding using ids;
    perform private.log_reading(wanted_table, holding);
  end if;
end
$$;

-- Logs that the caller is about to receive figures about sensitive fields of the given people, such as a count by age.
-- The log entry of the hour counts these people as read and names the fields.
create function private.log_people_asked(wanted_table text, ids bigint[], fields text[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.log_rows_returned(wanted_table, ids);
  update private.readings r
  set fields_asked = array(
    select distinct f from unnest(r.fields_asked || fields) f
    join private.sensitive_columns c on c.table_name = wanted_table and c.column_name = f
    order by 1)
  where (r.user_id, r.table_name) = (auth.uid(), wanted_table)
    and r.api_token = coalesce(private.current_api_token(), '')
    and r.hour >= date_trunc('hour', statement_timestamp())
    and not r.fields_asked @> fields;
end
$$;

grant execute on function private.log_rows_returned(text, bigint[]) to authenticated;
grant execute on function private.log_people_asked(text, bigint[], text[]) to authenticated;
