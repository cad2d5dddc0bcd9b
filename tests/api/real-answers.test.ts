/**
 * Compares the embedded replacements of Auth and Storage with the recorded responses of the real servers (folder
 * real-answers): the status, the code, the headers that clients read, and the types in the body.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { testStack } from "../test-stack.ts";
import { recordAuthResponses } from "./real-answers/auth.ts";
import { recordDoors } from "./real-answers/doors.ts";
import { recordStorageResponses } from "./real-answers/storage.ts";
import type { RecordedResponses } from "./real-answers/target.ts";

const kept = async (name: string): Promise<RecordedResponses> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, `real-answers/${name}.json`), "utf8"));

/** Sign-ins to which Supabase Auth responds that the user is banned, and so reveals that the account exists. */
const likeUnknownUser = new Set(["a banned user signs in", "a banned user with a wrong password"]);

for (const [name, askAll] of [
  ["auth", recordAuthResponses],
  ["storage", recordStorageResponses],
] as const) {
  const real = await kept(name);
  describe(name, () => {
    let given: RecordedResponses;
    beforeAll(async () => {
      given = await askAll(testStack());
    }, 120_000);
    const expected = (question: string) => real[likeUnknownUser.has(question) ? "unknown user" : question];

    it("To the local Auth and Storage servers, the test sends the same requests as were recorded with the real servers.", () => {
      expect(Object.keys(given)).toEqual(Object.keys(real));
    });

    it.each(Object.keys(real))(
      "The local Auth and Storage servers give the same response as the recorded real servers: %s",
      (question) => {
        expect(given[question]).toEqual(expected(question));
      },
    );
  });
}

describe("Auth endpoints that this system does not use", async () => {
  const real = await kept("doors");
  const isOpen = ({ status }: { status: number }) => status < 400;
  let given: RecordedResponses;
  beforeAll(async () => {
    given = await recordDoors(testStack());
  }, 120_000);

  it("The real Auth server returned no session token from the endpoints that this system doesn't use.", () => {
    expect(JSON.stringify(real)).not.toMatch(/access_token|refresh_token/);
    const open = Object.entries(real).flatMap(([name, answer]) => (isOpen(answer) ? [name] : []));
    expect(open).toEqual([
      'visitor: POST recover {"email":"own"}',
      'visitor: POST recover {"email":"unknown@answers.example"}',
      'visitor: POST resend {"type":"signup","email":"own"}',
      "visitor: GET verify?type=recovery&token=123456",
      "visitor: GET settings",
      'user: PUT user {"data":{"a":1}}',
    ]);
  });

  it("The local Auth server refuses every request to an endpoint that this system doesn't use.", () => {
    expect(Object.keys(given)).toEqual(Object.keys(real));
    for (const [name, { status, body }] of Object.entries(given))
      expect([name, status, body]).toEqual([
        name,
        403,
        { code: 403, error_code: "not_allowed", msg: "text" },
      ]);
  });
});
