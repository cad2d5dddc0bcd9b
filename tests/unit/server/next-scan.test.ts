/** Tests how many rows of a list a search scans before it uses the index. */
import { expect, it } from "vitest";
import { nextScan } from "#shared/server/lists/next-scan.ts";

const looked = (rows: number, found: number, all: number) => ({
  rows,
  found: Array.from({ length: found }, (_, id) => id),
  all,
});

/** Scans until the page is full or the index is used. Of each `every` rows, one row contains the word. */
function walk(every: number, all: number, wanted = 50): { rows: number; full: boolean } {
  let state = looked(0, 0, all);
  while (state.found.length < wanted) {
    const next = nextScan(state, wanted);
    if (next === null) return { rows: state.rows, full: false };
    const rows = state.rows + next;
    state = looked(rows, Math.floor(rows / every), all);
  }
  return { rows: state.rows, full: true };
}

it("If the first 1,000 scanned rows do not fill a result page, a search scans 4,000 more rows.", () => {
  expect(walk(2, 3_000_000)).toEqual({ rows: 1000, full: true });
  expect(walk(90, 3_000_000)).toEqual({ rows: 5000, full: true });
});

it("If one in 350 rows matches, a search fills a page of results without the index.", () => {
  const { rows, full } = walk(350, 3_000_000);
  expect(full).toBe(true);
  expect(rows).toBeGreaterThan(20_000);
  expect(rows).toBeLessThan(33_000);
});

it("If one in 4,000 rows matches, a search scans 5,000 rows and then uses the index.", () => {
  expect(walk(350, 300_000)).toEqual({ rows: 5000, full: false });
  expect(walk(4000, 3_000_000)).toEqual({ rows: 5000, full: false });
  expect(walk(10_000_000, 3_000_000)).toEqual({ rows: 5000, full: false });
});

it("If a search must return 6,000 results, it uses the index at once without scanning rows.", () => {
  expect(nextScan(looked(0, 0, 0), 1000)).toBe(1000);
  expect(nextScan(looked(0, 0, 0), 3000)).toBe(5000);
  expect(nextScan(looked(0, 0, 0), 6000)).toBeNull();
});

it("A search uses the index if the table's number of rows is unknown.", () => {
  expect(nextScan(looked(5000, 10, -1), 50)).toBeNull();
});

it("If a table stores no search texts, a search scans 1,000 rows before it can use the index.", () => {
  expect(nextScan(looked(0, 0, 0), 50, true)).toBe(1000);
  expect(nextScan(looked(1000, 2, 3_000_000), 50, true)).toBeNull();
  expect(nextScan(looked(1000, 0, 3_000_000), 50, true)).toBeNull();
  expect(nextScan(looked(1000, 40, 3_000_000), 50, true)).toBeGreaterThan(0);
});
