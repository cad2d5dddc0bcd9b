/**
 * Contracts of signing in and out, and of one's own account (spec section 7, authentication), with its API tokens, by which
 * another program uses the API as somebody.
 */

import { z } from "zod";
import { roleLevels, roleRights } from "../records/administration/uac.ts";
import { tidyText } from "../rules/text.ts";
import { call, fields } from "./call.ts";
import { user } from "./people.ts";
import { rowId } from "./values.ts";

const group = "Signing in";
const tooLong = "The username or the password is too long.";

const session = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    expires_at: z.int().describe("Seconds since 1970."),
  })
  .describe("Send the access token as `Authorization: Bearer …` until it expires.");

const offices = z
  .union([z.literal("all"), z.array(z.string())])
  .describe("All of them, or by name: region / province.");
const reportingWindow = z.looseObject({
  open: z.boolean(),
  end_date: z.string().nullable().describe("The day from which it is closed; null without a schedule."),
  days_left: z.int(),
  reason: z.string().nullable().describe("Why it is closed, in words."),
});

const currentUser = user.extend({
  level: z.enum(roleLevels).describe("How far the user sees."),
  role: z
    .object({
      id: z.int(),
      rolename: z.array(z.string()),
      roletype: z.string(),
      route: z.array(z.string()),
      access_controls: z.array(z.string()),
      status: z.string(),
    })
    .describe("The entry of the role: its names, routes, rights and level."),
  access: z
    .object({
      rights: z.array(z.enum(roleRights)),
      routes: z.array(z.string()),
      offices: z.object({ read: offices, target: offices, accomplishment: offices }),
      windows: z.object({ target: reportingWindow, accomplishment: reportingWindow }),
      reference: z
        .record(z.string(), z.object({ route: z.string(), keeps: z.enum(["all", "region", "nothing"]) }))
        .describe("Which records that belong to no office the user keeps, by table."),
    })
    .describe("What the user may do now, with the two reporting windows."),
  session: z
    .object({ idle_minutes: z.number(), warn_minutes: z.number() })
    .describe("When an idle session ends."),
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
  summary: "Signs out: the session of the token ends at once. Without one it is as good as done.",
  open: true,
  data: z.null(),
});

export const whoAmI = call({
  method: "GET",
  path: "/api/auth/current-user",
  group,
  summary: "Tells who is signed in, and what they may do now.",
  data: currentUser,
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
  summary: "Changes one's own name and position.",
  // What belongs to an administrator is refused as such, not as an unknown field.
  body: z.looseObject({ name: ownText("name"), position: ownText("position") }),
  data: currentUser,
  problems: ["refused"],
});

export const changePassword = call({
  method: "PUT",
  path: "/api/auth/password",
  group,
  people: true,
  summary: "Changes one's own password. All former sessions end; the answer holds a new one.",
  body: fields({
    current_password: z.string("Enter your current password.").min(1, "Enter your current password."),
    new_password: z.string("Enter a password.").min(1, "Enter a password."),
  }),
  data: z.object({ session }),
  problems: ["refused", "rule", "too_many"],
});

const apiTokens = "API tokens";
const tokenOwner = "Whoever is signed in, for their own tokens.";

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
  group: apiTokens,
  people: true,
  summary: "Lists one's own API tokens, oldest first.",
  who: tokenOwner,
  data: z.array(token),
  problems: ["refused"],
});

export const createToken = call({
  method: "POST",
  path: "/api/auth/tokens",
  group: apiTokens,
  people: true,
  summary: "Creates an API token. It is answered this once; only its hash is kept.",
  who: tokenOwner,
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
    password: z
      .string("Enter your password.")
      .min(1, "Enter your password.")
      .max(1000, tooLong)
      .describe("The user's present password."),
  }),
  data: token.extend({ token: z.string().describe("Send it as `Authorization: Bearer …`.") }),
  problems: ["refused", "rule", "too_many"],
});

export const revokeToken = call({
  method: "DELETE",
  path: "/api/auth/tokens",
  group: apiTokens,
  people: true,
  summary: "Revokes one of one's own API tokens, from the next request on.",
  who: tokenOwner,
  body: fields({ id: rowId("id must be the id of a token.") }),
  data: z.null(),
  problems: ["refused", "not_found"],
});

// A user's own sessions: one per sign-in, with the browser and the address that used it last.
const sessionOwner = "Whoever is signed in, for their own sessions.";

const ownSession = z.object({
  id: z.guid(),
  user_agent: z.string().nullable().describe("What the browser calls itself."),
  address: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string().describe("To the hour."),
  current: z.boolean().describe("The session of this request."),
});

export type OwnSession = z.output<typeof ownSession>;

export const listSessions = call({
  method: "GET",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Lists one's own sessions, the current one first.",
  who: sessionOwner,
  data: z.array(ownSession),
  problems: ["refused"],
});

export const endSession = call({
  method: "DELETE",
  path: "/api/auth/sessions",
  group,
  people: true,
  summary: "Ends one of one's own sessions at once.",
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
  summary: "Signs out of all devices: ends all one's own sessions and API tokens at once.",
  who: sessionOwner,
  data: z.null(),
  problems: ["refused"],
});
