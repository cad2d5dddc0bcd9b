/** Contracts of a user's own sessions: one per sign-in, with the browser and the address that used it last. */
import { z } from "zod";
import { call, fields } from "./call.ts";

const group = "Signing in";
const who = "Whoever is signed in, for their own sessions.";

const session = z.object({
  id: z.guid(),
  user_agent: z.string().nullable().describe("What the browser calls itself."),
  address: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string().describe("To the hour."),
  current: z.boolean().describe("The session of this request."),
});

export type OwnSession = z.output<typeof session>;

export const listSessions = call({
  method: "GET",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Lists one's own sessions, the current one first.",
  who,
  data: z.array(session),
  problems: ["refused"],
});

export const endSession = call({
  method: "DELETE",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Ends one of one's own sessions at once.",
  who,
  body: fields({ id: z.guid("id must be the id of a session.").toLowerCase() }),
  data: z.null(),
  problems: ["refused", "not_found"],
});

export const endSessions = call({
  method: "DELETE",
  path: "/api/auth/sessions/all",
  group,
  people: true,
  summary: "Signs out of all devices: ends all one's own sessions and API tokens at once.",
  who,
  data: z.null(),
  problems: ["refused"],
});
