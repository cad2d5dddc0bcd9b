/** Cards of pinned Explore questions on the dashboard. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ExploreAnswer } from "#shared/contracts/explore.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import PinnedCard from "../../web/src/features/explore/pinned-card.tsx";
import type { Question } from "../../web/src/features/explore/question/question.ts";
import { storedQuestion } from "../../web/src/features/explore/saved/stored-question.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { person } from "./people.ts";

vi.mock("../../web/src/features/explore/answer/use-links.ts", () => ({ useLinks: () => null }));
vi.mock("../../web/src/features/charts/drawing/plot.tsx", () => ({ default: () => null }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const question: Question = {
  rows: ["commodity"],
  columns: "transaction_date.month",
  value: { kind: "average", field: "gross_sales" },
  filter: {},
  order: "value",
  top: 200,
};
const columns = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
const values = columns.map(() => 5);
const rows = Array.from({ length: 10 }, (_, at) => ({ keys: [`Product ${at}`], values, total: 5 }));
const answer: ExploreAnswer = { total: 5, columns, column_totals: values, rows, row_count: 34 };

const calls: string[] = [];

function showCard(
  given: ExploreAnswer,
  as: "table" | "bars",
  stored: Question = question,
  user = person("Central"),
) {
  calls.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    return Response.json({
      status: "success",
      data: path.endsWith("/open") ? { view: storedQuestion(salesTransaction, stored, { as }) } : given,
    });
  });
  const saved = { id: 1, name: "Sales" } as Parameters<typeof PinnedCard>[0]["saved"];
  render(
    <QueryClientProvider client={queryClient}>
      <PinnedCard saved={saved} user={user} height={340} />
    </QueryClientProvider>,
  );
}

test("The dashboard card of a pinned Explore query says how many of the rows it shows.", async () => {
  showCard(answer, "table");
  await screen.findByText("10 of 34 rows are shown. The totals include all rows.");
});

test("The dashboard card of a pinned Explore query says how many series its chart leaves out.", async () => {
  showCard(answer, "bars");
  await screen.findByText("The chart shows 8 of 12 series. The table of this question shows all.");
  await screen.findByText("10 of 34 rows are shown. The totals include all rows.");
});

test("If the numbers of a pinned Explore query can't be added up, its dashboard card says why.", async () => {
  const message = "The volumes have different units.";
  showCard({ ...answer, total: null, rows: [], row_count: 0, mixed_units: message }, "table");
  await screen.findByText(message);
  expect(screen.queryByText(/There are no sales/)).toBeNull();
});

test.each<[string, Partial<Question>]>([
  ["value", { value: { kind: "sum", field: "removed_field" } }],
  ["row", { rows: ["commodity", "removed_field"] }],
  ["column", { columns: "removed_date.month" }],
])(
  "If the %s field of a pinned Explore query no longer exists, the dashboard shows no answer.",
  async (_, part) => {
    showCard(answer, "table", { ...question, ...part });
    await screen.findByText(
      "This question uses a field that you cannot see or that does not exist any more.",
    );
    expect(screen.queryByRole("table")).toBeNull();
    expect(calls.filter((path) => path.endsWith("/explore"))).toEqual([]);
  },
);

test("If a pinned Explore query adds up prices, its dashboard card says that this sum has no meaning.", async () => {
  showCard(answer, "table", { ...question, value: { kind: "sum", field: "price_per_unit" } });
  await screen.findByText(
    'This question adds up "Price per unit (PHP)", but a sum of it has no meaning. Ask for its average instead.',
  );
  expect(calls.filter((path) => path.endsWith("/explore"))).toEqual([]);
});

test("A user of one region sees the answer to a pinned Explore query that is grouped by region.", async () => {
  const ofRegion = { ...question, rows: ["region_name", "commodity"] };
  showCard(answer, "table", ofRegion, person("Regional"));
  await screen.findByText("10 of 34 rows are shown. The totals include all rows.");
  expect(screen.getByRole("columnheader", { name: "Commodity" })).toBeDefined();
});
