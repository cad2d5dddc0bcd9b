/**
 * Without a connection, a browser answers list requests from its stored rows. Its answers must have the same rows,
 * order and values as the server's.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { answerList, answerValues, type Body } from "../../web/src/lib/offline/row-query.ts";
import type { StoredRow } from "../../web/src/lib/offline/row-search-text.ts";
import { callAs, type DemoUser } from "./support.ts";

const paths = ["arbo-masterlist", "arc-masterlist", "project-list", "arbo-training", "fme-inventory-table"];
const user: DemoUser = "regional";

async function allRows(path: string): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (let page = 1; ; page++) {
    const body = { page, page_size: 200, sort: [{ field: "id", dir: "asc" }] };
    const answer = await callAs(user, "POST", `/api/${path}`, body);
    rows.push(...(answer.body.data as StoredRow[]));
    if (rows.length >= (answer.body.total ?? 0)) return rows;
  }
}

const recordOf = (path: string): AnyRecord => {
  const record = recordByPath(path);
  if (!record) throw new Error(path);
  return record;
};

const isPlain = (field: Field): boolean =>
  field.kind !== "date" && field.kind !== "list" && field.options?.from !== "place";

/** Generates list requests with values and words of the given rows. */
function bodies(record: AnyRecord, rows: readonly StoredRow[]): fc.Arbitrary<Body> {
  const row = fc.constantFrom(...rows);
  const field = fc.constantFrom(...record.fields.filter(isPlain));
  const sortable = fc.constantFrom(
    "id",
    ...record.fields.filter(({ kind }) => kind !== "list").map(({ name }) => name),
  );
  const value = fc.tuple(row, field).map(([one, { name }]) => ({ [name]: one[name] }));
  const values = fc
    .tuple(row, row, field, fc.boolean())
    .map(([one, other, { name }, empty]) => ({ [name]: [one[name], other[name], ...(empty ? [null] : [])] }));
  const text = fc
    .tuple(row, fc.constantFrom(...record.fields))
    .map(([one, { name }]) => String(one[name] ?? ""));
  const word = fc.tuple(text, fc.nat(5), fc.nat(3)).map(([whole, at, from]) => {
    const words = whole.split(/\s+/);
    return (words[at % words.length] ?? "").slice(from);
  });
  const q = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => ({ q: words.join(" ") })),
    fc
      .constantFrom("PENDING", "march 2021", "1,000", "12.5%", "ñ", "100%", "a_b", "no name (3)")
      .map((typed) => ({ q: typed })),
  );
  const sort = fc
    .array(fc.record({ field: sortable, dir: fc.constantFrom("asc", "desc") }), { maxLength: 3 })
    .map((sorts) => ({ sort: sorts }));
  const stage = record.approval
    ? fc.constantFrom<Body>({}, { tab: "approved" }, { tab: "pending" }, { process_stage: "Pending" })
    : fc.constant<Body>({});
  const id = fc.array(row, { minLength: 1, maxLength: 4 }).map((some) => ({ id: some.map((one) => one.id) }));
  const filter = fc.oneof({ weight: 3, arbitrary: value }, values, q, id, fc.constant<Body>({}));
  const page = fc.record({ page: fc.integer({ min: 1, max: 3 }), page_size: fc.constantFrom(1, 7, 50) });
  return fc
    .tuple(filter, fc.oneof(q, value, fc.constant<Body>({})), stage, sort, page)
    .map((parts) => Object.assign({}, ...parts));
}

describe.each(paths)("Stored rows of %s", (path) => {
  it("An offline browser and the server return the same rows and totals for random list requests.", async () => {
    const [record, rows, parents] = [recordOf(path), await allRows(path), await allRows("arbo-masterlist")];
    let understood = 0;
    await fc.assert(
      fc.asyncProperty(bodies(record, rows), async (body) => {
        const own = answerList({ record, rows, parents }, body);
        if (own === null) return;
        understood += 1;
        const { body: answer } = await callAs(user, "POST", `/api/${path}`, body);
        expect({ ids: own.data.map(({ id }) => id), total: own.total }).toEqual({
          ids: (answer.data as StoredRow[]).map(({ id }) => id),
          total: answer.total,
        });
      }),
      { numRuns: 60 },
    );
    expect(understood).toBeGreaterThan(50);
  });

  it("If a user searches among the values of a field, the offline browser finds the same values as the server.", async () => {
    const [record, rows] = [recordOf(path), await allRows(path)];
    const field = fc.constantFrom(
      ...record.fields.filter(({ kind }) => kind !== "list").map(({ name }) => name),
    );
    const text = fc.constantFrom("", "a", "no", "20", "Coop", "ñ");
    await fc.assert(
      fc.asyncProperty(field, text, async (name, part) => {
        const body = { field: name, text: part };
        const { body: answer } = await callAs(user, "POST", `/api/${path}/values`, body);
        expect(answerValues({ record, rows, parents: [] }, body)).toEqual(answer.data);
      }),
      { numRuns: 25 },
    );
  });
});
