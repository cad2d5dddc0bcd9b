/**
 * What a call of the API takes and answers. A contract is written once: the function serves the call and reads the body by
 * it, the description of the API (`openapi/document.ts`) is made from it, and its types are those of the code on both sides.
 *
 * Schemas are strict: a field that nobody asked for is refused by name. Messages are sentences, as people read them.
 */
import { z } from "zod";
import type { ProblemKind } from "./problems.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call {
  method: Method;
  /** From the origin, with parameters in braces: /dropdown/{list}/update. */
  path: string;
  /** Heading under which it is described. */
  group: string;
  /** What it does, as a sentence without a subject: "Signs in." */
  summary: string;
  /** Who may call it, where that is not whoever is signed in. */
  who?: string;
  /** Whether it is answered without a token. */
  open?: true;
  /** Whether it is for people alone: no program reaches it with an API token. */
  people?: true;
  /** The parameters of the path. */
  parameters?: readonly Parameter[];
  /** An object of the parameters of the query. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be as large as a list of records. */
  large?: true;
  /** Sent as form data, with files; the body describes its parts. */
  form?: true;
  /** May be sent as form data as well, with a file. */
  orForm?: true;
  /** Answered without `{status, data}` around it: the data alone, as JSON or as plain text. */
  bare?: "json" | "text";
  /** `data` of the answer. */
  data: z.ZodType;
  /** What stands beside `data` in the answer. */
  beside?: Readonly<Record<string, z.ZodType>>;
  /** How it can fail, beside what every call can. */
  problems?: readonly ProblemKind[];
}

export interface Parameter {
  name: string;
  description: string;
  schema: z.ZodType;
}

/** `who` of the calls that only administrators of the central office make. */
export const centralAdministrators = "Administrators of the central office.";

/** Declares a call, which keeps the types of its schemas. */
export const call = <const C extends Call>(contract: C): C => contract;

/** What the reader of a body makes of it. */
export type BodyOf<C extends Call> = C extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

/** What the reader of a query makes of it. */
export type QueryOf<C extends Call> = C extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : Record<never, never>;

/** The name of a schema or a call, from the words of a path: "arbo-masterlist" gives "ArboMasterlist". */
export const pascalCase = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/**
 * An object of exactly these fields.
 * @param what What a field is of, as a refusal says it: `"x" is not a field of this call.`
 */
export const fields = <Shape extends z.ZodRawShape>(
  shape: Shape,
  what = "a field of this call",
  notObject = "The body must be a JSON object.",
) =>
  z.strictObject(shape, {
    error: ({ code }) => {
      if (code === "unrecognized_keys") return what;
      return code === "invalid_type" ? notObject : undefined;
    },
  });
