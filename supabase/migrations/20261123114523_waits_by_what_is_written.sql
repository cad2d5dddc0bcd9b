-- Whole lists name the reviews of their rows in one call, where each row asked for its own; batches of an import wait for
-- those that hold rows of the same names, where they waited for all of their office.

SET local check_function_bodies = off;

DROP FUNCTION "private"."hold_import"(text, jsonb);

DROP FUNCTION "private"."lock_figures"(text[]);

DROP FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb);

DROP FUNCTION "private"."reviews_of"(text, bigint[]);

CREATE OR REPLACE FUNCTION private.hold_import (
  wanted_table text,
  places       jsonb,
  names        jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  by_book jsonb := (
    select jsonb_agg(b.place order by p.position)
    from jsonb_array_elements(places) with ordinality p (place, position)
    join (
      select d.place as given,
        case
          when private.place_is_known(d.place ->> 'region_name', d.place ->> 'province_name',
            d.place ->> 'muncity_name',
            d.place ->> 'barangay_name') then d.place
          else (
            select to_jsonb(r) - 'field' - 'reason'
            from private.read_place(d.place ->> 'region_name', d.place ->> 'province_name', d.place ->> 'muncity_name',
              d.place ->> 'barangay_name') r
          )
        end as place
      from (select distinct e.place from jsonb_array_elements(places) e (place)) d
    ) b on b.given = p.place);
begin
  perform private.lock_each('import into ' || wanted_table, array(
    select concat_ws('/', b.place ->> 'region_name', b.place ->> 'province_name', n.name)
    from jsonb_array_elements(by_book) with ordinality b (place, position)
    join jsonb_array_elements(names) with ordinality r (names, position) using (position)
    cross join jsonb_array_elements_text(r.names) n (name)
    where n.name <> ''));
  return by_book;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_activities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[] := '{}';
  names text[] := '{}';
  states public.activities[] := '{}';
begin
  if tg_op <> 'INSERT' then
    ids := array(select o.id from old_rows o);
    names := array(select distinct private.name_lock(o.office, o.arbo_name) from old_rows o where o.arbo_id is null);
  end if;
  if tg_op <> 'DELETE' then
    names := names || array(
      select distinct private.name_lock(n.office, n.arbo_name) from new_rows n where n.arbo_id is null);
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  perform private.lock_each('figures', names);
  if tg_op <> 'DELETE' then
    execute format('select array(select row(s.*)::public.activities from (%s) s)',
      private.activity_query(tg_table_name, 'new_rows')) into states;
  end if;
  perform private.write_activities(tg_table_name, ids, states);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_organizations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  offices text[] := '{}';
  names text[] := '{}';
  found_rows record;
begin
  if tg_op = 'INSERT' then
    select array_agg(n.office), array_agg(n.arbo_name) into offices, names from new_rows n where n.arbo_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.office), array_agg(o.arbo_name) into offices, names from old_rows o where o.arbo_id is not null;
  else
    select array_agg(c.office), array_agg(c.arbo_name) into offices, names
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    for found_rows in
      select a.table_name, array_agg(distinct a.row_id) as ids
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      group by a.table_name
      order by a.table_name
    loop
      perform private.renew_activities(found_rows.table_name, found_rows.ids);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_each (
  kind text,
  keys text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  all_of_kind constant bigint := hashtextextended('all of ' || kind, 0);
  hashes constant bigint[] := array(
    select distinct hashtextextended(kind || ' ' || k, 0) from unnest(keys) k where k is not null order by 1);
  hash bigint;
begin
  if cardinality(hashes) > 200 then
    perform pg_advisory_xact_lock(all_of_kind);
  else
    perform pg_advisory_xact_lock_shared(all_of_kind) where cardinality(hashes) > 0;
    foreach hash in array hashes loop
      perform pg_advisory_xact_lock(hash);
    end loop;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_activities (
  wanted_table text,
  ids          bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  states public.activities[];
begin
  perform private.lock_each('figures', array(
    select a.organization from public.activities a
    where a.table_name = wanted_table and a.row_id = any (ids)));
  execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(wanted_table,
    format('(select * from public.%I where id = any ($1))', wanted_table))) into states using ids;
  perform private.write_activities(wanted_table, ids, states);
end
$function$;

CREATE OR REPLACE FUNCTION private.reviews_of (
  wanted_table   text,
  ids            bigint[],
  stages         text[],
  approvers      uuid[],
  approval_times timestamp with time zone[]
)
  RETURNS TABLE (
    row_id bigint,
    review jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reviewed constant bigint[] := array(
    select r.row_id from private.reviews r where r.table_name = wanted_table and r.row_id = any (ids));
  told constant bigint[] := case when cardinality(reviewed) > 0
    then private.readable_ids(wanted_table, reviewed) else reviewed end;
  -- Once a stage, not once a row: lists that are taken out whole have thousands.
  approved constant text[] := array(
    select s.stage from (select distinct unnest(stages)) s (stage) where private.is_approved(s.stage));
begin
  return query
  select w.id,
    case
      when w.stage = any (approved) then jsonb_build_object(
        'state', 'approved', 'by', a.username, 'at', w.approved_at, 'reason', null)
      when r.state is not null then jsonb_build_object(
        'state', r.state, 'by', u.username, 'at', r.at, 'reason', r.reason)
      else '{"state": "new", "by": null, "at": null, "reason": null}'
    end
  from unnest(ids, stages, approvers, approval_times) w (id, stage, approver, approved_at)
  left join public.users a on a.id = w.approver
  left join private.reviews r on r.table_name = wanted_table and r.row_id = w.id and r.row_id = any (told)
  left join public.users u on u.id = r.user_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_activities (
  wanted_table text,
  ids          bigint[],
  states       public.activities[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from public.activities a where a.table_name = wanted_table and a.row_id = any (ids));
  gone bigint[] := array(
    select a.row_id from public.activities a where a.table_name = wanted_table and a.row_id = any (ids)
    except
    select s.row_id from unnest(states) s);
  written bigint[] := gone || array(select c.row_id from unnest(came) c);
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
begin
  if cardinality(written) = 0 then
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select * from public.activities where table_name = wanted_table and row_id = any (written)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_each('figures', array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(wanted_table, written, groups) a);
  delete from public.activities a where a.table_name = wanted_table and a.row_id = any (written);
  insert into public.activities select c.* from unnest(came) c;
  perform private.match_activities(groups);
  now := array(select a from private.activities_about(wanted_table, written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null group by a.arbo),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  insert into public.outcome_counts as kept
    (office, region_name, province_name, form, side, kind, year, matched_within, n, quantity)
  select a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within,
    sum(a.delta), sum(a.delta * a.quantity)
  from (
    select n.*, 1 as delta from unnest(now) n
    union all
    select w.*, -1 from unnest(was) w) a
  group by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  having sum(a.delta) <> 0 or sum(a.delta * a.quantity) <> 0
  order by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  on conflict (office, region_name, province_name, form, side, kind, year, matched_within)
  do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity;
end
$function$;

REVOKE ALL ON FUNCTION "private"."hold_import"(text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_import"(text, jsonb, jsonb) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."hold_import"(text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_import"(text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_import"(text, jsonb, jsonb) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."lock_each"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_each"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_each"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[], text[], uuid[], timestamp WITH time zone[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[], text[], uuid[], timestamp WITH time zone[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[], text[], uuid[], timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[], text[], uuid[], timestamp WITH time zone[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[], text[], uuid[], timestamp WITH time zone[]) TO "provincial_reader";
