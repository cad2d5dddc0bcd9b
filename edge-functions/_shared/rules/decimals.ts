/**
 * Exact arithmetic for decimal amounts. Rounds half away from zero, like the database's numeric type: forms, imports
 * and check constraints must compute the same centavo. Amounts are converted to integers in the smallest unit, because
 * binary fractions are not exact: they would round 1.005 to 1.00.
 */

/** Number of decimal places of amounts, volumes and unit prices. */
export const amountDigits = 2;

const tenTo = (power: number): bigint => 10n ** BigInt(power);

/** Divides two integers and rounds half away from zero. The divisor must not be 0. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

/** Converts a finite number to an integer number of units of 10^(-digits), rounded half away from zero. */
function scaled(value: number, digits: number): bigint {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const shift = digits - fraction.length + Number(exponent);
  const figures = BigInt(whole + fraction);
  const units = shift >= 0 ? figures * tenTo(shift) : divided(figures, tenTo(-shift));
  return value < 0 ? -units : units;
}

/** Converts an integer number of units of 10^(-digits) to the nearest JavaScript number. Never returns -0. */
const unscaled = (units: bigint, digits: number): number => Number(`${units}e-${digits}`) + 0;

/** Rounds a finite number to the given number of decimal places. */
export const roundTo = (value: number, digits: number): number => unscaled(scaled(value, digits), digits);

/** Multiplies two amounts, such as volume and price. The amounts and the result have two decimal places. */
export function product(one: number, other: number): number {
  const units = scaled(one, amountDigits) * scaled(other, amountDigits);
  return unscaled(divided(units, tenTo(amountDigits)), amountDigits);
}

/** Subtracts several amounts from the first amount. */
export function difference(first: number, ...others: readonly number[]): number {
  const units = others.reduce(
    (rest, other) => rest - scaled(other, amountDigits),
    scaled(first, amountDigits),
  );
  return unscaled(units, amountDigits);
}

/**
 * Returns the relative difference between two amounts, (amount - other) / |other|, with four decimal places. Returns
 * null if `other` is 0.
 */
export function relativeDifference(amount: number, other: number): number | null {
  const base = scaled(other, amountDigits);
  if (base === 0n) return null;
  const above = scaled(amount, amountDigits) - base;
  return unscaled(divided(above * tenTo(4), base < 0n ? -base : base), 4);
}
