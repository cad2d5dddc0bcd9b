/**
 * Checks every response of the API against its endpoint's contract. An unknown field or a field of the wrong type fails
 * the test.
 */
import { z } from "zod";
import type { Call } from "#shared/contracts/base/call.ts";
import { callsOf, ownCalls } from "#shared/contracts/index.ts";
import { answerOf } from "#shared/contracts/openapi/document.ts";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

interface Known {
  method: string;
  pattern: RegExp;
  /** Schema of the response. */
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
/**
 * Contracts by record type. They are built at the first response for a record type, because building all of them takes
 * a second or two.
 */
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

/** Checks a successful response against its contract. @throws if the response of a known endpoint does not match. */
export function checkResponse(method: string, path: string, status: number, body: unknown): void {
  if (status !== 200) return;
  const [bare = path] = path.split("?");
  const reading = callAt(method, bare)?.schema().safeParse(body);
  if (reading && !reading.success) {
    throw new Error(`${method} ${path} does not match its contract:\n${z.prettifyError(reading.error)}`);
  }
}
