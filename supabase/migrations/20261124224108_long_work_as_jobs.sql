-- Exports and acts on many rows as jobs (schemas/88_jobs.sql): they go on in the background, in another window, and the
-- file of an export is kept for 7 days. The bucket is written by hand.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 33554432,
  array['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;

SET local check_function_bodies = off;

CREATE TABLE "private"."jobs" (
  "user_id"      uuid                     NOT NULL,
  "job_id"       uuid                     NOT NULL,
  "kind"         text                     NOT NULL,
  "screen"       text                     NOT NULL,
  "table_name"   text                     NOT NULL,
  "status"       text,
  "what"         jsonb                    NOT NULL,
  "total"        integer                  NOT NULL,
  "ids"          bigint[],
  "row_versions" integer[],
  "state"        text                     NOT NULL DEFAULT 'running'::text,
  "first_batch"  integer                  NOT NULL DEFAULT 1,
  "done"         integer                  NOT NULL DEFAULT 0,
  "same"         integer                  NOT NULL DEFAULT 0,
  "refused"      integer                  NOT NULL DEFAULT 0,
  "refused_rows" jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  "problem"      text,
  "started_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "reported_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "offices"      text[]                   NOT NULL,
  "sensitive"    boolean                  NOT NULL,
  CONSTRAINT "jobs_done_check" CHECK ((done >= 0)),
  CONSTRAINT "jobs_kind_check" CHECK ((kind = ANY (ARRAY['export'::text, 'act'::text]))),
  CONSTRAINT "jobs_pkey" PRIMARY KEY (user_id, job_id),
  CONSTRAINT "jobs_refused_check" CHECK ((refused >= 0)),
  CONSTRAINT "jobs_rows_of_an_act" CHECK ((((kind = 'act'::text) = (ids IS NOT NULL)) AND ((kind = 'act'::text) = (row_versions IS
    NOT NULL)) AND (COALESCE(cardinality(ids), 0) = COALESCE(cardinality(row_versions), 0)))),
  CONSTRAINT "jobs_same_check" CHECK ((same >= 0)),
  CONSTRAINT "jobs_screen_check" CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text)),
  CONSTRAINT "jobs_state_check" CHECK ((state = ANY (ARRAY['running'::text, 'interrupted'::text, 'cancelled'::text, 'failed'::text, 'finished'::text]))),
  CONSTRAINT "jobs_total_check" CHECK ((total >= 1)),
  CONSTRAINT "jobs_what_check" CHECK ((jsonb_typeof(what) = 'object'::text))
);

ALTER TABLE "private"."jobs"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.begin_batch (
  wanted_import uuid,
  wanted_batch  integer,
  wanted_path   text,
  wanted_hash   text
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved private.import_batches;
  taken_back timestamptz;
  first_number integer;
begin
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back: no more of it is saved.' using errcode = 'AG002';
  end if;
  select j.first_batch into first_number from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_import for key share;
  if wanted_batch < first_number then
    raise exception 'This goes on in another window.' using errcode = 'AG002';
  end if;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception 'This batch was already saved with other content.' using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_job (
  wanted_job      uuid,
  wanted_kind     text,
  wanted_screen   text,
  wanted_table    text,
  wanted_status   text,
  wanted_what     jsonb,
  wanted_total    integer,
  wanted_ids      bigint[],
  wanted_versions integer[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.fetch_result (
  wanted_job uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    perform private.log_export(job.table_name, 'download', job.what - 'sort', job.done);
  end if;
  return private.result_path(job);
end
$function$;

CREATE OR REPLACE FUNCTION private.go_on_with_job (
  wanted_job uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.inbox_entries()
  RETURNS TABLE (
    id          text,
    kind        text,
    at          timestamp with time zone,
    user_id     uuid,
    reason      text,
    table_name  text,
    status      text,
    row_ids     bigint[],
    window_name text,
    office      text,
    end_date    date,
    about       jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
  readable constant text[] := private.offices_to_read();
begin
  return query
  with entries as (
    select r.state as kind, r.at, (array_agg(r.user_id))[1] as user_id, min(r.reason) as reason, r.table_name, r.status,
      array_agg(r.row_id order by r.row_id) as row_ids, null::text as window_name, null::text as office,
      null::date as end_date, null::jsonb as about, concat_ws('.', r.table_name, r.status) as subject
    from private.reviews_for_caller() r
    group by r.state, r.table_name, r.status, r.at
    union all
    select 'window',
      greatest(w.first_day, w.last_day - private.inbox_days('window'))::timestamp at time zone 'Asia/Manila', null,
      null, null, null, null, w.name, null, w.last_day, null, w.name
    from (
      select n.name, (s ->> 'start_date')::date as first_day, (s ->> 'end_date')::date as last_day
      from unnest(array['target', 'accomplishment']) n (name) cross join lateral private.window_state(n.name) s
      -- The central office enters at any time.
      where not caller.all_offices and private.right_suffices('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.state = 'asked' and t.state = 'asked' and private.keeps_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.right_suffices('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Whoever cancelled a job knows that.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject),
    e.kind, e.at, e.user_id, e.reason, e.table_name, e.status, e.row_ids, e.window_name, e.office, e.end_date, e.about
  from entries e;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_kept (
  j private.jobs
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select j.reported_at > now() - private.job_time() $function$;

CREATE OR REPLACE FUNCTION private.job_state (
  j private.jobs
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when j.state = 'running' and j.reported_at < now() - interval '2 minutes' then 'interrupted'
    else j.state
  end
$function$;

CREATE OR REPLACE FUNCTION private.job_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select interval '7 days' $function$;

CREATE OR REPLACE FUNCTION private.keep_result (
  wanted_job uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  job private.jobs;
begin
  update private.jobs j set sensitive = j.sensitive or private.caller_has_right('Sensitive'),
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
  return private.result_path(job);
end
$function$;

CREATE OR REPLACE FUNCTION private.may_fetch (
  j private.jobs
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(
    c.user_id = j.user_id
    and 'Read' = any (c.rights)
    and j.offices <@ private.offices_to_read()
    and ('Sensitive' = any (c.rights) or not j.sensitive), false)
  from private.current_caller() c
$function$;

CREATE OR REPLACE FUNCTION private.most_jobs()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select 100 $function$;

CREATE OR REPLACE FUNCTION private.own_jobs (
  page_size integer,
  skipped   bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.result_path (
  j private.jobs
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select j.user_id || '/' || j.job_id || '.xlsx' $function$;

CREATE OR REPLACE FUNCTION private.result_size (
  j private.jobs
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (o.metadata ->> 'size')::bigint
  from storage.objects o
  where o.bucket_id = 'exports' and o.name = private.result_path(j) and j.kind = 'export' and j.state = 'finished'
$function$;

CREATE OR REPLACE FUNCTION private.rows_done (
  j private.jobs
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
  where b.user_id = j.user_id and b.import_id = j.job_id
$function$;

CREATE OR REPLACE FUNCTION private.sweep_jobs (
  most integer
)
  RETURNS SETOF text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.jobs j where not private.is_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j where private.result_path(j) = o.name)
    limit most;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_job (
  wanted_job   uuid,
  first_number integer,
  told_state   text,
  told_done    integer,
  told_same    integer,
  told_refused integer,
  told_rows    jsonb,
  told_problem text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.jobs j set state = told_state, done = told_done, same = told_same, refused = told_refused,
    refused_rows = told_rows, problem = told_problem, reported_at = now()
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.first_batch = first_number
    and j.state not in ('finished', 'failed') and private.is_kept(j);
  return found;
end
$function$;

ALTER TABLE "private"."jobs"
  ADD CONSTRAINT "jobs_table_name_fkey" FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);

ALTER TABLE "private"."jobs"
  ADD CONSTRAINT "jobs_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE INDEX jobs_reported_at ON private.jobs USING btree (reported_at);

CREATE INDEX jobs_table_name ON private.jobs USING btree (table_name);

COMMENT ON COLUMN "private"."jobs"."done" IS 'As the browser told it. What an act has done, its steps say.';

COMMENT ON COLUMN "private"."jobs"."first_batch" IS 'The first number of the steps of the window that does it now; lower ones are of windows before.';

COMMENT ON COLUMN "private"."jobs"."ids" IS 'The rows of an act, as they were seen in row_versions.';

COMMENT ON COLUMN "private"."jobs"."job_id" IS 'Of an act also the import_id of its steps.';

COMMENT ON COLUMN "private"."jobs"."offices" IS 'With sensitive, what whoever asked read while the file of an export was made.';

COMMENT ON COLUMN "private"."jobs"."reported_at" IS 'When its browser last told how it stands.';

COMMENT ON COLUMN "private"."jobs"."screen" IS 'The route of the screen that it was asked for on, such as ARBO_Masterlist.';

COMMENT ON COLUMN "private"."jobs"."status" IS 'The status that all rows of that screen have, where it is one of several.';

COMMENT ON COLUMN "private"."jobs"."what" IS 'Of an export its filters, of an act what is done to the rows.';

REVOKE ALL ON FUNCTION "private"."begin_job"(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_job"(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."begin_job"(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_job"(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_job"(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."fetch_result"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fetch_result"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."fetch_result"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fetch_result"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."fetch_result"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."go_on_with_job"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."go_on_with_job"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."go_on_with_job"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."go_on_with_job"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."go_on_with_job"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."is_kept"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_kept"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_kept"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."job_state"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_state"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_state"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."job_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."job_time"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_result"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_result"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."keep_result"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_result"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_result"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."may_fetch"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_fetch"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_fetch"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."most_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."most_jobs"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_jobs"(integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_jobs"(integer, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."own_jobs"(integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_jobs"(integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_jobs"(integer, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."result_path"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."result_path"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."result_path"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."result_size"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."result_size"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."result_size"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rows_done"(private.jobs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rows_done"(private.jobs) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_done"(private.jobs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sweep_jobs"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sweep_jobs"(integer) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."sweep_jobs"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sweep_jobs"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_job"(uuid, integer, text, integer, integer, integer, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_job"(uuid, integer, text, integer, integer, integer, jsonb, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."tell_job"(uuid, integer, text, integer, integer, integer, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_job"(uuid, integer, text, integer, integer, integer, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_job"(uuid, integer, text, integer, integer, integer, jsonb, text) TO "provincial_reader";
