/**
 * Decimal arithmetic and the income calculator: exact to the centavo, like Postgres's type numeric (spec section 3).
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference, product, relativeDifference, roundTo } from "#shared/rules/decimals.ts";
import {
  amountOfVolume,
  grossProfit,
  netIncome,
  percentDifference,
  traderNetIncome,
} from "#shared/rules/income.ts";

/** Amounts of up to 20 million pesos, as integers in centavos. */
const centavos = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
const amount = (units: number) => Number(`${units}e-2`);

/** Divides integers and rounds half away from zero, with a different algorithm than the tested code. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n === divisor < 0n ? 1n : -1n;
  const [top, bottom] = [dividend, divisor].map((number) => (number < 0n ? -number : number)) as [
    bigint,
    bigint,
  ];
  const rest = top % bottom;
  return sign * (top / bottom + (rest >= bottom - rest ? 1n : 0n));
}

describe("Rounding of decimal numbers", () => {
  it("Rounding to two decimal places turns 1.005 into 1.01 and -1.005 into -1.01.", () => {
    expect([1.005, -1.005, 2.675, 0.125, 1e-7, 1.5e21].map((value) => roundTo(value, 2))).toEqual([
      1.01, -1.01, 2.68, 0.13, 0, 1.5e21,
    ]);
    expect(Object.is(roundTo(-0.001, 2), 0)).toBe(true);
  });

  it("Rounding to two decimal places does not change an amount with whole centavos.", () => {
    fc.assert(fc.property(centavos, (units) => roundTo(amount(units), 2) === amount(units)));
  });

  it("Rounding to two decimal places changes a number by at most 0.005.", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        expect(Math.abs(roundTo(value, 2) - value)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });
});

describe("Arithmetic with amounts of money", () => {
  it("Multiplying two amounts gives the exact product, rounded to whole centavos.", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (a, b) => {
        const units = quotient(BigInt(a) * BigInt(b), 100n);
        expect(product(amount(a), amount(b))).toBe(amount(Number(units)));
      }),
    );
  });

  it("Subtracting amounts gives the exact result, without binary rounding errors.", () => {
    expect(difference(0.3, 0.1)).toBe(0.2);
    fc.assert(
      fc.property(centavos, centavos, centavos, (a, b, c) => {
        expect(difference(amount(a), amount(b), amount(c))).toBe(amount(a - b - c));
      }),
    );
  });

  it("The relative difference of two amounts is (first - second) / |second|.", () => {
    expect(relativeDifference(150, 100)).toBe(0.5);
    expect(relativeDifference(50, -100)).toBe(1.5);
    expect(relativeDifference(-150, -100)).toBe(-0.5);
    expect(relativeDifference(5, 0)).toBeNull();
    fc.assert(
      fc.property(centavos, centavos, (a, b) => {
        fc.pre(b !== 0);
        const units = quotient(BigInt(a - b) * 10_000n, BigInt(Math.abs(b)));
        expect(relativeDifference(amount(a), amount(b))).toBe(Number(`${units}e-4`));
      }),
    );
  });
});

describe("Farmer's income", () => {
  it("The system computes a farmer's net income from sales through the ARBO and to a trader.", () => {
    const sales = amountOfVolume(1250.5, 21.75);
    const [production, postHarvest, marketing] = [10, 1.5, 0.75].map((cost) => amountOfVolume(1250.5, cost));
    expect(sales).toBe(27_198.38);
    const profit = grossProfit(sales, production ?? 0, postHarvest ?? 0);
    expect(profit).toBe(12_817.63);
    const net = netIncome(profit, marketing ?? 0);
    expect(net).toBe(11_879.75);
    const trader = traderNetIncome(amountOfVolume(1250.5, 18), production ?? 0, postHarvest ?? 0, 0);
    expect(trader).toBe(8_128.25);
    expect(percentDifference(net, trader)).toBe(0.4615);
  });

  it("If a farmer's two sales have the same price and costs, the percentage difference of their net incomes is 0.", () => {
    const cost = fc.integer({ min: 0, max: 10_000_000 }).map(amount);
    fc.assert(
      fc.property(cost, cost, cost, cost, (sales, production, postHarvest, marketing) => {
        const net = netIncome(grossProfit(sales, production, postHarvest), marketing);
        const trader = traderNetIncome(sales, production, postHarvest, marketing);
        expect(net).toBe(trader);
        expect(percentDifference(net, trader)).toBe(trader === 0 ? null : 0);
      }),
    );
  });

  it("The percentage difference of two incomes is positive if and only if the first is higher.", () => {
    fc.assert(
      fc.property(centavos, centavos, (a, b) => {
        const percent = percentDifference(amount(a), amount(b));
        fc.pre(percent !== null && percent !== 0);
        expect(Math.sign(percent ?? 0)).toBe(Math.sign(a - b));
      }),
    );
  });
});
