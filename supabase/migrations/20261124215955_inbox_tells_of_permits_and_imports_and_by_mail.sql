-- Inboxes tell of permits that are about to expire and of finished imports, and of what is new by a mail a day.

SET local check_function_bodies = off;

DROP FUNCTION "private"."inbox_entries"();

CREATE TABLE "private"."digests" (
  "user_id"  uuid                     NOT NULL,
  "wanted"   boolean                  NOT NULL,
  "day"      date                     NOT NULL DEFAULT '-infinity'::date,
  "sent_at"  timestamp with time zone,
  "failures" integer                  NOT NULL DEFAULT 0,
  "next_try" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp WITH time zone,
  "told"     text[]                   NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT "digests_pkey" PRIMARY KEY (user_id)
);

ALTER TABLE "private"."digests"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.claim_digest()
  RETURNS uuid
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.digests d set day = private.today()
  where d.user_id = (
    select c.user_id
    from private.digests c
    where c.wanted and c.day < (select private.today()) and c.next_try <= now()
      and exists (select from public.users u where u.id = c.user_id and not u.disabled)
    order by c.day limit 1
    for update skip locked)
  returning d.user_id
$function$;

CREATE OR REPLACE FUNCTION private.digest_was_refused (
  person uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.digests d set day = '-infinity', failures = d.failures + 1,
    next_try = now() + make_interval(hours => least(power(2, least(d.failures, 5))::integer, 24))
  where d.user_id = person
$function$;

CREATE OR REPLACE FUNCTION private.digest_was_sent (
  person uuid,
  unread text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.digests d set sent_at = now(), failures = 0, told = unread where d.user_id = person
$function$;

CREATE OR REPLACE FUNCTION private.imports_for_caller()
  RETURNS TABLE (
    at        timestamp with time zone,
    screen    text,
    import_id uuid,
    file_name text,
    rows      integer,
    saved     bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  select case when b.saved >= i.rows then b.last_at else b.last_at + interval '1 hour' end, i.screen, i.import_id,
    i.file_name, i.rows, b.saved
  from private.imports i
  cross join lateral (
    select coalesce(sum(cardinality(b.ids)), 0)::bigint as saved, greatest(i.at, max(b.at)) as last_at
    from private.import_batches b
    where b.user_id = i.user_id and b.import_id = i.import_id
  ) b
  where i.user_id = (private.current_caller()).user_id
    and i.at > now() - make_interval(days => private.inbox_days('import')) and i.taken_back_at is null
    and (b.saved >= i.rows or b.saved > 0 and b.last_at < now() - interval '1 hour');
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
  AS $function$ select case kind when 'window' then 7 when 'import' then 7 else 30 end $function$;

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
  )
  select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject),
    e.kind, e.at, e.user_id, e.reason, e.table_name, e.status, e.row_ids, e.window_name, e.office, e.end_date, e.about
  from entries e;
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox_news (
  most integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with unread as materialized (
    select e.* from private.inbox_entries() e
    where not exists (select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id)
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.told))
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

CREATE OR REPLACE FUNCTION private.want_digest (
  wish boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.digests (user_id, wanted)
  values (auth.uid(), wish)
  on conflict (user_id) do update set wanted = wish, failures = 0, next_try = '-infinity'
$function$;

CREATE OR REPLACE FUNCTION private.wants_digest()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select exists (select from private.digests d where d.user_id = auth.uid() and d.wanted) $function$;

ALTER TABLE "private"."digests"
  ADD CONSTRAINT "digests_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE OR REPLACE VIEW "public"."overdue_permits" WITH (security_invoker=true) AS  SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.fda_lto_expiry AS due_on,
    ((((('FDA LTO'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.fda_lto_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.long_date(f.fda_lto_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.fda_lto_expiry <= ( SELECT private.due_until() AS due_until))
UNION ALL
 SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.cpr_expiry AS due_on,
    ((((('CPR'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.cpr_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.long_date(f.cpr_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.cpr_expiry <= ( SELECT private.due_until() AS due_until))
UNION ALL
 SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.halal_expiry AS due_on,
    ((((('Halal registration'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.halal_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.long_date(f.halal_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.halal_expiry <= ( SELECT private.due_until() AS due_until));

CREATE VIEW "public"."expiring_permits" WITH (security_invoker=true) AS  SELECT queue,
    table_name,
    row_id,
    status,
    missing_table,
    arbo_id,
    arbo_key,
    arbo_name,
    region_name,
    province_name,
    office,
    due_on,
    message
   FROM public.overdue_permits
  WHERE (due_on >= ( SELECT private.today() AS today));

REVOKE ALL ON TABLE "public"."expiring_permits" FROM "anon";

CREATE INDEX digests_day ON private.digests USING btree (day)
  WHERE wanted;

CREATE INDEX fme_inventory_table_cpr_expiry ON public.fme_inventory_table USING btree (office, cpr_expiry)
  WHERE (cpr_expiry IS NOT NULL);

CREATE INDEX fme_inventory_table_fda_lto_expiry ON public.fme_inventory_table USING btree (office, fda_lto_expiry)
  WHERE (fda_lto_expiry IS NOT NULL);

CREATE INDEX fme_inventory_table_halal_expiry ON public.fme_inventory_table USING btree (office, halal_expiry)
  WHERE (halal_expiry IS NOT NULL);

COMMENT ON COLUMN "private"."digests"."day" IS 'The day in Manila of the last digest that was begun.';

COMMENT ON COLUMN "private"."digests"."failures" IS 'How many mails in a row were refused; each makes the pause longer.';

COMMENT ON COLUMN "private"."digests"."told" IS 'What was unread when the last mail was written: it is told once.';

COMMENT ON TABLE "private"."digests" IS 'Who asked for a mail a day, and which they had.';

COMMENT ON VIEW "public"."expiring_permits" IS 'Permits of products and machines that expire within 90 days.';

REVOKE ALL ON FUNCTION "private"."claim_digest"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_digest"() TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."claim_digest"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_digest"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_was_refused"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digest_was_refused"(uuid) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."digest_was_refused"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."digest_was_refused"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_was_sent"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digest_was_sent"(uuid, text[]) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."digest_was_sent"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."digest_was_sent"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."imports_for_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imports_for_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imports_for_caller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_entries"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_entries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_news"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inbox_news"(integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."inbox_news"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_news"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_news"(integer) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."want_digest"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."want_digest"(boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."want_digest"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."want_digest"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."want_digest"(boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."wants_digest"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wants_digest"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."wants_digest"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wants_digest"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."wants_digest"() TO "provincial_reader";

REVOKE ALL ON TABLE "public"."expiring_permits" FROM "authenticated";

GRANT SELECT ON TABLE "public"."expiring_permits" TO "authenticated";

GRANT SELECT ON TABLE "public"."expiring_permits" TO "central_reader";

REVOKE ALL ON TABLE "public"."expiring_permits" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."expiring_permits" TO "postgres";

GRANT SELECT ON TABLE "public"."expiring_permits" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."expiring_permits" TO "service_role";
