/** The registry and the tables describe the same records: every column is a field or a server column. */
import { describe, expect, it } from "vitest";
import { columnsNamed } from "#shared/records/columns.ts";
import { recordByPath, records, withoutScreen } from "#shared/records/index.ts";
import type { FieldKind } from "#shared/records/vocabulary/types.ts";
import { columnsOf, generatedTypes, schemaTexts } from "../../parity/table-columns.ts";

const constraints = new Set(
  schemaTexts().flatMap((sql) => {
    return [...sql.matchAll(/\bconstraint (\w+)\s+check/g)].map((match) => match[1]);
  }),
);

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
  "coverage",
  "duration_days",
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

/** Fields with attachments according to the schemas, as table.field. */
const attachedColumns = schemaTexts().flatMap((sql) => {
  return [...sql.matchAll(/call private\.add_attachment_fields\('public\.(\w+)', '\{([^}]*)\}'\)/g)].flatMap(
    ([, table, fields = ""]) => fields.split(",").map((field) => `${table}.${field}`),
  );
});

const described = [...records, ...withoutScreen];
it("A record type is marked as `copied` if and only if other types copy its values and none refers to its rows.", () => {
  const fields = described.flatMap((record) => record.fields);
  const copied = new Set(fields.flatMap(({ filledFrom }) => (filledFrom ? [filledFrom.path] : [])));
  const referred = new Set(
    fields.flatMap(({ options }) => (options?.from === "record" ? [options.path] : [])),
  );
  for (const record of described) {
    expect(record.copied ?? false, record.path).toBe(copied.has(record.path) && !referred.has(record.path));
  }
});

describe.each(described.map((record) => [record.route, record] as const))("Record type %s", (_, record) => {
  const { table } = record;
  const columns = columnsOf(table);
  const fields = new Map<string, (typeof record.fields)[number]>(
    record.fields.map((field) => [field.name, field]),
  );

  it("Every column of a record table that users can fill in has a field in the registry.", () => {
    const kept = new Set<string>((record.serverFields ?? []).map((field) => field.name));
    const theirs = (name: string) => serverColumns.has(name) || kept.has(name);
    // The record's workflow normally sets the row status. It is a field only in record types whose users choose it.
    const own = [...columns.keys()].filter((name) => !theirs(name) && name !== "status");
    expect(own.filter((name) => !fields.has(name))).toEqual([]);
  });

  it("Every field of a record type has a table column of a matching type.", () => {
    for (const field of [...record.fields, ...(record.serverFields ?? [])]) {
      expect(columns.get(field.name)?.replace(" | null", ""), field.name).toBe(kindType[field.kind]);
    }
  });

  it("If a table column can't be null, its field in the registry is required or has a fixed value.", () => {
    const required = [...columns].filter(([name, type]) => fields.has(name) && !type.endsWith("| null"));
    const byScreen = new Set(Object.keys(record.fixed ?? {}));
    for (const [name] of required) expect(byScreen.has(name) || fields.get(name)?.required, name).toBe(true);
  });

  it("If a field is filled in from another record type, it has the same data type as the field there.", () => {
    for (const { name, kind, filledFrom: given } of record.fields) {
      if (!given) continue;
      const source = recordByPath(given.path);
      if (given.field === "id") expect(kind, name).toBe("integer");
      else expect(source?.fields.find((field) => field.name === given.field)?.kind, name).toBe(kind);
    }
  });

  it("The preset value of a field is one of the field's choices.", () => {
    for (const { name, preset, options } of record.fields) {
      if (preset === undefined) continue;
      expect(options?.from === "values" && options.values.includes(preset), name).toBe(true);
    }
  });

  it("A field has a preset value in the registry if its table column has a default value.", () => {
    for (const { name, kind, preset } of record.fields) {
      if (record.fixed?.[name] !== undefined || kind === "list") continue;
      if (columnsNamed(table).get(name)?.hasDefault) expect(preset, name).toBeDefined();
    }
  });

  it("All columns for files and map positions in the registry exist in the table of the record type.", () => {
    const { files, serverFields: kept = [], points = [] } = record;
    const owner = files
      ? Object.entries(files.owner).flatMap(([key, name]) => (key === "table" ? [] : [name]))
      : [];
    expect([...owner, ...points].filter((name) => !columns.has(name))).toEqual([]);
    expect(kept.map((field) => field.name).filter((name) => fields.has(name))).toEqual([]);
    expect(columns.has("file_path")).toBe(files !== undefined);
  });

  it("A field of the registry is marked for attachments if and only if the database allows attachments in it.", () => {
    const marked = record.fields.filter((field) => field.attached).map((field) => `${table}.${field.name}`);
    expect(marked.sort()).toEqual(attachedColumns.filter((column) => column.startsWith(`${table}.`)).sort());
  });

  it("Every field belongs to a declared group of its record type.", () => {
    const used = new Set(record.fields.map((field) => field.group));
    expect([...used].sort()).toEqual(record.groups.map((group) => group.key).sort());
  });

  it("The settings of a record type refer only to fields of this record type.", () => {
    const named = [
      ...record.filters,
      ...record.keys.flat(),
      ...(record.sums ?? []).flatMap((sum) => [sum.total, ...sum.parts]),
      ...(record.computed ?? []).flatMap((rule) => [rule.field, ...rule.from]),
      ...(record.dateOrders ?? []).flatMap((order) => [order.from, order.to]),
      ...(record.pastDates ?? []).map((date) => date.field),
      ...Object.keys(record.fixed ?? {}),
      ...(record.likelySame ?? []).flat(),
      ...(record.enteredFrom ?? []).flatMap((source) => Object.keys(source.takes)),
      record.title,
      record.defaultSort.field,
    ];
    expect(named.filter((name) => !fields.has(name))).toEqual([]);
  });

  it("If a record type has a reporting month, each of its keys with the reporting quarter also contains the month.", () => {
    for (const key of record.keys.filter((names) => names.includes("reporting_quarter"))) {
      expect(key.includes("reporting_month")).toBe(fields.has("reporting_month"));
    }
  });

  it("Every field that the app copies from another record type into a new row exists in that type.", () => {
    for (const { path, takes } of record.enteredFrom ?? []) {
      const source = recordByPath(path);
      const known = new Set(["id", ...(source?.fields ?? []).map((field) => field.name)]);
      expect(Object.values(takes).filter((name) => !known.has(String(name)))).toEqual([]);
    }
  });

  it("Every rule for sums, computed values or dates in the registry has a check constraint in the database.", () => {
    const rules = [
      ...(record.sums ?? []),
      ...(record.computed ?? []),
      ...(record.dateOrders ?? []),
      ...(record.pastDates ?? []),
    ];
    expect(rules.map((rule) => rule.constraint).filter((name) => !constraints.has(name))).toEqual([]);
  });

  it("The registry lists a computed field after the fields of its formula.", () => {
    const computed = new Set((record.computed ?? []).map((rule) => rule.field));
    for (const rule of record.computed ?? []) {
      expect(rule.from.filter((name) => computed.has(name))).toEqual([]);
      computed.delete(rule.field);
    }
  });

  it("A field is marked as sensitive if and only if a table for sensitive data contains it.", () => {
    const sensitive = record.fields.filter((field) => field.sensitive).map((field) => field.name);
    const kept = generatedTypes.includes(` ${table}_sensitive: {`)
      ? [...columnsOf(`${table}_sensitive`).keys()].filter((name) => name !== "id" && name !== "office")
      : [];
    expect(sensitive.sort()).toEqual(kept.sort());
    const view = generatedTypes.includes(` ${table}_in_full: {`) ? `${table}_in_full` : undefined;
    // Sensitive fields are read from a schema that the REST API does not expose.
    expect(record.reads).toBe(view && kept.length > 0 ? `personal.${view}` : view);
    if (kept.length > 0) expect(view).toBeDefined();
  });
});

it("All record screens have different routes.", () => {
  expect(new Set(records.map((record) => record.route)).size).toBe(records.length);
  for (const record of records) {
    for (const path of [record.path, ...(record.aliases ?? [])]) {
      const served = recordByPath(path);
      expect(served?.table, path).toBe(record.table);
      expect(served?.fixed, "the API serves every row of a table").toBeUndefined();
    }
  }
});

it("If a record type has a field that refers to a parent record, the registry declares this parent type.", () => {
  const parents = new Map(records.flatMap(({ parent }) => (parent ? [[parent.path, parent]] : [])));
  expect([...parents.keys()]).toContain("arbo-masterlist");
  for (const record of records) {
    const { parent, fields, path } = record;
    const named = fields.flatMap(({ options, name }) =>
      options?.from === "record" && parents.get(options.path)?.identifier === name ? [options.path] : [],
    );
    if (named.length > 0) expect(parent?.path, record.route).toBe(named[0]);
    if (!parent) continue;
    const home = recordByPath(parent.path);
    const columns = [parent.identifier, parent.title];
    for (const column of columns) {
      expect(
        fields.map(({ name }) => name),
        record.route,
      ).toContain(column);
      expect(
        home?.fields.map(({ name }) => name),
        parent.path,
      ).toContain(column);
    }
    const key = fields.find(
      ({ options }) => options?.from === "record" && options.value === "id" && options.path === parent.path,
    );
    if (path !== parent.path) expect(parent.key, record.route).toBe(key?.name);
  }
});

it("If several screens show the same table, they differ in their fixed values, such as the status.", () => {
  for (const { table } of records) {
    const screens = records.filter((record) => record.table === table);
    const fixed = screens.map((record) => JSON.stringify(record.fixed));
    expect(new Set(fixed).size, table).toBe(screens.length);
  }
});

it("The registry contains the form routes and labels that section 2 of the spec lists.", () => {
  const labels = new Map(records.map((record) => [record.route, record.label]));
  expect(Object.fromEntries(labels)).toMatchObject({
    ARBO_Masterlist: "ARBO Masterlist",
    ARC_Masterlist: "ARC Masterlist",
    Form5AnnualTarget: "Annual Target",
    Form5Accomplishment: "Annual Accomplishment (Form 5)",
    Form7ProdDevTarget: "Annual Target",
    Form7ProdDevAccomp: "Annual Accomplishment (Form 7)",
    Form10: "Annual Accomplishment (Form 10)",
    Form11Target: "Annual Target",
    Form11Accomp: "Annual Accomplishment (Form 11)",
    FarmersIncomeTracking: "Quarterly Updating",
    InventoryandStatusMonitoring: expect.any(String),
    FME_RentalMonitoring: "FME Rental (Quarterly Updating)",
    FMEAnnualUpdating: "FMEAnnualUpdating",
    ARBO_MarketingAssistanceReport: "ARBO Marketing Assistance Report",
    ARBO_MarketingAnnualTarget: "Annual Target",
    DARPrograms_Project: expect.any(String),
  });
});
