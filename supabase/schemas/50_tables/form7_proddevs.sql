-- Form 7 annual targets (spec section 3). In the spec, the name of this table says only "product developments". The
-- route of the table and the name Form7AnnualTargetData show that the table has the targets.

create table public.form7_proddevs (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.training including all,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint,
  volume_produced numeric(14, 2),
  unit_measure text,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  constraint form7_proddevs_end_date_in_order check (end_date >= start_date),
  constraint form7_proddevs_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint form7_proddevs_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form7_proddevs_counts_not_negative check (least(
    training_days, training_cost, sales_generated, volume_produced, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.form7_proddevs alter status set default 'Target';
comment on table public.form7_proddevs is
  'Form 7 annual target: products that an ARBO is to develop, with the training for it.';
insert into private.record_tables values ('form7_proddevs', 'target');
call private.apply_protection('public.form7_proddevs');
call private.index_import_names('public.form7_proddevs', 'arbo_name');
