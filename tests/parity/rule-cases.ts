/**
 * Generates rows at the edges of a rule, such as maximum counts, half centavos, leap days and midnight in Manila, to
 * test that the validator and the database agree. The field that the rule sets gets the right value, a value that is
 * off by one unit, any value, or no value.
 */
import fc from "fast-check";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import { months, quarters } from "#shared/rules/periods.ts";
import { fieldsOf, validateRecord } from "#shared/validate/validate.ts";

/** A rule of a record type. The fields `from` determine or limit the value of the field `field`. */
export interface Rule {
  field: string;
  from: readonly string[];
  /** Name of the rule's check constraint in the database. */
  constraint: string;
}

export interface Case {
  /** The row as a client sends it. */
  row: Record<string, unknown>;
  /** Time at which the row is entered. */
  entered: Date;
}

/** Returns every rule between fields that the registry declares for a record type, with its check constraint. */
export function rulesOf(record: AnyRecord): Rule[] {
  const quarter = record.fields.find((field) => field.kind === "quarter");
  const month = record.fields.find((field) => field.kind === "month");
  return [
    ...(record.sums ?? []).map(({ total, parts, constraint }) => ({ field: total, from: parts, constraint })),
    ...(record.computed ?? []).map(({ field, from, constraint }) => ({ field, from, constraint })),
    ...(record.dateOrders ?? []).map(({ from, to, constraint }) => ({ field: to, from: [from], constraint })),
    ...(record.pastDates ?? []).map(({ field, constraint }) => ({ field, from: [], constraint })),
    ...(quarter && month
      ? [{ field: month.name, from: [quarter.name], constraint: "reporting_month_in_quarter" }]
      : []),
  ];
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Generates times of entry around midnight in Manila, at the ends of months and around leap days. */
const moment = fc
  .tuple(
    fc.constantFrom("2024-02-28", "2024-02-29", "2025-02-28", "2025-03-01", "2024-12-31", "2025-06-15"),
    fc.constantFrom("00:00:00", "15:59:59", "16:00:00", "23:59:59"),
  )
  .map(([day, time]) => new Date(`${day}T${time}Z`));

/**
 * Generates days. Many are a whole number of years before the entry, give or take two days, because ages change near
 * such days.
 */
const dayAround = (entered: Date): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom(0, 1, 4, 14, 15, 16, 29, 30, 31, 58, 59, 60, 100),
        fc.integer({ min: -2, max: 2 }),
      )
      .map(([years, days]) => {
        const date = new Date(`${manilaToday(entered)}T00:00:00Z`);
        date.setUTCFullYear(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate() + days);
        return dayOf(date);
      }),
    fc.constantFrom("2000-02-28", "2000-02-29", "2000-03-01", "1999-12-31", "2024-02-29", "2024-03-01"),
    fc.date({ min: new Date("1930-01-01"), max: entered, noInvalidDate: true }).map(dayOf),
  );

const largestInteger = 2_147_483_647;
const largestCentavos = 99_999_999_999_999;

const integers = (field: Field): fc.Arbitrary<number> => {
  const most = field.max ?? largestInteger;
  return fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: Math.min(60, most) }), weight: 4 },
    { arbitrary: fc.constantFrom(-1, 0, 1, most - 1, most), weight: 1 },
  );
};

const decimals = (field: Field): fc.Arbitrary<number> => {
  const centavos = fc.oneof(
    { arbitrary: fc.constantFrom(0, 1, 4, 5, 6, 49, 50, 51, 99, 100, 101, 250, 333, 1005), weight: 2 },
    { arbitrary: fc.integer({ min: 0, max: 5_000_000 }), weight: 4 },
    { arbitrary: fc.constantFrom(-1, largestCentavos - 1, largestCentavos), weight: 1 },
  );
  const signed = fc.tuple(centavos, fc.boolean()).map(([units, negative]) => (negative ? -units : units));
  if (field.percentage)
    return fc.integer({ min: -30_000, max: 30_000 }).map((units) => Number(`${units}e-4`));
  return (field.min === undefined ? signed : centavos).map((units) => Number(`${units}e-2`));
};

/** Generates values of a field, many of them at the limits of its range. */
function valuesOf(field: Field, entered: Date): fc.Arbitrary<unknown> {
  if (field.options?.from === "values") return fc.constantFrom(...field.options.values);
  switch (field.kind) {
    case "integer":
      return integers(field);
    case "decimal":
      return decimals(field);
    case "date":
      return dayAround(entered);
    case "quarter":
      return fc.constantFrom(...quarters, "Q5");
    case "month":
      return fc.constantFrom(...months, "Mai");
    default:
      return fc.constantFrom("a", "b");
  }
}

const sometimesMissing = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: values, weight: 9 }, { arbitrary: fc.constant(null), weight: 1 });

/** Returns values for the required fields of a record type. */
const requiredValues = (record: AnyRecord): Record<string, unknown> =>
  Object.fromEntries(
    record.fields
      .filter((field) => field.required)
      .map(({ name, kind, options }) => {
        if (options?.from === "values") return [name, options.values[0]];
        return [name, kind === "integer" || kind === "decimal" ? 1 : "Sample"];
      }),
  );

/** Returns the value that the validator computes for the rule's field; undefined if it computes none. */
function expected(record: AnyRecord, rule: Rule, row: Record<string, unknown>, entered: Date): unknown {
  const { [rule.field]: _, ...others } = row;
  return validateRecord(record, others, "insert", { now: entered }).value[rule.field];
}

/** Changes a number by its smallest unit: 1, a centavo, or 0.0001 for percentages. */
function offBy(field: Field | undefined, value: unknown, up: boolean): unknown {
  if (typeof value !== "number") return value;
  const unit = field?.kind === "decimal" ? (field.percentage ? 4 : 2) : 0;
  return Number((value + (up ? 1 : -1) * 10 ** -unit).toFixed(unit));
}

/** Generates rows that test a rule of a record type. */
export function casesOf(record: AnyRecord, rule: Rule): fc.Arbitrary<Case> {
  const fields = fieldsOf(record);
  const given = (name: string, entered: Date): fc.Arbitrary<unknown> => {
    const field = fields.get(name);
    if (!field) throw new Error(`${record.path} has no field ${name}`);
    return valuesOf(field, entered);
  };
  // Required fields always get a value. A missing value would be refused by the NOT NULL constraint of the column, not
  // by the rule.
  const isRequired = (name: string): boolean => fields.get(name)?.required === true;
  return moment.chain((entered) =>
    fc
      .tuple(
        fc.tuple(
          ...rule.from.map((name) =>
            isRequired(name) ? given(name, entered) : sometimesMissing(given(name, entered)),
          ),
        ),
        given(rule.field, entered),
        fc.constantFrom("right", "right", "above", "below", "other", "none"),
      )
      .map(([parts, other, choice]) => {
        const row = {
          ...requiredValues(record),
          ...Object.fromEntries(rule.from.map((name, place) => [name, parts[place]])),
        };
        const right = expected(record, rule, row, entered);
        const field = fields.get(rule.field);
        const values: Record<string, unknown> = {
          right: right ?? other,
          above: offBy(field, right ?? other, true),
          below: offBy(field, right ?? other, false),
          other,
          none: isRequired(rule.field) ? other : null,
        };
        return { row: { ...row, [rule.field]: values[choice] }, entered };
      }),
  );
}
