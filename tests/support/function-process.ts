/** Reads data about the operating-system process of a function of the tested stack from /proc. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { testStack } from "../test-stack.ts";

export type FunctionName = "api" | "charts" | "dropdown";

/** Returns the process id of a function, or 0 while the function is down. */
export function pidOf(name: FunctionName): number {
  const { children } = JSON.parse(readFileSync(path.join(testStack().dataDir, "stack.json"), "utf8")) as {
    children: { name: string; pid: number }[];
  };
  return children.find((child) => child.name === `function ${name}`)?.pid ?? 0;
}

const ticksPerSecond = 100;

/** Returns the CPU seconds that the function has used since it started. */
export function processorTime(name: FunctionName): number {
  const fields =
    readFileSync(`/proc/${pidOf(name)}/stat`, "utf8")
      .split(") ")
      .at(-1)
      ?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
