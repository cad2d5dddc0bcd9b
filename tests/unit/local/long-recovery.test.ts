/** A start of the system waits for the recovery of Postgres. The server and the clock are simulated. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConnectionLost, type Statements } from "#shared/server/sql/sql.ts";
import { waitUntilReady } from "../../../supabase/local/postgres/platform.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: async () => undefined }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const recovering = Object.assign(new pg.DatabaseError("the database system is starting up", 0, "error"), {
  severity: "FATAL",
  code: "57P03",
});

/**
 * Returns a simulated server. Each query takes a second. The queries fail with the errors of `causes` in order, and
 * then succeed.
 */
function serverWith(causes: Error[]): Statements {
  return (async () => {
    vi.setSystemTime(Date.now() + 1000);
    const cause = causes.shift();
    if (cause) throw new ConnectionLost(cause);
    return [];
  }) as unknown as Statements;
}

it("The start of the system waits if Postgres needs ten minutes to recover from a crash.", async () => {
  const lines: string[] = [];
  await waitUntilReady(serverWith(new Array(600).fill(recovering)), (line) => lines.push(line), "");
  expect(lines).toHaveLength(60);
  expect(lines[5]).toBe("· database: Postgres is recovering after an unclean stop (for 60 s)");
});

it("The start of the system fails at once if Postgres exits during its recovery.", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const server = serverWith([recovering, recovering, refused, recovering]);
  await expect(waitUntilReady(server, () => undefined, "/no-log")).rejects.toThrow(
    /^Postgres did not start\. End of its log:\n\(no log\)\n.+Restore a backup/,
  );
});

it("The start of the system fails if Postgres crashes again and again before it is ready.", async () => {
  const log = path.join(mkdtempSync(path.join(os.tmpdir(), "long-recovery-")), "postgres.log");
  const crash = () =>
    appendFileSync(log, "LOG:  all server processes terminated; reinitializing\n".repeat(2));
  crash();
  const started = waitUntilReady(serverWith(new Array(30).fill(recovering)), crash, log);
  await expect(started).rejects.toThrow(/^Postgres did not start/);
  rmSync(path.dirname(log), { recursive: true });
});
