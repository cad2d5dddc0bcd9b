/** Charts of Explore answers: which values a chart adds up, where a line has gaps, and the order of a line's points. */
import { render } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { rowsOf, valueLabel } from "../../web/src/features/charts/drawing/drawing-parts.ts";
import Plot from "../../web/src/features/charts/drawing/plot.tsx";
import type { DrawnChart } from "../../web/src/features/charts/figures/figures.ts";
import { groupOthers } from "../../web/src/features/charts/figures/group-others.ts";
import { answerChart, restSeries, shownSeries } from "../../web/src/features/explore/answer/answer-chart.ts";
import { answerTable } from "../../web/src/features/explore/answer/answer-table-model.ts";
import type { Share } from "../../web/src/features/explore/common/explore-search.ts";
import type { Question } from "../../web/src/features/explore/question/question.ts";
import { person } from "./people.ts";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));

afterEach(() => {
  vi.restoreAllMocks();
});

const user = person("Central");
const sales = salesTransaction as AnyRecord;
const question: Question = {
  rows: ["arbo_name"],
  columns: "commodity",
  value: { kind: "count" },
  filter: {},
  order: "value",
  top: 200,
};

interface Asked {
  record?: AnyRecord;
  asked?: Partial<Question>;
  share?: Share;
  shape?: "bars" | "lines";
}

/** Returns the chart of an answer, and the sentence that states which series the chart leaves out. */
function draw(answer: ExploreAnswer, { record = sales, asked, share, shape = "bars" }: Asked = {}) {
  const whole = { ...question, ...asked };
  const table = answerTable({ record, user, question: whole, share }, answer);
  const chart = answerChart({ record, question: whole, table }, shape);
  return { chart, note: shownSeries({ record, question: whole, table }, chart, shape) };
}

const labelsOf = (members: DrawnChart["groups"]) => members.map(({ label }) => label);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Returns an answer whose cell in row r and column c counts `count(r, c)` rows. */
function answerOf(rows: number, columns: readonly string[], count: (row: number, column: number) => number) {
  const values = Array.from({ length: rows }, (_, row) => columns.map((_, column) => count(row, column)));
  return {
    total: sumOf(values.flat()),
    columns: [...columns],
    column_totals: columns.map((_, column) => sumOf(values.map((row) => row[column] ?? 0))),
    rows: values.map((row, at) => ({ keys: [`ARBO ${at}`], values: row, total: sumOf(row) })),
    row_count: rows,
  } satisfies ExploreAnswer;
}

const products = Array.from({ length: 12 }, (_, at) => `Product ${at}`);
/** Thirteen ARBOs that sell twelve products. The last products are the most frequent ones. */
const frequent = answerOf(13, products, (_, column) => column + 1);

describe("Bar charts of shares in Explore", () => {
  test("If an Explore chart shows shares of each row, the segments of every bar add up to 100 %.", () => {
    const { chart } = draw(frequent, { share: "row" });
    expect(chart.shape).toBe("stacked");
    expect(chart.series.at(-1)?.key).toBe(restSeries);
    const ofFirst = chart.figures.filter(({ group }) => group === chart.groups[0]?.key);
    expect(sumOf(ofFirst.map(({ value }) => value))).toBeCloseTo(100, 0);
    const { shown, left } = groupOthers(chart);
    expect(left?.number).toBe(3);
    expect(labelsOf(shown.groups)).toEqual(frequent.rows.slice(0, 10).map(({ keys }) => keys[0]));
  });

  test("If an Explore table of row shares has 82 rows and no columns, the chart draws ten bars of 100 %.", () => {
    const answer = answerOf(82, ["all"], () => 1);
    const rows = answer.rows.map((row) => ({ ...row, values: [] }));
    const given = { ...answer, columns: [], column_totals: [], rows };
    const others = (share: Share) => groupOthers(draw(given, { asked: { columns: null }, share }).chart);
    expect(others("row").shown.groups).toHaveLength(10);
    expect(others("row").shown.figures.every(({ value }) => value === 100)).toBe(true);
    // All shares of a column refer to the same total, so the chart may add up those of the 72 ARBOs without a bar.
    expect(labelsOf(others("column").shown.groups).at(-1)).toMatch(/^72 others/);
    expect(others("column").shown.figures.at(-1)?.value).toBeCloseTo(72 * 1.2);
  });

  test("An Explore chart that shows shares of each column includes only the eight largest of twelve columns.", () => {
    const { chart, note } = draw(frequent, { share: "column" });
    expect(chart.shape).toBe("bars");
    expect(labelsOf(chart.series)).toEqual(products.slice(-8));
    expect(note).toBe("The chart shows 8 of 12 series. The table of this question shows all.");
    // All shares of a column refer to the same total, so the chart may add up those of several ARBOs.
    const { shown, left } = groupOthers(chart);
    const added = shown.figures.filter(({ group }) => group === left?.key);
    expect(added).toHaveLength(8);
    expect(added[0]?.value).toBeCloseTo((3 / 13) * 100, 0);
  });

  test('For 20 Explore columns, a chart of row shares adds up ten of them as "10 others", but a chart of column shares doesn\'t.', () => {
    const many = Array.from({ length: 20 }, (_, at) => `Product ${at}`);
    const totals = { ...answerOf(1, many, () => 5), rows: [] };
    const others = (share: Share) => groupOthers(draw(totals, { asked: { rows: [] }, share }).chart);
    expect(labelsOf(others("row").shown.groups).at(-1)).toBe("10 others (without a bar)");
    expect(others("row").shown.figures.at(-1)?.value).toBe(50);
    expect(others("column").shown.groups).toHaveLength(10);
    expect(others("column").shown.figures.every(({ value }) => value === 100)).toBe(true);
  });

  test('An Explore chart of shares of the grand total combines the five smallest columns into one segment "5 others".', () => {
    const { chart, note } = draw(frequent, { share: "total" });
    expect(chart).toMatchObject({ shape: "stacked", overlapping: false });
    expect(chart.series.at(-1)).toEqual({ key: restSeries, label: "5 others" });
    expect(note).toBeNull();
  });
});

test("An Explore bar chart does not add up values with different units.", () => {
  const mixed = { ...frequent, mixed_units: "Volume has different units, which cannot be added." };
  const { chart, note } = draw(mixed, { asked: { value: { kind: "sum", field: "volume" } } });
  expect(chart.shape).toBe("bars");
  expect(chart.series.map(({ key }) => key)).not.toContain(restSeries);
  expect(note).toBe("The chart shows 8 of 12 series. The table of this question shows all.");
  const { shown, left } = groupOthers(chart);
  expect(left?.number).toBe(3);
  expect(shown.groups).toHaveLength(10);
  expect(draw(frequent).chart).toMatchObject({ shape: "stacked", overlapping: false });
});

describe("Missing values in Explore charts", () => {
  const quarters = ["2026 Q1", "2026 Q2", "2026 Q3", "2026 Q4"];
  const asked = { rows: [], columns: "transaction_date.quarter" };
  const answerWith = (values: (number | null)[]): ExploreAnswer => ({
    ...{ total: 40, columns: quarters, column_totals: values, rows: [], row_count: 0 },
  });
  const averages = draw(answerWith([10, null, 30, 40]), {
    asked: { ...asked, value: { kind: "average", field: "gross_sales" } },
    shape: "lines",
  }).chart;
  const counts = draw(answerWith([10, 0, 30, 40]), { asked, shape: "lines" }).chart;

  /**
   * Returns the number of separate parts of the drawn line. Sets the size of the chart, because jsdom has no layout.
   */
  function partsOfLine(chart: DrawnChart): number | undefined {
    vi.spyOn(HTMLDivElement.prototype, "getBoundingClientRect").mockImplementation(function (
      this: HTMLDivElement,
    ) {
      const isChart = this.classList.contains("recharts-responsive-container");
      return isChart ? new DOMRect(0, 0, 600, 300) : new DOMRect();
    });
    const { container } = render(<Plot chart={chart} width={600} />);
    return container.querySelector(".recharts-line-curve")?.getAttribute("d")?.match(/M/g)?.length;
  }

  test("In an Explore line chart, a quarter without an average is a gap in the line, not 0.", () => {
    expect(rowsOf(averages).map(({ value }) => value)).toEqual([10, undefined, 30, 40]);
    expect(rowsOf(counts).map(({ value }) => value)).toEqual([10, 0, 30, 40]);
    expect(valueLabel(undefined)).toBe("");
    expect(partsOfLine(averages)).toBe(2);
    expect(partsOfLine(counts)).toBe(1);
  });

  test("In a line chart of a dashboard, a missing figure is drawn as 0, not as a gap.", () => {
    const { hasGaps: _, ...dashboard } = averages;
    expect(rowsOf(dashboard).map(({ value }) => value)).toEqual([10, 0, 30, 40]);
  });
});

describe("Periods in Explore charts", () => {
  const pointsOf = (rows: readonly string[], keys: ExploreAnswer["rows"][number]["keys"][]) => {
    const answer = {
      ...{ total: 9, columns: [], column_totals: [], row_count: keys.length },
      rows: keys.map((one, at) => ({ keys: one, values: [], total: keys.length - at })),
    };
    const { chart } = draw(answer, { record: form11Accomp, asked: { rows, columns: null }, shape: "lines" });
    return labelsOf(chart.groups);
  };

  test("The periods of an Explore line chart are in chronological order.", () => {
    expect(pointsOf(["reporting_year"], [[2025], [null], [2023], [2024]])).toEqual([
      ...["2023", "2024", "2025", "(blank)"],
    ]);
    expect(pointsOf(["year_funded"], [[2025], [2023], [2024]])).toEqual(["2023", "2024", "2025"]);
    expect(pointsOf(["reporting_quarter"], [["Q3"], ["Q1"], ["Q4"], ["Q2"]])).toEqual([
      ...["Q1", "Q2", "Q3", "Q4"],
    ]);
    expect(pointsOf(["reporting_month"], [["April"], ["December"], [null], ["January"], ["March"]])).toEqual([
      ...["January", "March", "April", "December", "(blank)"],
    ]);
    const quarters = [
      [2025, "Q1"],
      [2024, "Q4"],
      [2024, "Q2"],
      [2025, null],
    ];
    expect(pointsOf(["reporting_year", "reporting_quarter"], quarters)).toEqual([
      ...["2024 · Q2", "2024 · Q4", "2025 · Q1", "2025 · (blank)"],
    ]);
    // Rows that are not periods stay in the order of the answer.
    expect(pointsOf(["region_name"], [["III"], ["I"], ["II"]])).toEqual(["III", "I", "II"]);
  });

  test("An Explore bar chart whose bars are split into ten years combines the three earliest years into one segment.", () => {
    const years = Array.from({ length: 10 }, (_, at) => 2016 + at);
    const early = answerOf(1, years.map(String), (_, column) => 100 - column);
    const { chart } = draw(
      { ...early, columns: years },
      {
        record: form11Accomp,
        asked: { columns: "reporting_year" },
      },
    );
    expect(chart.periods).toBe(true);
    expect(labelsOf(chart.series)).toEqual(["Before 2019", ...years.slice(-7).map(String)]);
  });
});
