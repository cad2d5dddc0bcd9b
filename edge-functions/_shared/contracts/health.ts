/** Contracts of what the system tells of itself: as a whole to everybody, part by part to administrators. */
import { z } from "zod";
import { call } from "./call.ts";

const part = z.object({
  part: z.enum(["database", "migrations", "storage", "disk", "functions", "auth", "figures", "replica"]),
  problem: z.string().nullable().describe("What is wrong with it, in words; null while nothing is."),
  detail: z.string().nullable().describe("What else is known of it."),
  milliseconds: z.int().describe("Until that was known."),
});

export type Part = z.infer<typeof part>;

export const health = call({
  method: "GET",
  path: "/api/health",
  group: "System",
  summary: "Asks every part of the system whether it works; administrators are told of each.",
  open: true,
  data: z.object({
    database: z.literal("ok"),
    version: z.string(),
    parts: z.array(part).optional().describe("For administrators; they read it with the answer 503 as well."),
  }),
});

/** @param name Of the function. */
export const metricsOf = (name: string) =>
  call({
    method: "GET",
    path: `/${name}/metrics`,
    group: "System",
    summary: "Tells how the function is doing, as text for Prometheus.",
    who: "Administrators, or whoever has the token for metrics.",
    // A token for metrics is nobody's.
    open: true,
    bare: "text",
    data: z.string(),
  });

export const openapi = call({
  method: "GET",
  path: "/api/openapi.json",
  group: "System",
  summary: "Describes every call (OpenAPI 3.1).",
  open: true,
  bare: "json",
  data: z.looseObject({}),
});
