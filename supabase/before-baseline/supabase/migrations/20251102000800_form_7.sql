-- Form 7, product development: annual targets (the product development itself, as its search wrapper
-- Form7AnnualTargetData and its route say), annual accomplishments, and the quarterly sales of a product (spec section 3).

create table public.form7_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  training_title text,
  training_id text,
  start_date date,
  end_date date,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint check (sales_generated >= 0),
  constraint form7_accomps_end_date_in_order check (end_date >= start_date)
);
alter table public.form7_accomps alter status set default 'Accomplished';
comment on table public.form7_accomps is 'Form 7 annual accomplishment: products and services that ARBOs developed.';
comment on column public.form7_accomps.sales_generated is 'PHP, whole pesos.';

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
comment on table public.form7_proddevs is 'Form 7 annual target: products that ARBOs are to develop, with the training for it.';

create table public.qtr_sales_reports (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  proddev_id bigint,
  transaction_date date,
  volume_produced numeric(14, 2),
  unit_measure text,
  sales_generated bigint,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  constraint qtr_sales_reports_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint qtr_sales_reports_counts_not_negative check (least(
    volume_produced, sales_generated, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.qtr_sales_reports alter status set default 'Accomplished';
comment on table public.qtr_sales_reports is 'Quarterly sales of a product under Form 7.';
comment on column public.qtr_sales_reports.proddev_id is 'The product: id of its row in form7_proddevs.';

call private.protect_record_table('public.form7_accomps', 'accomplishment');
call private.protect_record_table('public.form7_proddevs', 'target');
call private.protect_record_table('public.qtr_sales_reports', 'accomplishment');
call private.refer_to_masterlists('public.form7_accomps');
call private.refer_to_masterlists('public.form7_proddevs');
call private.refer_to_masterlists('public.qtr_sales_reports');
call private.refer('public.form7_accomps', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.form7_proddevs', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.qtr_sales_reports', 'proddev_id', 'public.form7_proddevs', 'id');
