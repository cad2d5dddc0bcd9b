-- Quarterly sales of a product (spec section 3).

create table public.qtr_sales_reports (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
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
insert into private.record_tables values ('qtr_sales_reports', 'accomplishment');
call private.apply_protection('public.qtr_sales_reports');
call private.index_import_names('public.qtr_sales_reports', 'arbo_name');
