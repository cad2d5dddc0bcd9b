-- Counts of personal marks of five or more are no personal data: everybody is told them of whole areas, in fives, and nobody what a small one is.

SET local check_function_bodies = off;

CREATE TABLE "private"."personal_counts" (
  "office"     text   NOT NULL,
  "mark"       text   NOT NULL,
  "sex"        text,
  "marked"     bigint NOT NULL,
  "people"     bigint NOT NULL,
  "checked_on" date   NOT NULL
);

ALTER TABLE "private"."personal_counts"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.keep_personal_counts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if coalesce((select max(k.checked_on) from private.personal_counts k), '-infinity')
      < date_trunc('quarter', private.today()::timestamp)::date
    and pg_try_advisory_xact_lock(hashtext('private.personal_counts'))
  then
    perform private.renew_personal_counts();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_counts_of (
  wanted_region   text,
  wanted_province text
)
  RETURNS TABLE (
    mark text,
    sex  text,
    rounded bigint
  )
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  ROWS 15
  SET search_path TO ''
  AS $function$
  with asked as (
    select array_agg(o.office order by o.office) as offices
    from private.current_caller() c, private.offices_of(c) o
    where (wanted_region is null or o.region_name = wanted_region)
      and (wanted_province is null or o.province_name = wanted_province)
  ),
  areas as (
    select 'country' as kind, null::text as region_name, null::text as province_name,
      array_agg(o.office order by o.office) as offices
    from public.offices o
    union all
    select 'region', o.region_name, null, array_agg(o.office order by o.office)
    from public.offices o where o.region_name is not null group by o.region_name
    union all
    select 'province', o.region_name, o.province_name, array[o.office]
    from public.offices o where o.province_name is not null
  ),
  area as (
    select a.* from areas a join asked using (offices)
    -- The office of a region that has no other is both.
    order by a.kind = 'province' limit 1
  ),
  offices as (
    select o.region_name, o.province_name, k.mark, k.sex, k.marked, k.people
    from private.personal_counts k join public.offices o using (office)
    where k.people > 0
  ),
  regions as (
    select o.region_name, o.mark, o.sex, sum(o.marked)::bigint as marked, sum(o.people)::bigint as people,
      bool_and(private.tells_of_nobody(o.marked, o.people)) as parts_told
    from offices o group by o.region_name, o.mark, o.sex
  ),
  country as (
    select r.mark, r.sex, sum(r.marked)::bigint as marked, sum(r.people)::bigint as people,
      bool_and(private.tells_of_nobody(r.marked, r.people)) as parts_told
    from regions r group by r.mark, r.sex
  ),
  -- An area is told where what it is a part of is told, with all of its parts.
  figures as (
    select 'country' as kind, null::text as region_name, null::text as province_name, c.mark, c.sex, c.marked,
      private.tells_of_nobody(c.marked, c.people) as is_told
    from country c
    union all
    select 'region', r.region_name, null, r.mark, r.sex, r.marked,
      private.tells_of_nobody(c.marked, c.people) and c.parts_told
    from regions r join country c on c.mark = r.mark and c.sex is not distinct from r.sex
    union all
    select 'province', o.region_name, o.province_name, o.mark, o.sex, o.marked,
      private.tells_of_nobody(c.marked, c.people) and c.parts_told and r.parts_told
    from offices o
    join regions r on r.region_name = o.region_name and r.mark = o.mark and r.sex is not distinct from o.sex
    join country c on c.mark = o.mark and c.sex is not distinct from o.sex
  )
  select f.mark, f.sex, case when f.is_told then f.marked - f.marked % 5 end
  from figures f
  join area a on a.kind = f.kind and a.region_name is not distinct from f.region_name
    and a.province_name is not distinct from f.province_name
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_figures()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.marks;
  delete from public.programme_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  insert into public.marks (subject, marked_id, office, region_name, province_name, muncity_name)
  select subject, marked_id, office, region_name, province_name, muncity_name from private.marked_rows;
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
  perform private.renew_personal_counts(anew => true);
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_personal_counts (
  anew boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into private.personal_counts (office, mark, sex, marked, people, checked_on)
  select f.office, f.mark, f.sex, case when d.renewed then f.marked else coalesce(k.marked, 0) end,
    case when d.renewed then f.people else coalesce(k.people, 0) end, private.today()
  from (
    select n.office, n.mark, n.sex, sum(n.marked) as marked, sum(n.people) as people
    from (
      select c.office, m.mark, c.sex, m.marked, c.people
      from (
        select p.office, p.sex, count(*) as people,
          count(*) filter (where p.is_4ps_beneficiary = 'Yes') as beneficiaries,
          count(*) filter (where p.is_solo_parent = 'Yes') as solo_parents,
          count(*) filter (where p.is_pwd = 'Yes') as disabled,
          count(*) filter (where p.is_ip = 'Yes') as indigenous,
          count(*) filter (where p.age_base_group = '60 and above') as seniors
        from public.participants p
        where cardinality(p.training_id) > 0
        group by p.office, p.sex) c
      cross join lateral (values
        ('is_4ps_beneficiary', c.beneficiaries),
        ('is_solo_parent', c.solo_parents),
        ('is_pwd', c.disabled),
        ('is_ip', c.indigenous),
        ('age_base_group', c.seniors)) m (mark, marked)
      union all
      -- Where nobody is left.
      select z.office, z.mark, z.sex, 0, 0 from private.personal_counts z
      union all
      -- So that it is noted when there is nobody at all.
      select o.office, 'is_pwd', null, 0, 0 from public.offices o) n
    group by n.office, n.mark, n.sex) f
  left join private.personal_counts k on k.office = f.office and k.mark = f.mark and k.sex is not distinct from f.sex
  cross join lateral (select anew or abs(f.people - coalesce(k.people, 0)) >= 10) d (renewed)
  on conflict (office, mark, sex) do update set
    marked = excluded.marked, people = excluded.people, checked_on = excluded.checked_on
$function$;

CREATE OR REPLACE FUNCTION private.tells_of_nobody (
  marked bigint,
  people bigint
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select marked >= 5 and people - marked >= 5 $function$;

ALTER TABLE "private"."personal_counts"
  ADD CONSTRAINT "personal_counts_office_fkey" FOREIGN KEY (office) REFERENCES public.offices(office);

CREATE INDEX personal_counts_checked ON private.personal_counts USING btree (checked_on);

CREATE UNIQUE INDEX personal_counts_once ON private.personal_counts USING btree (office, mark, sex) NULLS NOT DISTINCT;

CREATE TRIGGER renew_personal_counts
  BEFORE INSERT OR DELETE OR UPDATE ON public.participants
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_personal_counts();

COMMENT ON COLUMN "private"."personal_counts"."checked_on" IS 'When it was last compared with the rows.';

COMMENT ON COLUMN "private"."personal_counts"."mark" IS 'The column of participants that says so.';

COMMENT ON TABLE "private"."personal_counts" IS 'Of the people who attended a training, how many there are and have a personal mark, by office and sex: as of the beginning of a quarter, read through private.personal_counts_of alone.';

REVOKE ALL ON FUNCTION "private"."keep_personal_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_personal_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_personal_counts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."personal_counts_of"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."personal_counts_of"(text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."personal_counts_of"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_counts_of"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_counts_of"(text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."renew_personal_counts"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."renew_personal_counts"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."renew_personal_counts"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tells_of_nobody"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tells_of_nobody"(bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tells_of_nobody"(bigint, bigint) TO "postgres";

select private.renew_personal_counts(anew => true);
