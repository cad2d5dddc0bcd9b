/** Judges what the API answered by the contract of the call: a field that is not described, or is of another kind, fails. */
import { z } from "zod";
import type { Call } from "#shared/contracts/call.ts";
import { callsOf, ownCalls } from "#shared/contracts/index.ts";
import { answerOf } from "#shared/contracts/openapi/document.ts";
import { recordByPath } from "#shared/records/index.ts";

const isAt = (path: string) => (call: Call) =>
  new RegExp(`^${call.path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`).test(path);

/** What each call answers; made when it is first asked for, since those of all record types take a second or two. */
const schemas = new Map<string, z.ZodType | undefined>();

function schemaAt(method: string, path: string): z.ZodType | undefined {
  const key = `${method} ${path}`;
  if (!schemas.has(key)) {
    const record = recordByPath(path.split("/")[2] ?? "");
    const call = [...ownCalls, ...(record ? callsOf([record]) : [])]
      .filter((one) => one.method === method)
      .find(isAt(path));
    schemas.set(key, call && answerOf(call));
  }
  return schemas.get(key);
}

/** @throws when a success of a known call is not what its contract says. */
export function judge(method: string, path: string, status: number, body: unknown): void {
  if (status !== 200) return;
  const [bare = path] = path.split("?");
  const reading = schemaAt(method, bare)?.safeParse(body);
  if (reading && !reading.success) {
    throw new Error(
      `${method} ${path} answers otherwise than its contract:\n${z.prettifyError(reading.error)}`,
    );
  }
}
