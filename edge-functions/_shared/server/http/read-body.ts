/** Reads the body of a call by its contract, and says in the words of the contract what is wrong with it. */
import type { Context } from "hono";
import type { z } from "zod";
import type { BodyOf, Call } from "../../contracts/call.ts";
import { notAField, Problem, type ProblemDetail } from "../../contracts/problems.ts";
import { readJson, smallBody } from "./body.ts";

/**
 * The body as the contract's schema makes it.
 * @throws Problem too_large, unsupported, or malformed with a detail for each field that is wrong.
 */
export async function bodyOf<C extends Call>(c: Context, { body }: C): Promise<BodyOf<C>> {
  const { value } = await readJson(c, smallBody);
  const reading = body?.safeParse(value);
  if (!reading) throw new Error("The call has no body.");
  if (reading.success) return reading.data as BodyOf<C>;
  const details = reading.error.issues.flatMap(detailsOf);
  throw new Problem("malformed", details[0]?.message ?? "The body cannot be read.", details);
}

function detailsOf(issue: z.core.$ZodIssue): ProblemDetail[] {
  const [first, ...rest] = issue.path;
  // A list of entries names the entry by its place.
  const place = typeof first === "number" ? { index: first } : {};
  const names = (typeof first === "number" ? rest : issue.path).filter((part) => typeof part === "string");
  const field = names.length > 0 ? { field: names.join(".") } : {};
  if (issue.code !== "unrecognized_keys") return [{ ...place, ...field, message: issue.message }];
  return issue.keys.map((key) => ({
    ...place,
    field: key.slice(0, 60),
    message: notAField(key),
  }));
}
