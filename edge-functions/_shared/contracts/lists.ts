/** Contracts of the dropdown lists (spec section 7, reference lists). */
import { z } from "zod";
import { dropdownLists } from "../records/vocabulary/types.ts";
import { call } from "./call.ts";
import { oneOrMany, uuid } from "./values.ts";

const group = "Dropdown lists";
const who = "Administrators: roles with the route `dropdowns` and the right for the act.";
const parameters = [
  { name: "list", in: "path", description: "The list.", schema: z.enum(dropdownLists) },
] as const;

const text = z.string().max(250).nullable().optional();
const parts = {
  type: text.describe("The value, in all lists but those of participant categories."),
  category: text.describe("The category of a participant."),
  sub_category: text.describe("The sub-category of a participant."),
};
const entry = z.object({ id: z.int(), ...parts, user_id: uuid.nullable().optional() });

export const readList = call({
  method: "GET",
  path: "/dropdown/{list}",
  group,
  summary: "Answers the values of a list, in order.",
  parameters,
  data: z.array(entry),
  beside: { total: z.int() },
});

const add = { group, summary: "Adds values.", who, parameters, body: oneOrMany(z.object(parts)) } as const;
const added = { data: z.array(entry), problems: ["conflict"] } as const;
export const addValues = call({ method: "PUT", path: "/dropdown/{list}/register", ...add, ...added });
export const insertValues = call({ method: "PUT", path: "/dropdown/{list}/insert", ...add, ...added });

export const renameValues = call({
  method: "PUT",
  path: "/dropdown/{list}/update",
  group,
  summary: "Renames values, and on request the records that hold them.",
  who,
  parameters,
  body: oneOrMany(z.object({ id: z.int(), ...parts, rename_in_records: z.boolean().optional() })),
  data: z.array(entry),
  beside: { renamed: z.int().describe("Rows of records that were changed.") },
  problems: ["not_found", "conflict"],
});

export const deleteValues = call({
  method: "DELETE",
  path: "/dropdown/{list}/delete",
  group,
  summary: "Deletes values. One in use goes only when it is replaced.",
  who,
  parameters,
  body: oneOrMany(z.union([z.int(), z.object({ id: z.int(), replace_with: z.string().optional() })])),
  data: z.object({ deleted: z.int(), replaced: z.int() }),
  problems: ["not_found", "rule"],
});

export const countUsage = call({
  method: "POST",
  path: "/dropdown/{list}/usage",
  group,
  summary: "Counts the records of all offices that hold a value.",
  who,
  parameters,
  body: z.object({ id: z.int() }),
  data: z.array(
    z.object({
      path: z.string(),
      label: z.string(),
      field: z.string(),
      field_label: z.string(),
      count: z.int(),
    }),
  ),
  beside: { total: z.int() },
  problems: ["not_found"],
});
