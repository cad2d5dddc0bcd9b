-- Monthly monitoring of marketing assistance (spec section 3). Numbers of people are given by group (ARB or not), kind
-- of seller, and sex. Each total must equal the sum of its parts.

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
  constraint arb_marketing_assistance_monitoring_arb_total_raw_agrees check (
    arb_total_raw = arb_male_raw + arb_female_raw),
  constraint arb_marketing_assistance_monitoring_nonarb_total_raw_agrees check (
    nonarb_total_raw = nonarb_male_raw + nonarb_female_raw),
  constraint arb_marketing_assistance_monitoring_arb_total_farmer_agrees check (
    arb_total_farmer = arb_male_farmer + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_total_farmer_agrees check (
    nonarb_total_farmer = nonarb_male_farmer + nonarb_female_farmer),
  -- A column …_total is the sum of the columns …_raw and …_farmer with the same beginning.
  constraint arb_marketing_assistance_monitoring_arb_male_total_agrees check (
    arb_male_total = arb_male_raw + arb_male_farmer),
  constraint arb_marketing_assistance_monitoring_arb_female_total_agrees check (
    arb_female_total = arb_female_raw + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_male_total_agrees check (
    nonarb_male_total = nonarb_male_raw + nonarb_male_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_female_total_agrees check (
    nonarb_female_total = nonarb_female_raw + nonarb_female_farmer),
  constraint arb_marketing_assistance_monitoring_arb_total_total_agrees check (
    arb_total_total = arb_male_total + arb_female_total),
  constraint arb_marketing_assistance_monitoring_nonarb_total_total_agrees check (
    nonarb_total_total = nonarb_male_total + nonarb_female_total),
  constraint arb_marketing_assistance_monitoring_overall_total_agrees check (
    overall_total = arb_total_total + nonarb_total_total),
  constraint arb_marketing_assistance_monitoring_counts_not_negative check (least(
    arb_male_raw, arb_female_raw, arb_total_raw, nonarb_male_raw, nonarb_female_raw, nonarb_total_raw, arb_male_farmer,
    arb_female_farmer, arb_total_farmer, nonarb_male_farmer, nonarb_female_farmer, nonarb_total_farmer, arb_male_total,
    arb_female_total, arb_total_total, nonarb_male_total, nonarb_female_total, nonarb_total_total, overall_total) >= 0)
);
alter table public.arb_marketing_assistance_monitoring alter status set default 'Accomplished';
comment on table public.arb_marketing_assistance_monitoring is
  'Marketing assistance to ARBOs, one row per ARBO, month and project.';
comment on column public.arb_marketing_assistance_monitoring.total_volume is
  'Volume marketed, in the unit of the commodity.';
comment on column public.arb_marketing_assistance_monitoring.total_gross is 'Gross sales, whole pesos.';
insert into private.record_tables values ('arb_marketing_assistance_monitoring', 'accomplishment');
call private.apply_protection('public.arb_marketing_assistance_monitoring');
call private.index_import_names('public.arb_marketing_assistance_monitoring', 'arbo_name');
