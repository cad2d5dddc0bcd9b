/**
 * The income calculator: what a farmer earns through the ARBO beside what a trader would have paid (spec section 3).
 *
 * The spec names the fields and not their formulas; these follow its order. Growing and handling the crop costs the same
 * whoever buys it, so production and post-harvest costs count on both sides.
 */
import { difference, product, relativeDifference } from "./decimals.ts";

/** An amount a unit times the volume sold, to the centavo. */
export const amountOfVolume = (volume: number, perUnit: number): number => product(volume, perUnit);

/** Sales less the costs of growing and of handling after the harvest. */
export const grossProfit = (sales: number, production: number, postHarvest: number): number =>
  difference(sales, production, postHarvest);

/** Gross profit less the cost of marketing. */
export const netIncome = (profit: number, marketing: number): number => difference(profit, marketing);

/** The trader's side of grossProfit and netIncome. */
export const traderNetIncome = (
  sales: number,
  production: number,
  postHarvest: number,
  marketing: number,
): number => difference(sales, production, postHarvest, marketing);

/** By what fraction the ARBO's side is better than the trader's; negative when it is worse, null against nothing. */
export const percentDifference = (net: number, traderNet: number): number | null =>
  relativeDifference(net, traderNet);
