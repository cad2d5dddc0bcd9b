-- Reading personal data is logged, once per user, record type and hour, and the log of a kept export says how many rows
-- the API counted. (guard_schedule: its text as in the schemas.)

SET local check_function_bodies = off;

ALTER TABLE "private"."jobs"
  DROP CONSTRAINT "jobs_total_check";

DROP FUNCTION "private"."read_history"(text, bigint);

CREATE TABLE "private"."readings" (
  "entry"      bigint                   NOT NULL,
  "user_id"    uuid                     NOT NULL,
  "table_name" text                     NOT NULL,
  "hour"       timestamp with time zone NOT NULL,
  "api_token"  text                     NOT NULL,
  "row_count"  integer                  NOT NULL DEFAULT 0,
  CONSTRAINT "readings_pkey" PRIMARY KEY (entry),
  CONSTRAINT "readings_user_id_table_name_hour_api_token_key" UNIQUE (user_id, table_name, hour, api_token)
);

ALTER TABLE "private"."readings"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."rows_read" (
  "entry"  bigint NOT NULL,
  "row_id" bigint NOT NULL,
  CONSTRAINT "rows_read_pkey" PRIMARY KEY (entry, row_id)
);

ALTER TABLE "private"."rows_read"
  ENABLE ROW LEVEL SECURITY;

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
    perform private.log_export(job.table_name, 'download', job.what - 'sort', job.total);
  end if;
  return private.result_path(job);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_schedule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other public.report_schedules;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
  else
    new.row_version := old.row_version + 1;
  end if;
  -- Whoever may not keep the schedule is told that, by the policy, and not what is wrong with it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule is for the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the beginning of its end date: choose a day after the first day.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Two that are entered at once would not see one another.
  perform pg_advisory_xact_lock(
    hashtext('report_schedules'), hashtext(concat_ws('/', new.form, new.region_name, new.province_name)));
  select s.* into other from public.report_schedules s
  where s.id <> new.id and s.status = 'OnGoing' and s.form = new.form
    and s.region_name is not distinct from new.region_name and s.province_name is not distinct from new.province_name
    and daterange(s.start_date, s.end_date) && daterange(new.start_date, greatest(new.end_date, new.start_date + 1))
  order by s.start_date limit 1;
  if found then
    raise exception 'These days overlap schedule %: the % window of % from % to %. Close or change that one first.',
        other.id, other.form, coalesce(other.province_name, other.region_name, 'the whole country'),
        to_char(other.start_date, 'FMDD Mon YYYY'),
        coalesce(to_char(other.end_date - 1, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_sensitive (
  about  text,
  fields jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.sensitive_columns c
    where c.table_name = about and coalesce(fields -> c.column_name, 'null') <> 'null')
$function$;

CREATE OR REPLACE FUNCTION private.log_reading (
  wanted_table text,
  ids          bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('readings of one user'), hashtext(auth.uid()::text));
  read_entry := private.reading_entry(wanted_table, this_hour);
  with added as (
    insert into private.rows_read (entry, row_id)
    select distinct read_entry, i.id from unnest(ids) i (id)
    on conflict do nothing
    returning 1
  )
  update private.readings r set row_count = r.row_count + (select count(*) from added) where r.entry = read_entry;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_rows_answered (
  wanted_table text,
  ids          bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.read_history (
  table_name text,
  wanted_row bigint
)
  RETURNS TABLE (
    id        bigint,
    at        timestamp with time zone,
    user_name text,
    user_role text,
    action    text,
    changes   jsonb,
    api_token text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_personal boolean := false;
begin
  for id, at, user_name, user_role, action, changes, api_token in
    select l.id, l.at, l.user_name, l.user_role, l.action,
      case when private.caller_has_right('Sensitive') then l.changes
        else private.without_sensitive(l.form_name, l.changes) end,
      l.api_token
    from private.user_log l
    left join private.reference_tables r on r.table_name = l.form_name
    where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
      and case when r.table_name is null then l.office = any (private.offices_to_read())
        else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
    order by l.id desc
  loop
    is_personal := is_personal or private.holds_sensitive(read_history.table_name, changes);
    return next;
  end loop;
  if is_personal then
    perform private.log_reading(read_history.table_name, array[wanted_row]);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_log (
  wanted       jsonb,
  from_at      timestamp with time zone,
  until_at     timestamp with time zone,
  terms        jsonb,
  oldest_first boolean,
  page_size    integer,
  skipped      integer,
  count_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.without_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.moment_words(l.at), l.user_name, l.user_role, '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
  form text;
  ids bigint[];
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_of_central() is not null then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)),
          ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions,
    count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', case
      when l.action = 'Read' and l.source = 'database' then jsonb_build_object('rows', jsonb_build_array(null, (
        select r.row_count from private.readings r where r.entry = l.id)))
      else %s end) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  for form, ids in
    select r ->> 'form_name', array_agg((r ->> 'row_id')::bigint)
    from jsonb_array_elements(rows) r
    where r ->> 'row_id' is not null and private.holds_sensitive(r ->> 'form_name', r -> 'changes')
    group by 1
  loop
    perform private.log_reading(form, ids);
  end loop;
  return jsonb_build_object('rows', rows, 'total', total);
end
$function$;

CREATE OR REPLACE FUNCTION private.reading_entry (
  wanted_table text,
  this_hour    timestamp with time zone
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.trash_of (
  wanted_table text,
  statuses     text[],
  page_size    integer,
  skipped      bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    'with trashed as materialized (
       select t.entry from private.trashed($1) t where $2 is null or t.status = any ($2)
     ),
     -- First chosen, then made rows of: other entries of the log are not of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object(''total'', (select count(*) from trashed), ''rows'', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - ''search_text'' - $5 || jsonb_build_object(''office'', l.office, ''deleted'', jsonb_build_object(
           ''by'', l.user_name, ''at'', l.at, ''until'', l.at + private.trash_time())) order by l.id desc), ''[]'')
       from chosen l
         cross join lateral jsonb_populate_record(null::public.%I, private.deleted_row(l.changes) - $5) r))',
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.holds_sensitive(wanted_table, r)));
  return answer;
end
$function$;

ALTER TABLE "private"."jobs"
  ADD CONSTRAINT "jobs_total_check" CHECK ((total >= 0));

COMMENT ON COLUMN "private"."jobs"."total" IS 'The rows of an act; of an export, those that the API counted as it began.';

COMMENT ON COLUMN "private"."readings"."api_token" IS 'Reading by an API token has entries of its own, which name the token; empty where the user was signed in.';

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, Reopen and Decline to reopen a window, Take back import, Read for personal data that was read within an hour, and export for a list of personal data that was taken out.';

COMMENT ON TABLE "private"."readings" IS 'How many rows the user read in the hour of an entry Read of private.user_log.';

COMMENT ON TABLE "private"."rows_read" IS 'The rows that were counted in the hour that a user last read in, so that none counts twice.';

REVOKE ALL ON FUNCTION "private"."holds_sensitive"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_sensitive"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_sensitive"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_reading"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_reading"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_reading"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_rows_answered"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_rows_answered"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."log_rows_answered"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_rows_answered"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_rows_answered"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."reading_entry"(text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reading_entry"(text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reading_entry"(text, timestamp WITH time zone) TO "postgres";
