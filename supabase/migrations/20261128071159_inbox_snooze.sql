-- Snoozes inbox entries for 7 days, and lists the inbox by kind with numbers per kind.

SET local check_function_bodies = off;

DROP FUNCTION "private"."inbox_entries"();

DROP FUNCTION "private"."mark_inbox_read"(text[], text);

DROP FUNCTION "private"."read_inbox"(integer, bigint);

CREATE TABLE "private"."inbox_snoozes" (
  "user_id" uuid NOT NULL,
  "entry"   text NOT NULL,
  "until"   date NOT NULL,
  CONSTRAINT "inbox_snoozes_pkey" PRIMARY KEY (user_id, entry)
);

ALTER TABLE "private"."inbox_snoozes"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.build_digest (
  most integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with unread as materialized (
    select e.* from private.inbox_entries() e where not e.read and e.snoozed_until is null
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.sent_entries))
  )
  select jsonb_build_object('email', p.email, 'name', p.name,
    'unread', (select count(*) from unread),
    'ids', (select coalesce(jsonb_agg(u.id), '[]') from unread u),
    'total', (select count(*) from news),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'reason' order by n.id collate "C" desc), '[]')
      from (select * from news n order by n.id collate "C" desc limit most) n))
  from public.users p where p.id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION private.choose_inbox_entries (
  ids         text[],
  up_to       text,
  wanted_kind text
)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  present text[];
  chosen text[];
begin
  select coalesce(array_agg(e.id), '{}'),
    coalesce(array_agg(e.id) filter (where e.id = any (ids) or (e.id collate "C" <= up_to
      and e.snoozed_until is null and (wanted_kind is null or e.kind = wanted_kind))), '{}')
  into present, chosen
  from private.inbox_entries() e;
  delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry <> all (present);
  delete from private.inbox_snoozes s where s.user_id = auth.uid() and s.entry <> all (present);
  return chosen;
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox_days (
  kind text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select case kind when 'window' then 7 when 'import' then 7 when 'snooze' then 7 else 30 end $function$;

CREATE OR REPLACE FUNCTION private.inbox_entries()
  RETURNS TABLE (
    id            text,
    kind          text,
    at            timestamp with time zone,
    user_id       uuid,
    reason        text,
    table_name    text,
    status        text,
    row_ids       bigint[],
    window_name   text,
    office        text,
    end_date      date,
    about         jsonb,
    read          boolean,
    snoozed_until date
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
      -- The central office can enter data at any time, so a caller of the central office gets no entries about
      -- reporting windows.
      where not caller.all_offices and private.has_right_for('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.state = 'asked' and t.state = 'asked' and private.can_administer_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.has_right_for('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Leave out cancelled jobs, because the caller already knows about them.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_job_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select i.id, i.kind, i.at, i.user_id, i.reason, i.table_name, i.status, i.row_ids, i.window_name, i.office,
    i.end_date, i.about, m.entry is not null and coalesce(s.until > private.today(), true),
    case when s.until > private.today() then s.until end
  from (
    select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject) as id,
      e.*
    from entries e
  ) i
  left join private.inbox_marks m on m.user_id = auth.uid() and m.entry = i.id
  left join private.inbox_snoozes s on s.user_id = auth.uid() and s.entry = i.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_inbox_read (
  ids         text[],
  up_to       text,
  wanted_kind text    DEFAULT NULL::text,
  is_read     boolean DEFAULT true
)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_read then
    -- An entry whose snooze has ended is unread until the snooze is deleted, even if the entry has a mark.
    with ended as (
      delete from private.inbox_snoozes s
      where s.user_id = auth.uid() and s.entry = any (chosen) and s.until <= private.today()
      returning s.entry
    ),
    marked as (
      insert into private.inbox_marks (user_id, entry)
      select auth.uid(), c.entry from unnest(chosen) c (entry)
      on conflict do nothing
      returning entry
    )
    select array(select e.entry from ended e union select m.entry from marked m) into changed;
  else
    with unmarked as (
      delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry = any (chosen) returning m.entry
    )
    select array(select u.entry from unmarked u) into changed;
  end if;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_inbox (
  page_size   integer,
  skipped     bigint,
  wanted_kind text    DEFAULT NULL::text,
  per_kind    integer DEFAULT NULL::integer,
  of_snoozed  boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with entries as materialized (
    select * from private.inbox_entries()
  ),
  listed as materialized (
    select e.*, row_number() over (partition by e.kind order by e.id collate "C" desc) as place
    from entries e where (e.snoozed_until is not null) = of_snoozed
  ),
  wanted as materialized (
    select * from listed l
    where (wanted_kind is null or l.kind = wanted_kind) and (per_kind is null or l.place <= per_kind)
  )
  select jsonb_build_object(
    'total', (select count(*) from wanted),
    'unread', (select count(*) from entries e where not e.read and e.snoozed_until is null),
    'snoozed', (select count(*) from entries e where e.snoozed_until is not null),
    'kinds', (
      select coalesce(jsonb_agg(to_jsonb(k)), '[]')
      from (
        select l.kind, count(*) as total, count(*) filter (where not l.read) as unread,
          max(l.id collate "C") as newest
        from listed l group by l.kind
      ) k),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'place'
        || jsonb_build_object('by', private.username_of(p.user_id)) order by p.id collate "C" desc), '[]')
      from (select * from wanted w order by w.id collate "C" desc limit page_size offset skipped) p))
$function$;

CREATE OR REPLACE FUNCTION private.snooze_inbox (
  ids         text[],
  up_to       text,
  wanted_kind text,
  is_snoozed  boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_snoozed then
    with snoozed as (
      insert into private.inbox_snoozes as s (user_id, entry, until)
      select auth.uid(), c.entry, private.today() + private.inbox_days('snooze') from unnest(chosen) c (entry)
      on conflict (user_id, entry) do update set until = excluded.until where s.until <> excluded.until
      returning s.entry
    )
    select array(select s.entry from snoozed s) into changed;
  else
    with shown as (
      delete from private.inbox_snoozes s where s.user_id = auth.uid() and s.entry = any (chosen) returning s.entry
    )
    select array(select s.entry from shown s) into changed;
  end if;
  return changed;
end
$function$;

ALTER TABLE "private"."inbox_snoozes"
  ADD CONSTRAINT "inbox_snoozes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

COMMENT ON COLUMN "private"."inbox_snoozes"."until" IS 'Day, in Manila, from which the entry is shown again, as unread.';

COMMENT ON TABLE "private"."inbox_snoozes" IS 'Inbox entries that a user has snoozed.';

REVOKE ALL ON FUNCTION "private"."choose_inbox_entries"(text[], text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."choose_inbox_entries"(text[], text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."choose_inbox_entries"(text[], text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_entries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_inbox_read"(text[], text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_inbox_read"(text[], text, text, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."mark_inbox_read"(text[], text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_inbox_read"(text[], text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_inbox_read"(text[], text, text, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."read_inbox"(integer, bigint, text, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_inbox"(integer, bigint, text, integer, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."read_inbox"(integer, bigint, text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_inbox"(integer, bigint, text, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_inbox"(integer, bigint, text, integer, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."snooze_inbox"(text[], text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."snooze_inbox"(text[], text, text, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."snooze_inbox"(text[], text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."snooze_inbox"(text[], text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."snooze_inbox"(text[], text, text, boolean) TO "provincial_reader";
