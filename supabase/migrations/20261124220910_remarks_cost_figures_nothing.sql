-- An update of 50 rows that changes remarks alone asked for the attachments of each row, and compared what figures keep
-- of all of them with their joins. Both are asked once a statement now, and only of what changed.

SET local check_function_bodies = off;

DROP TRIGGER "lead_attachments" ON "public"."arbo_masterlist";

DROP TRIGGER "lead_attachments" ON "public"."fme_inventory_table";

DROP TRIGGER "lead_attachments" ON "public"."form11_accomps";

DROP TRIGGER "lead_attachments" ON "public"."form11_farm_infos";

DROP FUNCTION "private"."activity_query"(text, text);

CREATE OR REPLACE FUNCTION private.activity_query (
  wanted_table text,
  rows_name    text,
  other_rows   text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select format($q$
    select %1$L::text, r.id, r.form, r.side, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id,
      case when r.arbo_id is null then r.arbo_name end, r.arc_id, r.year, r.reporting_year, r.reporting_quarter,
      r.reporting_month, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, r.kind,
      r.quantity, o.organization, coalesce(m.id, case when r.arbo_id is null then r.arbo_key end), c.id,
      case when o.organization is null or r.year is null then 0 else coalesce(k.matched_within, 0) end::smallint
    from (%2$s) r
    left join public.arbo_masterlist m on m.arbo_id = r.arbo_id
    left join public.arc_masterlist c on c.arc_id = r.arc_id
    left join public.activities k on k.table_name = %1$L and k.row_id = r.id
    cross join lateral (select coalesce(r.arbo_id, (
        select min(n.arbo_id) from public.arbo_masterlist n where n.office = r.office and n.arbo_name = r.arbo_name
      ), r.office || ' ' || r.arbo_name) as organization) o$q$,
    wanted_table, private.own_activity_query(wanted_table, rows_name, other_rows))
$function$;

CREATE OR REPLACE FUNCTION private.keep_activities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  was constant text := case when tg_op <> 'INSERT' then private.own_activity_query(
    tg_table_name, 'old_rows', case tg_op when 'UPDATE' then 'new_rows' end) end;
  now constant text := case when tg_op <> 'DELETE' then private.own_activity_query(
    tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end) end;
  ids bigint[] := '{}';
  names text[];
  states public.activities[] := '{}';
begin
  if was is not null then
    execute format('select array(select r.id from (%s) r)', was) into ids;
    if cardinality(ids) = 0 then
      return null;
    end if;
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  execute format(
    'select array(select distinct private.name_lock(r.office, r.arbo_name) from (%s) r where r.arbo_id is null)',
    concat_ws(' union all ', '(' || was || ')', '(' || now || ')')) into names;
  perform private.lock_each('figures', names);
  if now is not null then
    execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
      tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end)) into states;
  end if;
  perform private.write_activities(tg_table_name, ids, states);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_attachments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from old_rows o join public.attachments a on a.record_table = tg_table_name and a.record_id = o.id)
    then
      delete from public.attachments a using old_rows o where a.record_table = tg_table_name and a.record_id = o.id;
    end if;
    return null;
  end if;
  if exists (
    select from new_rows n join public.attachments a on a.record_table = tg_table_name and a.record_id = n.id)
  then
    update public.attachments a
    set region_name = n.region_name, province_name = n.province_name, muncity_name = n.muncity_name,
      barangay_name = n.barangay_name, cd = n.cd, status = s.status
    from new_rows n
    cross join lateral (select case private.window_of(tg_table_name, n.status)
      when 'target' then 'Target' else 'Accomplished' end as status) s
    where a.record_table = tg_table_name and a.record_id = n.id
      and row(a.region_name, a.province_name, a.muncity_name, a.barangay_name, a.cd, a.status)
        is distinct from row(n.region_name, n.province_name, n.muncity_name, n.barangay_name, n.cd, s.status);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_activity_query (
  wanted_table text,
  rows_name    text,
  other_rows   text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select replace(format($q$
    select r.id, %1$L::text as form, %2$s as side, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id,
      r.arbo_name, r.arc_id, coalesce(%4$s, r.year_funded) as year, %4$s as reporting_year,
      %5$s as reporting_quarter, %6$s as reporting_month, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name,
      r.subpsp_abbreviation, %7$s as kind, %8$s::bigint as quantity, %3$s as arbo_key
    from {rows} r$q$, f.form, f.side, f.arbo_key, f.year, f.quarter, f.month, f.kind, f.quantity), '{rows}', rows_name)
    || case when other_rows is null then '' else ' except ' || private.own_activity_query(wanted_table, other_rows) end
  from private.activity_forms() f
  where f.table_name = wanted_table
$function$;

CREATE OR REPLACE PROCEDURE private.hold_attachments (
  IN target regclass,
  IN fields text[]
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute replace($sql$
    create trigger hold_links before update on {table}
      for each row execute function private.hold_links();
    create trigger lead_attachments_update after update on {table} referencing new table as new_rows
      for each statement execute function private.lead_attachments();
    create trigger lead_attachments_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.lead_attachments()$sql$, '{table}', target::text);
end
$procedure$;

CREATE TRIGGER lead_attachments_delete
  AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_update
  AFTER UPDATE ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_delete
  AFTER DELETE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_update
  AFTER UPDATE ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_delete
  AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_update
  AFTER UPDATE ON public.form11_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_delete
  AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

CREATE TRIGGER lead_attachments_update
  AFTER UPDATE ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.lead_attachments();

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activity_query"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_query"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_activity_query"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_activity_query"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_activity_query"(text, text, text) TO "postgres";
