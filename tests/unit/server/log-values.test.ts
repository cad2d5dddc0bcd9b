/** A logged error omits the values quoted in its message, because they may be personal data. */
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { ServiceFailure } from "#shared/server/db/service-failure.ts";
import { logFailure } from "#shared/server/observe/log.ts";
import { ConnectionLost } from "#shared/server/sql/sql.ts";

const secret = "Juan Dela Cruz";

afterEach(() => vi.restoreAllMocks());

function logged(error: unknown): string {
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  logFailure(error, "an-id", "POST /api/:path");
  return String(said.mock.calls.at(-1)?.[0]);
}

const postgres = (code: string, message: string, fields: Partial<pg.DatabaseError> = {}) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), {
    code,
    severity: "ERROR",
    ...fields,
  });

it.each([
  ["a value that cannot be read", postgres("22P02", `invalid input syntax for type date: "${secret}"`)],
  ["a value that is too long", postgres("22001", `value ${secret} too long`)],
  ["a message of the application", postgres("AG002", `${secret} is not there.`)],
  ["a key", postgres("23505", "duplicate key", { detail: `Key (name)=(${secret}) already exists.` })],
  [
    "a statement",
    postgres("42883", "no such function", { where: `SQL statement "${secret}"`, hint: secret }),
  ],
  ["JSON", new SyntaxError(`Unexpected token 'J', "${secret}" is not valid JSON`)],
  ["several quotes", new TypeError(`"${secret}" and "${secret}" are not "the" same`)],
  ["a response of a service", new ServiceFailure("file store", `{"path":"${secret}"}`)],
  ["a cause", new ConnectionLost(new Error(`cannot reach "${secret}"`))],
  ["no error at all", `thrown: '${secret}'`],
])("The log line of a failure omits data values from %s.", (_, error) => {
  const line = logged(error);
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({ level: "error", request_id: "an-id", call: "POST /api/:path" });
});

it("The log line of a Postgres error contains its message, code, table and constraint.", () => {
  expect(logged(postgres("42883", "function private.x() does not exist"))).toContain("private.x()");
  expect(logged(new TypeError("x is not a function"))).toContain("x is not a function");
  expect(
    JSON.parse(logged(postgres("23505", "", { table: "users", constraint: "users_key" }))),
  ).toMatchObject({
    code: "23505",
    table: "users",
    constraint: "users_key",
  });
});
