/**
 * A write must mark all responses as outdated that may change with the rows, including boards and reports. So code that
 * writes rows calls `invalidateRows` instead of marking the responses of one record type.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Files that may mark a record type's responses as outdated without `invalidateRows`, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  "lib/http/query-client.ts": "contains invalidateRows",
  "records/common/use-records.ts": "updates one row in the cache, and calls invalidateSummaries",
  "lib/outbox/sender.ts": "calls invalidateSummaries once for many entries",
  "records/review/comments.tsx": "a comment changes no row",
};

/** A call of invalidateQueries whose query key is that of a record type's rows. */
const marksRows = /invalidateQueries\(\s*\{\s*queryKey:[^}]*(?:"records"|ofRecord)/;

it("In the web app, only the function invalidateRows and a list of exceptions mark cached rows as outdated.", () => {
  const found = readdirSync("web/src", { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => marksRows.test(readFileSync(`web/src/${file}`, "utf8")));
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});
