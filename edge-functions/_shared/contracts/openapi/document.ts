/** The description of the API (OpenAPI 3.1), made from the contracts. */
import { z } from "zod";
import { savesSomething } from "../../calls/outcomes.ts";
import type { Call } from "../call.ts";
import { pascalCase } from "../call.ts";
import { allCalls } from "../index.ts";
import { type ProblemKind, problemStatus } from "../problems.ts";
import { descriptionOf } from "../values.ts";

type Json = Record<string, unknown>;

/** A schema as JSON Schema 2020-12, which is OpenAPI 3.1's own. @param io Whether it describes what comes in or goes out. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", shared: Record<string, Json>): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: written }) => {
      const as = descriptionOf(zodSchema);
      if (as) Object.assign(written, jsonSchema(as, io, shared));
    },
  });
  const { $schema: _, $defs: named, ...rest } = moved(made);
  Object.assign(shared, named);
  return rest;
}

/** Schemas that have a name stand among the components, once. */
const moved = (schema: unknown): { $schema?: unknown; $defs?: Record<string, Json> } & Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const meanings: Record<ProblemKind, string> = {
  malformed: "The request cannot be read: an unknown field, a value of another kind, a body that is no JSON.",
  unauthenticated: "Nobody is signed in, or the session has ended.",
  refused:
    "The caller may not do this: the message says whether scope, right, window or approval is the reason.",
  not_found: "It does not exist, or belongs to an office that the caller does not see.",
  conflict: "Somebody else saved first, or it is stored already.",
  too_large: "The body or the file is too large.",
  unsupported: "The content is of a type that is not taken.",
  rule: "Understood, but against a rule of the record.",
  too_many: "Too many calls: `Retry-After` says when to try again.",
  internal: "Something went wrong; the answer holds a request id.",
  unavailable: "A part of the system does not answer.",
};

const problemSchema: Json = {
  type: "object",
  required: ["status", "message", "details"],
  properties: {
    status: { const: "error" },
    message: { type: "string", description: "A sentence for people." },
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
            description: "A value that may be right: saved with `soft_check_reason` in the record.",
          },
          same_as: { type: "array", description: "Stored rows that are likely the same." },
          current: { type: "object", description: "The row as it is now, where somebody else saved first." },
        },
      },
    },
    request_id: { type: "string", description: "With 500 and above: what to tell an administrator." },
    outcome: {
      enum: ["nothing", "unknown"],
      description:
        "With 500 and above: nothing was saved, or it is not known whether it was. Without it, as from a proxy, it is not known.",
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

/** Some look at the token by themselves, as they say. */
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
  Object.entries(meanings).map(([kind, description]) => [
    kind,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } },
  ]),
);

const problemResponse = (kind: ProblemKind): [string, Json] => [
  String(problemStatus[kind]),
  { $ref: `#/components/responses/${kind}` },
];

/** The whole answer of a call that succeeds. */
export const answerOf = ({ data, bare, beside = {} }: Call): z.ZodType =>
  bare ? data : z.object({ status: z.literal("success"), data, ...beside });

/** Whether a repeat of the call with the same key does nothing twice. */
const takesKey = ({ open, method, path }: Call): boolean => !open && savesSomething(method, path);

const keyParameter: Json = {
  name: "Idempotency-Key",
  description:
    "One per act of a user, kept for 7 days. A repeat with the same key and content saves nothing twice and is answered as the first; with other content it is a conflict.",
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
  return [...inPath, ...inQuery, ...(takesKey(call) ? [keyParameter] : [])];
}

function operation(call: Call, shared: Record<string, Json>): Json {
  const parameters = parametersOf(call, shared);
  const { body } = call;
  const described = [call.who, call.people && "No API token reaches it."].filter(Boolean).join(" ");
  return {
    tags: [call.group],
    // `POST /api/form-5-accomp/approve` is postApiForm5AccompApprove.
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
        description: "Done.",
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

/** The whole description. @param version That of the product. */
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
        'Every call answers `{status: "success", data}` or `{status: "error", message, details}`. The caller sees and changes what their office, role and the reporting windows allow.',
    },
    security: [{ bearer: [] }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The access token of a session, or a personal API token, which begins with arbo_.",
        },
      },
      schemas: shared,
      responses: problemResponses,
    },
  };
}
