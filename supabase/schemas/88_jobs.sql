-- Long work: exports and acts on many rows that a browser does, and whose truth is here: who asked for it, how far it
-- is and what came of it, for 7 days. Of an act the database knows each row and each step (private.import_batches), so
-- that it goes on in another window, and nothing is done twice. The file of an export is kept in a private bucket in
-- which the API's own key alone signs addresses, and is handed to whoever asked for it, under their rights at that
-- moment.

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
comment on column private.jobs.job_id is 'Of an act also the import_id of its steps.';
comment on column private.jobs.screen is 'The route of the screen that it was asked for on, such as ARBO_Masterlist.';
comment on column private.jobs.status is 'The status that all rows of that screen have, where it is one of several.';
comment on column private.jobs.what is 'Of an export its filters, of an act what is done to the rows.';
comment on column private.jobs.total is 'The rows of an act; of an export, those that the API counted as it began.';
comment on column private.jobs.ids is 'The rows of an act, as they were seen in row_versions.';
comment on column private.jobs.first_batch is
  'The first number of the steps of the window that does it now; lower ones are of windows before.';
comment on column private.jobs.done is 'As the browser told it. What an act has done, its steps say.';
comment on column private.jobs.reported_at is 'When its browser last told how it stands.';
comment on column private.jobs.offices is
  'With sensitive, what whoever asked read while the file of an export was made.';

comment on column private.jobs.address_given_at is 'When the address to send the file of an export to was last given.';

-- So long a job is kept, with its file, and so many of one person.
create function private.job_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

create function private.most_jobs() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Bytes that the kept files of one person may have in all, and of one file: the limit of the bucket.
create function private.result_limits(out all_bytes bigint, out file_bytes bigint)
  language sql immutable parallel safe set search_path = ''
as $$ select 268435456, 33554432 $$;

-- How long an address to send a file to is good, at most, as Storage says.
create function private.address_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '2 hours' $$;

create function private.is_kept(j private.jobs) returns boolean
  language sql stable set search_path = ''
as $$ select j.reported_at > now() - private.job_time() $$;

-- How it stands: one whose browser has told nothing for two minutes was interrupted.
create function private.job_state(j private.jobs) returns text
  language sql stable set search_path = ''
as $$
  select case
    when j.state = 'running' and j.reported_at < now() - interval '2 minutes' then 'interrupted'
    else j.state
  end
$$;

create function private.result_path(j private.jobs) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select j.user_id || '/' || j.job_id || '.xlsx' $$;

-- What of a finished export is stored, in bytes; null where nothing is.
create function private.result_size(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select (o.metadata ->> 'size')::bigint
  from storage.objects o
  where o.bucket_id = 'exports' and o.name = private.result_path(j) and j.kind = 'export' and j.state = 'finished'
$$;

-- Bytes that the files of a person's exports take, or may take: an address without a file may still bring the largest.
create function private.result_bytes(of_user uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(coalesce((o.metadata ->> 'size')::bigint,
    case when j.address_given_at > now() - private.address_time() then l.file_bytes else 0 end)), 0)
  from private.jobs j
  cross join private.result_limits() l
  left join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = of_user and j.kind = 'export'
$$;

-- Whether the caller may have the file of a job: they asked for it, and still read all that they read when it was made.
-- The one statement of this rule.
create function private.may_fetch(j private.jobs) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    c.user_id = j.user_id
    and 'Read' = any (c.rights)
    and j.offices <@ private.offices_to_read()
    and ('Sensitive' = any (c.rights) or not j.sensitive), false)
  from private.current_caller() c
$$;

-- Announces a job of the caller's before anything of it is done. Again, it changes nothing.
create function private.begin_job(wanted_job uuid, wanted_kind text, wanted_screen text, wanted_table text,
  wanted_status text, wanted_what jsonb, wanted_total integer, wanted_ids bigint[], wanted_versions integer[])
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  if (select count(*) from private.jobs j where j.user_id = auth.uid() and private.is_kept(j)) >= private.most_jobs()
  then
    raise exception 'You have started very many exports and bulk changes this week. Try again tomorrow.'
      using errcode = 'AG005';
  end if;
  insert into private.jobs (user_id, job_id, kind, screen, table_name, status, what, total, ids, row_versions,
    offices, sensitive)
  values (auth.uid(), wanted_job, wanted_kind, wanted_screen, wanted_table, wanted_status, wanted_what, wanted_total,
    wanted_ids, wanted_versions, private.offices_to_read(), private.caller_has_right('Sensitive'))
  on conflict do nothing;
end
$$;

-- How a job of the caller's stands, as the window says that does it: the one whose first step has this number. Answers
-- whether it is still that window's to do. What has ended for good stays as it is.
create function private.tell_job(wanted_job uuid, first_number integer, told_state text, told_done integer,
  told_same integer, told_refused integer, told_rows jsonb, told_problem text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.jobs j set state = told_state, done = told_done, same = told_same, refused = told_refused,
    refused_rows = told_rows, problem = told_problem, reported_at = now()
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.first_batch = first_number
    and j.state not in ('finished', 'failed') and private.is_kept(j);
  return found;
end
$$;

-- The number of rows that an act has done.
create function private.rows_done(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
  where b.user_id = j.user_id and b.import_id = j.job_id
$$;

-- A page of the caller's jobs, newest first, as {rows, total}. file: of a finished export that is stored, its size, and
-- whether the caller may have it now.
create function private.own_jobs(page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select j.job_id, j.started_at from private.jobs j where j.user_id = auth.uid() and private.is_kept(j)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'job_id', p.job_id, 'kind', p.kind, 'screen', p.screen,
      'what', case p.kind when 'act' then p.what ->> 'act' end,
      'state', private.job_state(p), 'total', p.total,
      'done', case p.kind when 'act' then private.rows_done(p) else p.done end,
      'same', p.same, 'refused', p.refused, 'refused_rows', p.refused_rows, 'problem', p.problem,
      'started_at', p.started_at, 'reported_at', p.reported_at, 'until', p.reported_at + private.job_time(),
      'file', case when private.result_size(p) is not null then
        jsonb_build_object('size', private.result_size(p), 'yours', private.may_fetch(p)) end)
      order by p.started_at desc, p.job_id), '[]')
    from (select o.job_id from own o order by o.started_at desc, o.job_id limit page_size offset skipped) o
      join private.jobs p on p.user_id = auth.uid() and p.job_id = o.job_id))
$$;

-- Lets an act of the caller's go on in this window, with the rows that no step has done; the window before does no more
-- of it, and a step of it that is under way is waited for. Answers {first_batch, what, id, row_version}. Raises AG004
-- where there is no such act, AG002 where another window does it, or where it has ended.
create function private.go_on_with_job(wanted_job uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'act' and private.is_kept(j) for update;
  if job.job_id is null then
    raise exception 'There is no such work of yours.' using errcode = 'AG004';
  end if;
  if private.job_state(job) not in ('interrupted', 'cancelled') then
    raise exception using errcode = 'AG002', message = case private.job_state(job)
      when 'running' then 'This goes on in another window just now.' else 'This has ended already.' end;
  end if;
  -- A window counts its steps up from its first number, and never so far.
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

-- The path under which the file of an export of the caller's may be stored, now that it is made: what they read by now
-- may be in it, too. Raises AG004 where there is no such export under way, AG003 where they could not have it back,
-- AG005 where their files have no room for another.
create function private.keep_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  update private.jobs j set address_given_at = now(), sensitive = j.sensitive or private.caller_has_right('Sensitive'),
    offices = array(select unnest(j.offices) union select unnest(private.offices_to_read()))
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
    and private.is_kept(j)
  returning j.* into job;
  if job.job_id is null then
    raise exception 'There is no such export of yours under way.' using errcode = 'AG004';
  end if;
  if not private.may_fetch(job) then
    raise exception 'Your access has changed since this export began.' using errcode = 'AG003';
  end if;
  if private.result_bytes(auth.uid()) > (select l.all_bytes from private.result_limits() l) then
    raise exception 'Your exported files of the last 7 days fill the room for them. Download this one now instead.'
      using errcode = 'AG005';
  end if;
  return private.result_path(job);
end
$$;

-- The path of the file that was sent for an export of the caller's under way, whose content the API looks at next; null
-- where none was.
create function private.sent_result(wanted_job uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.name
  from private.jobs j
  join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
$$;

-- The path of the file of an export of the caller's, to be handed to them; and of records with personal data an entry
-- in the log that they took it, with the rows that the API counted: what the browser reports counts for nothing there.
-- Raises AG004 where no such file is kept, AG003 where it is not theirs to have any more.
create function private.fetch_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and private.is_kept(j);
  if private.result_size(job) is null then
    raise exception 'This file is not kept any more. Export the list again.' using errcode = 'AG004';
  end if;
  if not private.may_fetch(job) then
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
  private.tell_job(uuid, integer, text, integer, integer, integer, jsonb, text), private.own_jobs(integer, bigint),
  private.go_on_with_job(uuid), private.keep_result(uuid), private.sent_result(uuid), private.fetch_result(uuid)
to authenticated;

-- Forgets jobs whose time is over, and answers files that are of no job any more, theirs and those of people who are
-- gone, and files of exports that did not finish while their address was good: what the API removes from Storage next.
-- For the API itself.
create function private.sweep_jobs(most integer) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.jobs j where not private.is_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j
      where private.result_path(j) = o.name
        and (j.state = 'finished' or j.reported_at > now() - private.address_time()))
    limit most;
end
$$;
grant execute on function private.sweep_jobs(integer) to api_gateway;
