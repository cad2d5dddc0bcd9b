/** Judges what the API answered by the contract of the call: a field that is not described, or is of another kind, fails. */
import { z } from "zod";
import type { Call } from "#shared/contracts/call.ts";
import { callsOf, ownCalls } from "#shared/contracts/index.ts";
import { answerOf } from "#shared/contracts/openapi/document.ts";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

interface Known {
  method: string;
  pattern: RegExp;
  /** What the call answers. */
  schema: () => z.ZodType;
}

function known(call: Call): Known {
  let schema: z.ZodType | undefined;
  return {
    method: call.method,
    pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
    schema: () => {
      schema ??= answerOf(call);
      return schema;
    },
  };
}

const own = ownCalls.map(known);
/** Made when a record type is first asked for: those of all take a second or two. */
const ofRecords = new Map<AnyRecord, Known[]>();

function callsAbout(record: AnyRecord): Known[] {
  const calls = ofRecords.get(record) ?? callsOf([record]).map(known);
  ofRecords.set(record, calls);
  return calls;
}

function callAt(method: string, path: string): Known | undefined {
  const isAt = (one: Known) => one.method === method && one.pattern.test(path);
  const record = recordByPath(path.split("/")[2] ?? "");
  return own.find(isAt) ?? (record && callsAbout(record).find(isAt));
}

/** @throws when a success of a known call is not what its contract says. */
export function judge(method: string, path: string, status: number, body: unknown): void {
  if (status !== 200) return;
  const [bare = path] = path.split("?");
  const reading = callAt(method, bare)?.schema().safeParse(body);
  if (reading && !reading.success) {
    throw new Error(
      `${method} ${path} answers otherwise than its contract:\n${z.prettifyError(reading.error)}`,
    );
  }
}
