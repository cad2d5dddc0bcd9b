-- Quarterly tracking of farmers' income: the proceeds of a crop sold through the ARBO, compared with a sale to a
-- trader (spec section 3). The spec names the fields without formulas; the formulas follow the order of the fields in
-- the spec.

create table public.farmers_tracking_income (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  arb_nonarb text,
  clusters_involved text,
  male_arb integer,
  female_arb integer,
  male_non_arb integer,
  female_non_arb integer,
  delivery_date date,
  crop_sold text,
  buyer_name text,
  volume_sold numeric(14, 2),
  unit text,
  price_per_unit numeric(14, 2),
  gross_sales numeric(14, 2),
  production_cost_per_unit numeric(14, 2),
  total_production_cost numeric(14, 2),
  post_harvest_cost_per_unit numeric(14, 2),
  total_post_harvest_cost numeric(14, 2),
  gross_profit numeric(14, 2),
  marketing_cost_per_unit numeric(14, 2),
  total_marketing_cost numeric(14, 2),
  net_income numeric(14, 2),
  trader_market_price_per_unit numeric(14, 2),
  gross_sales_trader numeric(14, 2),
  trader_arrangement text,
  trader_marketing_cost_per_unit numeric(14, 2),
  trader_total_marketing_cost numeric(14, 2),
  trader_net_income numeric(14, 2),
  percent_difference numeric(14, 4),
  arbo_incentive numeric(14, 2),

  -- Gross sales and total costs are an amount per unit times the volume sold, rounded to the centavo.
  constraint farmers_tracking_income_gross_sales_agrees check (gross_sales = round(volume_sold * price_per_unit, 2)),
  constraint farmers_tracking_income_total_production_cost_agrees
    check (total_production_cost = round(volume_sold * production_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_post_harvest_cost_agrees
    check (total_post_harvest_cost = round(volume_sold * post_harvest_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_marketing_cost_agrees
    check (total_marketing_cost = round(volume_sold * marketing_cost_per_unit, 2)),
  -- The formulas follow the order of the fields in the spec. Production and post-harvest costs come before the gross
  -- profit, so the gross profit is the gross sales minus these costs. Marketing costs come between gross profit and net
  -- income, so the net income is the gross profit minus the marketing costs.
  constraint farmers_tracking_income_gross_profit_agrees
    check (gross_profit = gross_sales - total_production_cost - total_post_harvest_cost),
  constraint farmers_tracking_income_net_income_agrees check (net_income = gross_profit - total_marketing_cost),
  -- The columns …trader… have what the farmers would have earned by selling the same volume to a trader. Production and
  -- post-harvest cost the same for any buyer, so these costs are subtracted here, too; otherwise the two net incomes
  -- could not be compared.
  constraint farmers_tracking_income_gross_sales_trader_agrees
    check (gross_sales_trader = round(volume_sold * trader_market_price_per_unit, 2)),
  constraint farmers_tracking_income_trader_total_marketing_cost_agrees
    check (trader_total_marketing_cost = round(volume_sold * trader_marketing_cost_per_unit, 2)),
  constraint farmers_tracking_income_trader_net_income_agrees check (
    trader_net_income
      = gross_sales_trader - total_production_cost - total_post_harvest_cost - trader_total_marketing_cost),
  -- percent_difference is the difference between the two net incomes, as a fraction of the net income from the trader.
  -- Divides by the absolute value, so that the sign shows which sale is better even if the net income from the trader
  -- is negative. Null if the net income from the trader is zero.
  constraint farmers_tracking_income_percent_difference_agrees
    check (percent_difference = round((net_income - trader_net_income) / nullif(abs(trader_net_income), 0), 4)),
  constraint farmers_tracking_income_counts_not_negative check (least(
    male_arb, female_arb, male_non_arb, female_non_arb, volume_sold, price_per_unit, gross_sales,
    production_cost_per_unit, total_production_cost, post_harvest_cost_per_unit, total_post_harvest_cost,
    marketing_cost_per_unit, total_marketing_cost, trader_market_price_per_unit, gross_sales_trader,
    trader_marketing_cost_per_unit, trader_total_marketing_cost, arbo_incentive) >= 0)
);
alter table public.farmers_tracking_income alter status set default 'Accomplished';
comment on table public.farmers_tracking_income is
  'Income from one delivery of a crop: through the ARBO, and what a trader would have paid.';
comment on column public.farmers_tracking_income.percent_difference is 'Fraction: 0.125 is shown as 12.50%.';
comment on column public.farmers_tracking_income.volume_sold is
  'Volume in the unit of the column unit; amounts are in PHP.';
insert into private.record_tables values ('farmers_tracking_income', 'accomplishment');
call private.apply_protection('public.farmers_tracking_income');
call private.index_import_names('public.farmers_tracking_income', 'arbo_name');
