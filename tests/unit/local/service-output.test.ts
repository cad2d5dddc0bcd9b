/**
 * The filter for the console output of the embedded services: what it logs, and that it leaves the output of commands
 * unchanged.
 */
import { afterEach, expect, it, vi } from "vitest";

const printed: unknown[][] = [];
vi.spyOn(console, "error").mockImplementation((...parts) => void printed.push(parts));
const { filterServiceOutput } = await import("../../../supabase/local/services/service-output.ts");
afterEach(() => {
  printed.length = 0;
});

it("Console lines are logged with the time while a service of the local system runs.", () => {
  const log: string[] = [];
  const close = [1, 2].map(() => filterServiceOutput((line) => log.push(line)));
  console.error("of a service");
  expect(printed).toEqual([[expect.stringMatching(/^\d{4}-.+Z$/), expect.stringContaining("of a service")]]);
  expect(log).toHaveLength(1);
  close[0]?.();
  console.error("of the other service");
  expect(log).toHaveLength(2);
  close[1]?.();
  console.error("of the command");
  expect(printed.at(-1)).toEqual(["of the command"]);
  expect(log).toHaveLength(2);
});
