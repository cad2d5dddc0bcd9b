/** Generates the description of the API (OpenAPI 3.1) from the contracts. */
import { z } from "zod";
import { savesSomething } from "../../calls/outcomes.ts";
import type { Call } from "../base/call.ts";
import { pascalCase } from "../base/call.ts";
import { type ProblemKind, problemStatus } from "../base/problems.ts";
import { descriptionOf } from "../base/values.ts";
import { allCalls } from "../index.ts";

type Json = Record<string, unknown>;

/**
 * Converts a schema to JSON Schema 2020-12, the format of OpenAPI 3.1.
 * @param io Direction: request or response.
 */
function jsonSchema(schema: z.ZodType, io: "input" | "output", shared: Record<string, Json>): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: written }) => {
      const as = descriptionOf(zodSchema);
      if (as) Object.assign(written, jsonSchema(as, io, shared));
    },
  });
  const { $schema: _, $defs: named, ...rest } = withComponentRefs(made);
  Object.assign(shared, named);
  return rest;
}

/**
 * Points all references in a JSON Schema to `components/schemas`, where the API description lists each named schema
 * once.
 */
const withComponentRefs = (schema: unknown): { $schema?: unknown; $defs?: Record<string, Json> } & Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const problemDescriptions: Record<ProblemKind, string> = {
  malformed:
    "The request cannot be read: an unknown field, a value of the wrong type, or a body that is not JSON.",
  unauthenticated: "There is no valid token, or the session has ended.",
  refused: "The caller may not do this. The message states the reason: scope, right, window or approval.",
  not_found: "The item does not exist, or belongs to an office that the caller cannot see.",
  conflict: "Someone else saved the row first, or an equal row already exists.",
  too_large: "The body or the file is too large.",
  unsupported: "The type of the content is not supported.",
  rule: "The request is valid but breaks a rule of the record.",
  too_many: "Too many requests: `Retry-After` states when to try again.",
  internal: "An unexpected error. The response contains a request id.",
  unavailable: "A part of the system does not respond.",
};

const problemSchema: Json = {
  type: "object",
  required: ["status", "message", "details"],
  properties: {
    status: { const: "error" },
    message: { type: "string", description: "Error message to show to the user." },
    details: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["message"],
        properties: {
          index: { type: "integer", description: "Position of the record in the request's list, from 0." },
          field: { type: "string" },
          message: { type: "string" },
          soft_check: {
            type: "string",
            description: "An unusual value. The record is saved if it has a `soft_check_reason`.",
          },
          same_as: { type: "array", description: "Stored rows that are probably the same." },
          current: { type: "object", description: "The stored row, if someone else saved it first." },
        },
      },
    },
    request_id: {
      type: "string",
      description: "With status 500 and above: the id to report to an administrator.",
    },
    outcome: {
      enum: ["nothing", "unknown"],
      description:
        "With status 500 and above: nothing was saved, or it is unknown whether something was saved. A response without this field, for example from a proxy, means unknown.",
    },
  },
  examples: [
    {
      status: "error",
      message: "Enter a username.",
      details: [{ field: "username", message: "Enter a username." }],
    },
  ],
};

/**
 * True if anyone may call the endpoint. An endpoint with both `open` and `who` needs no signed-in user, but is not
 * public, because it checks a token of its own.
 */
const isOpen = ({ open, who }: Call): boolean => open === true && who === undefined;

function problemsOf(call: Call): ProblemKind[] {
  const kinds = new Set<ProblemKind>(call.problems);
  if (call.body || call.query || call.parameters) kinds.add("malformed");
  if (call.body) kinds.add("too_large").add("unsupported");
  if (!isOpen(call)) kinds.add("unauthenticated");
  if (call.who || call.people) kinds.add("refused");
  kinds.add("internal").add("unavailable");
  return [...kinds].sort((a, b) => problemStatus[a] - problemStatus[b]);
}

const problemResponses: Json = Object.fromEntries(
  Object.entries(problemDescriptions).map(([kind, description]) => [
    kind,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } },
  ]),
);

const problemResponse = (kind: ProblemKind): [string, Json] => [
  String(problemStatus[kind]),
  { $ref: `#/components/responses/${kind}` },
];

/** Schema of the whole response of a successful request. */
export const answerOf = ({ data, bare, beside = {} }: Call): z.ZodType =>
  bare ? data : z.object({ status: z.literal("success"), data, ...beside });

/** True if the endpoint accepts an Idempotency-Key. */
const acceptsIdempotencyKey = ({ open, method, path }: Call): boolean =>
  !open && savesSomething(method, path);

const keyParameter: Json = {
  name: "Idempotency-Key",
  description:
    "One key per user action, stored for 7 days. A repeated request with the same key and content saves nothing again and gets the first response; rows that were changed since have their new values and the `row_version` of the first response. Different content with the same key is a conflict.",
  in: "header",
  required: false,
  schema: { type: "string", format: "uuid" },
};

function parametersOf(call: Call, shared: Record<string, Json>): Json[] {
  const { parameters = [], query } = call;
  const inPath = parameters.map(({ schema, ...rest }) => ({
    ...rest,
    in: "path",
    required: true,
    schema: jsonSchema(schema, "input", shared),
  }));
  const { properties = {} } = (query ? jsonSchema(query, "input", shared) : {}) as {
    properties?: Record<string, Json>;
  };
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    description,
    in: "query",
    required: false,
    schema,
  }));
  return [...inPath, ...inQuery, ...(acceptsIdempotencyKey(call) ? [keyParameter] : [])];
}

function operation(call: Call, shared: Record<string, Json>): Json {
  const parameters = parametersOf(call, shared);
  const { body } = call;
  const described = [call.who, call.people && "API tokens are not accepted."].filter(Boolean).join(" ");
  return {
    tags: [call.group],
    // The operation id is made from method and path: `POST /api/form-5-accomp/approve` becomes
    // postApiForm5AccompApprove.
    operationId: call.method.toLowerCase() + pascalCase(call.path),
    summary: call.summary,
    ...(described ? { description: described } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isOpen(call) ? { security: [] } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              [
                ...(call.form ? [] : ["application/json"]),
                ...(call.form || call.orForm ? ["multipart/form-data"] : []),
              ].map((type) => [type, { schema: jsonSchema(body, "input", shared) }]),
            ),
          },
        }
      : {}),
    responses: {
      "200": {
        description: "Success.",
        content: {
          [call.bare === "text" ? "text/plain" : "application/json"]: {
            schema: jsonSchema(answerOf(call), "output", shared),
          },
        },
      },
      ...Object.fromEntries(problemsOf(call).map(problemResponse)),
    },
  };
}

/** Returns the whole API description. @param version Version of the product. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  const shared: Record<string, Json> = { Problem: problemSchema };
  const calls = allCalls();
  for (const call of calls) {
    const item = paths[call.path] ?? {};
    item[call.method.toLowerCase()] = operation(call, shared);
    paths[call.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "ARBO Monitoring",
      version,
      description:
        'Every response is `{status: "success", data}` or `{status: "error", message, details}`. The caller\'s office, role and the reporting windows determine which records they can see and change.',
    },
    security: [{ bearer: [] }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The access token of a session, or a personal API token, which starts with `arbo_`.",
        },
      },
      schemas: shared,
      responses: problemResponses,
    },
  };
}
