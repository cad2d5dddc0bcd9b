/**
 * Marks of unusual values: in a row with an unusual value, the cell of the value and the name of the row are marked.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import type { CellParams } from "../../web/src/records/grid/grid-context.ts";
import {
  UnusualCell,
  UnusualMark,
  UnusualMarks,
  useUnusualMarks,
} from "../../web/src/records/grid/unusual-marks.tsx";
import { type FormToReview, findNextForm } from "../../web/src/records/review/review-by-form.ts";

const message = "Quantity is 17. The last report says 1.";
const rows = [{ id: 1 }, { id: 2 }] as unknown as Row[];
const asked: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    asked.push([path, JSON.parse(String(init?.body))]);
    const data = [{ id: 2, field: "quantity_hard", kind: "tenfold", message, previous: 1 }];
    return new Response(JSON.stringify({ status: "success", data }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

function List() {
  const marks = useUnusualMarks(form11Accomp, rows);
  const cell = (data: Row, field: string, valueFormatted: string) =>
    ({ data, colDef: { field }, valueFormatted }) as unknown as CellParams;
  return (
    <UnusualMarks value={marks}>
      {rows.map((row) => (
        <ul key={row.id} aria-label={`row ${row.id}`}>
          <li aria-label="name">
            <UnusualMark row={row} />
          </li>
          <li aria-label="quantity">
            <UnusualCell {...cell(row, "quantity_hard", "17")} />
          </li>
          <li aria-label="cost">
            <UnusualCell {...cell(row, "total_cost", "5")} />
          </li>
        </ul>
      ))}
    </UnusualMarks>
  );
}

test("The mark on an unusual quantity explains why the quantity is unusual.", async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  const marks = await screen.findAllByRole("img", { name: `Unusual: ${message}` });
  expect(marks.map((mark) => mark.closest("li")?.getAttribute("aria-label"))).toEqual(["name", "quantity"]);
  expect(marks.map((mark) => mark.closest("ul")?.getAttribute("aria-label"))).toEqual(["row 2", "row 2"]);
  expect(asked).toEqual([[expect.stringContaining("/api/form11-accomp/unusual"), { id: [1, 2] }]]);
});

const form = (route: string, to_review: number, unusual: number) =>
  ({ drill: { route }, to_review, unusual, returned: 0 }) as unknown as FormToReview;
const forms = [form("A", 3, 1), form("B", 2, 0), form("C", 1, 1), form("D", 0, 0)];

test("A reviewer can move from one form to the next form that has rows in the review queue.", () => {
  const next = (route: string, which: "to_review" | "unusual") =>
    findNextForm(forms, route, which)?.drill.route;
  expect([next("A", "to_review"), next("B", "to_review"), next("C", "to_review")]).toEqual(["B", "C", "A"]);
  expect([next("A", "unusual"), next("C", "unusual")]).toEqual(["C", "A"]);
  // Form E has no pending rows left, so it is not in the list of forms.
  expect(next("E", "to_review")).toBe("A");
  expect(findNextForm([form("A", 3, 1)], "A", "unusual")).toBeUndefined();
});
