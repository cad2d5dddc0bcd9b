/** Rules for computed volumes, prices and costs of record types. The formulas are in `rules/income.ts`. */
import {
  amountOfVolume,
  grossProfit,
  netIncome,
  percentDifference,
  traderNetIncome,
} from "../../rules/income.ts";
import type { ComputedRule, RuleValue } from "./types.ts";

/** Creates a rule for a field that is computed from numbers. The computed value is null while a number is missing. */
function numeric<Column extends string, Args extends readonly number[]>(
  table: string,
  field: Column,
  from: readonly Column[],
  formula: string,
  compute: (...values: Args) => number | null,
): ComputedRule<Column> {
  const isComplete = (values: readonly RuleValue[]): values is Args =>
    values.every((value) => typeof value === "number");
  return {
    field,
    from,
    compute: (values) => (isComplete(values) ? compute(...values) : null),
    formula,
    constraint: `${table}_${field}_agrees`,
  };
}

/** Creates the rule for an amount that is the volume times an amount per unit. */
export const grossSales = <Column extends string>(
  table: string,
  total: Column,
  volume: Column,
  perUnit: Column,
  formula = "volume times price per unit",
): ComputedRule<Column> => numeric(table, total, [volume, perUnit], formula, amountOfVolume);

type IncomeColumn =
  | "volume_sold"
  | "price_per_unit"
  | "gross_sales"
  | "production_cost_per_unit"
  | "total_production_cost"
  | "post_harvest_cost_per_unit"
  | "total_post_harvest_cost"
  | "gross_profit"
  | "marketing_cost_per_unit"
  | "total_marketing_cost"
  | "net_income"
  | "trader_market_price_per_unit"
  | "gross_sales_trader"
  | "trader_marketing_cost_per_unit"
  | "trader_total_marketing_cost"
  | "trader_net_income"
  | "percent_difference";

/**
 * Rules for the income from sales through the ARBO and from sales to a trader. Each rule is listed after the rules
 * whose results it uses.
 */
export function incomeRules(table: string): ComputedRule<IncomeColumn>[] {
  const total = (field: IncomeColumn, perUnit: IncomeColumn, words: string) =>
    grossSales<IncomeColumn>(table, field, "volume_sold", perUnit, `volume times ${words} per unit`);
  return [
    total("gross_sales", "price_per_unit", "price"),
    total("total_production_cost", "production_cost_per_unit", "production cost"),
    total("total_post_harvest_cost", "post_harvest_cost_per_unit", "post-harvest cost"),
    total("total_marketing_cost", "marketing_cost_per_unit", "marketing cost"),
    total("gross_sales_trader", "trader_market_price_per_unit", "the trader's price"),
    total("trader_total_marketing_cost", "trader_marketing_cost_per_unit", "the trader's marketing cost"),
    numeric(
      table,
      "gross_profit",
      ["gross_sales", "total_production_cost", "total_post_harvest_cost"],
      "gross sales less production and post-harvest costs",
      grossProfit,
    ),
    numeric(
      table,
      "net_income",
      ["gross_profit", "total_marketing_cost"],
      "gross profit less marketing cost",
      netIncome,
    ),
    numeric(
      table,
      "trader_net_income",
      [
        "gross_sales_trader",
        "total_production_cost",
        "total_post_harvest_cost",
        "trader_total_marketing_cost",
      ],
      "the trader's sales less production, post-harvest and the trader's marketing costs",
      traderNetIncome,
    ),
    numeric(
      table,
      "percent_difference",
      ["net_income", "trader_net_income"],
      "the ARBO's net income beside the trader's",
      percentDifference,
    ),
  ];
}
