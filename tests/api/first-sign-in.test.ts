/**
 * `npm start` lists the users who still have the initial password. It prints this password only if the output is a
 * terminal.
 */
import { expect, it } from "vitest";
import { describeFirstSignIn } from "../../supabase/local/first-sign-in.ts";
import { stack } from "./support.ts";

const describe = (password: string, isTerminal: boolean) =>
  describeFirstSignIn({ databaseUrl: stack.databaseUrl, password, isTerminal });

it("If `npm start` runs on a terminal, it prints the initial password and the users who still have this password.", async () => {
  const lines = await describe(stack.demoPassword, true);
  expect(lines[0]).toContain(stack.demoPassword);
  expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toContain("admin");
});

it("If `npm start` runs as a service, its output does not contain the initial password.", async () => {
  const lines = await describe(stack.demoPassword, false);
  expect(lines.join("\n")).toMatch(/DEMO_PASSWORD as .*admin/);
  expect(lines.join("\n")).not.toContain(stack.demoPassword);
});

it("`npm start` prints nothing about the initial password if no user still has this password.", async () => {
  for (const isTerminal of [true, false]) expect(await describe("Another-1!", isTerminal)).toEqual([]);
});
