-- Every row that names an ARBO belongs to it by key. The ID and the name follow the masterlist, which keeps former names.

delete from private.office_references where table_name is not distinct from 'arb_marketing_assistance_monitoring' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'arbo_marketing_targets' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'arbo_trainings' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'participants' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'farmers_tracking_income' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'inventory_status_monitoring' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'fme_inventory_table' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'fme_rental_monitoring' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form_5_annualtargets' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form_5_accomps' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form7_accomps' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form7_proddevs' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'qtr_sales_reports' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form_10' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form11_accomps' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form11_farm_infos' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'sales_transactions' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.office_references where table_name is not distinct from 'form_11_geotags' and column_name is not distinct from 'arbo_id' and parent_name is not distinct from 'arbo_masterlist' and parent_column is not distinct from 'arbo_id';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'form7_accomps';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'form_10';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'form11_accomps';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'inventory_status_monitoring';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'fme_rental_monitoring';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'farmers_tracking_income';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'form_5_annualtargets';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'form7_proddevs';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'arbo_marketing_targets';
delete from private.required_facts where place is not distinct from 1 and columns is not distinct from array['arbo_name', 'arbo_id', 'arc_name', 'arc_id']::text[] and not_for is not distinct from null and table_name is not distinct from 'arb_marketing_assistance_monitoring';

SET local check_function_bodies = off;

DROP TRIGGER "require_fact_1_insert" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "require_fact_1_update" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arbo_id_insert" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arbo_id_update" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "require_fact_1_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "require_fact_1_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arbo_id_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arbo_id_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "follow_ids" ON "public"."arbo_masterlist";

DROP TRIGGER "hold_followers" ON "public"."arbo_masterlist";

DROP TRIGGER "within_arbo_id_insert" ON "public"."arbo_trainings";

DROP TRIGGER "within_arbo_id_update" ON "public"."arbo_trainings";

DROP TRIGGER "require_fact_1_insert" ON "public"."farmers_tracking_income";

DROP TRIGGER "require_fact_1_update" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arbo_id_insert" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arbo_id_update" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arbo_id_insert" ON "public"."fme_inventory_table";

DROP TRIGGER "within_arbo_id_update" ON "public"."fme_inventory_table";

DROP TRIGGER "require_fact_1_insert" ON "public"."fme_rental_monitoring";

DROP TRIGGER "require_fact_1_update" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arbo_id_insert" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arbo_id_update" ON "public"."fme_rental_monitoring";

DROP TRIGGER "require_fact_1_insert" ON "public"."form11_accomps";

DROP TRIGGER "require_fact_1_update" ON "public"."form11_accomps";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form11_accomps";

DROP TRIGGER "within_arbo_id_update" ON "public"."form11_accomps";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form11_farm_infos";

DROP TRIGGER "within_arbo_id_update" ON "public"."form11_farm_infos";

DROP TRIGGER "require_fact_1_insert" ON "public"."form7_accomps";

DROP TRIGGER "require_fact_1_update" ON "public"."form7_accomps";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form7_accomps";

DROP TRIGGER "within_arbo_id_update" ON "public"."form7_accomps";

DROP TRIGGER "require_fact_1_insert" ON "public"."form7_proddevs";

DROP TRIGGER "require_fact_1_update" ON "public"."form7_proddevs";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form7_proddevs";

DROP TRIGGER "within_arbo_id_update" ON "public"."form7_proddevs";

DROP TRIGGER "require_fact_1_insert" ON "public"."form_10";

DROP TRIGGER "require_fact_1_update" ON "public"."form_10";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form_10";

DROP TRIGGER "within_arbo_id_update" ON "public"."form_10";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form_11_geotags";

DROP TRIGGER "within_arbo_id_update" ON "public"."form_11_geotags";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form_5_accomps";

DROP TRIGGER "within_arbo_id_update" ON "public"."form_5_accomps";

DROP TRIGGER "require_fact_1_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "require_fact_1_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arbo_id_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arbo_id_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "require_fact_1_insert" ON "public"."inventory_status_monitoring";

DROP TRIGGER "require_fact_1_update" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arbo_id_insert" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arbo_id_update" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arbo_id_insert" ON "public"."participants";

DROP TRIGGER "within_arbo_id_update" ON "public"."participants";

DROP TRIGGER "within_arbo_id_insert" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arbo_id_update" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arbo_id_insert" ON "public"."sales_transactions";

DROP TRIGGER "within_arbo_id_update" ON "public"."sales_transactions";

DROP INDEX "public"."arb_marketing_assistance_monitoring_incomplete";

DROP INDEX "public"."arb_marketing_assistance_monitoring_search";

DROP INDEX "public"."arbo_marketing_targets_incomplete";

DROP INDEX "public"."arbo_marketing_targets_search";

DROP INDEX "public"."arbo_masterlist_search";

DROP INDEX "public"."farmers_tracking_income_incomplete";

DROP INDEX "public"."farmers_tracking_income_search";

DROP INDEX "public"."fme_rental_monitoring_incomplete";

DROP INDEX "public"."fme_rental_monitoring_search";

DROP INDEX "public"."form11_accomps_incomplete";

DROP INDEX "public"."form11_accomps_search";

DROP INDEX "public"."form7_accomps_incomplete";

DROP INDEX "public"."form7_accomps_search";

DROP INDEX "public"."form7_proddevs_incomplete";

DROP INDEX "public"."form7_proddevs_search";

DROP INDEX "public"."form_10_incomplete";

DROP INDEX "public"."form_10_search";

DROP INDEX "public"."form_11_geotags_search";

DROP INDEX "public"."form_5_annualtargets_incomplete";

DROP INDEX "public"."form_5_annualtargets_search";

DROP INDEX "public"."inventory_status_monitoring_incomplete";

DROP INDEX "public"."inventory_status_monitoring_search";

DROP INDEX "public"."sales_transactions_search";

DROP VIEW "personal"."form_5_annualtargets_in_full";

ALTER TABLE "public"."arb_marketing_assistance_monitoring"
  DROP CONSTRAINT "arb_marketing_assistance_monitoring_arbo_id_exists";

ALTER TABLE "public"."arbo_marketing_targets"
  DROP CONSTRAINT "arbo_marketing_targets_arbo_id_exists";

ALTER TABLE "public"."arbo_trainings"
  DROP CONSTRAINT "arbo_trainings_arbo_id_exists";

ALTER TABLE "public"."farmers_tracking_income"
  DROP CONSTRAINT "farmers_tracking_income_arbo_id_exists";

ALTER TABLE "public"."fme_inventory_table"
  DROP CONSTRAINT "fme_inventory_table_arbo_id_exists";

ALTER TABLE "public"."fme_rental_monitoring"
  DROP CONSTRAINT "fme_rental_monitoring_arbo_id_exists";

ALTER TABLE "public"."form11_accomps"
  DROP CONSTRAINT "form11_accomps_arbo_id_exists";

ALTER TABLE "public"."form11_farm_infos"
  DROP CONSTRAINT "form11_farm_infos_arbo_id_exists";

ALTER TABLE "public"."form7_accomps"
  DROP CONSTRAINT "form7_accomps_arbo_id_exists";

ALTER TABLE "public"."form7_proddevs"
  DROP CONSTRAINT "form7_proddevs_arbo_id_exists";

ALTER TABLE "public"."form_10"
  DROP CONSTRAINT "form_10_arbo_id_exists";

ALTER TABLE "public"."form_11_geotags"
  DROP CONSTRAINT "form_11_geotags_arbo_id_exists";

ALTER TABLE "public"."form_5_accomps"
  DROP CONSTRAINT "form_5_accomps_arbo_id_exists";

ALTER TABLE "public"."form_5_annualtargets"
  DROP CONSTRAINT "form_5_annualtargets_arbo_id_exists";

ALTER TABLE "public"."inventory_status_monitoring"
  DROP CONSTRAINT "inventory_status_monitoring_arbo_id_exists";

ALTER TABLE "public"."participants"
  DROP CONSTRAINT "participants_arbo_id_exists";

ALTER TABLE "public"."qtr_sales_reports"
  DROP CONSTRAINT "qtr_sales_reports_arbo_id_exists";

ALTER TABLE "public"."sales_transactions"
  DROP CONSTRAINT "sales_transactions_arbo_id_exists";

DROP FUNCTION "private"."activity_forms"();

DROP FUNCTION "private"."follow_ids"();

DROP FUNCTION "public"."overdue_of"(bigint);

DROP VIEW "public"."overdue";

DROP VIEW "public"."overdue_machines";

DROP VIEW "public"."overdue_quarters";

DROP VIEW "public"."overdue_targets";

ALTER TABLE "public"."arb_marketing_assistance_monitoring"
  DROP COLUMN "search_text";

ALTER TABLE "public"."arbo_marketing_targets"
  DROP COLUMN "search_text";

ALTER TABLE "public"."arbo_masterlist"
  DROP COLUMN "search_text";

ALTER TABLE "public"."farmers_tracking_income"
  DROP COLUMN "search_text";

ALTER TABLE "public"."fme_rental_monitoring"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form11_accomps"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form7_accomps"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form7_proddevs"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form_10"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form_11_geotags"
  DROP COLUMN "search_text";

ALTER TABLE "public"."form_5_annualtargets"
  DROP COLUMN "search_text";

ALTER TABLE "public"."inventory_status_monitoring"
  DROP COLUMN "search_text";

ALTER TABLE "public"."sales_transactions"
  DROP COLUMN "search_text";

ALTER TABLE "public"."arb_marketing_assistance_monitoring"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."arbo_marketing_targets"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."arbo_masterlist"
  ADD COLUMN "former_names" text[];

ALTER TABLE "public"."farmers_tracking_income"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."fme_rental_monitoring"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form11_accomps"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form7_accomps"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form7_proddevs"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form_10"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form_11_geotags"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."form_5_annualtargets"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."inventory_status_monitoring"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "public"."sales_transactions"
  ADD COLUMN "arboPrimaryKey" bigint;

ALTER TABLE "template"."arbo"
  ADD COLUMN "arboPrimaryKey" bigint;

CREATE OR REPLACE FUNCTION private.activity_forms()
  RETURNS TABLE (
    place      integer,
    table_name text,
    form       text,
    side       text,
    year       text,
    quarter    text,
    month      text,
    kind       text,
    quantity   text
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return query
    select f.place, f.table_name, f.form, f.side, coalesce(f.year, 'r.reporting_year'),
      coalesce(f.quarter, 'r.reporting_quarter'), coalesce(f.month, 'r.reporting_month'),
      coalesce(f.kind, 'null::text'), coalesce(f.quantity, '0')
    from (values
      (1, 'form_5_annualtargets', 'form-5', '''target''', null, 'null::text', 'null::text', null, null),
      (2, 'form_5_accomps', 'form-5', '''accomplishment''', null, null, null, null, null),
      (3, 'form7_proddevs', 'form-7', '''target''', null, null, null, 'r.type_product', null),
      (4, 'form7_accomps', 'form-7', '''accomplishment''', null, null, null, 'r.type_product', null),
      (5, 'form_10', 'form-10', '''accomplishment''', null, null, null, 'r.type_enterprise', null),
      (6, 'form11_accomps', 'form-11', 'case when r.status = ''Target'' then ''target'' else ''accomplishment'' end',
        null, null, null, 'r.support_provided', 'coalesce(r.quantity_hard, 0)'),
      (7, 'arbo_marketing_targets', 'marketing', '''target''', null, 'null::text', 'null::text',
        'r.target_commodity', null),
      (8, 'arb_marketing_assistance_monitoring', 'marketing', '''accomplishment''', null, null, null,
        'r.special_commodity', null),
      (9, 'arbo_trainings', 'training', '''training''',
        'extract(year from coalesce(r.date_conducted, r.start_date))::integer',
        '''Q'' || extract(quarter from coalesce(r.date_conducted, r.start_date))',
        'to_char(coalesce(r.date_conducted, r.start_date), ''FMMonth'')', 'r.training_category', null)
    ) f (place, table_name, form, side, year, quarter, month, kind, quantity);
end
$function$;

CREATE OR REPLACE FUNCTION private.arbo_named (
  wanted_office text,
  name          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_ids bigint[];
begin
  if name is null then
    return null;
  end if;
  found_ids := array(
    select m.id from public.arbo_masterlist m
    where m.office = wanted_office and private.fold_name(m.arbo_name) = private.fold_name(name)
    limit 2);
  if cardinality(found_ids) = 0 then
    found_ids := array(
      select m.id from public.arbo_masterlist m
      where m.office = wanted_office and m.former_names is not null
        and exists (select from unnest(m.former_names) f where private.fold_name(f) = private.fold_name(name))
      limit 2);
  end if;
  return case when cardinality(found_ids) = 1 then found_ids[1] end;
end
$function$;

CREATE OR REPLACE FUNCTION private.arbos_formerly_named (
  terms jsonb
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions constant text := private.term_conditions(terms, array['former'], by_index => false);
  found_ids bigint[];
begin
  if conditions is not null then
    execute format($sql$
      select array(
        select f.arbo
        from (
          select m.id as arbo, private.fold(private.list_words(m.former_names)) as former, null::bigint as id,
            '' as process_stage
          from public.arbo_masterlist m
          where m.former_names is not null and (%L or m.office = any ($1))) f
        where %s)$sql$, private.caller_of_central() is not null, conditions)
      into found_ids using private.offices_to_read();
  end if;
  return found_ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.carry_arbo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed bigint[];
  target record;
  due bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.arbo_id, n.arbo_name, n.office) is distinct from (o.arbo_id, o.arbo_name, o.office));
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform set_config('private.following_arbo', 'yes', true);
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format($sql$
      select array(
        select t.id
        from public.%1$I t join public.arbo_masterlist m on m.id = t."arboPrimaryKey"
        where m.id = any ($1) and (t.arbo_id, t.arbo_name) is distinct from (m.arbo_id, m.arbo_name)
        union all
        select t.id
        from public.arbo_masterlist m
        join public.%1$I t on t.office = m.office and private.fold_name(t.arbo_name) = private.fold_name(m.arbo_name)
        where m.id = any ($1) and t."arboPrimaryKey" is null and private.arbo_named(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.arbo_named(t.office, t.arbo_name))$sql$, target.table_name)
      using due, changed;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_settled_arbo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed boolean;
begin
  if tg_op = 'INSERT' then
    changed := exists (
      select from new_rows n join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  else
    changed := exists (
      select from new_rows n
        join old_rows o on o.id = n.id
          and (o."arboPrimaryKey", o.arbo_id, o.arbo_name) is distinct from (n."arboPrimaryKey", n.arbo_id, n.arbo_name)
        join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  end if;
  if changed then
    raise exception 'The ARBO has changed at the same moment. Try again.' using errcode = '40001';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_written_by_database (
  column_name name
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    -- Of a row's file
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
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
  if tg_op = 'UPDATE' and current_setting('private.following_arbo', true) = 'yes' then
    return null;
  end if;
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
  perform private.write_activities(
    array(select row(tg_table_name, id)::private.activity_key from unnest(ids) id), states);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_former_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform from public.arbo_masterlist m where m.id = old.id for update;
  new.former_names := nullif(array(
    select f.name
    from unnest(new.former_names || old.arbo_name) with ordinality f (name, place)
    where private.fold_name(f.name) <> private.fold_name(new.arbo_name)
    group by f.name order by min(f.place)), '{}');
  return new;
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
  arbo_ids text[] := '{}';
  marked bigint[];
  followed bigint[] := '{}';
  keys private.activity_key[] := '{}';
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  perform set_config('private.following_arbo', '', true);
  if tg_op = 'INSERT' then
    marked := array(select n.id from new_rows n);
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n;
  elsif tg_op = 'DELETE' then
    marked := array(select o.id from old_rows o);
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    marked := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
    followed := array(
      select n.id from old_rows o join new_rows n using (id)
      where (o.arbo_id, o.arbo_name, o.office) is distinct from (n.arbo_id, n.arbo_name, n.office));
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    -- All that their activities are of, before and after.
    perform private.lock_each('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select m.arbo_id
      from unnest(offices, names) c (office, arbo_name) join public.arbo_masterlist m using (office, arbo_name)
      union
      select c.office || ' ' || c.arbo_name from unnest(offices, names) c (office, arbo_name)
      union
      select unnest(arbo_ids)));
    -- They are read when nobody else who writes them is under way any more.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select row(a.table_name, a.row_id)::private.activity_key
      from public.activities a where a.arbo = any (followed));
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
  end if;
  if cardinality(keys) + cardinality(marked) > 0 then
    perform private.write_activities(keys, states, marked);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.only_follows_arbo (
  was jsonb,
  now jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select now ->> 'arboPrimaryKey' is not null
    and (was ->> 'arboPrimaryKey' = now ->> 'arboPrimaryKey'
      or was ->> 'arboPrimaryKey' is null and (was ->> 'arbo_id' = now ->> 'arbo_id'
        or private.fold_name(was ->> 'arbo_name') = private.fold_name(now ->> 'arbo_name')))
$function$;

CREATE OR REPLACE FUNCTION private.own_activity_query (
  wanted_table text,
  rows_name    text,
  other_rows   text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select replace(format($q$
      select r.id, %1$L::text as form, %2$s as side, r.office, r.region_name, r.province_name, r.muncity_name,
        r.arbo_id, r.arbo_name, r.arc_id, coalesce(%3$s, r.year_funded) as year, %3$s as reporting_year,
        %4$s as reporting_quarter, %5$s as reporting_month, r.year_funded, r.fund_source, r.psp_category,
        r.subpsp_name, r.subpsp_abbreviation, %6$s as kind, %7$s::bigint as quantity, r."arboPrimaryKey" as arbo_key
      from {rows} r$q$, f.form, f.side, f.year, f.quarter, f.month, f.kind, f.quantity),
      '{rows}', rows_name)
      || case when other_rows is null then ''
        else ' except ' || private.own_activity_query(wanted_table, other_rows) end
    from private.activity_forms() f
    where f.table_name = wanted_table
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_condition (
  table_name text,
  terms      jsonb,
  by_index   boolean              DEFAULT false,
  OUT        condition text,
  OUT        by_sensitive boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  texts constant text[] := private.searched_texts(table_name);
  nowhere text[] := '{}';
  formerly bigint[];
begin
  if texts[2] is not null then
    nowhere := private.patterns_nowhere(table_name, texts[2], terms);
  end if;
  condition := private.term_conditions(terms, texts, by_index, nowhere);
  if exists (
    select from private.office_references r
    where r.table_name = search_condition.table_name and r.column_name = 'arboPrimaryKey')
  then
    formerly := private.arbos_formerly_named(terms);
    if cardinality(formerly) > 0 then
      condition := format('((%s) or "arboPrimaryKey" = any (%L::bigint[]))', condition, formerly);
    end if;
  end if;
  by_sensitive := texts[2] is not null and exists (
    select from private.patterns_of(terms) pattern where pattern <> all (nowhere));
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_arbo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  row_office constant text := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  wanted bigint;
  arbo record;
  key_written boolean := true;
  id_written boolean := true;
  name_written boolean := true;
begin
  if tg_op = 'UPDATE' then
    key_written := new."arboPrimaryKey" is distinct from old."arboPrimaryKey";
    id_written := new.arbo_id is distinct from old.arbo_id;
    name_written := new.arbo_name is distinct from old.arbo_name;
    if not (key_written or id_written or name_written) then
      return new;
    end if;
  end if;
  wanted := case
    when key_written and new."arboPrimaryKey" is not null then new."arboPrimaryKey"
    when new.arbo_id is not null then (select m.id from public.arbo_masterlist m where m.arbo_id = new.arbo_id)
    when name_written then private.arbo_named(row_office, new.arbo_name)
    when key_written then null
    -- The ID was cleared: by Postgres because the ARBO has lost it, or else by a caller who unlinks the row.
    else (select m.id from public.arbo_masterlist m where m.id = new."arboPrimaryKey" and m.arbo_id is null)
  end;
  -- An ARBO of another office is not looked at: it is refused like one that does not exist.
  select m.id, m.arbo_id, m.arbo_name into arbo
  from public.arbo_masterlist m
  where m.id = wanted and m.office = any (private.offices_around(row_office));
  if found then
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
    then
      raise exception 'The ARBO record and the ARBO ID are not of the same ARBO.'
        using errcode = 'AG002', column = 'arbo_id';
    end if;
    new."arboPrimaryKey" := arbo.id;
    new.arbo_id := arbo.arbo_id;
    new.arbo_name := arbo.arbo_name;
  elsif new.arbo_id is not null then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = 'arbo_id';
  else
    new."arboPrimaryKey" := wanted;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shared_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select array['reporting_year', 'reporting_quarter', 'reporting_month', 'year_funded', 'fund_source', 'psp_category',
    'subpsp_name',
    'subpsp_abbreviation', 'subpsp_status', 'arboPrimaryKey', 'arbo_id', 'arbo_name', 'region_name', 'province_name',
    'muncity_name', 'barangay_name', 'cd', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']
$function$;

CREATE OR REPLACE FUNCTION private.stamp_record()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author uuid := auth.uid();
  -- Generated columns are still empty in a new row here; they follow from the columns that are compared.
  frozen_without text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    if private.is_restoring() then
      return new;
    end if;
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null then
    if private.only_follows_arbo(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.caller_of_central() is null
    then
      raise exception 'The row is approved: set it back to Pending before changing it.'
        using errcode = 'AG001', detail = old.id::text;
    end if;
  end if;

  new.updated_at := now();
  new.row_version := old.row_version + 1;
  if new.process_stage is distinct from old.process_stage then
    new.approved_by := case when new.process_stage = 'Approved' then author end;
    new.approved_at := case when new.process_stage = 'Approved' then now() end;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE PROCEDURE private.refer_to_masterlists (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  call private.refer(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  execute format('create index %I on %s (arbo_id)',
    (select relname from pg_catalog.pg_class where oid = target) || '_arbo_id', target);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arc_id') then
    call private.refer(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
  end if;
  -- Named to run after clean_texts, place_by_book and fill_from_form11, and before stamp_record.
  execute format('create trigger settle_arbo before insert or update on %s
    for each row execute function private.settle_arbo()', target);
  -- Named to run after within_arboPrimaryKey_….
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_settled_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_settled_arbo()', target);
end
$procedure$;

ALTER TABLE "public"."arb_marketing_assistance_monitoring"
  ADD CONSTRAINT "arb_marketing_assistance_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."arbo_marketing_targets"
  ADD CONSTRAINT "arbo_marketing_targets_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."farmers_tracking_income"
  ADD CONSTRAINT "farmers_tracking_income_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."fme_rental_monitoring"
  ADD CONSTRAINT "fme_rental_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form11_accomps"
  ADD CONSTRAINT "form11_accomps_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form7_accomps"
  ADD CONSTRAINT "form7_accomps_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form7_proddevs"
  ADD CONSTRAINT "form7_proddevs_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form_10"
  ADD CONSTRAINT "form_10_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form_11_geotags"
  ADD CONSTRAINT "form_11_geotags_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."form_5_annualtargets"
  ADD CONSTRAINT "form_5_annualtargets_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."inventory_status_monitoring"
  ADD CONSTRAINT "inventory_status_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

ALTER TABLE "public"."sales_transactions"
  ADD CONSTRAINT "sales_transactions_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);

CREATE VIEW "public"."overdue_machines" WITH (security_invoker=true) AS  SELECT s.queue,
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
    ((f.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (((f.fme_inventory_id || COALESCE(((' ('::text || f.prj_title) || ')'::text), ''::text)) || s.words) || btrim(s.reason)) AS message
   FROM (public.fme_inventory_table f
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,f.nonfunctional_reason,' does not function: '::text), ('machine_idle'::text,f.nonutilized_reason,' is not used: '::text)) s(queue, reason, words))
  WHERE (btrim(s.reason) <> ''::text)
UNION ALL
 SELECT s.queue,
    'form11_accomps'::text AS table_name,
    a.id AS row_id,
    a.status,
    NULL::text AS missing_table,
    a.arbo_id,
    a."arboPrimaryKey" AS arbo_key,
    a.arbo_name,
    a.region_name,
    a.province_name,
    a.office,
    ((a.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (COALESCE(a.hard_component, a.support_provided, 'The support provided'::text) || s.words) AS message
   FROM (public.form11_accomps a
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,a.functional,' is not functional.'::text), ('machine_idle'::text,a.utilized,' is not utilized.'::text)) s(queue, answer, words))
  WHERE ((s.answer = 'No'::text) AND (a.status IS DISTINCT FROM 'Target'::text))
UNION ALL
 SELECT s.queue,
    'form11_farm_infos'::text AS table_name,
    i.id AS row_id,
    i.status,
    NULL::text AS missing_table,
    i.arbo_id,
    i."arboPrimaryKey" AS arbo_key,
    i.arbo_name,
    i.region_name,
    i.province_name,
    i.office,
    ((i.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (COALESCE(i.hard_component, i.support_provided, 'The support provided'::text) || s.words) AS message
   FROM (public.form11_farm_infos i
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,i.functional,' is not functional.'::text), ('machine_idle'::text,i.utilized,' is not utilized.'::text)) s(queue, answer, words))
  WHERE ((s.answer = 'No'::text) AND (i.status IS DISTINCT FROM 'Target'::text));

REVOKE ALL ON TABLE "public"."overdue_machines" FROM "anon";

create view public.overdue_quarters with (security_invoker = true) as
select e.queue, 'arbo_masterlist' as table_name, m.id as row_id, null::text as status, e.missing_table,
  m.arbo_id, m.id as arbo_key, m.arbo_name, m.region_name, m.province_name, m.office, q.last_day as due_on,
  'No ' || e.noun || ' of ' || q.quarter || ' ' || q.year || ' is recorded.' as message
from public.arbo_masterlist m
cross join private.quarter_before((select private.today())) q
cross join lateral (
  select 'rental_missing' as queue, 'fme_rental_monitoring' as missing_table, 'rental' as noun
  where exists (
      select from public.fme_inventory_table f where f."arboPrimaryKey" = m.id and f.status is distinct from 'Target')
    and not exists (
      select from public.fme_rental_monitoring r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'sales_missing', 'qtr_sales_reports', 'sales report'
  where (exists (select from public.form7_accomps p where p."arboPrimaryKey" = m.id)
      or exists (select from public.qtr_sales_reports p where p."arboPrimaryKey" = m.id))
    and not exists (
      select from public.qtr_sales_reports r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'income_missing', 'farmers_tracking_income', 'income record'
  where exists (select from public.farmers_tracking_income i where i."arboPrimaryKey" = m.id)
    and not exists (
      select from public.farmers_tracking_income r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.delivery_date between q.first_day
          and q.last_day))
) e;

REVOKE ALL ON TABLE "public"."overdue_quarters" FROM "anon";

CREATE VIEW "public"."overdue_targets" WITH (security_invoker=true) AS  SELECT 'target_unmet'::text AS queue,
    'form_5_annualtargets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form_5_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 5'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form_5_annualtargets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form_5_annualtargets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form7_proddevs'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form7_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 7'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form7_proddevs t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form7_proddevs'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form11_accomps'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form11_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 11'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form11_accomps t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form11_accomps'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'arbo_marketing_targets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'arb_marketing_assistance_monitoring'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The marketing'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.arbo_marketing_targets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'arbo_marketing_targets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)));

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "anon";

CREATE VIEW "public"."overdue" WITH (security_invoker=true) AS  SELECT overdue_targets.queue,
    overdue_targets.table_name,
    overdue_targets.row_id,
    overdue_targets.status,
    overdue_targets.missing_table,
    overdue_targets.arbo_id,
    overdue_targets.arbo_key,
    overdue_targets.arbo_name,
    overdue_targets.region_name,
    overdue_targets.province_name,
    overdue_targets.office,
    overdue_targets.due_on,
    overdue_targets.message
   FROM public.overdue_targets
UNION ALL
 SELECT overdue_permits.queue,
    overdue_permits.table_name,
    overdue_permits.row_id,
    overdue_permits.status,
    overdue_permits.missing_table,
    overdue_permits.arbo_id,
    overdue_permits.arbo_key,
    overdue_permits.arbo_name,
    overdue_permits.region_name,
    overdue_permits.province_name,
    overdue_permits.office,
    overdue_permits.due_on,
    overdue_permits.message
   FROM public.overdue_permits
UNION ALL
 SELECT overdue_machines.queue,
    overdue_machines.table_name,
    overdue_machines.row_id,
    overdue_machines.status,
    overdue_machines.missing_table,
    overdue_machines.arbo_id,
    overdue_machines.arbo_key,
    overdue_machines.arbo_name,
    overdue_machines.region_name,
    overdue_machines.province_name,
    overdue_machines.office,
    overdue_machines.due_on,
    overdue_machines.message
   FROM public.overdue_machines
UNION ALL
 SELECT overdue_deeds.queue,
    overdue_deeds.table_name,
    overdue_deeds.row_id,
    overdue_deeds.status,
    overdue_deeds.missing_table,
    overdue_deeds.arbo_id,
    overdue_deeds.arbo_key,
    overdue_deeds.arbo_name,
    overdue_deeds.region_name,
    overdue_deeds.province_name,
    overdue_deeds.office,
    overdue_deeds.due_on,
    overdue_deeds.message
   FROM public.overdue_deeds
UNION ALL
 SELECT overdue_quarters.queue,
    overdue_quarters.table_name,
    overdue_quarters.row_id,
    overdue_quarters.status,
    overdue_quarters.missing_table,
    overdue_quarters.arbo_id,
    overdue_quarters.arbo_key,
    overdue_quarters.arbo_name,
    overdue_quarters.region_name,
    overdue_quarters.province_name,
    overdue_quarters.office,
    overdue_quarters.due_on,
    overdue_quarters.message
   FROM public.overdue_quarters;

CREATE OR REPLACE FUNCTION public.overdue_of (
  wanted_arbo bigint
)
  RETURNS SETOF public.overdue
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM PUBLIC, "anon";

REVOKE ALL ON TABLE "public"."overdue" FROM "anon";

CREATE INDEX "arb_marketing_assistance_monitoring_arboPrimaryKey" ON public.arb_marketing_assistance_monitoring USING btree ("arboPrimaryKey");

CREATE INDEX arb_marketing_assistance_monitoring_incomplete ON public.arb_marketing_assistance_monitoring USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(prj_assistance_category, ''::text) = ''::text) AND (COALESCE(dar_projects, ''::text) = ''::text) AND (COALESCE(darpo_assistance, ''::text) = ''::text) AND
    (COALESCE(special_commodity, ''::text) = ''::text) AND (COALESCE(type_commodity, ''::text) = ''::text)));

CREATE INDEX "arbo_marketing_targets_arboPrimaryKey" ON public.arbo_marketing_targets USING btree ("arboPrimaryKey");

CREATE INDEX arbo_marketing_targets_incomplete ON public.arbo_marketing_targets USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR (COALESCE(target_commodity, ''::text) = ''::text));

CREATE INDEX arbo_masterlist_formerly ON public.arbo_masterlist USING btree (office)
  WHERE (former_names IS NOT NULL);

CREATE INDEX "farmers_tracking_income_arboPrimaryKey" ON public.farmers_tracking_income USING btree ("arboPrimaryKey");

CREATE INDEX farmers_tracking_income_incomplete ON public.farmers_tracking_income USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    (COALESCE(crop_sold, ''::text) = ''::text));

CREATE INDEX "fme_rental_monitoring_arboPrimaryKey" ON public.fme_rental_monitoring USING btree ("arboPrimaryKey");

CREATE INDEX fme_rental_monitoring_incomplete ON public.fme_rental_monitoring USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(specific_fme_rented, ''::text) = ''::text) AND (COALESCE(fme_inventory_id, ''::text) = ''::text)));

CREATE INDEX "form11_accomps_arboPrimaryKey" ON public.form11_accomps USING btree ("arboPrimaryKey");

CREATE INDEX form11_accomps_incomplete ON public.form11_accomps USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(support_provided, ''::text) = ''::text) AND (COALESCE(hard_component, ''::text) = ''::text) AND (COALESCE(description, ''::text) = ''::text)));

CREATE INDEX "form7_accomps_arboPrimaryKey" ON public.form7_accomps USING btree ("arboPrimaryKey");

CREATE INDEX form7_accomps_incomplete ON public.form7_accomps USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(product_name, ''::text) = ''::text) AND (COALESCE(product_developed, ''::text) = ''::text) AND (COALESCE(service_developed, ''::text) = ''::text) AND
    (COALESCE(type_product, ''::text) = ''::text)));

CREATE INDEX "form7_proddevs_arboPrimaryKey" ON public.form7_proddevs USING btree ("arboPrimaryKey");

CREATE INDEX form7_proddevs_incomplete ON public.form7_proddevs USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR
    ((COALESCE(product_name, ''::text) = ''::text) AND (COALESCE(product_developed, ''::text) = ''::text) AND (COALESCE(service_developed, ''::text) = ''::text) AND
    (COALESCE(type_product, ''::text) = ''::text)));

CREATE INDEX "form_10_arboPrimaryKey" ON public.form_10 USING btree ("arboPrimaryKey");

CREATE INDEX form_10_incomplete ON public.form_10 USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(cardinality(training_title), 0) = 0) AND (COALESCE(training_id, ''::text) = ''::text) AND (COALESCE(type_enterprise, ''::text) = ''::text) AND
    (COALESCE(milestone_activity, ''::text) = ''::text) AND (COALESCE(credit_services, ''::text) = ''::text)));

CREATE INDEX "form_11_geotags_arboPrimaryKey" ON public.form_11_geotags USING btree ("arboPrimaryKey");

CREATE INDEX "form_5_annualtargets_arboPrimaryKey" ON public.form_5_annualtargets USING btree ("arboPrimaryKey");

CREATE INDEX form_5_annualtargets_incomplete ON public.form_5_annualtargets USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR
    ((COALESCE(crop_product, ''::text) = ''::text) AND (COALESCE(training_title, ''::text) = ''::text) AND (COALESCE(training_id, ''::text) = ''::text) AND
    (COALESCE(participant_name, ''::text) = ''::text)));

CREATE INDEX "inventory_status_monitoring_arboPrimaryKey" ON public.inventory_status_monitoring USING btree ("arboPrimaryKey");

CREATE INDEX inventory_status_monitoring_incomplete ON public.inventory_status_monitoring USING btree (office)
  WHERE
    (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND
    (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR
    ((COALESCE(support_provided, ''::text) = ''::text) AND (COALESCE(hard_component, ''::text) = ''::text) AND (COALESCE(description, ''::text) = ''::text)));

CREATE INDEX "sales_transactions_arboPrimaryKey" ON public.sales_transactions USING btree ("arboPrimaryKey");

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.arb_marketing_assistance_monitoring
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.arb_marketing_assistance_monitoring
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.arbo_marketing_targets
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.arbo_marketing_targets
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.arbo_marketing_targets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.arbo_marketing_targets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER carry_arbo_insert
  AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.carry_arbo();

CREATE TRIGGER carry_arbo_update
  AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.carry_arbo();

CREATE TRIGGER keep_former_name
  BEFORE UPDATE OF arbo_name ON public.arbo_masterlist
  FOR EACH ROW
  WHEN ((old.arbo_name <> new.arbo_name))
  EXECUTE FUNCTION private.keep_former_name();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.arbo_trainings
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.farmers_tracking_income
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.farmers_tracking_income
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.farmers_tracking_income
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.farmers_tracking_income
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.farmers_tracking_income
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.fme_inventory_table
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.fme_rental_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.fme_rental_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.fme_rental_monitoring
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.fme_rental_monitoring
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.form11_accomps
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.form11_accomps
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form11_accomps
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form11_accomps
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form11_accomps
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form11_farm_infos
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.form7_accomps
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.form7_accomps
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form7_accomps
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form7_accomps
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form7_accomps
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.form7_proddevs
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.form7_proddevs
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form7_proddevs
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form7_proddevs
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form7_proddevs
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.form_10
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.form_10
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form_10
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form_10
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form_11_geotags
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form_11_geotags
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form_11_geotags
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form_5_accomps
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.form_5_annualtargets
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.form_5_annualtargets
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.form_5_annualtargets
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.form_5_annualtargets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.form_5_annualtargets
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER require_fact_1_insert
  AFTER INSERT ON public.inventory_status_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text)))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER require_fact_1_update
  AFTER UPDATE ON public.inventory_status_monitoring
  FOR EACH ROW
  WHEN
    (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) =
    ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND
    (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) =
    ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text)))))
  EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.inventory_status_monitoring
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.inventory_status_monitoring
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.participants
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.qtr_sales_reports
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER settle_arbo
  BEFORE INSERT OR UPDATE ON public.sales_transactions
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_arbo();

CREATE TRIGGER "within_arboPrimaryKey_insert" AFTER INSERT ON public.sales_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER "within_arboPrimaryKey_update" AFTER UPDATE ON public.sales_transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_reference_within (
  'arboPrimaryKey',
  'arbo_masterlist',
  'id'
);

CREATE TRIGGER within_arbo_settled_insert
  AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

CREATE TRIGGER within_arbo_settled_update
  AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.check_settled_arbo();

COMMENT ON COLUMN "public"."arbo_masterlist"."former_names" IS 'Names that the ARBO had before, the oldest first; null if none. Written by the database alone.';

COMMENT ON FUNCTION "public"."overdue_of"(bigint) IS 'What the caller sees overdue or due within 90 days at the ARBO of this masterlist row.';

COMMENT ON VIEW "public"."overdue" IS 'Everything overdue or due within 90 days that the caller sees.';

COMMENT ON VIEW "public"."overdue_machines" IS 'Machines and support that do not function or are not used.';

COMMENT ON VIEW "public"."overdue_quarters" IS 'ARBOs without a rental, sales report or income record of the last full quarter.';

COMMENT ON VIEW "public"."overdue_targets" IS 'Targets of a year without an accomplishment, due on its last day.';

REVOKE ALL ON FUNCTION "private"."activity_forms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."activity_forms"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_forms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."arbo_named"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."arbo_named"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."arbo_named"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."arbos_formerly_named"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."arbos_formerly_named"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."arbos_formerly_named"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."carry_arbo"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."carry_arbo"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carry_arbo"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_settled_arbo"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_settled_arbo"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_settled_arbo"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_former_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_former_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_former_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."only_follows_arbo"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."only_follows_arbo"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."only_follows_arbo"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_arbo"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_arbo"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_arbo"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "public"."overdue_of"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."overdue_of"(bigint) TO "provincial_reader", "service_role";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."arb_marketing_assistance_monitoring" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."arb_marketing_assistance_monitoring" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."arbo_marketing_targets" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."arbo_marketing_targets" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."farmers_tracking_income" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."farmers_tracking_income" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."fme_rental_monitoring" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."fme_rental_monitoring" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form11_accomps" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form11_accomps" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form7_accomps" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form7_accomps" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form7_proddevs" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form7_proddevs" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form_10" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form_10" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form_11_geotags" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form_11_geotags" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form_5_annualtargets" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), SELECT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."form_5_annualtargets" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form_5_annualtargets" FROM "central_reader";

GRANT SELECT ("arboPrimaryKey")
  ON TABLE "public"."form_5_annualtargets" TO "central_reader";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."form_5_annualtargets" FROM "provincial_reader";

GRANT SELECT ("arboPrimaryKey")
  ON TABLE "public"."form_5_annualtargets" TO "provincial_reader";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."inventory_status_monitoring" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."inventory_status_monitoring" TO "authenticated";

REVOKE ALL ("arboPrimaryKey") ON TABLE "public"."sales_transactions" FROM "authenticated";

GRANT INSERT ("arboPrimaryKey"), UPDATE ("arboPrimaryKey") ON TABLE "public"."sales_transactions" TO "authenticated";

REVOKE ALL ON TABLE "public"."overdue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue" TO "service_role";

REVOKE ALL ON TABLE "public"."overdue_machines" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue_machines" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue_machines" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue_machines" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_machines" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue_machines" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_machines" TO "service_role";

REVOKE ALL ON TABLE "public"."overdue_quarters" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue_quarters" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue_quarters" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue_quarters" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_quarters" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue_quarters" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_quarters" TO "service_role";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "authenticated";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "central_reader";

REVOKE ALL ON TABLE "public"."overdue_targets" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets" TO "postgres";

GRANT SELECT ON TABLE "public"."overdue_targets" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overdue_targets" TO "service_role";

ALTER TABLE "public"."arb_marketing_assistance_monitoring"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE((arb_female_farmer)::text, ''::text) || '
'::text) || COALESCE((arb_female_raw)::text, ''::text)) || '
'::text) || COALESCE((arb_female_total)::text, ''::text)) || '
'::text) || COALESCE((arb_male_farmer)::text, ''::text)) || '
'::text) || COALESCE((arb_male_raw)::text, ''::text)) || '
'::text) || COALESCE((arb_male_total)::text, ''::text)) || '
'::text) || COALESCE((arb_total_farmer)::text, ''::text)) || '
'::text) || COALESCE((arb_total_raw)::text, ''::text)) || '
'::text) || COALESCE((arb_total_total)::text, ''::text)) || '
'::text) || COALESCE(("arboPrimaryKey")::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(dar_projects, ''::text)) || '
'::text) || COALESCE(darpo_assistance, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((nonarb_female_farmer)::text, ''::text)) || '
'::text) || COALESCE((nonarb_female_raw)::text, ''::text)) || '
'::text) || COALESCE((nonarb_female_total)::text, ''::text)) || '
'::text) || COALESCE((nonarb_male_farmer)::text, ''::text)) || '
'::text) || COALESCE((nonarb_male_raw)::text, ''::text)) || '
'::text) || COALESCE((nonarb_male_total)::text, ''::text)) || '
'::text) || COALESCE((nonarb_total_farmer)::text, ''::text)) || '
'::text) || COALESCE((nonarb_total_raw)::text, ''::text)) || '
'::text) || COALESCE((nonarb_total_total)::text, ''::text)) || '
'::text) || COALESCE((overall_total)::text, ''::text)) || '
'::text) || COALESCE(prj_assistance_category, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(special_commodity, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE((total_gross)::text, ''::text)) || '
'::text) || COALESCE((total_volume)::text, ''::text)) || '
'::text) || COALESCE(private.date_words(transaction_from), ''::text)) || '
'::text) || COALESCE(private.date_words(transaction_to), ''::text)) || '
'::text) || COALESCE(type_commodity, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."arbo_marketing_targets"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(target_commodity, ''::text)) || '
'::text) || COALESCE(training_id, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."arbo_masterlist"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE((arb_female_baseline_2014)::text,
    ''::text) || '
'::text) || COALESCE((arb_female_registered_rsbsa)::text, ''::text)) || '
'::text) || COALESCE((arb_male_baseline_2014)::text, ''::text)) || '
'::text) || COALESCE((arb_male_registered_rsbsa)::text, ''::text)) || '
'::text) || COALESCE((arb_total_baseline_2014)::text, ''::text)) || '
'::text) || COALESCE((arb_total_registered_rsbsa)::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arbo_service_coverage, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(coc_cgs_attachment_link, ''::text)) || '
'::text) || COALESCE(coc_or_cgs_number, ''::text)) || '
'::text) || COALESCE(current_arbo_status, ''::text)) || '
'::text) || COALESCE(private.date_words(date_of_registration), ''::text)) || '
'::text) || COALESCE((enterprises_services_count)::text, ''::text)) || '
'::text) || COALESCE(private.list_words(former_names), ''::text)) || '
'::text) || COALESCE(it_easy_level_2024, ''::text)) || '
'::text) || COALESCE(it_easy_status_2024, ''::text)) || '
'::text) || COALESCE(itema_level_2019, ''::text)) || '
'::text) || COALESCE(itema_status_2019, ''::text)) || '
'::text) || COALESCE((latest_audited_fs)::text, ''::text)) || '
'::text) || COALESCE(private.date_words(latest_date_of_coc_cgs), ''::text)) || '
'::text) || COALESCE((members_with_savings)::text, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((no_arb_member_female)::text, ''::text)) || '
'::text) || COALESCE((no_arb_member_male)::text, ''::text)) || '
'::text) || COALESCE((no_arb_member_total)::text, ''::text)) || '
'::text) || COALESCE(oma_level_2013, ''::text)) || '
'::text) || COALESCE(org_type, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(registering_agency, ''::text)) || '
'::text) || COALESCE(registration_number, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(sitio_purok_street, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(source_of_loans, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE((total_amount_of_loans)::text, ''::text)) || '
'::text) || COALESCE((total_asset)::text, ''::text)) || '
'::text) || COALESCE((total_female_baseline_2014)::text, ''::text)) || '
'::text) || COALESCE((total_liabilities)::text, ''::text)) || '
'::text) || COALESCE((total_male_baseline_2014)::text, ''::text)) || '
'::text) || COALESCE((total_member)::text, ''::text)) || '
'::text) || COALESCE((total_member_female)::text, ''::text)) || '
'::text) || COALESCE((total_member_male)::text, ''::text)) || '
'::text) || COALESCE((total_members_with_paid_dues)::text, ''::text)) || '
'::text) || COALESCE((total_members_with_share_capital)::text, ''::text)) || '
'::text) || COALESCE((total_membership_dues_amount)::text, ''::text)) || '
'::text) || COALESCE((total_savings_generated_amount)::text, ''::text)) || '
'::text) || COALESCE((total_share_capital_amount)::text, ''::text)) || '
'::text) || COALESCE((total_total_baseline_2014)::text, ''::text)) || '
'::text) || COALESCE((year_organized)::text, ''::text)))) STORED;

ALTER TABLE "public"."farmers_tracking_income"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(arb_nonarb, ''::text) || '
'::text) || COALESCE(("arboPrimaryKey")::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE((arbo_incentive)::text, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(buyer_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(clusters_involved, ''::text)) || '
'::text) || COALESCE(crop_sold, ''::text)) || '
'::text) || COALESCE(private.date_words(delivery_date), ''::text)) || '
'::text) || COALESCE((female_arb)::text, ''::text)) || '
'::text) || COALESCE((female_non_arb)::text, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE((gross_profit)::text, ''::text)) || '
'::text) || COALESCE((gross_sales)::text, ''::text)) || '
'::text) || COALESCE((gross_sales_trader)::text, ''::text)) || '
'::text) || COALESCE((male_arb)::text, ''::text)) || '
'::text) || COALESCE((male_non_arb)::text, ''::text)) || '
'::text) || COALESCE((marketing_cost_per_unit)::text, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((net_income)::text, ''::text)) || '
'::text) || COALESCE((percent_difference)::text, ''::text)) || '
'::text) || COALESCE((post_harvest_cost_per_unit)::text, ''::text)) || '
'::text) || COALESCE((price_per_unit)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE((production_cost_per_unit)::text, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE((total_marketing_cost)::text, ''::text)) || '
'::text) || COALESCE((total_post_harvest_cost)::text, ''::text)) || '
'::text) || COALESCE((total_production_cost)::text, ''::text)) || '
'::text) || COALESCE(trader_arrangement, ''::text)) || '
'::text) || COALESCE((trader_market_price_per_unit)::text, ''::text)) || '
'::text) || COALESCE((trader_marketing_cost_per_unit)::text, ''::text)) || '
'::text) || COALESCE((trader_net_income)::text, ''::text)) || '
'::text) || COALESCE((trader_total_marketing_cost)::text, ''::text)) || '
'::text) || COALESCE(unit, ''::text)) || '
'::text) || COALESCE((volume_sold)::text, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."fme_rental_monitoring"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(private.date_words(date_rented), ''::text)) || '
'::text) || COALESCE(private.date_words(date_returned), ''::text)) || '
'::text) || COALESCE(fme_inventory_id, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((no_female_arbs_renter)::text, ''::text)) || '
'::text) || COALESCE((no_female_nonarbs_renter)::text, ''::text)) || '
'::text) || COALESCE((no_male_arbs_renter)::text, ''::text)) || '
'::text) || COALESCE((no_male_nonarbs_renter)::text, ''::text)) || '
'::text) || COALESCE((no_units_involved)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(specific_fme_rented, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE((total_rental_fees)::text, ''::text)) || '
'::text) || COALESCE(private.date_words(transaction_date), ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form11_accomps"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(crop_commodity, ''::text)) || '
'::text) || COALESCE(private.date_words(date_distributed), ''::text)) || '
'::text) || COALESCE(description, ''::text)) || '
'::text) || COALESCE((female_arbs)::text, ''::text)) || '
'::text) || COALESCE(functional, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(hard_component, ''::text)) || '
'::text) || COALESCE((male_arbs)::text, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((num_arbs)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE((quantity_hard)::text, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(scale_production, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(support_provided, ''::text)) || '
'::text) || COALESCE((total_cost)::text, ''::text)) || '
'::text) || COALESCE(type_enterprise, ''::text)) || '
'::text) || COALESCE(type_livelihood, ''::text)) || '
'::text) || COALESCE(unit_hard, ''::text)) || '
'::text) || COALESCE(unit_measure, ''::text)) || '
'::text) || COALESCE(private.list_words("uploadFile"), ''::text)) || '
'::text) || COALESCE(utilized, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form7_accomps"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(private.date_words(date_developed), ''::text)) || '
'::text) || COALESCE(private.date_words(end_date), ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(product_developed, ''::text)) || '
'::text) || COALESCE(product_name, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(raw_materials, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(registration, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE((sales_generated)::text, ''::text)) || '
'::text) || COALESCE(service_developed, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(private.date_words(start_date), ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(training_id, ''::text)) || '
'::text) || COALESCE(training_title, ''::text)) || '
'::text) || COALESCE(type_product, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form7_proddevs"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(agri_inputs, ''::text) || '
'::text) || COALESCE(("arboPrimaryKey")::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(conducted_by, ''::text)) || '
'::text) || COALESCE(private.date_words(date_conducted), ''::text)) || '
'::text) || COALESCE(private.date_words(date_developed), ''::text)) || '
'::text) || COALESCE(private.date_words(end_date), ''::text)) || '
'::text) || COALESCE((female_arbs)::text, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE((male_arbs)::text, ''::text)) || '
'::text) || COALESCE(marketing_instrument, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(name_buyer, ''::text)) || '
'::text) || COALESCE((num_arbs)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(product_developed, ''::text)) || '
'::text) || COALESCE(product_name, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(raw_materials, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(registration, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE((sales_generated)::text, ''::text)) || '
'::text) || COALESCE(service_developed, ''::text)) || '
'::text) || COALESCE(soft_check_reason, ''::text)) || '
'::text) || COALESCE(private.date_words(start_date), ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(training_category, ''::text)) || '
'::text) || COALESCE((training_cost)::text, ''::text)) || '
'::text) || COALESCE((training_days)::text, ''::text)) || '
'::text) || COALESCE(training_id, ''::text)) || '
'::text) || COALESCE(training_title, ''::text)) || '
'::text) || COALESCE(type_product, ''::text)) || '
'::text) || COALESCE(unit_measure, ''::text)) || '
'::text) || COALESCE((volume_produced)::text, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form_10"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(credit_services, ''::text)) || '
'::text) || COALESCE((duration)::text, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(milestone_activity, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((num_arb_participants)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(private.date_words(start_date), ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(training_id, ''::text)) || '
'::text) || COALESCE(private.list_words(training_title), ''::text)) || '
'::text) || COALESCE(type_enterprise, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form_11_geotags"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE((accuracy)::text, ''::text) || '
'::text) || COALESCE(("arboPrimaryKey")::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(caption, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(content_type, ''::text)) || '
'::text) || COALESCE((duplicate_of)::text, ''::text)) || '
'::text) || COALESCE(file_name, ''::text)) || '
'::text) || COALESCE(file_path, ''::text)) || '
'::text) || COALESCE((form11_id)::text, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(kind, ''::text)) || '
'::text) || COALESCE((latitude)::text, ''::text)) || '
'::text) || COALESCE(location_source, ''::text)) || '
'::text) || COALESCE((longitude)::text, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(outside_confirmed, ''::text)) || '
'::text) || COALESCE(outside_province, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(sha256, ''::text)) || '
'::text) || COALESCE((size)::text, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(private.moment_words(taken_at), ''::text)) || '
'::text) || COALESCE(thumbnail_path, ''::text)) || '
'::text) || COALESCE((upload_id)::text, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."form_5_annualtargets"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(agri_inputs, ''::text) || '
'::text) || COALESCE(agri_technology_inputs_provided, ''::text)) || '
'::text) || COALESCE(("arboPrimaryKey")::text, ''::text)) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(conducted_by, ''::text)) || '
'::text) || COALESCE(crop_product, ''::text)) || '
'::text) || COALESCE(current_it_level, ''::text)) || '
'::text) || COALESCE(current_it_status, ''::text)) || '
'::text) || COALESCE(private.date_words(date_conducted), ''::text)) || '
'::text) || COALESCE(private.date_words(end_date), ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(participant_category, ''::text)) || '
'::text) || COALESCE(participant_name, ''::text)) || '
'::text) || COALESCE(participant_sub_category, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(sex, ''::text)) || '
'::text) || COALESCE(private.date_words(start_date), ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(training_category, ''::text)) || '
'::text) || COALESCE((training_cost)::text, ''::text)) || '
'::text) || COALESCE((training_days)::text, ''::text)) || '
'::text) || COALESCE(training_id, ''::text)) || '
'::text) || COALESCE(training_title, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

CREATE VIEW "personal"."form_5_annualtargets_in_full" WITH (security_invoker=true) AS  SELECT t.agri_inputs,
    t.agri_technology_inputs_provided,
    t.approved_at,
    t.approved_by,
    t."arboPrimaryKey",
    t.arbo_id,
    t.arbo_name,
    t.arc_cluster_name,
    t.arc_id,
    t.arc_name,
    t.arc_type,
    t.barangay_name,
    t.cd,
    t.conducted_by,
    t.crop_product,
    t.current_it_level,
    t.current_it_status,
    t.date_conducted,
    t.end_date,
    t.fund_source,
    t.id,
    t.muncity_name,
    t.office,
    t.participant_category,
    t.participant_name,
    t.participant_sub_category,
    t.process_stage,
    t.province_name,
    t.psp_category,
    t.region_name,
    t.remarks,
    t.reporting_year,
    t.row_version,
    t.search_text,
    t.sex,
    t.start_date,
    t.status,
    t.subpsp_abbreviation,
    t.subpsp_name,
    t.subpsp_status,
    t.time_stamp,
    t.training_category,
    t.training_cost,
    t.training_days,
    t.training_id,
    t.training_title,
    t.updated_at,
    t.user_id,
    t.year_funded,
    s.age,
    s.age_base_group,
    s.birthday,
    s.is_4ps_beneficiary,
    s.is_ip,
    s.is_pwd,
    s.is_solo_parent
   FROM (public.form_5_annualtargets t
     LEFT JOIN personal.form_5_annualtargets_sensitive s ON ((s.id = t.id)));

COMMENT ON VIEW "personal"."form_5_annualtargets_in_full" IS 'form_5_annualtargets with its sensitive columns, which are null without the right Sensitive.';

REVOKE ALL ("search_text") ON TABLE "public"."form_5_annualtargets" FROM "authenticated";

GRANT SELECT ("search_text")
  ON TABLE "public"."form_5_annualtargets" TO "authenticated";

REVOKE ALL ("search_text") ON TABLE "public"."form_5_annualtargets" FROM "central_reader";

GRANT SELECT ("search_text")
  ON TABLE "public"."form_5_annualtargets" TO "central_reader";

REVOKE ALL ("search_text") ON TABLE "public"."form_5_annualtargets" FROM "provincial_reader";

GRANT SELECT ("search_text")
  ON TABLE "public"."form_5_annualtargets" TO "provincial_reader";

GRANT SELECT ON TABLE "personal"."form_5_annualtargets_in_full" TO "authenticated", "central_reader", "provincial_reader";

ALTER TABLE "public"."inventory_status_monitoring"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((((((((((((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(arc_cluster_name, ''::text)) || '
'::text) || COALESCE(arc_id, ''::text)) || '
'::text) || COALESCE(arc_name, ''::text)) || '
'::text) || COALESCE(arc_type, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(description, ''::text)) || '
'::text) || COALESCE(fund_source, ''::text)) || '
'::text) || COALESCE(hard_component, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(psp_category, ''::text)) || '
'::text) || COALESCE((quantity)::text, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(reporting_month, ''::text)) || '
'::text) || COALESCE(reporting_quarter, ''::text)) || '
'::text) || COALESCE((reporting_year)::text, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(subpsp_abbreviation, ''::text)) || '
'::text) || COALESCE(subpsp_name, ''::text)) || '
'::text) || COALESCE(subpsp_status, ''::text)) || '
'::text) || COALESCE(support_provided, ''::text)) || '
'::text) || COALESCE(unit_hard, ''::text)) || '
'::text) || COALESCE((year_funded)::text, ''::text)))) STORED;

ALTER TABLE "public"."sales_transactions"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold(((((((((((((((((((((((((((((((((((((((((((COALESCE(("arboPrimaryKey")::text, ''::text) || '
'::text) || COALESCE(arbo_id, ''::text)) || '
'::text) || COALESCE(arbo_name, ''::text)) || '
'::text) || COALESCE(barangay_name, ''::text)) || '
'::text) || COALESCE(buyer_name, ''::text)) || '
'::text) || COALESCE(buying_arrangement, ''::text)) || '
'::text) || COALESCE(cd, ''::text)) || '
'::text) || COALESCE(commodity, ''::text)) || '
'::text) || COALESCE((gross_sales)::text, ''::text)) || '
'::text) || COALESCE((mark_assist_id)::text, ''::text)) || '
'::text) || COALESCE(muncity_name, ''::text)) || '
'::text) || COALESCE((price_per_unit)::text, ''::text)) || '
'::text) || COALESCE(process_stage, ''::text)) || '
'::text) || COALESCE(province_name, ''::text)) || '
'::text) || COALESCE(region_name, ''::text)) || '
'::text) || COALESCE(remarks, ''::text)) || '
'::text) || COALESCE(status, ''::text)) || '
'::text) || COALESCE(term_payment, ''::text)) || '
'::text) || COALESCE(private.date_words(transaction_date), ''::text)) || '
'::text) || COALESCE(type_buyer, ''::text)) || '
'::text) || COALESCE(unit_measure, ''::text)) || '
'::text) || COALESCE((volume)::text, ''::text)))) STORED;

CREATE INDEX arb_marketing_assistance_monitoring_search ON public.arb_marketing_assistance_monitoring USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX arbo_marketing_targets_search ON public.arbo_marketing_targets USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX arbo_masterlist_search ON public.arbo_masterlist USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX farmers_tracking_income_search ON public.farmers_tracking_income USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX fme_rental_monitoring_search ON public.fme_rental_monitoring USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form11_accomps_search ON public.form11_accomps USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form7_accomps_search ON public.form7_accomps USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form7_proddevs_search ON public.form7_proddevs USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form_10_search ON public.form_10 USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form_11_geotags_search ON public.form_11_geotags USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX form_5_annualtargets_search ON public.form_5_annualtargets USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX inventory_status_monitoring_search ON public.inventory_status_monitoring USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX sales_transactions_search ON public.sales_transactions USING gin (search_text extensions.gin_trgm_ops);

insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('arb_marketing_assistance_monitoring', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('arbo_marketing_targets', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('farmers_tracking_income', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('fme_rental_monitoring', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form_10', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form_5_annualtargets', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form11_accomps', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form7_accomps', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form7_proddevs', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('inventory_status_monitoring', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('sales_transactions', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.office_references (table_name, column_name, parent_name, parent_column) values ('form_11_geotags', 'arboPrimaryKey', 'arbo_masterlist', 'id');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'form7_accomps');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'form_10');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'form11_accomps');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'inventory_status_monitoring');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'fme_rental_monitoring');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'farmers_tracking_income');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'form_5_annualtargets');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'form7_proddevs');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'arbo_marketing_targets');
insert into private.required_facts (place, columns, not_for, table_name) values (1, array['arbo_name', 'arbo_id', 'arboPrimaryKey', 'arc_name', 'arc_id']::text[], null, 'arb_marketing_assistance_monitoring');

comment on column public.overdue.table_name is
  'Table of the row that says so; row_id is its id, and status tells screens over one table apart.';
comment on column public.overdue.missing_table is
  'Table in which an entry is missing; null where the row itself waits.';
comment on column public.overdue.arbo_key is 'Row of the masterlist, where the row names it.';
comment on column public.overdue.due_on is 'Day from which it is overdue, at most 90 days ahead.';


-- Links the rows that are stored already. Their ID and name become those of the masterlist. Nobody has changed them: no
-- version, no log entry. Then the figures are made from them.
do $$
declare
  target record;
  linked bigint;
  total bigint := 0;
begin
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format('alter table public.%I disable trigger user', target.table_name);
    execute format($sql$
      update public.%1$I t
      set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where m.id = coalesce(t."arboPrimaryKey",
          (select a.id from public.arbo_masterlist a where a.arbo_id = t.arbo_id),
          private.arbo_named(t.office, t.arbo_name))
        and (t."arboPrimaryKey", t.arbo_id, t.arbo_name) is distinct from (m.id, m.arbo_id, m.arbo_name)$sql$,
      target.table_name);
    get diagnostics linked = row_count;
    total := total + linked;
    execute format('alter table public.%I enable trigger user', target.table_name);
  end loop;
  if total > 0 then
    perform private.rebuild_figures();
  end if;
end
$$;
