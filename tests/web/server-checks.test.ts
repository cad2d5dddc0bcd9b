/** The app asks the server for the unusual values of many rows in several requests. */
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../web/src/lib/http/api.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { nextUser, tokensOf } from "./people.ts";

afterEach(() => vi.unstubAllGlobals());

test("If the app checks 1,001 rows for unusual values, it sends three requests with at most 500 rows each.", async () => {
  writeSession(tokensOf(nextUser));
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    const rows = JSON.parse(body) as unknown[];
    sizes.push(rows.length);
    const last = { index: rows.length - 1, field: "gross_sales", message: "High.", soft_check: "tenfold" };
    return Response.json({ status: "success", data: [last] });
  });
  const rows = Array.from({ length: 1001 }, (_, id) => ({ id }));
  const found = await api.softChecks("sales-transaction", rows);
  expect(sizes).toEqual([500, 500, 1]);
  expect(found.map(({ index }) => index)).toEqual([499, 999, 1000]);
});
