-- Writes with an Idempotency-Key are stored once; a closed window says when it was closed and who keeps its schedule.

SET local check_function_bodies = off;

ALTER TABLE "private"."import_batches"
  DROP CONSTRAINT "import_batches_batch_check";

ALTER TABLE "private"."import_batches"
  ADD COLUMN "answer" json;

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
  if wanted_batch = 0 then
    delete from private.import_batches b
    where (b.user_id, b.import_id, b.batch) in (
      select o.user_id, o.import_id, o.batch from private.import_batches o
      where o.batch = 0 and o.at < now() - private.key_time() limit 100 for update skip locked);
  end if;
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
    raise exception '%', case
        when wanted_batch = 0 then 'This Idempotency-Key belongs to another request. Send a new key.'
        else 'This batch was already saved with other content.'
      end using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_write (
  key         uuid,
  wanted_call text,
  wanted_hash text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.begin_batch(key, 0, wanted_call, wanted_hash) is null then
    return null;
  end if;
  return (
    select json_build_object('answer', b.answer) from private.import_batches b
    where b.user_id = auth.uid() and b.import_id = key and b.batch = 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.closed_on (
  schedule_id bigint
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (l.at at time zone 'Asia/Manila')::date
  from private.user_log l
  where l.form_name = 'report_schedules' and l.row_id = schedule_id and l.changes #>> '{status,1}' = 'Closed'
  order by l.id desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.explain_call_refusal (
  wanted_table text,
  verbs        text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller private.caller := private.current_caller();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  windows text[] := case when window_rule = 'status' then '{target,accomplishment}' else array[window_rule] end;
  reference private.reference_tables;
  verb text;
  cause text;
  first_cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  foreach verb in array verbs loop
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, null, null);
      -- Which region a schedule names is a matter of the row.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when verb <> 'comment' and not exists (
          select from unnest(windows) w, private.offices_to_write(verb, w) offices where cardinality(offices) > 0)
            then 'window'
      end;
    end if;
    if cause is null then
      return null;
    end if;
    first_cause := coalesce(first_cause, cause);
  end loop;
  return jsonb_build_object('cause', first_cause, 'route', reference.route)
    || case when first_cause <> 'window' then '{}' else jsonb_build_object(
      'window', case when window_rule <> 'status' then window_rule end, 'end_date', null)
      || coalesce(private.last_window(windows, array(select o.office from private.offices_of(caller) o)), '{}') end;
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_refusal (
  wanted_table text,
  verb         text,
  ids          bigint[],
  offices      text[]   DEFAULT NULL::text[],
  statuses     text[]   DEFAULT NULL::text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller private.caller := private.current_caller();
  readable text[] := private.offices_to_read();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  reference private.reference_tables;
  window_name text;
  shut boolean;
  named_office text;
  row_office text;
  row_status text;
  row_stage text;
  row_author uuid;
  in_sight boolean;
  cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := null;
    row_stage := null;
    row_author := null;
    named_office := offices[position];
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null and verb = 'restore' then
        select t.office, t.status, case when t.approved then 'Approved' end into row_office, row_status, row_stage
          from private.trashed(wanted_table, array[ids[position]]) t;
      elsif ids[position] is not null then
        -- A row out of sight is not looked at, so that the answer is the same as for one that does not exist.
        execute format(
          'select office, status, process_stage, user_id from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage, row_author using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      -- A row is guarded as it is and as it shall be, by its office and its window of then.
      window_name := private.window_of(wanted_table, row_status);
      named_office := coalesce(row_office, named_office);
      shut := row_office is not null and not row_office = any (private.offices_to_write(verb, window_name));
      if not shut then
        window_name := private.window_of(wanted_table, coalesce(statuses[position], row_status));
        named_office := coalesce(offices[position], row_office);
        -- A new row that takes its office from another row names none: it is shut out where all offices are.
        shut := case when named_office is null then private.offices_to_write(verb, window_name) = '{}'
          else not named_office = any (private.offices_to_write(verb, window_name)) end;
      end if;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o
          where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when shut and verb <> 'comment' then 'window'
        when verb in ('update', 'delete', 'restore') and row_stage = 'Approved' and not caller.all_offices
          then 'approval'
        when verb = 'approve' and not private.is_approved(row_stage) and row_author = caller.user_id
          and not 'Approve own' = any (caller.rights) then 'own_entry'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office',
        case when cause in ('scope', 'office') then offices[position] else named_office end, 'window', window_name,
        'end_date', null)
        || case when caller.level is null then '{}'
          else coalesce(private.last_window(array[window_name], array[named_office]), '{}') end
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_write (
  key   uuid,
  given json
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.import_batches set ids = '{}', answer = given
  where user_id = auth.uid() and import_id = key and batch = 0
$function$;

CREATE OR REPLACE FUNCTION private.forget_write (
  key uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from private.import_batches where user_id = auth.uid() and import_id = key and batch = 0
$function$;

CREATE OR REPLACE FUNCTION private.key_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select interval '7 days' $function$;

CREATE OR REPLACE FUNCTION private.last_window (
  windows        text[],
  wanted_offices text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('end_date', s.end_date)
    || case
      when s.status = 'Closed' and s.end_date > private.today() then
        jsonb_build_object('closed_on', private.closed_on(s.id), 'schedule_region', s.region_name)
      when s.start_date > private.today() then jsonb_build_object('start_date', s.start_date)
      else '{}'
    end
  from public.report_schedules s
  where s.form = any (windows) and exists (
    select from public.offices o
    where o.office = any (wanted_offices)
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name))
  order by s.end_date desc nulls last, s.id desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.window_state (
  window_name text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_under_way(s.status, s.start_date, s.end_date) as open
    from public.report_schedules s, private.current_caller() c
    where s.form = window_name
      and exists (
        select from private.offices_of(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (
    select * from covering
    order by open desc nulls last, (start_date <= private.today()) desc, end_date desc nulls last
    limit 1
  )
  select jsonb_build_object(
    'open', coalesce(l.open, false),
    'start_date', l.start_date,
    'end_date', l.end_date,
    'days_left', case when coalesce(l.open, false) then l.end_date - private.today() else 0 end,
    'reason', case
      when l.open then null
      when l.start_date is null then format('No %s window is scheduled for your office.', window_name)
      when l.start_date > private.today() then
        format('The %s window opens on %s.', window_name, to_char(l.start_date, 'FMDD Mon YYYY'))
      when l.end_date <= private.today() then
        format('The %s window closed on %s.', window_name, to_char(l.end_date, 'FMDD Mon YYYY'))
      else coalesce(
        format('The %s window was closed on ' || to_char(private.closed_on(l.id), 'FMDD Mon YYYY') || '.', window_name),
        format('The %s window is closed.', window_name))
    end)
  from (values (1)) one left join latest l on true
$function$;

ALTER TABLE "private"."import_batches"
  ADD CONSTRAINT "import_batches_batch_check" CHECK ((batch >= 0));

CREATE INDEX import_batches_keyed_at ON private.import_batches USING btree (at)
  WHERE (batch = 0);

COMMENT ON COLUMN "private"."import_batches"."answer" IS 'What a single call did, where ids do not say it.';

COMMENT ON COLUMN "private"."import_batches"."batch" IS 'Its number, from 1; 0 for a single call, whose Idempotency-Key is the import_id.';

COMMENT ON COLUMN "private"."import_batches"."path" IS 'The path of the record type; of a single call, its method and path.';

REVOKE ALL ON FUNCTION "private"."begin_write"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_write"(uuid, text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."begin_write"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_write"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_write"(uuid, text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."closed_on"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_on"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_on"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_write"(uuid, json) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_write"(uuid, json) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."finish_write"(uuid, json) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_write"(uuid, json) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_write"(uuid, json) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."forget_write"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_write"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."forget_write"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_write"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_write"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."key_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."key_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."key_time"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_window"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_window"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_window"(text[], text[]) TO "postgres";
