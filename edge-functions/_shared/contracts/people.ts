/** Contracts of people and their accounts (spec section 7, users). */
import { z } from "zod";
import { people } from "../records/administration/people.ts";
import { roleLevels, roleRights } from "../records/administration/uac.ts";
import { call, centralAdministrators, fields } from "./base/call.ts";
import { countTo, describedBy, fieldIssue, largestInteger, userId, uuid } from "./base/values.ts";
import { type ListQuery, listBody } from "./record-lists.ts";
import { recordFields } from "./record-schemas.ts";

const group = "People";
const who = "Administrators: roles with the route `users` and the right for the action.";

const optionalName = z.string().nullable();

/** Fields of a user in responses. The list of users adds more fields. */
export const user = z.object({
  id: uuid,
  username: z.string(),
  email: z.email(),
  name: optionalName,
  position: optionalName,
  roles: optionalName.describe("Name of the user's role."),
  region_name: optionalName,
  province_name: optionalName,
  muncity_name: optionalName,
  uac_id: z.int().nullable().describe("Id of the user's role entry (uac)."),
});

/** A user in the list of users, with the level, rights and routes of the user's role. */
const listed = user.extend({
  disabled: z.boolean(),
  row_version: z.int(),
  time_stamp: z.string(),
  updated_at: z.string(),
  office: optionalName,
  level: z.enum(roleLevels).nullable(),
  roletype: optionalName,
  rights: z.array(z.enum(roleRights)).nullable(),
  routes: z.array(z.string()).nullable(),
  administrable: z
    .boolean()
    .describe(
      "True if the caller may change this user. No one may change themselves, or a user whose role is above their own.",
    ),
  last_sign_in: z
    .string()
    .nullable()
    .describe("Time of the last sign-in, as an instant; null if the user has never signed in."),
});

/** Fields of a user in a request. The server checks the values by the same rules as the user form of the web app. */
const person = z.looseObject({ ...recordFields(people), password: z.string().optional() });
const target = { id: userId() };
const listAnswer = { data: z.array(listed), beside: { total: z.int() } };

export const listPeople = call({
  method: "GET",
  path: "/api/auth/users",
  group,
  people: true,
  summary: "Lists all users whom the caller sees.",
  who,
  ...listAnswer,
});

/** Query without filters, which selects all users. */
export const everybody: ListQuery = listBody(people).parse({});

const longestSearch = 200;

export const searchPeople = call({
  method: "POST",
  path: "/api/user/search",
  group,
  people: true,
  summary: "Lists users by filters, words and pages.",
  who,
  body: listBody(people).refine(({ filter }) => (filter.q ?? "").length <= longestSearch, {
    error: `The search must be a text of at most ${longestSearch} characters.`,
    path: ["q"],
  }),
  ...listAnswer,
});

const register = {
  group,
  people: true,
  summary: "Adds a user with an account.",
  who,
  body: describedBy(person, z.looseObject({}, "The body must be a JSON object.")),
  data: listed,
  problems: ["rule", "conflict"],
} as const;
export const registerPerson = call({ method: "POST", path: "/api/auth/register", ...register });
export const registerInTable = call({ method: "PUT", path: "/api/user-table/register", ...register });

const version = { ...target, row_version: countTo("row_version", largestInteger) };

export const updatePerson = call({
  method: "PUT",
  path: "/api/auth/usersupdate",
  group,
  people: true,
  summary: "Changes a user. `row_version` is the version that the caller saw; a stale version is refused.",
  who,
  body: describedBy(person.extend(version), z.looseObject(version, "The body must be a JSON object.")),
  data: listed,
  problems: ["not_found", "rule", "conflict"],
});

/** Users to delete. */
export interface PeopleRemoval {
  ids: string[];
  /** Row versions that the caller saw, by user id. Omits users without a version in the request. */
  versions: ReadonlyMap<string, number>;
}

const several = "Give 1 to 100 ids.";
/** Columns that the server ignores in a request to delete users, which needs only the ids. */
const otherColumns = Object.fromEntries(
  Object.keys(listed.shape).map((name) => [name, z.unknown().optional()]),
);
const seenVersion = countTo("row_version", largestInteger);
const oneOrId = z.union(
  [
    userId().transform((id) => ({ id, row_version: null })),
    fields({ ...otherColumns, ...target, row_version: seenVersion }),
  ],
  "id must be a user's id.",
);
const idList = z.array(oneOrId, several).min(1, several).max(100, several);

export const deletePeople = call({
  method: "DELETE",
  path: "/api/user-table/delete",
  group,
  people: true,
  summary: "Removes users and their accounts. Records that they entered remain.",
  who,
  body: z
    .union(
      [
        idList,
        fields({
          ...otherColumns,
          id: z.union([idList, oneOrId]),
          row_version: seenVersion.describe(
            "With one id: version that the caller saw; a stale version is refused.",
          ),
        }),
      ],
      "id must be a user's id.",
    )
    .transform((input, context): PeopleRemoval => {
      const { id, row_version: version } = Array.isArray(input) ? { id: input, row_version: null } : input;
      const seen = [id].flat();
      const ids = [...new Set(seen.map((one) => one.id))];
      if (version && ids.length > 1)
        context.issues.push(fieldIssue(version, "row_version", "row_version can only be used with one id."));
      const versions = seen.flatMap((one) => {
        const given = version ?? one.row_version;
        return given ? [[one.id, given] as const] : [];
      });
      return { ids, versions: new Map(versions) };
    }),
  data: z.object({ deleted: z.int() }),
  problems: ["not_found", "conflict"],
});

export const resetPassword = call({
  method: "POST",
  path: "/api/auth/users/password",
  group,
  people: true,
  summary: "Gives a user a new password and ends their sessions.",
  who,
  body: fields({ ...target, password: z.string("Enter a password.").min(1, "Enter a password.") }),
  data: listed,
  problems: ["not_found", "rule"],
});

const ofOne = {
  group,
  people: true,
  who,
  body: fields(target),
  data: listed,
  problems: ["not_found"],
} as const;

export const disable = call({
  method: "POST",
  path: "/api/auth/users/disable",
  summary: "Disables a user. All their requests are refused from then on.",
  ...ofOne,
  beside: {
    pending: z
      .literal(true)
      .optional()
      .describe("True if the sign-in service does not know about the change yet."),
  },
});
export const enable = call({
  method: "POST",
  path: "/api/auth/users/enable",
  summary: "Lets a disabled user sign in again.",
  ...ofOne,
});
export const signOutEverywhere = call({
  method: "POST",
  path: "/api/auth/users/sign-out",
  summary: "Ends all sessions of a user.",
  ...ofOne,
});

const drift = z.object({
  user_id: uuid,
  username: z.string().nullable(),
  email: z.string().nullable(),
  problem: z.enum(["no_profile", "email_differs", "not_banned", "banned"]),
  repair: z.string().describe("Effect of a repair, as a sentence."),
});

export const checkAccounts = call({
  method: "POST",
  path: "/api/auth/users/check",
  group,
  people: true,
  summary: "Lists accounts and profiles that do not match.",
  who: centralAdministrators,
  data: z.array(drift),
});

export const repairAccounts = call({
  method: "POST",
  path: "/api/auth/users/repair",
  group,
  people: true,
  summary: "Repairs one account or all accounts, and lists the mismatches that remain.",
  who: centralAdministrators,
  body: fields({ user_id: userId("user_id").optional() }),
  data: z.object({ repaired: z.int(), left: z.array(drift) }),
});
