/**
 * Types of API contracts. A contract declares the request and the response of one endpoint. The server reads request
 * bodies with the contract. The API description (`openapi/document.ts`) and the types in server and client are derived
 * from the contracts.
 *
 * Schemas are strict: a request with an unknown field is refused, and the error names the field. Error messages are
 * full sentences, because users see them.
 */
import { z } from "zod";
import type { ProblemKind } from "./problems.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call {
  method: Method;
  /** Path from the origin, with parameters in braces: /dropdown/{list}/update. */
  path: string;
  /** Heading of the endpoint in the API description. */
  group: string;
  /** Summary of the endpoint, as a sentence without a subject: "Signs in." */
  summary: string;
  /** Users who may call the endpoint. If absent, every signed-in user may call it. */
  who?: string;
  /** True if the endpoint needs no token. */
  open?: true;
  /** True if the endpoint refuses requests with an API token, so that only a signed-in person can call it. */
  people?: true;
  /** Parameters in the path. */
  parameters?: readonly Parameter[];
  /** Schema of the query parameters, as an object. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** True if the body may be as large as a list of records (`largeBody`). */
  large?: true;
  /** True if the body is multipart form data with files. `body` then describes the parts of the form data. */
  form?: true;
  /** True if the body may also be sent as multipart form data with a file. */
  orForm?: true;
  /**
   * True if the response contains stored figures: counts for charts, in tables such as public.marks. The server then
   * refreshes the figures before it handles the request.
   */
  figures?: true;
  /**
   * True if the server must refresh public.unusual_values before it handles the request, because the response uses this
   * table.
   */
  unusual?: true;
  /** If set, the response is only the data, as JSON or plain text, without the wrapper `{status, data}`. */
  bare?: "json" | "text";
  /** Schema of `data` in the response. */
  data: z.ZodType;
  /** Schemas of the response's fields besides `status` and `data`. */
  beside?: Readonly<Record<string, z.ZodType>>;
  /** Problems that this endpoint can return, besides those that every endpoint can return. */
  problems?: readonly ProblemKind[];
}

export interface Parameter {
  name: string;
  description: string;
  schema: z.ZodType;
}

/** Value of `who` for endpoints that only administrators of the central office may call. */
export const centralAdministrators = "Administrators of the central office.";

/** Declares the contract of an endpoint and keeps the exact types of its schemas. */
export const call = <const C extends Call>(contract: C): C => contract;

/** Type of a contract's request body after the server has read it. */
export type BodyOf<C extends Call> = C extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

/** Type of a contract's query after the server has read it. */
export type QueryOf<C extends Call> = C extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : Record<never, never>;

/** Converts a path to the name of a schema or operation: "arbo-masterlist" becomes "ArboMasterlist". */
export const pascalCase = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/**
 * Schema of an object that refuses unknown fields.
 * @param what End of the error message about an unknown field: "a field of this call" results in `"x" is not a field of
 * this call.`
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
