/** What `GET /api/health` tells of the system, as a whole to everybody, and part by part to administrators. */
import { z } from "zod";
import { call } from "./call.ts";

const part = z.object({
  part: z.enum(["database", "migrations", "storage", "disk", "functions", "auth", "replica"]),
  problem: z.string().nullable().describe("What is wrong with it, in words; null while nothing is."),
  told: z.string().nullable().describe("What else is known of it."),
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
