/**
 * What a call of the API takes and answers. A contract is written once: the function reads the body by it, the description
 * of the API (`openapi.ts`) is made from it, and its types are those of the code on both sides.
 *
 * Schemas are strict: a field that nobody asked for is refused by name. Messages are sentences, as people read them.
 */
import { z } from "zod";
import type { ProblemKind } from "./problems.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call<Body extends z.ZodType = z.ZodType> {
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
  /** The parameters of the path, and of the query, with what they mean. */
  parameters?: readonly Parameter[];
  body?: Body;
  /** Sent as form data, with files; the body describes its parts. */
  form?: true;
  /** `data` of the answer. */
  data: z.ZodType;
  /** What stands beside `data` in the answer. */
  beside?: Readonly<Record<string, z.ZodType>>;
  /** How it can fail, beside what every call can. */
  problems?: readonly ProblemKind[];
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  description: string;
  schema: z.ZodType;
}

/** `who` of the calls that only administrators of the central office make. */
export const centralAdministrators = "Administrators of the central office.";

/** Declares a call; its body keeps its own type. */
export const call = <Body extends z.ZodType>(contract: Call<Body>): Call<Body> => contract;

/** What the reader of a body makes of it. */
export type BodyOf<C extends Call> = C extends Call<infer Body> ? z.output<Body> : never;

/** The name of a schema or a call, from the words of a path: "arbo-masterlist" gives "ArboMasterlist". */
export const pascalCase = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** An object of exactly these fields. */
export const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "invalid_type" ? "The body must be a JSON object." : undefined),
  });
