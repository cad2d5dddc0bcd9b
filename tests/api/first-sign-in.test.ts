/** `npm start` prints the first password on a terminal only, and only for users who still have it. */
import { expect, it } from "vitest";
import { describeFirstSignIn } from "../../supabase/local/first-sign-in.ts";
import { stack } from "./support.ts";

const describe = (password: string, isTerminal: boolean) =>
  describeFirstSignIn({ databaseUrl: stack.databaseUrl, password, isTerminal });

it("A terminal shows the first password with the users who have it.", async () => {
  const lines = await describe(stack.demoPassword, true);
  expect(lines[0]).toContain(stack.demoPassword);
  expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toContain("admin");
});

it("The output of a service does not contain the first password.", async () => {
  const lines = await describe(stack.demoPassword, false);
  expect(lines.join("\n")).toMatch(/DEMO_PASSWORD as .*admin/);
  expect(lines.join("\n")).not.toContain(stack.demoPassword);
});

it("Nothing is shown once each first user has another password.", async () => {
  for (const isTerminal of [true, false]) expect(await describe("Another-1!", isTerminal)).toEqual([]);
});
