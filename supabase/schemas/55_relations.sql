-- References between the record tables, and rules that need all of these tables: required facts, the status Updated,
-- soft checks, and the indexes for the order of lists.

-- References to the masterlists (spec section 3)

do $$
declare
  t record;
begin
  for t in
    select format('public.%I', r.table_name)::regclass as target
    from private.record_tables r
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass
        and a.attname = 'arboPrimaryKey'
    order by r.table_name
  loop
    call private.add_masterlist_references(t.target);
  end loop;
end
$$;

call private.add_arc_triggers('public.arbo_masterlist');

create trigger keep_former_name before update of arbo_name on public.arbo_masterlist
  for each row when (old.arbo_name <> new.arbo_name) execute function private.keep_former_name();
create trigger carry_arbo_insert after insert on public.arbo_masterlist
  referencing new table as new_rows for each statement execute function private.copy_arbo_to_rows();
create trigger carry_arbo_update after update on public.arbo_masterlist
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.copy_arbo_to_rows();

create trigger carry_arc after update on public.arc_masterlist
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.copy_arc_to_rows();

-- References between record tables other than the masterlists

alter table public.arc_barangays_covered
  add foreign key (arc_id) references public.arc_masterlist (arc_id) on update cascade;
call private.restrict_reference_offices('public.arc_barangays_covered', 'arc_id', 'public.arc_masterlist', 'arc_id');
call private.restrict_reference_offices('public.participant_trainings', 'training_id', 'public.arbo_trainings',
  'training_id');
call private.add_reference('public.sales_transactions', 'mark_assist_id', 'public.arb_marketing_assistance_monitoring',
  'id');
-- A marketing target may result from a training.
call private.add_reference('public.arbo_marketing_targets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.fme_rental_monitoring', 'fme_inventory_id', 'public.fme_inventory_table',
  'fme_inventory_id');
call private.add_reference('public.form_5_annualtargets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.form7_accomps', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.form7_proddevs', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.qtr_sales_reports', 'proddev_id', 'public.form7_proddevs', 'id');
call private.add_reference('public.form_10', 'training_id', 'public.arbo_trainings', 'training_id');

-- Required facts of a new row (46_facts.sql). Each fact is a list of columns, of which at least one must have a value.
insert into private.required_facts (table_name, place, columns, not_for)
select f.table_name, facts.place, facts.columns, facts.not_for
from (values
  ('form_5_accomps', '{crop_product}'::text[]),
  ('form7_accomps', '{product_name,product_developed,service_developed,type_product}'),
  ('qtr_sales_reports', '{sales_generated,volume_produced}'),
  ('form_10', '{training_title,training_id,type_enterprise,milestone_activity,credit_services}'),
  ('form11_accomps', '{support_provided,hard_component,description}'),
  ('form11_farm_infos', '{support_provided,hard_component,description,crop_commodity,type_livelihood,type_enterprise}'),
  ('inventory_status_monitoring', '{support_provided,hard_component,description}'),
  ('fme_rental_monitoring', '{specific_fme_rented,fme_inventory_id}'),
  ('farmers_tracking_income', '{crop_sold}')
) f (table_name, about)
cross join lateral (values
  (1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[], null),
  (2, '{reporting_year}', null),
  (3, '{reporting_quarter}', 'Target'),
  (4, f.about, null)
) facts (place, columns, not_for);

-- Adds further required facts. New targets must name their ARBO (organization) or ARC (community), their year and their
-- subject. New trainings, machines and participants must name the ARBO or ARC to which they belong.
insert into private.required_facts (table_name, place, columns, not_for)
select named.table_name, named.place, named.columns, case when named.columns = '{reporting_quarter}' then 'Target' end
from (values
  ('form_5_annualtargets', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[]),
  ('form_5_annualtargets', 2, '{reporting_year}'),
  ('form_5_annualtargets', 3, '{crop_product,training_title,training_id,participant_name}'),
  ('form7_proddevs', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('form7_proddevs', 2, '{reporting_year}'),
  ('form7_proddevs', 3, '{product_name,product_developed,service_developed,type_product}'),
  ('arbo_marketing_targets', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arbo_marketing_targets', 2, '{reporting_year}'),
  ('arbo_marketing_targets', 3, '{target_commodity}'),
  ('arb_marketing_assistance_monitoring', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arb_marketing_assistance_monitoring', 2, '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 3, '{reporting_quarter}'),
  ('arb_marketing_assistance_monitoring', 4,
    '{prj_assistance_category,dar_projects,darpo_assistance,special_commodity,type_commodity}'),
  ('fme_inventory_table', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('fme_inventory_table', 2, '{prj_title,subpsp_name,supplier_name}'),
  ('arbo_trainings', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arbo_trainings', 2, '{start_date,date_conducted,end_date}'),
  ('participants', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id,training_id,wo_training_id}')
) named (table_name, place, columns);

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', f.table_name)::regclass as target from private.required_facts f loop
    call private.require_facts(t.target);
  end loop;
end
$$;

-- Adds the trigger that sets the status Updated when a user edits a row. Leaves out tables in which the status decides
-- which screen shows a row.
do $$
declare
  t record;
begin
  for t in
    select format('public.%I', r.table_name)::regclass as target
    from private.record_tables r
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass
        and a.attname = 'status'
    where r.window_name <> 'status' and r.table_name not in ('inventory_status_monitoring', 'form_11_geotags')
  loop
    execute format('create trigger flag_as_updated before insert or update on %s
      for each row execute function private.flag_as_updated()', t.target);
  end loop;
end
$$;

-- Soft checks: values that need a reason before they are saved (47_soft_checks.sql). The registry (`softChecks`) has
-- the same list; a test compares the two.
insert into private.soft_checks (table_name, place, kind, field, others) values
  ('arbo_masterlist', 1, 'above', 'arb_male_baseline_2014', '{total_male_baseline_2014}'::text[]),
  ('arbo_masterlist', 2, 'above', 'arb_female_baseline_2014', '{total_female_baseline_2014}'),
  ('arbo_masterlist', 3, 'above', 'arb_total_baseline_2014', '{total_total_baseline_2014}'),
  ('arbo_masterlist', 4, 'above', 'no_arb_member_male', '{total_member_male}'),
  ('arbo_masterlist', 5, 'above', 'no_arb_member_female', '{total_member_female}'),
  ('arbo_masterlist', 6, 'above', 'no_arb_member_total', '{total_member}'),
  ('arbo_masterlist', 7, 'above', 'arb_male_registered_rsbsa', '{no_arb_member_male}'),
  ('arbo_masterlist', 8, 'above', 'arb_female_registered_rsbsa', '{no_arb_member_female}'),
  ('arbo_masterlist', 9, 'above', 'arb_total_registered_rsbsa', '{no_arb_member_total}'),
  ('arbo_masterlist', 10, 'above', 'total_members_with_paid_dues', '{total_member}'),
  ('arbo_masterlist', 11, 'above', 'total_members_with_share_capital', '{total_member}'),
  ('arbo_masterlist', 12, 'above', 'members_with_savings', '{total_member}'),
  ('arbo_masterlist', 13, 'one_side', 'total_total_baseline_2014',
    '{total_male_baseline_2014,total_female_baseline_2014}'),
  ('arbo_masterlist', 14, 'one_side', 'arb_total_baseline_2014', '{arb_male_baseline_2014,arb_female_baseline_2014}'),
  ('arbo_masterlist', 15, 'one_side', 'total_member', '{total_member_male,total_member_female}'),
  ('arbo_masterlist', 16, 'one_side', 'no_arb_member_total', '{no_arb_member_male,no_arb_member_female}'),
  ('arbo_masterlist', 17, 'one_side', 'arb_total_registered_rsbsa',
    '{arb_male_registered_rsbsa,arb_female_registered_rsbsa}'),
  ('form7_proddevs', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form7_accomps', 1, 'other_year', 'date_developed', '{reporting_year}'),
  ('qtr_sales_reports', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('qtr_sales_reports', 2, 'other_year', 'transaction_date', '{reporting_year}'),
  ('form11_accomps', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form11_accomps', 2, 'other_year', 'date_distributed', '{reporting_year}'),
  ('form11_farm_infos', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form11_farm_infos', 2, 'other_year', 'date_distributed', '{reporting_year}'),
  ('fme_inventory_table', 1, 'one_side', 'om_trained_total', '{om_trained_male,om_trained_female}'),
  ('fme_rental_monitoring', 1, 'other_year', 'transaction_date', '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 1, 'one_side', 'arb_total_raw', '{arb_male_raw,arb_female_raw}'),
  ('arb_marketing_assistance_monitoring', 2, 'one_side', 'nonarb_total_raw', '{nonarb_male_raw,nonarb_female_raw}'),
  ('arb_marketing_assistance_monitoring', 3, 'one_side', 'arb_total_farmer', '{arb_male_farmer,arb_female_farmer}'),
  ('arb_marketing_assistance_monitoring', 4, 'one_side', 'nonarb_total_farmer',
    '{nonarb_male_farmer,nonarb_female_farmer}'),
  ('arb_marketing_assistance_monitoring', 5, 'other_year', 'transaction_from', '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 6, 'other_year', 'transaction_to', '{reporting_year}'),
  ('farmers_tracking_income', 1, 'other_year', 'delivery_date', '{reporting_year}');

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', c.table_name)::regclass as target from private.soft_checks c loop
    call private.add_soft_checks(t.target);
    call private.apply_protection(t.target);
  end loop;
end
$$;

-- Indexes for the default order of lists. The order is the same on every machine. Lists of forms are sorted by the name
-- of the ARBO. The indexes for participants, trainings and the masterlists are in the files of these tables.
do $$
declare
  list record;
begin
  for list in
    select form as table_name, 'arbo_name collate private.natural_order, id' as terms
    from unnest('{arb_marketing_assistance_monitoring,arbo_marketing_targets,farmers_tracking_income,
      fme_rental_monitoring,form11_accomps,form11_farm_infos,form7_accomps,form7_proddevs,form_10,form_5_accomps,
      form_5_annualtargets,inventory_status_monitoring,qtr_sales_reports}'::text[]) form
    union all values ('fme_inventory_table', 'fme_inventory_id collate private.natural_order, id'),
      ('sales_transactions', 'transaction_date desc nulls last, id desc'),
      ('arc_barangays_covered', 'barangay_name collate private.natural_order, id')
  loop
    execute format('create index %I on public.%I (%s)', list.table_name || '_in_order', list.table_name, list.terms);
  end loop;
end
$$;
