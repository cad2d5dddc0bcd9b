/** Every response of a function names the product's version, so that an outdated page looks for new files. */
import { expect, it } from "vitest";
import { version, versionHeader } from "#shared/version.ts";
import { testStack } from "../test-stack.ts";

it.each([
  ["a success", "/api/health", 200],
  ["a refused caller", "/api/auth/current-user", 401],
  ["an unknown endpoint of api", "/api/nothing", 404],
  ["an unknown endpoint of charts", "/charts/nothing", 404],
  ["an unknown endpoint of dropdown", "/functions/v1/dropdown/a/b/c", 404],
])(
  "Every response of an edge function has a header that names the version of the system: %s.",
  async (_, path, status) => {
    const answer = await fetch(testStack().url + path);
    await answer.text();
    expect([answer.status, answer.headers.get(versionHeader)]).toEqual([status, version]);
  },
);
