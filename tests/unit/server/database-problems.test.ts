/** Responses to errors of Postgres that both reading and saving requests can cause. */
import pg from "pg";
import { expect, it } from "vitest";
import { databaseProblem } from "#shared/server/db/database-problems.ts";
import { type RequestNotes, withNotes } from "#shared/server/observe/request.ts";

const overflow = Object.assign(new pg.DatabaseError("integer out of range", 0, "error"), { code: "22003" });

it("A number that is too large breaks a rule if a user saves it, and is an internal error if a query computes it.", () => {
  const kindOf = (saves: boolean) =>
    withNotes({ saves } as RequestNotes, () => databaseProblem(overflow)).kind;
  expect([kindOf(true), kindOf(false)]).toEqual(["rule", "internal"]);
});
