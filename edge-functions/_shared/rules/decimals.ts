/**
 * Decimal amounts, computed exactly and rounded half away from zero, as the database's numeric does: a form, an import
 * and a check constraint must come to the same centavo, and 1.005 must become 1.01 in each of them.
 *
 * Numbers are taken by the decimal that they print as, and whole numbers of the smallest unit do the work.
 */

/** Digits after the point of amounts, volumes and unit prices. */
export const amountDigits = 2;

const tenTo = (power: number): bigint => 10n ** BigInt(power);

/** Quotient of two whole numbers, rounded half away from zero. The divisor is not 0. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

/** A finite number in units of 10^-digits. */
function scaled(value: number, digits: number): bigint {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const shift = digits - fraction.length + Number(exponent);
  const figures = BigInt(whole + fraction);
  const units = shift >= 0 ? figures * tenTo(shift) : divided(figures, tenTo(-shift));
  return value < 0 ? -units : units;
}

/** The nearest number to so many units of 10^-digits. Never -0. */
const unscaled = (units: bigint, digits: number): number => Number(`${units}e-${digits}`) + 0;

/** A finite number with so many digits after the point. */
export const roundTo = (value: number, digits: number): number => unscaled(scaled(value, digits), digits);

/** Volume times price, say: both with two digits after the point, as is the product. */
export function product(one: number, other: number): number {
  const units = scaled(one, amountDigits) * scaled(other, amountDigits);
  return unscaled(divided(units, tenTo(amountDigits)), amountDigits);
}

/** The first amount less all others. */
export function difference(first: number, ...others: readonly number[]): number {
  const units = others.reduce(
    (rest, other) => rest - scaled(other, amountDigits),
    scaled(first, amountDigits),
  );
  return unscaled(units, amountDigits);
}

/**
 * By what fraction an amount is above (or below) another: their difference by the size of the other, with four digits
 * after the point (two of a percentage). Null where the other is 0.
 */
export function relativeDifference(amount: number, other: number): number | null {
  const base = scaled(other, amountDigits);
  if (base === 0n) return null;
  const above = scaled(amount, amountDigits) - base;
  return unscaled(divided(above * tenTo(4), base < 0n ? -base : base), 4);
}
