/**
 * Makes valid records that hold every field of a record type: made from the registry, with values that no other row has
 * where the kind allows it, and with real records behind every reference.
 */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";

export type Values = Record<string, unknown>;

/** The office of the samples, with a town and a barangay in it. */
export const samplePlace: Values = {
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Licab",
  barangay_name: "Linao",
  cd: "1st",
};

export interface SampleOptions {
  /** Begins every text, so that the rows can be told from all others. */
  mark: string;
  /** Tells the rows of a table from each other. */
  number: number;
  /** The value of a reference: that of a record which exists. */
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
    // In the order of the fields, so that what begins before it ends does so here.
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

/** Fields whose value follows from others: totals, amounts, ages. */
const following = (record: AnyRecord): Set<string> =>
  new Set([
    ...(record.sums ?? []).map(({ total }) => total),
    ...(record.computed ?? []).map(({ field }) => field),
  ]);

/** A valid record with a value in every field; what follows from others is filled in as the validator computes it. */
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
