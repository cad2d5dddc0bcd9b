/**
 * A question of the Explore screen counts or sums rows in groups. Tests a question's URL, the default question of each
 * record type, and which questions a user may ask.
 */
import { describe, expect, test } from "vitest";
import { explore } from "#shared/contracts/explore.ts";
import { readConditions } from "#shared/contracts/filters/conditions.ts";
import { listedColumns } from "#shared/records/columns.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { readExploreSearch } from "../../web/src/features/explore/common/explore-search.ts";
import {
  bodyOf,
  isAskable,
  type Question,
  readQuestion,
  searchOf,
} from "../../web/src/features/explore/question/question.ts";
import { recordOptions } from "../../web/src/features/explore/question/question-bar.tsx";
import { groupOptions, valueOptions } from "../../web/src/features/explore/question/question-fields.ts";
import {
  isDifferent,
  searchOfStored,
  sensitiveParts,
  storedQuestion,
} from "../../web/src/features/explore/saved/stored-question.ts";
import { parseSearch, stringifySearch } from "../../web/src/lib/http/search-params.ts";
import { summarizedFilter } from "../../web/src/records/list/summarize.ts";
import { person } from "./people.ts";

const user = person("Central");
const trusted = person("Central", { rights: ["Read", "Sensitive"] });
const ask = (record: AnyRecord, raw: Record<string, unknown> = {}) =>
  readQuestion(record, user, readExploreSearch(raw));
/** Writes the search parameters to a URL and reads them back. */
const throughUrl = (search: object) => readExploreSearch(parseSearch(stringifySearch({ ...search })));

describe("URL of an Explore query", () => {
  test("If the app writes an Explore query to a URL, it can restore the query completely from this URL.", () => {
    const question: Question = {
      rows: ["arbo_name", "commodity"],
      columns: "transaction_date.quarter",
      value: { kind: "sum", field: "gross_sales" },
      filter: {
        region_name: "Region III",
        volume: { gt: 5 },
        has_no: [{ record: "farmers-tracking-income", where: { reporting_year: 2026 } }],
      },
      order: "name",
      top: 10,
    };
    const search = throughUrl(searchOf(salesTransaction, question, { as: "bars", share: "row" }));
    expect(search).toMatchObject({ record: "sales-transaction", as: "bars", share: "row" });
    expect(readQuestion(salesTransaction, user, search)).toEqual(question);
  });

  test("If a URL contains an Explore query without row groups, the app opens it without the default row groups.", () => {
    const question = { ...ask(salesTransaction), rows: [], columns: null };
    expect(
      readQuestion(salesTransaction, user, throughUrl(searchOf(salesTransaction, question, {}))),
    ).toEqual(question);
    expect(ask(salesTransaction).rows).not.toEqual([]);
  });

  test("The app ignores unknown or malformed settings in an Explore URL.", () => {
    const raw = { rows: "nothing,sex,sex,province_name", columns: "sex.month", value: "count", top: "-3" };
    expect(ask(participant, { ...raw, filter: "{bad", order: "up", as: "pie", share: "2" })).toEqual({
      rows: ["sex", "province_name"],
      columns: null,
      value: { kind: "count" },
      filter: {},
      order: "value",
      top: 200,
    });
  });
});

describe("Default Explore query", () => {
  test.each([
    [
      "Sales",
      salesTransaction,
      ["arbo_name"],
      "transaction_date.quarter",
      { kind: "sum", field: "gross_sales" },
    ],
    ["Participants", participant, ["arbo_name"], "sex", { kind: "count" }],
    ["FME Inventory", fmeInventoryTable, ["arbo_name"], null, { kind: "count" }],
    ["Trainings", arboTraining, ["arbo_name"], "start_date.quarter", { kind: "sum", field: "training_cost" }],
    ["ARBOs", arboMasterlist, ["province_name"], null, { kind: "count" }],
  ] as const)(
    "The default Explore query about %s has the groups and the value that are preset for this record type.",
    (_, record, rows, columns, value) => {
      expect(ask(record as AnyRecord)).toMatchObject({ rows, columns, value });
    },
  );

  test.each(records.map((record) => [record.route, record] as const))(
    "For %s, the API accepts every group and every value that users can choose on the Explore screen.",
    (_, record) => {
      const question = ask(record);
      const isAccepted = (body: unknown) => explore.body.safeParse(body).success;
      expect(isAccepted(bodyOf(record, question))).toBe(true);
      for (const { value } of groupOptions(record, user))
        expect(isAccepted(bodyOf(record, { ...question, rows: [value], columns: null })), value).toBe(true);
      for (const { value } of valueOptions(record, user))
        expect(isAccepted(bodyOf(record, ask(record, { value }))), value).toBe(true);
    },
  );
});

test("The Explore screen and the API have no sum of ages, percentages, years, places and amounts per unit.", () => {
  const withoutSum = records.flatMap((record) => {
    const numbers = [...listedColumns(record).values()].filter(({ type }) => /int|numeric/.test(type));
    const bodies = numbers.map(({ name }) => ({
      ...bodyOf(record, ask(record)),
      value: { kind: "sum", field: name },
    }));
    const offered = valueOptions(record, trusted).map(({ value }) => value);
    return bodies.flatMap((body) => {
      const name = body.value.field;
      if (explore.body.safeParse(body).success) return [];
      expect(offered, record.path).not.toContain(`sum.${name}`);
      const average = { ...body, value: { kind: "average", field: name } };
      expect(explore.body.safeParse(average).success, name).toBe(true);
      return [name];
    });
  });
  expect([...new Set(withoutSum)].sort()).toEqual([
    ...["accuracy", "age", "arboPrimaryKey", "duplicate_of", "form11_id", "latest_audited_fs", "latitude"],
    ...["longitude", "mark_assist_id", "marketing_cost_per_unit", "percent_difference"],
    ...["post_harvest_cost_per_unit", "price_per_unit", "proddev_id", "production_cost_per_unit"],
    ...["reporting_year", "trader_market_price_per_unit", "trader_marketing_cost_per_unit", "year_funded"],
    ...["year_launched", "year_organized"],
  ]);
});

test("The Explore screen offers sensitive fields only to users with the Sensitive right.", () => {
  const names = (asker: typeof user) => groupOptions(participant, asker).map(({ value }) => value);
  expect(names(trusted)).toContain("birthday.year");
  expect(names(user).filter((name) => /birthday|is_pwd|^age/.test(name))).toEqual([]);
  expect(valueOptions(participant, user).filter(({ value }) => /\.age$/.test(value))).toEqual([]);
  expect(ask(participant, { rows: "is_pwd,sex", value: "count" }).rows).toEqual(["sex"]);
});

test("The Explore screen refuses a query about a field that the user can't see.", () => {
  const regional = person("Regional");
  const may = (raw: Record<string, unknown>, asker = regional) =>
    isAskable(participant, asker, readExploreSearch(raw));
  expect(may({ rows: "province_name", columns: "sex", value: "count" })).toBe(true);
  expect(may({})).toBe(true);
  for (const sensitive of [{ rows: "sex,is_pwd" }, { columns: "birthday.year" }, { value: "average.age" }]) {
    expect(may({ value: "count", ...sensitive }), JSON.stringify(sensitive)).toBe(false);
    expect(may({ value: "count", ...sensitive }, trusted), JSON.stringify(sensitive)).toBe(true);
  }
  expect(may({ rows: "removed_field", value: "count" })).toBe(false);
  expect(may({ value: "sum.removed_field" })).toBe(false);
  // Users of the region see only rows of their region, so the numbers are the same without the region.
  const ofRegion = { rows: "region_name,sex", value: "count" };
  expect(may(ofRegion)).toBe(true);
  expect(readQuestion(participant, regional, readExploreSearch(ofRegion)).rows).toEqual(["sex"]);
  expect(may({ value: "distinct.region_name" })).toBe(false);
});

test("If a user opens Explore from a list, the Explore query keeps the list's filters.", () => {
  const filter = { gross_sales: { gt: 100 } };
  expect(
    summarizedFilter(salesTransaction, { tab: "approved", q: "rice", where: { region_name: "III" }, filter }),
  ).toEqual({ region_name: "III", gross_sales: { gt: 100 } });
  expect(
    summarizedFilter(salesTransaction, {
      where: { commodity: "Palay" },
      filter: { commodity: { not: "Rice" } },
    }),
  ).toEqual({ all: [{ commodity: "Palay" }, { commodity: { not: "Rice" } }] });
  expect(summarizedFilter(salesTransaction, {})).toBeUndefined();
  expect(summarizedFilter(fmeInventoryTable, { tab: "pending" })).toBeUndefined();
  expect(summarizedFilter(fmeInventoryTable, { tab: "approved" })).toEqual({ process_stage: "Approved" });
});

test("If a user opens Explore from the list of one ARBO's rows, the Explore query counts only these rows.", () => {
  expect(summarizedFilter(arboTraining, { about: { arbo: "12" } })).toEqual({ arboPrimaryKey: 12 });
  expect(summarizedFilter(arboMasterlist, { about: { arbo: "12" } })).toEqual({ id: 12 });
  expect(summarizedFilter(salesTransaction, { about: { id: ["3", "4"] }, tab: "all" })).toEqual({
    id: ["3", "4"],
  });
  expect(summarizedFilter(arboTraining, { about: { arbo: "12", arbo_year: "2025" } })).toEqual({
    arboPrimaryKey: 12,
    any: [
      { date_conducted: { between: ["2025-01-01", "2025-12-31"] } },
      { date_conducted: { blank: true }, start_date: { between: ["2025-01-01", "2025-12-31"] } },
      {
        ...{ date_conducted: { blank: true }, start_date: { blank: true } },
        end_date: { between: ["2025-01-01", "2025-12-31"] },
      },
      {
        ...{ date_conducted: { blank: true }, start_date: { blank: true }, end_date: { blank: true } },
        year_funded: 2025,
      },
    ],
  });
  expect(summarizedFilter(salesTransaction, { about: { arbo: "12", arbo_year: [""] } })).toEqual({
    arboPrimaryKey: 12,
    transaction_date: { blank: true },
  });
});

test("If a user opens Explore from the list of one ARBO's rows, the API accepts the filter of the query.", () => {
  for (const record of records.filter(({ parent }) => parent))
    for (const year of ["2025", [""]]) {
      const filter = summarizedFilter(record, { about: { arbo: "12", arbo_year: year } });
      expect(readConditions(record, filter), record.path).toMatchObject({ ok: true });
    }
});

test("If a user opens Explore from the list behind a chart, the query counts targets or accomplishments, but not both.", () => {
  const about = { region_name: "III" };
  expect(summarizedFilter(form11Accomp, { figure: "form-11.arbos", about })).toEqual({
    status: "Accomplished",
    region_name: "III",
  });
  expect(summarizedFilter(form11Accomp, { figure: "form-11.arbos", about: { status: "Target" } })).toEqual({
    status: "Target",
  });
  // A list that was opened from a number in Explore is not limited to one status.
  const filter = { commodity: "Palay" };
  expect(summarizedFilter(form11Accomp, { tab: "all", filter })).toEqual(filter);
});

describe("Saving an Explore query", () => {
  const search = { as: "heat_map", share: "column" } as const;
  const question = ask(participant, { rows: "sex", value: "count", filter: { region_name: "III" } });

  test("If a user selects another chart type for a saved Explore query, the app marks the query as changed.", () => {
    const stored = storedQuestion(participant, question, search, true);
    expect(stored.explore?.pinned).toBe(true);
    const opened = searchOfStored(7, stored.explore ?? { record: "", value: { kind: "count" } });
    expect(opened).toMatchObject({ ...search, saved: 7 });
    expect(readQuestion(participant, user, opened)).toEqual(question);
    const again = storedQuestion(participant, readQuestion(participant, user, opened), opened, true);
    expect(isDifferent(stored, again)).toBe(false);
    expect(isDifferent(stored, storedQuestion(participant, question, { as: "bars" }, true))).toBe(true);
  });

  test("The app lists the sensitive fields that an Explore query uses as groups or conditions.", () => {
    const own = {
      ...question,
      rows: ["birthday.year"],
      filter: { any: [{ is_pwd: "Yes" }, { sex: "Male" }] },
    };
    expect(sensitiveParts(participant, own)).toEqual(["Birthday", "Person with disability"]);
    expect(sensitiveParts(participant, question)).toEqual([]);
  });
});

test("The Explore screen's dropdown lists each record type with the names of all screens that show its rows.", () => {
  const labels = new Map(recordOptions.map(({ value, label }) => [value, label]));
  expect(labels.get("form11-accomp")).toBe("Form 11: Annual Target, Annual Accomplishment");
  expect(labels.get("participant")).toBe("Form 5: Participants");
});
