/** Judges what the API answered by the contract of the call: a field that is not described, or is of another kind, fails. */
import { z } from "zod";
import type { Call } from "#shared/contracts/call.ts";
import { calls } from "#shared/contracts/index.ts";
import { answerOf } from "#shared/contracts/openapi/document.ts";

const patterns = calls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
  schema: answerOf(call),
}));

const contractOf = (method: string, path: string): { call: Call; schema: z.ZodType } | undefined => {
  const [bare = path] = path.split("?");
  return patterns.find(({ call, pattern }) => call.method === method && pattern.test(bare));
};

/** @throws when a success of a known call is not what its contract says. */
export function judge(method: string, path: string, status: number, body: unknown): void {
  if (status !== 200) return;
  const reading = contractOf(method, path)?.schema.safeParse(body);
  if (reading && !reading.success) {
    throw new Error(
      `${method} ${path} answers otherwise than its contract:\n${z.prettifyError(reading.error)}`,
    );
  }
}
