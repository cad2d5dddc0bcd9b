/** Reads the body and query of a request by its contract, and reports errors with the contract's messages. */
import type { z } from "zod";
import type { BodyOf, Call, QueryOf } from "../../contracts/base/call.ts";
import {
  Problem,
  type ProblemDetail,
  type ProblemKind,
  unknownFieldMessage,
} from "../../contracts/base/problems.ts";
import { largeBody, readJson, smallBody, tinyBody } from "../http/body.ts";
import { isForm } from "../http/form-parts.ts";
import type { AppContext } from "../http/responses.ts";

/** The body in three forms: parsed by the contract's schema, as plain JSON, and as text. */
export interface ReadBody<C extends Call> {
  body: BodyOf<C>;
  rawBody: unknown;
  text: string;
}

/**
 * Reads and validates the body.
 * @throws Problem of kind `too_large`, `unsupported`, or `malformed` with a detail per wrong field.
 */
export async function readBody<C extends Call>(c: AppContext, contract: C): Promise<ReadBody<C>> {
  const { body, form, orForm, large, open } = contract;
  // Form data is not read here: withForm reads its parts later.
  if (!body || form || (orForm && isForm(c)))
    return { body: undefined as BodyOf<C>, rawBody: null, text: "" };
  const { value, text } = await readJson(c, large ? largeBody : open ? tinyBody : smallBody);
  return { body: parseInput(body, value) as BodyOf<C>, rawBody: value, text };
}

/** Reads and validates the query string. @throws Problem of kind `malformed`. */
export const readQuery = <C extends Call>(c: AppContext, { query }: C): QueryOf<C> =>
  (query ? parseInput(query, c.req.query()) : {}) as QueryOf<C>;

/**
 * Maximum number of issues in an error, and of unknown fields per issue. These numbers are enough to recognize a
 * repeated mistake.
 */
const mostIssues = 1000;
const mostUnknown = 20;

/**
 * Parses input with a zod schema.
 * @throws Problem of kind `malformed`, or the kind that the schema's own check states.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const reading = schema.safeParse(input);
  if (reading.success) return reading.data;
  const { issues } = reading.error;
  const details = issues.slice(0, mostIssues).flatMap(detailsOf);
  const message = details[0]?.message ?? "The request cannot be read.";
  const named = details.filter(({ index, field }) => index !== undefined || field !== undefined);
  throw new Problem(kindOf(issues), message, named);
}

/** Returns the problem kind of all issues. Returns "malformed" if the issues have different kinds or none. */
function kindOf(issues: readonly z.core.$ZodIssue[]): ProblemKind {
  const kinds = issues.map((issue) => (issue.code === "custom" ? issue.params?.kind : undefined));
  const [first] = kinds;
  return kinds.every((kind) => kind === first) ? (first ?? "malformed") : "malformed";
}

function detailsOf({ path, message, ...issue }: z.core.$ZodIssue): ProblemDetail[] {
  // The last name in the issue's path is the wrong field. The path also has the index of the list item, and the names
  // of outer fields.
  const index = path.find((part) => typeof part === "number");
  const place = index === undefined ? {} : { index };
  const name = path.findLast((part) => typeof part === "string");
  if (issue.code !== "unrecognized_keys")
    return [{ ...place, ...(name === undefined ? {} : { field: name }), message }];
  return issue.keys
    .slice(0, mostUnknown)
    .map((key) => ({ ...place, field: key.slice(0, 60), message: unknownFieldMessage(key, message) }));
}
