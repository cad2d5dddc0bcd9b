/**
 * Income calculator: compares a farmer's income from selling through the ARBO with the income from selling to a trader
 * (spec section 3). The spec has no formulas, so the formulas here follow the order of its fields. Both incomes are
 * reduced by the production and post-harvest costs, which do not depend on the buyer.
 */
import { difference, product, relativeDifference } from "./decimals.ts";

/** Multiplies an amount per unit by the volume sold, rounded to the centavo. */
export const amountOfVolume = (volume: number, perUnit: number): number => product(volume, perUnit);

/** Returns the gross profit: sales minus production and post-harvest costs. */
export const grossProfit = (sales: number, production: number, postHarvest: number): number =>
  difference(sales, production, postHarvest);

/** Returns the net income: gross profit minus marketing costs. */
export const netIncome = (profit: number, marketing: number): number => difference(profit, marketing);

/** Returns the net income from selling to the trader: sales minus all costs. */
export const traderNetIncome = (
  sales: number,
  production: number,
  postHarvest: number,
  marketing: number,
): number => difference(sales, production, postHarvest, marketing);

/**
 * Returns the fraction by which the net income through the ARBO exceeds the net income from the trader. The fraction is
 * negative if the income through the ARBO is lower. Returns null if the income from the trader is 0.
 */
export const percentDifference = (net: number, traderNet: number): number | null =>
  relativeDifference(net, traderNet);
