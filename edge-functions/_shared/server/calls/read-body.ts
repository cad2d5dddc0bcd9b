/** Reads what a call was sent by its contract, and says in the words of the contract what is wrong with it. */
import type { z } from "zod";
import type { BodyOf, Call, QueryOf } from "../../contracts/call.ts";
import { notAField, Problem, type ProblemDetail, type ProblemKind } from "../../contracts/problems.ts";
import type { AppContext } from "../http/answers.ts";
import { largeBody, readJson, smallBody, tinyBody } from "../http/body.ts";
import { isForm } from "../http/form-parts.ts";

/** The body as the contract's schema makes it, and as it was sent. */
export interface ReadBody<C extends Call> {
  body: BodyOf<C>;
  rawBody: unknown;
  text: string;
}

/** @throws Problem too_large, unsupported, or malformed with a detail for each field that is wrong. */
export async function readBody<C extends Call>(c: AppContext, contract: C): Promise<ReadBody<C>> {
  const { body, form, orForm, large, open } = contract;
  // Of a form, the parts are read one by one as they come.
  if (!body || form || (orForm && isForm(c)))
    return { body: undefined as BodyOf<C>, rawBody: null, text: "" };
  const { value, text } = await readJson(c, large ? largeBody : open ? tinyBody : smallBody);
  return { body: parsed(body, value) as BodyOf<C>, rawBody: value, text };
}

/** @throws Problem malformed. */
export const readQuery = <C extends Call>(c: AppContext, { query }: C): QueryOf<C> =>
  (query ? parsed(query, c.req.query()) : {}) as QueryOf<C>;

/** Issues and unknown fields that are told: the first ones show the sender what is wrong with all. */
const mostIssues = 1000;
const mostUnknown = 20;

/** What a schema makes of something that was sent. @throws Problem malformed. */
export function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const reading = schema.safeParse(input);
  if (reading.success) return reading.data;
  const { issues } = reading.error;
  const details = issues.slice(0, mostIssues).flatMap(detailsOf);
  const message = details[0]?.message ?? "The request cannot be read.";
  const named = details.filter(({ index, field }) => index !== undefined || field !== undefined);
  throw new Problem(kindOf(issues), message, named);
}

/** What is malformed comes before whatever else may be wrong. */
function kindOf(issues: readonly z.core.$ZodIssue[]): ProblemKind {
  const kinds = issues.map((issue) => (issue.code === "custom" ? issue.params?.kind : undefined));
  const [first] = kinds;
  return kinds.every((kind) => kind === first) ? (first ?? "malformed") : "malformed";
}

function detailsOf({ path, message, ...issue }: z.core.$ZodIssue): ProblemDetail[] {
  // An entry of a list is named by its place, a field by its own name.
  const index = path.find((part) => typeof part === "number");
  const place = index === undefined ? {} : { index };
  const name = path.findLast((part) => typeof part === "string");
  if (issue.code !== "unrecognized_keys")
    return [{ ...place, ...(name === undefined ? {} : { field: name }), message }];
  return issue.keys
    .slice(0, mostUnknown)
    .map((key) => ({ ...place, field: key.slice(0, 60), message: notAField(key, message) }));
}
