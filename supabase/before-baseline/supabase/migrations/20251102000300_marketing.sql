-- Marketing: monthly monitoring of marketing assistance with the sales transactions entered under it, and the annual
-- targets of commodities (spec section 3). Counts stand by group, kind and sex; each total must equal its parts.

create table public.arb_marketing_assistance_monitoring (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  prj_assistance_category text,
  like template.programme including all,
  dar_projects text,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  transaction_from date,
  transaction_to date,
  darpo_assistance text,
  arb_male_raw integer,
  arb_female_raw integer,
  arb_total_raw integer,
  nonarb_male_raw integer,
  nonarb_female_raw integer,
  nonarb_total_raw integer,
  arb_male_farmer integer,
  arb_female_farmer integer,
  arb_total_farmer integer,
  nonarb_male_farmer integer,
  nonarb_female_farmer integer,
  nonarb_total_farmer integer,
  arb_male_total integer,
  arb_female_total integer,
  arb_total_total integer,
  nonarb_male_total integer,
  nonarb_female_total integer,
  nonarb_total_total integer,
  overall_total integer,
  special_commodity text,
  type_commodity text,
  total_volume numeric(14, 2) check (total_volume >= 0),
  total_gross bigint check (total_gross >= 0),
  constraint arb_marketing_assistance_monitoring_transaction_to_in_order check (transaction_to >= transaction_from),
  constraint arb_marketing_assistance_monitoring_arb_total_raw_agrees check (arb_total_raw = arb_male_raw + arb_female_raw),
  constraint arb_marketing_assistance_monitoring_nonarb_total_raw_agrees check (nonarb_total_raw = nonarb_male_raw + nonarb_female_raw),
  constraint arb_marketing_assistance_monitoring_arb_total_farmer_agrees check (arb_total_farmer = arb_male_farmer + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_total_farmer_agrees check (nonarb_total_farmer = nonarb_male_farmer + nonarb_female_farmer),
  -- The third group is the first two together.
  constraint arb_marketing_assistance_monitoring_arb_male_total_agrees check (arb_male_total = arb_male_raw + arb_male_farmer),
  constraint arb_marketing_assistance_monitoring_arb_female_total_agrees check (arb_female_total = arb_female_raw + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_male_total_agrees check (nonarb_male_total = nonarb_male_raw + nonarb_male_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_female_total_agrees check (nonarb_female_total = nonarb_female_raw + nonarb_female_farmer),
  constraint arb_marketing_assistance_monitoring_arb_total_total_agrees check (arb_total_total = arb_male_total + arb_female_total),
  constraint arb_marketing_assistance_monitoring_nonarb_total_total_agrees check (nonarb_total_total = nonarb_male_total + nonarb_female_total),
  constraint arb_marketing_assistance_monitoring_overall_total_agrees check (overall_total = arb_total_total + nonarb_total_total),
  constraint arb_marketing_assistance_monitoring_counts_not_negative check (least(
    arb_male_raw, arb_female_raw, arb_total_raw, nonarb_male_raw, nonarb_female_raw, nonarb_total_raw, arb_male_farmer,
    arb_female_farmer, arb_total_farmer, nonarb_male_farmer, nonarb_female_farmer, nonarb_total_farmer, arb_male_total,
    arb_female_total, arb_total_total, nonarb_male_total, nonarb_female_total, nonarb_total_total, overall_total) >= 0)
);
alter table public.arb_marketing_assistance_monitoring alter status set default 'Accomplished';
comment on table public.arb_marketing_assistance_monitoring is 'Marketing assistance to ARBOs, a row an ARBO, month and project.';
comment on column public.arb_marketing_assistance_monitoring.total_volume is 'Volume marketed, in the unit of the commodity.';
comment on column public.arb_marketing_assistance_monitoring.total_gross is 'Gross sales, whole pesos.';

-- Spec section 3 gives the links and a status whose values it does not show: it is taken for the status of every row. What
-- was sold, to whom and on which terms follows the dropdown lists that the spec has and names no other field for.
create table public.sales_transactions (
  like template.record including all,
  like template.status including all,
  mark_assist_id bigint not null,
  like template.arbo including all,
  like template.location including all,
  transaction_date date,
  commodity text,
  type_buyer text,
  buyer_name text,
  buying_arrangement text,
  term_payment text,
  volume numeric(14, 2) check (volume >= 0),
  unit_measure text,
  price_per_unit numeric(14, 2) check (price_per_unit >= 0),
  gross_sales numeric(14, 2) check (gross_sales >= 0),
  -- To the centavo, half a centavo away from zero, as numeric rounds.
  constraint sales_transactions_gross_sales_agrees check (gross_sales = round(volume * price_per_unit, 2))
);
alter table public.sales_transactions alter status set default 'Accomplished';
comment on table public.sales_transactions is 'Sales entered under a marketing assistance record.';

create table public.arbo_marketing_targets (
  like template.record including all,
  like template.status including all,
  reporting_year integer check (reporting_year between 1990 and 2100),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  target_commodity text,
  training_id text
);
alter table public.arbo_marketing_targets alter status set default 'Target';
comment on table public.arbo_marketing_targets is 'Commodities that an ARBO is to market in a year.';
comment on column public.arbo_marketing_targets.training_id is 'Training that the target follows from: a search field of spec section 7.';

call private.protect_record_table('public.arb_marketing_assistance_monitoring', 'accomplishment');
call private.protect_record_table('public.sales_transactions', 'accomplishment');
call private.protect_record_table('public.arbo_marketing_targets', 'target');

call private.refer_to_masterlists('public.arb_marketing_assistance_monitoring');
call private.refer_to_masterlists('public.arbo_marketing_targets');
call private.refer('public.sales_transactions', 'arbo_id', 'public.arbo_masterlist', 'arbo_id', true);
call private.refer('public.sales_transactions', 'mark_assist_id', 'public.arb_marketing_assistance_monitoring', 'id');
