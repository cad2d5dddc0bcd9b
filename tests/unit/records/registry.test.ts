/** The registry and the tables describe the same records: every column is a field, or kept by the server alone. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { records } from "../../../edge-functions/_shared/records/index.ts";
import type { FieldKind } from "../../../edge-functions/_shared/records/types.ts";

const types = readFileSync("edge-functions/_shared/database.types.ts", "utf8");

/** Columns with their TypeScript types, read from the Row of a table in the generated file. */
function columnsOf(table: string): Map<string, string> {
  const row = new RegExp(`\\b${table}: \\{\\s*Row: \\{([^}]*)\\}`).exec(types)?.[1];
  if (row === undefined) throw new Error(`no table ${table} in the generated types`);
  return new Map(
    [...row.matchAll(/^\s*"?(\w+)"?: ([^;\n]+);?$/gm)].map(([, name, type]) => [
      name ?? "",
      (type ?? "").trim(),
    ]),
  );
}

const serverColumns = new Set([
  "id",
  "user_id",
  "time_stamp",
  "updated_at",
  "row_version",
  "process_stage",
  "approved_by",
  "approved_at",
  "office",
  "search_text",
]);

const kindType: Record<FieldKind, string> = {
  text: "string",
  long_text: "string",
  integer: "number",
  decimal: "number",
  year: "number",
  date: "string",
  yes_no: "string",
  quarter: "string",
  month: "string",
  list: "string[]",
};

describe.each(records.map((record) => [record.table, record] as const))("%s", (table, record) => {
  const columns = columnsOf(table);
  const fields = new Map<string, (typeof record.fields)[number]>(
    record.fields.map((field) => [field.name, field]),
  );

  it("has a field for every column that is not the server's", () => {
    // Row status is set by the flow of a record, and is a field only where people choose it.
    const own = [...columns.keys()].filter((name) => !serverColumns.has(name) && name !== "status");
    expect(own.filter((name) => !fields.has(name))).toEqual([]);
  });

  it("has only fields that are columns, of a matching kind", () => {
    for (const field of record.fields) {
      expect(columns.get(field.name)?.replace(" | null", ""), field.name).toBe(kindType[field.kind]);
    }
  });

  it("requires what the table requires", () => {
    const required = [...columns].filter(([name, type]) => fields.has(name) && !type.endsWith("| null"));
    for (const [name] of required) expect(fields.get(name)?.required, name).toBe(true);
  });

  it("uses only groups it declares, each with a field", () => {
    const used = new Set(record.fields.map((field) => field.group));
    expect([...used].sort()).toEqual(record.groups.map((group) => group.key).sort());
  });

  it("names only its own fields in filters, sums, keys, title and sort", () => {
    const named = [
      ...record.filters,
      ...record.keys.flat(),
      ...(record.sums ?? []).flatMap((sum) => [sum.total, ...sum.parts]),
      record.title,
      record.defaultSort.field,
    ];
    expect(named.filter((name) => !fields.has(name))).toEqual([]);
  });
});

it("gives every record type its own path and route", () => {
  expect(new Set(records.map((record) => record.path)).size).toBe(records.length);
  expect(new Set(records.map((record) => record.route)).size).toBe(records.length);
});
