/** Contracts of personal API tokens, by which another program uses the API as somebody. */
import { z } from "zod";
import { tidyText } from "../rules/text.ts";
import { call, fields } from "./call.ts";
import { rowId } from "./values.ts";

const group = "API tokens";
const who = "Whoever is signed in, for their own tokens.";

/** Days that a token may last. */
export const longestDays = 365;
const nameMessage = "name must be a text of 1 to 80 characters.";
const daysMessage = `days must be a whole number from 1 to ${longestDays}.`;

const token = z.object({
  id: z.int(),
  name: z.string(),
  may_write: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable().describe("To the hour."),
});

export type ApiToken = z.output<typeof token>;

export const listTokens = call({
  method: "GET",
  path: "/api/auth/tokens",
  group,
  people: true,
  summary: "Lists one's own API tokens, oldest first.",
  who,
  data: z.array(token),
  problems: ["refused"],
});

export const createToken = call({
  method: "POST",
  path: "/api/auth/tokens",
  group,
  people: true,
  summary: "Creates an API token. It is answered this once; only its hash is kept.",
  who,
  body: fields({
    name: z
      .string(nameMessage)
      .regex(/^\P{Cc}*$/u, nameMessage)
      .transform(tidyText)
      .pipe(z.string().min(1, nameMessage).max(80, nameMessage))
      .describe("What it is for."),
    access: z.enum(["read", "write"], 'access must be "read" or "write".'),
    days: z
      .int(daysMessage)
      .min(1, daysMessage)
      .max(longestDays, daysMessage)
      .describe("Days until it ends."),
  }),
  data: token.extend({ token: z.string().describe("Send it as `Authorization: Bearer …`.") }),
  problems: ["refused", "rule"],
});

export const revokeToken = call({
  method: "DELETE",
  path: "/api/auth/tokens",
  group,
  people: true,
  summary: "Revokes one of one's own API tokens, from the next request on.",
  who,
  body: fields({ id: rowId("id must be the id of a token.") }),
  data: z.null(),
  problems: ["refused", "not_found"],
});
