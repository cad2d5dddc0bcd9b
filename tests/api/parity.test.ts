/**
 * Tests every data endpoint of the spec (sections 3, 5 and 7). Creates a record with every field, reads it, finds it by
 * each search field, changes it and deletes it. The lists in tests/parity define the endpoints and fields.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { factsOf } from "#shared/validate/facts.ts";
import { sampleRecord, type Values } from "../parity/sample-records.ts";
import { dataEndpoints } from "../parity/spec-calls.ts";
import { recordEntities } from "../parity/spec-fields.ts";
import { callAs, cleanUp, database, type Row, rowsOf, save } from "./support.ts";

const mark = `Parity ${Date.now().toString(36)}`;

function recordAt(path: string): AnyRecord {
  const record = recordByPath(path);
  if (!record) throw new Error(`nothing is served under /api/${path}`);
  return record;
}

/** Created rows, newest first, so that children are deleted before their parents. */
const made: { table: string; id: number }[] = [];

async function create(path: string, values: Values | Values[]): Promise<Row[]> {
  const rows = await save("admin", path, values);
  for (const row of rows) made.unshift({ table: recordAt(path).table, id: row.id });
  return rows;
}

/**
 * Stored records to which the sample rows refer. Single references to the same record type name the same record. A
 * field with a list of references gets records of its own.
 */
const parents = new Map<string, Promise<Row>>();
let samples = 0;

async function sample(path: string): Promise<Values> {
  const record = recordAt(path);
  const number = ++samples;
  const values = await sampleRecord(record, {
    mark,
    number,
    async refer(field, to) {
      const key = `${to.path} ${number} ${field.kind === "list" ? field.name : ""}`;
      const parent =
        parents.get(key) ?? sample(to.path).then(async (one) => first(await create(to.path, one)));
      parents.set(key, parent);
      return (await parent)[to.value];
    },
  });
  // A child row contains the name of its parent.
  const { parent } = record;
  if (parent && parent.path !== path) {
    const owner = await parents.get(`${parent.path} ${number} `);
    if (owner) values[parent.title] = owner[parent.title];
  }
  // Some sample values may be unusual, so the sample gives a reason for them.
  return record.softChecks ? { ...values, soft_check_reason: "As sampled." } : values;
}

function first(rows: Row[]): Row {
  if (!rows[0]) throw new Error("no row was returned");
  return rows[0];
}

const list = async (path: string, body: Values): Promise<Row[]> => {
  const answer = await callAs("admin", "POST", `/api/${path}`, body);
  if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${answer.text}`);
  return rowsOf(answer);
};

const ids = (rows: Row[]): number[] => rows.map(({ id }) => id);

/** Returns a value of the same kind that differs from the given value. */
function another(value: unknown): unknown {
  if (Array.isArray(value)) return "nothing of the kind";
  if (typeof value === "number") return value + 1;
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return "1999-01-01";
  return value === "Approved" ? "Pending" : value === "Accomplished" ? "Updated" : `${value} and more`;
}

/** Checks whether a row matches the filter. */
function passes(row: Row, name: string, wanted: unknown): boolean {
  const value = row[name];
  if (name === "process_stage") return (value === "Approved") === (wanted === "Approved");
  return Array.isArray(value) ? (wanted as unknown[]).some((one) => value.includes(one)) : value === wanted;
}

afterAll(async () => {
  for (const { table, id } of made) await database`delete from public.${database(table)} where id = ${id}`;
  await cleanUp();
});

const described = new Map(recordEntities.map((entity) => [entity.path, entity]));
const endpoints = dataEndpoints.filter(
  ({ path }) => described.has(path) || recordByPath(path)?.path !== path,
);

describe.each(endpoints.filter(({ pending }) => !pending).map((one) => [one.path, one] as const))(
  "Endpoint /api/%s",
  (path, one) => {
    const record = recordAt(path);
    let values: Values[];
    let rows: Row[];
    /** The fields that may be empty and are not computed from other fields. */
    let emptied: Field[];

    beforeAll(async () => {
      values = await Promise.all([sample(path), sample(path), sample(path)]);
      rows = [...(await create(path, values[0] ?? {})), ...(await create(path, values.slice(1)))];
      const identifiers = record.keys.filter((key) => key.length === 1).flat();
      emptied = record.fields.filter(
        ({ name, required }) =>
          !required &&
          // The status must not be empty if it determines the reporting window of the row.
          (name !== "status" || record.window !== "status") &&
          !identifiers.includes(name) &&
          factsOf(record, name).length === 0 &&
          !record.computed?.some(
            (rule) => rule.field === name && rule.from.some((from) => factsOf(record, from).length > 0),
          ) &&
          !["region_name", "province_name"].includes(name),
      );
    });

    it("The API stores a value for every field of a record type, both from a request with one record and from a list.", async () => {
      const fields = [
        ...(described.get(record.path)?.fields ?? []),
        ...record.fields.map(({ name }) => name),
      ];
      const read = await list(path, { id: ids(rows) });
      for (const [place, row] of rows.entries()) {
        const stored = read.find(({ id }) => id === row.id);
        for (const name of fields) {
          expect(values[place]?.[name], `a value for ${name}`).toBeDefined();
          expect(row[name], name).toEqual(values[place]?.[name]);
          expect(stored?.[name], name).toEqual(values[place]?.[name]);
        }
      }
    });

    it("A user can filter a list by every field of the record type.", async () => {
      const row = first(rows);
      for (const name of new Set([...one.search, ...record.fields.map((field) => field.name)])) {
        const wanted = name === "process_stage" ? "Pending" : row[name];
        const found = await list(path, { [name]: wanted });
        expect(ids(found), name).toContain(row.id);
        expect(
          found.filter((other) => !passes(other, name, wanted)).map((other) => other[name]),
          name,
        ).toEqual([]);
        const others = await list(path, {
          [name]: name === "process_stage" ? "Approved" : another(row[name]),
        });
        expect(ids(others), name).not.toContain(row.id);
      }
    });

    it("A list request accepts search fields at the top level of the request body and in a wrapper object.", async () => {
      const [name, value] = [record.title, first(rows)[record.title]];
      for (const wrapper of one.wrapper ? [one.wrapper] : []) {
        expect(ids(await list(path, { [wrapper]: { [name]: value } }))).toEqual(
          ids(await list(path, { [name]: value })),
        );
        expect(ids(await list(path, { [wrapper]: { [name]: another(value) }, process_stage: null }))).toEqual(
          [],
        );
      }
      expect((await callAs("admin", "POST", `/api/${path}`, { nonsense: 1 })).status).toBe(400);
    });

    it("The API accepts numbers with commas, dates in the form MM-DD-YYYY, and lists as comma-separated text.", async () => {
      const row = first(rows);
      const typed = (field: Field): unknown => {
        const value = row[field.name];
        if (typeof value === "number" && field.kind !== "year") return formatNumber(value);
        if (field.kind === "date") return formatDate(String(value));
        return Array.isArray(value) ? value.join(", ") : value;
      };
      const sent = Object.fromEntries(record.fields.map((field) => [field.name, typed(field)]));
      const saved = first(await save("admin", path, { id: row.id, ...sent }));
      for (const { name } of record.fields) expect(saved[name], name).toEqual(row[name]);
      rows[0] = saved;
    });

    it("The API refuses a record with a month that is not in the reported quarter.", async () => {
      const quarter = record.fields.find(({ kind }) => kind === "quarter");
      const month = record.fields.find(({ kind }) => kind === "month");
      if (!quarter || !month) return;
      const change = (value: string) =>
        callAs("admin", "PUT", `/api/${path}/update`, { id: first(rows).id, [month.name]: value });
      const refused = await change("January");
      expect(refused.status).toBe(422);
      expect(refused.body.details?.[0]).toMatchObject({ index: 0, field: month.name });
      expect((await change("June")).status).toBe(200);
    });

    it("A user can clear an optional field with an empty value in an update request.", async () => {
      const [row, ...others] = rows;
      const changed = first(await save("admin", path, { id: row?.id, remarks: `${mark} changed` }));
      expect(changed).toMatchObject({ id: row?.id, remarks: `${mark} changed` });
      const both = await save(
        "admin",
        path,
        others.map(({ id, row_version }) => ({ id, row_version, remarks: `${mark} both` })),
      );
      expect(both.map(({ remarks }) => remarks)).toEqual([`${mark} both`, `${mark} both`]);
      const empty = Object.fromEntries(emptied.map(({ name, kind }) => [name, kind === "list" ? [] : "  "]));
      const blank = first(await save("admin", path, { id: row?.id, ...empty }));
      expect(emptied.filter(({ name }) => blank[name] !== null).map(({ name }) => name)).toEqual([]);
      expect((await list(path, { id: row?.id }))[0]).toEqual(blank);
    });

    it("For any record type, a delete request can delete one record or several records.", async () => {
      const [row, ...others] = rows;
      const remove = async (body: unknown) =>
        (await callAs("admin", "DELETE", `/api/${path}/delete`, body)).body.data as { deleted: number };
      expect(await remove({ id: row?.id })).toEqual({ deleted: 1 });
      expect(await remove(others.map(({ id }) => ({ id })))).toEqual({ deleted: 2 });
      expect(await list(path, { id: ids(rows) })).toEqual([]);
    });
  },
);
