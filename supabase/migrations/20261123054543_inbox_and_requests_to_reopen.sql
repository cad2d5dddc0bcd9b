-- An inbox tells of what waits for somebody, requests to reopen a window are asked and answered, and reviews keep the
-- office of their row, by which inboxes find them.

SET local check_function_bodies = off;

CREATE TABLE "private"."inbox_marks" (
  "user_id" uuid NOT NULL,
  "entry"   text NOT NULL,
  CONSTRAINT "inbox_marks_pkey" PRIMARY KEY (user_id, entry)
);

ALTER TABLE "private"."inbox_marks"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."reopenings" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "office"      text                     NOT NULL,
  "window_name" text                     NOT NULL,
  "user_id"     uuid                     NOT NULL,
  "at"          timestamp with time zone NOT NULL DEFAULT now(),
  "reason"      text                     NOT NULL,
  "state"       text                     NOT NULL DEFAULT 'asked'::text,
  "answered_by" uuid,
  "answered_at" timestamp with time zone,
  "answer"      text,
  "end_date"    date,
  CONSTRAINT "reopenings_answer_check" CHECK (((answer IS NULL) OR ((btrim(answer) <> ''::text) AND (length(answer) <= 2000)))),
  CONSTRAINT "reopenings_check" CHECK (((answered_at IS NULL) = (state = 'asked'::text))),
  CONSTRAINT "reopenings_pkey" PRIMARY KEY (id),
  CONSTRAINT "reopenings_reason_check" CHECK (((btrim(reason) <> ''::text) AND (length(reason) <= 2000))),
  CONSTRAINT "reopenings_state_check" CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'declined'::text, 'opened'::text]))),
  CONSTRAINT "reopenings_window_name_check" CHECK ((window_name = ANY (ARRAY['target'::text, 'accomplishment'::text])))
);

ALTER TABLE "private"."reopenings"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."reviews"
  ADD COLUMN "office" text;

CREATE OR REPLACE FUNCTION private.answer_reopening (
  request bigint,
  until   date,
  said    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.reopenings;
  today record;
begin
  select * into asked from private.reopenings r where r.id = request for update;
  if not found or not private.keeps_schedules_of(asked.office) then
    raise exception 'There is no such request, or its office''s schedules are not yours to keep.'
      using errcode = 'AG004';
  end if;
  select * into today from private.reopening_today(asked);
  if today.state <> 'asked' then
    raise exception '%', case today.state
      when 'opened' then format('The %s window of %s has been opened since: the request is closed.', asked.window_name,
        private.office_name(asked.office))
      else format('This request was %s already, by %s.', today.state,
        coalesce(private.username_of(asked.answered_by), 'somebody')) end
      using errcode = 'AG002';
  end if;
  if until <= private.today() then
    raise exception 'A window closes at the beginning of its end date: choose a day after today.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  update private.reopenings r
    set state = case when until is null then 'declined' else 'granted' end, answered_by = auth.uid(),
      answered_at = now(), answer = said, end_date = until
    where r.id = request;
  if until is not null then
    insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
    select asked.window_name, private.today(), until, o.region_name, o.province_name
    from public.offices o where o.office = asked.office;
  end if;
  perform private.log_reopening(asked, case when until is null then 'Decline to reopen' else 'Reopen' end,
    jsonb_strip_nulls(jsonb_build_object('reason', case when said is not null then jsonb_build_array('', said) end,
      'end_date', case when until is not null then jsonb_build_array('', until) end)));
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_reopening (
  wanted_office text,
  wanted_window text,
  said          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
  earlier private.reopenings;
  request private.reopenings;
begin
  perform private.check_may_enter();
  if not wanted_office = any (private.offices_to_read()) then
    raise exception '% is out of your scope: you ask to reopen a window of your own office only.',
      private.office_name(wanted_office) using errcode = 'AG009';
  end if;
  if wanted_office = any (private.offices_to_write('insert', wanted_window)) then
    raise exception 'The % window is open to you: there is nothing to ask for.', wanted_window using errcode = 'AG002';
  end if;
  -- Of two who ask at once, the second is told of the first.
  perform pg_advisory_xact_lock(hashtext('reopenings'), hashtext(concat_ws('/', wanted_office, wanted_window)));
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.reopening_today(q) t
  where q.id = r.id and r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked'
    and t.state <> 'asked';
  select * into earlier from private.reopenings r
  where r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked';
  if found then
    raise exception '% asked to reopen the % window for % on % already: the answer is awaited.',
      coalesce(private.username_of(earlier.user_id), 'Somebody'), wanted_window, private.office_name(wanted_office),
      to_char(earlier.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') using errcode = 'AG002';
  end if;
  insert into private.reopenings (office, window_name, user_id, reason)
    values (wanted_office, wanted_window, caller.user_id, said) returning * into request;
  perform private.log_reopening(request, 'Ask to reopen', jsonb_build_object('reason', jsonb_build_array(null, said)));
  return request.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_may_enter()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.right_suffices('insert', (private.current_caller()).rights) is not true then
    raise exception 'Your role has neither the right Edit nor the right Delete: it may not ask to reopen a window.'
      using errcode = 'AG009';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.reviews r
  using new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id and private.is_approved(n.process_stage);
  update private.reviews r set office = n.office
  from new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id and r.office is distinct from n.office;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox (
  page_size integer,
  skipped   bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with entries as materialized (
    select e.*, exists (
      select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id) as read
    from private.inbox_entries() e
  )
  select jsonb_build_object(
    'total', (select count(*) from entries),
    'unread', (select count(*) from entries e where not e.read),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' || jsonb_build_object('by', private.username_of(p.user_id))
        order by p.id collate "C" desc), '[]')
      from (select * from entries e order by e.id collate "C" desc limit page_size offset skipped) p))
$function$;

CREATE OR REPLACE FUNCTION private.inbox_days (
  kind text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select case kind when 'window' then 7 else 30 end $function$;

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
    request     bigint,
    answer      text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
begin
  return query
  with entries as (
    select r.state as kind, r.at, (array_agg(r.user_id))[1] as user_id, min(r.reason) as reason, r.table_name, r.status,
      array_agg(r.row_id order by r.row_id) as row_ids, null::text as window_name, null::text as office,
      null::date as end_date, null::bigint as request, null::text as answer,
      concat_ws('.', r.table_name, r.status) as subject
    from private.reviews_for_caller() r
    group by r.state, r.table_name, r.status, r.at
    union all
    select 'window',
      greatest(w.first_day, w.last_day - private.inbox_days('window'))::timestamp at time zone 'Asia/Manila', null,
      null, null, null, null, w.name, null, w.last_day, null, null, w.name
    from (
      select n.name, (s ->> 'start_date')::date as first_day, (s ->> 'end_date')::date as last_day
      from unnest(array['target', 'accomplishment']) n (name) cross join lateral private.window_state(n.name) s
      -- The central office enters at any time.
      where not caller.all_offices and private.right_suffices('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null, r.id, null,
      r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.state = 'asked' and t.state = 'asked' and private.keeps_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, r.id, t.state, r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (private.offices_to_read())
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
  )
  select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject),
    e.kind, e.at, e.user_id, e.reason, e.table_name, e.status, e.row_ids, e.window_name, e.office, e.end_date,
    e.request, e.answer
  from entries e;
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox_steps()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select 1000 $function$;

CREATE OR REPLACE FUNCTION private.keeps_schedules_of (
  wanted_office text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select split_part(wanted_office, ' / ', 1) = any (private.regions_to_schedule('insert'))
$function$;

CREATE OR REPLACE FUNCTION private.log_reopening (
  r    private.reopenings,
  act  text,
  said jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select auth.uid(), u.username, u.roles, 'report_schedules', o.region_name, o.province_name, act, r.window_name, said
  from public.offices o left join public.users u on u.id = auth.uid()
  where o.office = r.office
$function$;

CREATE OR REPLACE FUNCTION private.mark_inbox (
  ids   text[],
  up_to text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  present constant text[] := array(select e.id from private.inbox_entries() e);
begin
  insert into private.inbox_marks (user_id, entry)
  select auth.uid(), p.id from unnest(present) p (id)
  where p.id = any (ids) or p.id collate "C" <= up_to
  on conflict do nothing;
  delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry <> all (present);
end
$function$;

CREATE OR REPLACE FUNCTION private.office_name (
  office text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select coalesce(nullif(split_part(office, ' / ', 2), ''), split_part(office, ' / ', 1)) $function$;

CREATE OR REPLACE FUNCTION private.reopening_today (
  r   private.reopenings,
  OUT state text,
  OUT answered_at timestamp with time zone
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  first_day date;
begin
  state := r.state;
  answered_at := r.answered_at;
  if r.state = 'asked' then
    select min(s.start_date) into first_day
    from public.report_schedules s
    join public.offices o on o.office = r.office
    where s.form = r.window_name and s.status = 'OnGoing' and s.start_date <= private.today()
      and s.end_date > (r.at at time zone 'Asia/Manila')::date
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name);
    if first_day is not null then
      state := 'opened';
      answered_at := greatest(r.at, first_day::timestamp at time zone 'Asia/Manila');
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.review_rows (
  wanted_table text,
  ids          bigint[],
  wanted_state text,
  said         text
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  verb constant text := case wanted_state when 'returned' then 'return' else 'update' end;
  allowed bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
         and ($5 or not private.is_approved(t.process_stage) and exists (
           select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))
       order by t.id for no key update) c', wanted_table)
    into allowed
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment'), wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)
      and private.is_approved(t.process_stage)', wanted_table) using allowed;
  end if;
  execute format(
    'insert into private.reviews (table_name, row_id, state, user_id, reason, office)
     select $1, t.id, $2, auth.uid(), $3, t.office from public.%I t where t.id = any ($4)
     on conflict on constraint reviews_pkey do update
       set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason,
         office = excluded.office', wanted_table)
    using wanted_table, wanted_state, said, allowed;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.reviews_for_caller()
  RETURNS TABLE (
    state      text,
    table_name text,
    status     text,
    row_id     bigint,
    user_id    uuid,
    at         timestamp with time zone,
    reason     text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
  own_office constant text := concat(caller.region_name, ' / ', caller.province_name);
  readable constant text[] := private.offices_to_read();
  steps private.reviews[];
  t text;
begin
  if private.right_suffices('update', caller.rights) then
    steps := array(
      select r from private.reviews r
      where r.state = 'returned' and r.office = own_office
      order by r.at desc limit private.inbox_steps());
  end if;
  if private.right_suffices('approve', caller.rights) then
    steps := steps || array(
      select r from private.reviews r
      where r.state = 'resubmitted' and (caller.all_offices or r.office = any (readable))
      order by r.at desc limit private.inbox_steps());
  end if;
  -- The rows themselves say whose they are.
  for t in select distinct s.table_name from unnest(steps) s loop
    return query execute format(
      'select s.state, s.table_name, t.status, s.row_id, s.user_id, s.at, s.reason
       from unnest($1) s join public.%I t on t.id = s.row_id
       where s.table_name = $2 and t.office = any ($3) and s.user_id is distinct from $4
         and case s.state when ''returned'' then t.office = $5 else $6 or t.user_id is distinct from $4 end', t)
      using steps, t, readable, caller.user_id, own_office, private.caller_approves_own();
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_reopenings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- As it is, or was.
  s public.report_schedules := case tg_op when 'INSERT' then new else old end;
begin
  for attempt in 1 .. 2 loop
    if private.is_under_way(s.status, s.start_date, s.end_date) then
      update private.reopenings r set state = 'opened', answered_at = now()
      from public.offices o
      where r.state = 'asked' and r.window_name = s.form and o.office = r.office
        and (s.region_name is null or s.region_name = o.region_name)
        and (s.province_name is null or s.province_name = o.province_name);
    end if;
    exit when tg_op <> 'UPDATE';
    s := new;
  end loop;
  return null;
end
$function$;

ALTER TABLE "private"."inbox_marks"
  ADD CONSTRAINT "inbox_marks_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."reopenings"
  ADD CONSTRAINT "reopenings_office_fkey" FOREIGN KEY (office) REFERENCES public.offices(office);

CREATE UNIQUE INDEX reopenings_asked_once ON private.reopenings USING btree (office, window_name)
  WHERE (state = 'asked'::text);

CREATE INDEX reopenings_user ON private.reopenings USING btree (user_id, answered_at DESC);

CREATE INDEX reviews_latest ON private.reviews USING btree (state, at DESC);

CREATE INDEX reviews_office ON private.reviews USING btree (office, state, at DESC);

CREATE TRIGGER settle_reopenings
  AFTER INSERT OR DELETE OR UPDATE ON public.report_schedules
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_reopenings();

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Ask to reopen, Reopen and Decline to reopen a window, and export for a list of personal data that was taken out.';

COMMENT ON TABLE "private"."inbox_marks" IS 'Entries of inboxes that were read, by whom.';

COMMENT ON TABLE "private"."reopenings" IS 'Requests to reopen a window for an office, with their answers.';

REVOKE ALL ON FUNCTION "private"."answer_reopening"(bigint, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_reopening"(bigint, date, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."answer_reopening"(bigint, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_reopening"(bigint, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_reopening"(bigint, date, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."ask_reopening"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_reopening"(text, text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."ask_reopening"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_reopening"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_reopening"(text, text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."check_may_enter"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_may_enter"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."check_may_enter"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_may_enter"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_may_enter"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."inbox"(integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inbox"(integer, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."inbox"(integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox"(integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox"(integer, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."inbox_days"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_days"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_days"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_entries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_steps"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_steps"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_steps"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keeps_schedules_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keeps_schedules_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keeps_schedules_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_reopening"(private.reopenings, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_reopening"(private.reopenings, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_reopening"(private.reopenings, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_inbox"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_inbox"(text[], text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."mark_inbox"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_inbox"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_inbox"(text[], text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."office_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopening_today"(private.reopenings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopening_today"(private.reopenings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopening_today"(private.reopenings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reviews_for_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reviews_for_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_for_caller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_reopenings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_reopenings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_reopenings"() TO "postgres";

do $$
declare
  t text;
begin
  for t in select distinct r.table_name from private.reviews r loop
    execute format('update private.reviews r set office = t.office from public.%I t
      where r.table_name = %L and t.id = r.row_id', t, t);
  end loop;
end
$$;
