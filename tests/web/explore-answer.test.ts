/**
 * Answers of the Explore screen as tables, charts and heat maps. A question counts or sums rows in groups. Its answer
 * has a row or a column per group.
 */
import { expect, test, vi } from "vitest";
import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { answerChart, restSeries, tableChart } from "../../web/src/features/explore/answer/answer-chart.ts";
import { sheetReport } from "../../web/src/features/explore/answer/answer-sheet.ts";
import {
  answerTable,
  nothingCounted,
  ranksOf,
  shareOf,
} from "../../web/src/features/explore/answer/answer-table-model.ts";
import { readableOn, stepOf } from "../../web/src/features/explore/answer/heat.ts";
import { saveTablePicture, tableSvg } from "../../web/src/features/explore/answer/table-picture.ts";
import type { Question } from "../../web/src/features/explore/question/question.ts";
import { person } from "./people.ts";

const write = vi.hoisted(() => vi.fn());
vi.mock("../../web/src/records/workbook/excel-client.ts", () => ({ writeFile: write }));
const savePicture = vi.hoisted(() => vi.fn());
vi.mock("../../web/src/features/charts/files/picture.ts", () => ({ savePicture }));

const record = salesTransaction;
const user = person("Central");
const question: Question = {
  rows: ["commodity"],
  columns: "transaction_date.quarter",
  value: { kind: "sum", field: "gross_sales" },
  filter: { region_name: "Region III" },
  order: "value",
  top: 200,
};
const answer: ExploreAnswer = {
  total: 400,
  columns: ["2026 Q1", "2026 Q2"],
  column_totals: [100, 300],
  rows: [
    { keys: ["Palay"], values: [50, 150], total: 200 },
    { keys: [null], values: [50, 150], total: 200 },
    { keys: ["Corn"], values: [0, 0], total: 0 },
  ],
  row_count: 3,
};
const table = answerTable({ record, user, question, share: undefined }, answer);
const texts = (share: "row" | "column" | "total") =>
  answerTable({ record, user, question, share }, answer).rows.map(({ cells, total }) =>
    [...cells, total].map(({ text }) => text),
  );

test("Each number in an Explore table links to a list with the number's filters.", () => {
  expect(table.rows[1]?.labels).toEqual(["(blank)"]);
  expect(table.rows[1]?.cells[1]?.filter).toEqual({
    all: [
      { region_name: "Region III" },
      { commodity: { blank: true } },
      { transaction_date: { between: ["2026-04-01", "2026-06-30"] } },
    ],
  });
  expect(table.totals[0]?.filter).toEqual({
    all: [{ region_name: "Region III" }, { transaction_date: { between: ["2026-01-01", "2026-03-31"] } }],
  });
  expect(table.total.filter).toEqual({ region_name: "Region III" });
});

test("Explore shows shares as percentages with one decimal.", () => {
  expect(texts("row")[0]).toEqual(["25.0%", "75.0%", "100.0%"]);
  expect(texts("column")[0]).toEqual(["50.0%", "50.0%", "50.0%"]);
  expect(texts("total")[0]).toEqual(["12.5%", "37.5%", "50.0%"]);
  expect(texts("row")[2]).toEqual(["", "", ""]);
  expect(shareOf(1, 0)).toBeNull();
});

test("Equal values in an Explore answer have the same rank.", () => {
  expect(table.rows.map(({ rank }) => rank)).toEqual([1, 1, 3]);
  expect(ranksOf([9, 7, 7, 1, null])).toEqual([1, 2, 2, 4, null]);
  const byName = answerTable(
    { record, user, question: { ...question, order: "name" }, share: undefined },
    answer,
  );
  expect(byName.rows.map(({ rank }) => rank)).toEqual([null, null, null]);
});

test("If one number of an Explore answer has decimals, Explore shows decimals for every number except 0.", () => {
  const rows = [{ keys: ["Palay"], values: [0.5, 0], total: 1200 }];
  const shown = answerTable({ record, user, question, share: undefined }, { ...answer, rows });
  expect(shown.rows[0]?.cells.map(({ text }) => text)).toEqual(["0.50", "0"]);
  expect(shown.rows[0]?.total.text).toBe("1,200.00");
});

test("An Explore bar chart of sales by product and quarter shows one bar per product, stacked by quarter.", () => {
  const asked = { record, question, table };
  const bars = answerChart(asked, "bars");
  expect(bars).toMatchObject({ shape: "stacked", periods: true });
  expect(bars.series.map(({ label }) => label)).toEqual(["2026 Q1", "2026 Q2"]);
  const lines = answerChart(asked, "lines");
  expect(lines.groups.map(({ label }) => label)).toEqual(["2026 Q1", "2026 Q2"]);
  expect(lines.series.map(({ label }) => label)).toEqual(["Palay", "(blank)", "Corn"]);
  const slide = tableChart(asked);
  expect(slide.groups.at(-1)?.label).toBe("Total");
  expect(slide.figures.at(-1)).toMatchObject({
    value: 400,
    text: "400",
    drill: { filter: { region_name: "Region III" } },
  });
  const averages = { ...question, value: { kind: "average", field: "gross_sales" } } as const;
  expect(answerChart({ record, question: averages, table }, "bars").shape).toBe("bars");
});

test("An Explore chart whose bars are split into twelve months combines the five earliest months into one segment.", () => {
  const columns = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
  const values = columns.map((_, month) => month + 1);
  const many = answerTable(
    {
      record,
      user,
      question: { ...question, columns: "transaction_date.month", filter: {} },
      share: undefined,
    },
    { ...answer, columns, column_totals: values, rows: [{ keys: ["Palay"], values, total: 78 }], total: 78 },
  );
  const monthly = { ...question, columns: "transaction_date.month", filter: {} };
  const chart = answerChart({ record, question: monthly, table: many }, "bars");
  expect(chart.series).toHaveLength(8);
  expect(chart.series[0]).toEqual({ key: restSeries, label: "Before 2026-06" });
  expect(chart.figures.reduce((sum, { value }) => sum + value, 0)).toBe(78);
  expect(chart.figures[0]?.drill.filter).toEqual({
    all: [
      { commodity: "Palay" },
      { any: table.columns.length > 0 ? many.columns.slice(0, 5).map(({ filter }) => filter) : [] },
    ],
  });
  // The chart omits the earlier columns, because averages can't be added up.
  const average = { ...monthly, value: { kind: "average", field: "gross_sales" } } as const;
  expect(
    answerChart({ record, question: average, table: many }, "bars").series.map(({ key }) => key),
  ).toEqual(columns.slice(-8));
});

test("An Explore bar chart of totals by quarter has one bar per quarter if there are no other groups.", () => {
  const totals = { ...question, rows: [] };
  const drawn = (asked: Question, given: ExploreAnswer) => {
    const chart = answerChart(
      {
        record,
        question: asked,
        table: answerTable({ record, user, question: asked, share: undefined }, given),
      },
      "bars",
    );
    return chart.figures.map(({ group, value }) => [
      chart.groups.find(({ key }) => key === group)?.label,
      value,
    ]);
  };
  expect(drawn(totals, { ...answer, rows: [] })).toEqual([
    ["2026 Q1", 100],
    ["2026 Q2", 300],
  ]);
  const single = { ...answer, columns: [], column_totals: [], rows: [] };
  expect(drawn({ ...totals, columns: null }, single)).toEqual([["All", 400]]);
});

test("In an Explore heat map, the colour of a cell's text contrasts with the cell's background.", () => {
  expect(readableOn("#e3e8e4")).toBe("#14201a");
  expect(readableOn("#144d2b")).toBe("#ffffff");
  expect([0, 0.01, 50, 100].map((value) => stepOf(value, 100, 6))).toEqual([0, 1, 3, 5]);
});

test("The picture of an Explore table contains all labels and totals.", () => {
  const odd = { ...answer, rows: [{ keys: ["<b>Palay & corn</b>"], values: [1, 2], total: 3 }] };
  const svg = tableSvg(answerTable({ record, user, question, share: undefined }, odd), true);
  expect(svg).toContain("&lt;b>Palay &amp; corn&lt;/b>");
  expect(svg).toContain(">Total<");
  expect(svg.match(/<rect/g)).toHaveLength(2);
});

test("If an Explore table leaves out rows or columns, the exported file contains a note that says so.", async () => {
  const columns = Array.from({ length: 20 }, (_, at) => `Product ${at}`);
  const values = columns.map(() => 1);
  const tableWith = (rows: number, all: number, wide = columns) =>
    answerTable(
      { record, user, question: { ...question, columns: "commodity" }, share: undefined },
      {
        ...{ total: 20 * all, columns: wide, column_totals: wide.map(() => all), row_count: all },
        rows: Array.from({ length: rows }, (_, at) => ({ keys: [`ARBO ${at}`], values, total: 20 })),
      },
    );
  const linesOf = async (shown: typeof table) => {
    write.mockClear();
    const make = sheetReport(shown, { user, title: "Sales", conditions: [] });
    await make(new AbortController().signal, () => undefined);
    return write.mock.calls[0]?.[0].about.lines;
  };
  const note = ["Note", "60 of 500 rows are shown. The totals include all rows."];
  expect(await linesOf(tableWith(60, 500))).toContainEqual(note);
  expect((await linesOf(tableWith(60, 60))).map(([label]: [string]) => label)).not.toContain("Note");

  const noteOf = async (shown: typeof table) => {
    savePicture.mockClear();
    await saveTablePicture(shown, { title: "Sales", subtitle: "", source: "", note: "60 rows" });
    return savePicture.mock.calls[0]?.[1].note;
  };
  expect(await noteOf(tableWith(60, 60))).toBe(
    "40 of 60 rows and 16 of 20 columns are shown. The totals include all.",
  );
  expect(await noteOf(tableWith(20, 1500, columns.slice(0, 16)))).toBe(
    "20 of 1,500 rows are shown. The totals include all rows.",
  );
  expect(await noteOf(tableWith(20, 20))).toBe("16 of 20 columns are shown. The totals include all columns.");
  expect(await noteOf(tableWith(20, 20, columns.slice(0, 16)))).toBeNull();
});

test("If an Explore query finds no rows, the message mentions conditions only if the query has conditions.", () => {
  expect(nothingCounted(record, question)).toBe("No sales transactions match the conditions.");
  expect(nothingCounted(record, { ...question, filter: {} })).toBe("There are no sales transactions yet.");
});

test("If the average of a percentage field is stored as 0.125, Explore shows it as 12.50%.", async () => {
  const asked = {
    ...{ ...question, columns: null, rows: ["arbo_name"], filter: {} },
    value: { kind: "average", field: "percent_difference" },
  } as const satisfies Question;
  const rows = [{ keys: ["Maligaya"], values: [], total: 0.125 }];
  const given = { total: 0.125, columns: [], column_totals: [], rows, row_count: 1 };
  const tableOf = (value: Question["value"]) =>
    answerTable(
      { record: farmersTrackingIncome, user, question: { ...asked, value }, share: undefined },
      given,
    );
  const percentages = tableOf(asked.value);
  expect(percentages.total.text).toBe("12.50%");
  const chart = answerChart({ record: farmersTrackingIncome, question: asked, table: percentages }, "bars");
  expect([chart.unit, chart.figures[0]?.value]).toEqual(["%", 12.5]);
  const exported = async (table: typeof percentages) => {
    write.mockClear();
    await sheetReport(table, { user, title: "Income", conditions: [] })(
      new AbortController().signal,
      () => undefined,
    );
    return write.mock.calls[0]?.[0];
  };
  const total = { name: "total", percentage: true };
  expect(await exported(percentages)).toMatchObject({
    layout: { fields: [{}, total] },
    rows: [{ total: 0.125 }, { total: 0.125 }],
  });
  const number = tableOf({ kind: "distinct", field: "percent_difference" });
  expect(number.isPercentage).toBe(false);
  expect((await exported(number)).layout.fields[1]).not.toHaveProperty("percentage");
});
