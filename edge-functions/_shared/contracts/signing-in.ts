/**
 * Contracts of signing in and out, of the user's own account, and of API tokens (spec section 7). With an API token,
 * another program uses the API as the user.
 */

import { z } from "zod";
import { roleLevels, roleRights } from "../records/administration/uac.ts";
import { tidyText } from "../rules/text.ts";
import { call, fields } from "./base/call.ts";
import { rowId } from "./base/values.ts";
import { user } from "./people.ts";

const group = "Signing in";
const tooLong = "The username or the password is too long.";

const session = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    expires_at: z.int().describe("Time of expiry, in seconds since 1970-01-01 UTC."),
  })
  .describe("Send the access token as `Authorization: Bearer …` until it expires.");

const offices = z
  .union([z.literal("all"), z.array(z.string())])
  .describe("All offices, or the names of the offices: region / province.");
const reportingWindow = z.looseObject({
  open: z.boolean(),
  end_date: z
    .string()
    .nullable()
    .describe("First day on which the window is closed; null if there is no schedule."),
  days_left: z.int(),
  reason: z.string().nullable().describe("Reason why the window is closed, as a sentence."),
});

const currentUser = user.extend({
  level: z.enum(roleLevels).describe("Level of the user: which offices' records they see."),
  role: z
    .object({
      id: z.int(),
      rolename: z.array(z.string()),
      roletype: z.string(),
      route: z.array(z.string()),
      access_controls: z.array(z.string()),
      status: z.string(),
    })
    .describe("Role entry (uac): names, routes, rights and level."),
  access: z
    .object({
      rights: z.array(z.enum(roleRights)),
      routes: z.array(z.string()),
      offices: z.object({ read: offices, target: offices, accomplishment: offices }),
      windows: z.object({ target: reportingWindow, accomplishment: reportingWindow }),
      reference: z
        .record(z.string(), z.object({ route: z.string(), keeps: z.enum(["all", "region", "nothing"]) }))
        .describe("By table of records that belong to no office: which of its rows the user may change."),
    })
    .describe("Current permissions of the user, and the two reporting windows."),
  session: z
    .object({ idle_minutes: z.number(), warn_minutes: z.number() })
    .describe("Time after which an idle session ends."),
});

export const login = call({
  method: "POST",
  path: "/api/auth/login",
  group,
  summary: "Signs in by username and password.",
  open: true,
  body: fields({
    username: z
      .string("Enter a username.")
      .refine((text) => text.trim() !== "", "Enter a username.")
      .max(200, tooLong)
      .regex(/^\P{Cc}*$/u, "The username has a character that cannot be typed.")
      .transform(tidyText),
    password: z.string("Enter a password.").min(1, "Enter a password.").max(1000, tooLong),
  }),
  data: z.object({ user: currentUser, session }),
  problems: ["unauthenticated", "too_many"],
});

export const logout = call({
  method: "POST",
  path: "/api/auth/logout",
  group,
  summary:
    "Signs out: the session of the token ends immediately. A request without a token succeeds and does nothing.",
  open: true,
  data: z.null(),
});

export const whoAmI = call({
  method: "GET",
  path: "/api/auth/current-user",
  group,
  summary: "Returns the signed-in user and their current permissions.",
  data: currentUser,
});

export const offlineKey = call({
  method: "GET",
  path: "/api/auth/offline-key",
  group,
  summary: "Returns the key with which the caller's browser encrypts what it stores.",
  data: z.object({
    key: z.string().nullable().describe("32 bytes as base64; null for an API token."),
  }),
});

const ownText = (name: string) => {
  const message = `${name} must be a text of at most 250 characters.`;
  return z
    .string(message)
    .max(250, message)
    .regex(/^\P{Cc}*$/u, message)
    .nullable()
    .transform((text) => (text === null || text === "" ? null : tidyText(text)))
    .optional();
};

export const changeProfile = call({
  method: "PUT",
  path: "/api/auth/profile",
  group,
  people: true,
  summary: "Changes the caller's own name and position.",
  // Accept unknown fields here: the server refuses fields that only administrators may change, with a clearer error
  // message.
  body: z.looseObject({ name: ownText("name"), position: ownText("position") }),
  data: currentUser,
  problems: ["refused"],
});

export const changePassword = call({
  method: "PUT",
  path: "/api/auth/password",
  group,
  people: true,
  summary:
    "Changes the caller's own password. All earlier sessions end; the response contains a new session.",
  body: fields({
    current_password: z.string("Enter your current password.").min(1, "Enter your current password."),
    new_password: z.string("Enter a password.").min(1, "Enter a password."),
  }),
  data: z.object({ session }),
  problems: ["refused", "rule", "too_many"],
});

const apiTokens = "API tokens";
const tokenOwner = "All signed-in users, for their own tokens.";

/** Longest lifetime of a token, in days. */
export const longestDays = 365;
const nameMessage = "name must be a text of 1 to 80 characters.";
const daysMessage = `days must be a whole number from 1 to ${longestDays}.`;

const token = z.object({
  id: z.int(),
  name: z.string(),
  may_write: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable().describe("Time of the last use, accurate to the hour."),
});

export type ApiToken = z.output<typeof token>;

export const listTokens = call({
  method: "GET",
  path: "/api/auth/tokens",
  group: apiTokens,
  people: true,
  summary: "Lists the caller's own API tokens, oldest first.",
  who: tokenOwner,
  data: z.array(token),
  problems: ["refused"],
});

export const createToken = call({
  method: "POST",
  path: "/api/auth/tokens",
  group: apiTokens,
  people: true,
  summary: "Creates an API token. Only this response contains the token; the database stores its hash.",
  who: tokenOwner,
  body: fields({
    name: z
      .string(nameMessage)
      .regex(/^\P{Cc}*$/u, nameMessage)
      .transform(tidyText)
      .pipe(z.string().min(1, nameMessage).max(80, nameMessage))
      .describe("Purpose of the token."),
    access: z.enum(["read", "write"], 'access must be "read" or "write".'),
    days: z
      .int(daysMessage)
      .min(1, daysMessage)
      .max(longestDays, daysMessage)
      .describe("Days until the token expires."),
    password: z
      .string("Enter your password.")
      .min(1, "Enter your password.")
      .max(1000, tooLong)
      .describe("Current password of the user."),
  }),
  data: token.extend({ token: z.string().describe("Send it as `Authorization: Bearer …`.") }),
  problems: ["refused", "rule", "too_many"],
});

export const revokeToken = call({
  method: "DELETE",
  path: "/api/auth/tokens",
  group: apiTokens,
  people: true,
  summary: "Revokes one of the caller's own API tokens, immediately.",
  who: tokenOwner,
  body: fields({ id: rowId("id must be the id of a token.") }),
  data: z.null(),
  problems: ["refused", "not_found"],
});

// Value of `who` for the endpoints that list and end the caller's own sessions. Each sign-in starts a session.
const sessionOwner = "All signed-in users, for their own sessions.";

const ownSession = z.object({
  id: z.guid(),
  user_agent: z.string().nullable().describe("User-Agent header of the browser."),
  address: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string().describe("Time of the last use, accurate to the hour."),
  current: z.boolean().describe("True for the session of this request."),
});

export type OwnSession = z.output<typeof ownSession>;

export const listSessions = call({
  method: "GET",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Lists the caller's own sessions, the current one first.",
  who: sessionOwner,
  data: z.array(ownSession),
  problems: ["refused"],
});

export const endSession = call({
  method: "DELETE",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Ends one of the caller's own sessions immediately.",
  who: sessionOwner,
  body: fields({ id: z.guid("id must be the id of a session.").toLowerCase() }),
  data: z.null(),
  problems: ["refused", "not_found"],
});

export const endSessions = call({
  method: "DELETE",
  path: "/api/auth/sessions/all",
  group,
  people: true,
  summary: "Signs out of all devices: ends all of the caller's sessions and API tokens immediately.",
  who: sessionOwner,
  data: z.null(),
  problems: ["refused"],
});
