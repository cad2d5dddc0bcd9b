/**
 * Without a connection, a browser answers requests from its stored rows. If the server's answer could be different, the
 * request must fail, because a wrong answer would mislead the user.
 */
import { describe, expect, test } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import { answerList, answerValues, type Body } from "../../web/src/lib/offline/row-query.ts";

const arbos = recordByPath("arbo-masterlist");
const trainings = recordByPath("arbo-training");
const participants = recordByPath("participant");
if (!arbos || !trainings || !participants) throw new Error("The registry lacks a record type.");

const rows = [
  {
    id: 1,
    arbo_name: "Sibol Cooperative",
    muncity_name: "Gapan",
    former_names: ["Old Sibol"],
    process_stage: "Approved",
  },
  { id: 2, arbo_name: "Maharlika", muncity_name: "Jaen", former_names: null, process_stage: null },
];
const list = (body: Body) => answerList({ record: arbos, rows, parents: [] }, body);

describe("Requests that the browser can't answer from stored rows", () => {
  test.each<[string, Body]>([
    ["a figure", { figure: "form-5.arbos_matched" }],
    ["conditions", { filter: { arbo_name: { contains: "a" } } }],
    ["totals", { sums: ["total_member"], page: 1 }],
    ["a review state", { review: "returned" }],
    ["rows of an import", { import: "1" }],
    ["a town, which has other names", { muncity_name: "Gapan City" }],
    ["a field that they don't have", { unknown: 1 }],
    ["an order by a list", { sort: [{ field: "former_names" }] }],
  ])("If a request contains %s, the browser doesn't answer it from rows stored offline.", (_, body) =>
    expect(list(body)).toBeNull(),
  );

  test("If a request uses a sensitive field, the browser doesn't answer the request from rows stored offline.", () => {
    const stored = { record: participants, rows: [{ id: 1, age: 40 }], parents: [] };
    expect(answerList(stored, { age: 40 })).toBeNull();
    expect(answerList(stored, { sort: [{ field: "age" }] })).toBeNull();
    expect(answerValues(stored, { field: "age" })).toBeNull();
  });
});

test("If a request contains a filter without a value, the browser ignores this filter when it searches rows stored offline.", () => {
  expect(list({ arbo_name: "", id: [], figure: null, page: 1, page_size: 1 })).toMatchObject({
    data: [{ id: 2 }],
    total: 2,
  });
});

test("An offline search finds an ARBO's rows by a former name of the ARBO.", () => {
  const training = { id: 7, arboPrimaryKey: 1, training_title: "Bookkeeping", process_stage: null };
  const stored = { record: trainings, rows: [training], parents: rows };
  expect(answerList(stored, { q: "old sibol" })?.total).toBe(1);
  expect(answerList(stored, { q: "old maharlika" })?.total).toBe(0);
});
