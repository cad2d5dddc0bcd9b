-- Jobs: exports and bulk actions. A browser runs them; their state (requester, progress, result) is stored here for 7
-- days. For a bulk action, the ids of all its rows and its finished batches (private.import_batches) are stored as
-- well. So another browser window can resume the action, and no row is changed twice. The file of an export is in a
-- private bucket, and only the API's own key can sign its URL. Only the user who requested the export can fetch the
-- file, with their current rights.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 33554432,
  array['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;

create table private.jobs (
  user_id uuid not null references public.users (id) on delete cascade,
  job_id uuid not null,
  kind text not null check (kind in ('export', 'act')),
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  table_name text not null references private.record_tables (table_name),
  status text,
  what jsonb not null check (jsonb_typeof(what) = 'object'),
  total integer not null check (total >= 0),
  ids bigint[],
  row_versions integer[],
  state text not null default 'running'
    check (state in ('running', 'interrupted', 'cancelled', 'failed', 'finished')),
  first_batch integer not null default 1,
  done integer not null default 0 check (done >= 0),
  same integer not null default 0 check (same >= 0),
  refused integer not null default 0 check (refused >= 0),
  refused_rows jsonb not null default '[]',
  problem text,
  started_at timestamptz not null default now(),
  reported_at timestamptz not null default now(),
  offices text[] not null,
  sensitive boolean not null,
  address_given_at timestamptz,
  primary key (user_id, job_id),
  constraint jobs_rows_of_an_act check (
    (kind = 'act') = (ids is not null) and (kind = 'act') = (row_versions is not null)
    and coalesce(cardinality(ids), 0) = coalesce(cardinality(row_versions), 0))
);
create index jobs_reported_at on private.jobs (reported_at);
create index jobs_table_name on private.jobs (table_name);
alter table private.jobs enable row level security;
comment on column private.jobs.job_id is 'Id of the job. For a bulk action, also the import_id of its batches.';
comment on column private.jobs.screen is 'Route of the screen on which the job was started, such as ARBO_Masterlist.';
comment on column private.jobs.status is
  'Status of all rows on the screen of the job, if several screens share the table; else null.';
comment on column private.jobs.what is
  'Content of the job: the filters of an export, or the change that a bulk action makes.';
comment on column private.jobs.total is
  'Number of rows of a bulk action; for an export, the number that the API counted at the start.';
comment on column private.jobs.ids is
  'Row ids of a bulk action; row_versions has the version of each row that the user saw.';
comment on column private.jobs.first_batch is
  'First batch number of the window that runs the job now. Lower numbers belong to earlier windows.';
comment on column private.jobs.done is
  'Number of rows done, as reported by the browser. For a bulk action, the finished batches count instead.';
comment on column private.jobs.reported_at is 'Time of the last progress report from the browser.';
comment on column private.jobs.offices is
  'Offices that the user could read while the export was created. With the column sensitive, determines who may fetch '
  'the file.';

comment on column private.jobs.address_given_at is
  'Time at which an upload URL for the file of an export was last issued.';

-- Time for which a job and the file of its export are stored.
create function private.job_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

-- Maximum number of stored jobs per user.
create function private.job_limit() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Maximum size in bytes of all stored files of a user (all_bytes), and of a single file (file_bytes, which is also the
-- limit of the bucket).
create function private.result_limits(out all_bytes bigint, out file_bytes bigint)
  language sql immutable parallel safe set search_path = ''
as $$ select 268435456, 33554432 $$;

-- Time for which an upload URL is valid, as defined by Storage.
create function private.upload_address_lifetime() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '2 hours' $$;

-- Checks whether a job has not expired yet.
create function private.is_job_kept(j private.jobs) returns boolean
  language sql stable set search_path = ''
as $$ select j.reported_at > now() - private.job_retention() $$;

-- Returns the state of a job. A running job whose progress was not reported for two minutes has the state
-- 'interrupted'.
create function private.job_state(j private.jobs) returns text
  language sql stable set search_path = ''
as $$
  select case
    when j.state = 'running' and j.reported_at < now() - interval '2 minutes' then 'interrupted'
    else j.state
  end
$$;

-- Returns the path of the file of an export job in the bucket `exports`.
create function private.result_path(j private.jobs) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select j.user_id || '/' || j.job_id || '.xlsx' $$;

-- Returns the size in bytes of the file of a finished export; null if no file is stored.
create function private.result_size(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select (o.metadata ->> 'size')::bigint
  from storage.objects o
  where o.bucket_id = 'exports' and o.name = private.result_path(j) and j.kind = 'export' and j.state = 'finished'
$$;

-- Returns the total size in bytes of a user's export files. If an upload URL is valid but its file has not arrived, the
-- maximum file size is counted.
create function private.result_bytes(of_user uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(coalesce((o.metadata ->> 'size')::bigint,
    case when j.address_given_at > now() - private.upload_address_lifetime() then l.file_bytes else 0 end)), 0)
  from private.jobs j
  cross join private.result_limits() l
  left join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = of_user and j.kind = 'export'
$$;

-- Checks whether the caller may fetch the file of a job: the caller requested the export, and can still read everything
-- that the caller could read when the file was created. All functions that give access to the file use this check.
create function private.can_fetch_result(j private.jobs) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    c.user_id = j.user_id
    and 'Read' = any (c.rights)
    and j.offices <@ private.offices_to_read()
    and ('Sensitive' = any (c.rights) or not j.sensitive), false)
  from private.current_caller() c
$$;

-- Registers a job of the caller before it starts. Repeating the call changes nothing.
create function private.begin_job(wanted_job uuid, wanted_kind text, wanted_screen text, wanted_table text,
  wanted_status text, wanted_what jsonb, wanted_total integer, wanted_ids bigint[], wanted_versions integer[])
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  -- Lock per user, so that concurrent calls cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  if (select count(*) from private.jobs j where j.user_id = auth.uid()
    and private.is_job_kept(j)) >= private.job_limit()
  then
    raise exception 'You have reached the weekly limit of exports and bulk changes. Try again tomorrow.'
      using errcode = 'AG005';
  end if;
  insert into private.jobs (user_id, job_id, kind, screen, table_name, status, what, total, ids, row_versions,
    offices, sensitive)
  values (auth.uid(), wanted_job, wanted_kind, wanted_screen, wanted_table, wanted_status, wanted_what, wanted_total,
    wanted_ids, wanted_versions, private.offices_to_read(), private.caller_has_right('Sensitive'))
  on conflict do nothing;
end
$$;

-- Stores the progress of a job that a browser window reports. first_number is the number of the window's first batch
-- and so identifies the window. Returns true if the window should continue, false if another window has resumed the job
-- or the job has ended. Does not change a finished or failed job.
create function private.report_job_progress(wanted_job uuid, first_number integer, told_state text, told_done integer,
  told_same integer, told_refused integer, told_rows jsonb, told_problem text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.jobs j set state = told_state, done = told_done, same = told_same, refused = told_refused,
    refused_rows = told_rows, problem = told_problem, reported_at = now()
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.first_batch = first_number
    and j.state not in ('finished', 'failed') and private.is_job_kept(j);
  return found;
end
$$;

-- Returns the number of rows that a bulk action has processed.
create function private.count_rows_done(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
  where b.user_id = j.user_id and b.import_id = j.job_id
$$;

-- Returns a page of the caller's jobs, newest first, as {rows, total}. A finished export whose file is stored has the
-- field "file", with the size of the file and whether the caller may fetch it now.
create function private.own_jobs(page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select j.job_id, j.started_at from private.jobs j where j.user_id = auth.uid() and private.is_job_kept(j)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'job_id', p.job_id, 'kind', p.kind, 'screen', p.screen,
      'what', case p.kind when 'act' then p.what ->> 'act' end,
      'state', private.job_state(p), 'total', p.total,
      'done', case p.kind when 'act' then private.count_rows_done(p) else p.done end,
      'same', p.same, 'refused', p.refused, 'refused_rows', p.refused_rows, 'problem', p.problem,
      'started_at', p.started_at, 'reported_at', p.reported_at, 'until', p.reported_at + private.job_retention(),
      'file', case when private.result_size(p) is not null then
        jsonb_build_object('size', private.result_size(p), 'yours', private.can_fetch_result(p)) end)
      order by p.started_at desc, p.job_id), '[]')
    from (select o.job_id from own o order by o.started_at desc, o.job_id limit page_size offset skipped) o
      join private.jobs p on p.user_id = auth.uid() and p.job_id = o.job_id))
$$;

-- Resumes a bulk action of the caller in another browser window. First waits until a running batch of the previous
-- window has ended. From then on, the previous window cannot continue. Returns {first_batch, what, id, row_version}:
-- the action (`what`), and the ids and versions of the rows that no batch has processed. Raises AG004 if the caller has
-- no such bulk action, AG002 if another window is running it or it has ended.
create function private.resume_job(wanted_job uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'act' and private.is_job_kept(j) for update;
  if job.job_id is null then
    raise exception 'You have no such job.' using errcode = 'AG004';
  end if;
  if private.job_state(job) not in ('interrupted', 'cancelled') then
    raise exception using errcode = 'AG002', message = case private.job_state(job)
      when 'running' then 'This job is running in another window.' else 'This job has already ended.' end;
  end if;
  -- Each browser window gets a range of one million batch numbers, more than any job needs.
  update private.jobs j set state = 'running', reported_at = now(),
    first_batch = (j.first_batch / 1000000 + 1) * 1000000
  where j.user_id = job.user_id and j.job_id = job.job_id returning j.* into job;
  return (
    select jsonb_build_object('first_batch', job.first_batch, 'what', job.what,
      'id', coalesce(jsonb_agg(r.id order by r.position), '[]'),
      'row_version', coalesce(jsonb_agg(r.row_version order by r.position), '[]'))
    from unnest(job.ids, job.row_versions) with ordinality r (id, row_version, position)
    where r.id not in (
      select unnest(b.ids) from private.import_batches b
      where b.user_id = job.user_id and b.import_id = job.job_id and b.ids is not null));
end
$$;

-- Returns the path to which the file of the caller's export may be uploaded. Also adds to the job which offices the
-- caller can read now, and whether the caller can read sensitive columns. Raises AG004 if no such export is running,
-- AG003 if the caller could not fetch the file, AG005 if the caller's files would be too large in total.
create function private.reserve_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  update private.jobs j set address_given_at = now(), sensitive = j.sensitive or private.caller_has_right('Sensitive'),
    offices = array(select unnest(j.offices) union select unnest(private.offices_to_read()))
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
    and private.is_job_kept(j)
  returning j.* into job;
  if job.job_id is null then
    raise exception 'You have no such running export.' using errcode = 'AG004';
  end if;
  if not private.can_fetch_result(job) then
    raise exception 'Your access has changed since this export began.' using errcode = 'AG003';
  end if;
  if private.result_bytes(auth.uid()) > (select l.all_bytes from private.result_limits() l) then
    raise exception 'Your exported files of the last 7 days reached the storage limit. Download this file now instead.'
      using errcode = 'AG005';
  end if;
  return private.result_path(job);
end
$$;

-- Returns the path of the file that was uploaded for the caller's running export, so that the API can check its
-- content. Null if the file has not arrived.
create function private.find_sent_result(wanted_job uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.name
  from private.jobs j
  join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
$$;

-- Returns the path of the file of the caller's export, so that the API can sign a URL for its download. For records
-- with personal data, logs the download with the number of rows that the API has counted in the file. Raises AG004 if
-- the file is not stored, AG003 if the caller may no longer fetch it.
create function private.fetch_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and private.is_job_kept(j);
  if private.result_size(job) is null then
    raise exception 'This file is no longer available. Export the list again.' using errcode = 'AG004';
  end if;
  if not private.can_fetch_result(job) then
    raise exception 'Your access has changed since this file was made. Export the list again.' using errcode = 'AG003';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = job.table_name) then
    perform private.log_export(job.table_name, 'download', job.what - 'sort', job.total);
  end if;
  return private.result_path(job);
end
$$;

grant execute on function
  private.begin_job(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]),
  private.report_job_progress(uuid, integer, text, integer, integer, integer, jsonb, text),
    private.own_jobs(integer, bigint),
  private.resume_job(uuid), private.reserve_result(uuid), private.find_sent_result(uuid), private.fetch_result(uuid)
to authenticated;

-- Deletes expired jobs and returns the paths of files to remove from Storage: files without a job (including those of
-- removed users), and files of unfinished exports whose upload URL has expired. The API calls this with its own login
-- role.
create function private.sweep_jobs(most integer) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.jobs j where not private.is_job_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j
      where private.result_path(j) = o.name
        and (j.state = 'finished' or j.reported_at > now() - private.upload_address_lifetime()))
    limit most;
end
$$;
grant execute on function private.sweep_jobs(integer) to api_gateway;
