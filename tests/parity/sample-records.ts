/**
 * Creates valid sample records from the registry, with a value in every field. Values are unique where the kind of the
 * field allows it, and references name existing records.
 */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";

export type Values = Record<string, unknown>;

/** The place of all sample records: an office (region and province), a town and a barangay. */
export const samplePlace: Values = {
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Licab",
  barangay_name: "Linao",
  cd: "1st",
};

export interface SampleOptions {
  /** Prefix of every text, by which tests find the sample rows. */
  mark: string;
  /** Number of the sample, different for each row of a table. */
  number: number;
  /** Returns the value of a reference field, taken from an existing record. */
  refer: (field: Field, to: { path: string; value: string }) => Promise<unknown>;
}

const day = (number: number, place: number): string =>
  new Date(Date.UTC(2020, 0, 1 + (number % 300) + place)).toISOString().slice(0, 10);

function plainValue(field: Field, place: number, { mark, number }: SampleOptions): unknown {
  if (field.options?.from === "values") {
    const values = field.options.values.filter((value) => !field.reserved?.values.includes(value));
    return values[number % values.length];
  }
  switch (field.kind) {
    case "text":
    case "long_text":
      return `${mark} ${field.name} ${number}`.slice(0, field.maxLength);
    case "integer":
      return number * 100 + place;
    case "decimal":
      return field.percentage ? 0.1234 : number + place / 100;
    case "year":
      return 2000 + (number % 20);
    // Later fields get later days, so that a start date is before its end date.
    case "date":
      return day(number, place);
    case "yes_no":
      return number % 2 === 0 ? "Yes" : "No";
    case "quarter":
      return "Q2";
    case "month":
      return "May";
    case "list":
      return [`${mark} ${field.name} ${number} a`, `${mark} ${field.name} ${number} b`];
  }
}

async function sampleValue(field: Field, place: number, options: SampleOptions): Promise<unknown> {
  if (field.name in samplePlace) return samplePlace[field.name];
  if (field.options?.from !== "record") return plainValue(field, place, options);
  const value = await options.refer(field, field.options);
  return field.kind === "list" ? [value] : value;
}

/** Returns the names of computed fields: totals, amounts, ages. */
const following = (record: AnyRecord): Set<string> =>
  new Set([
    ...(record.sums ?? []).map(({ total }) => total),
    ...(record.computed ?? []).map(({ field }) => field),
  ]);

/** Creates a valid record with a value in every field. Computed fields get the value that the validator computes. */
export async function sampleRecord(record: AnyRecord, options: SampleOptions): Promise<Values> {
  const computed = following(record);
  const values: Values = {};
  for (const [place, field] of record.fields.entries()) {
    if (computed.has(field.name)) continue;
    values[field.name] = await sampleValue(field, place, options);
  }
  const { value, problems } = validateRecord(record, values, "insert");
  if (problems.length > 0)
    throw new Error(`${record.path}: ${problems.map(({ message }) => message).join("; ")}`);
  return value;
}
