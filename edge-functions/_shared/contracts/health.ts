/** Contracts of the health checks: a short status for everyone, and the status of each part for administrators. */
import { z } from "zod";
import { call } from "./base/call.ts";

const part = z.object({
  part: z.enum(["database", "migrations", "storage", "disk", "functions", "auth", "figures", "replica"]),
  problem: z
    .string()
    .nullable()
    .describe("What is wrong with the part, as a sentence; null if the part works."),
  detail: z.string().nullable().describe("Further details about the part."),
  milliseconds: z.int().describe("Duration of the check."),
});

export type Part = z.infer<typeof part>;

export const health = call({
  method: "GET",
  path: "/api/health",
  group: "System",
  summary: "Checks every part of the system. Administrators get the result of each part.",
  open: true,
  data: z.object({
    database: z.literal("ok"),
    version: z.string(),
    parts: z.array(part).optional().describe("Only for administrators. A 503 response contains it too."),
  }),
});

/** Declares the endpoint that returns the metrics of an edge function. @param name Name of the function. */
export const metricsOf = (name: string) =>
  call({
    method: "GET",
    path: `/${name}/metrics`,
    group: "System",
    summary: "Returns the function's metrics in the Prometheus text format.",
    who: "Administrators, and programs that send the metrics token.",
    // The caller sends the metrics token instead of a user's token. The endpoint checks the metrics token itself.
    open: true,
    bare: "text",
    data: z.string(),
  });

export const openapi = call({
  method: "GET",
  path: "/api/openapi.json",
  group: "System",
  summary: "Returns the description of every endpoint (OpenAPI 3.1).",
  open: true,
  bare: "json",
  data: z.looseObject({}),
});
