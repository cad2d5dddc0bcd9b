/** Contracts of the dropdown lists (spec section 7, reference lists). */
import { z } from "zod";
import { dropdownLists } from "../records/vocabulary/types.ts";
import { tidyText } from "../rules/text.ts";
import { call, fields } from "./base/call.ts";
import { describedBy, oneOrMany, rowId, uuid } from "./base/values.ts";
import { isEntries } from "./filters/conditions.ts";

const group = "Dropdown lists";
const who = "Administrators: roles with the route `dropdowns` and the right for the action.";
const parameters = [{ name: "list", description: "The list.", schema: z.enum(dropdownLists) }] as const;

const longest = 250;
const notOfList = "a field of this list";

/** A text of a list entry, normalized by `tidyText`; null if the text is empty. */
const listText = (name: string) => {
  const message = `${name} must be a text of at most ${longest} characters.`;
  return z
    .string(message)
    .transform(tidyText)
    .pipe(
      z
        .string()
        .max(longest, message)
        .regex(/^\P{Cc}*$/u, message),
    )
    .nullish()
    .transform((input) => (input === undefined ? undefined : input || null))
    .optional();
};
const parts = {
  type: listText("type").describe("The value, in all lists except the participant categories."),
  category: listText("category").describe("The category of a participant."),
  sub_category: listText("sub_category").describe("The sub-category of a participant."),
};
/** A value of a dropdown list as the caller saw it. */
const seen = fields(parts, notOfList)
  .optional()
  .describe("The value as the caller saw it. If it was renamed since then, the request is refused with 409.");
/** Fields that a client may send back unchanged. The server ignores them. */
const echoed = { list: z.string().optional(), user_id: uuid.nullable().optional() };
const storedText = z.string().nullable().optional();
const entry = z.object({
  id: z.int(),
  type: storedText,
  category: storedText,
  sub_category: storedText,
  user_id: uuid.nullable().optional(),
});

/** Schema of one list entry, or of several list entries. */
const entries = <Entry extends z.ZodRawShape>(shape: Entry) =>
  oneOrMany(fields(shape, notOfList, "Each entry must be an object."), "Send 1 to 500 entries.");

export const readList = call({
  method: "GET",
  path: "/dropdown/{list}",
  group,
  summary: "Returns the values of a list, in order.",
  parameters,
  data: z.array(entry),
  beside: { total: z.int() },
});

const add = {
  group,
  summary: "Adds values.",
  who,
  parameters,
  body: entries({ ...parts, ...echoed, id: z.unknown().optional() }),
} as const;
const added = { data: z.array(entry), problems: ["conflict"] } as const;
export const addValues = call({ method: "PUT", path: "/dropdown/{list}/register", ...add, ...added });
export const insertValues = call({ method: "PUT", path: "/dropdown/{list}/insert", ...add, ...added });

export const renameValues = call({
  method: "PUT",
  path: "/dropdown/{list}/update",
  group,
  summary: "Renames values, and on request also replaces them in the records that contain them.",
  who,
  parameters,
  body: entries({
    ...parts,
    ...echoed,
    id: rowId(),
    rename_in_records: z.boolean("rename_in_records must be true or false.").optional(),
    seen,
  }),
  data: z.array(entry),
  beside: { renamed: z.int().describe("Number of changed record rows.") },
  problems: ["not_found", "conflict"],
});

const removal = fields(
  { ...parts, ...echoed, id: rowId(), replace_with: listText("replace_with"), seen },
  "a field of this call",
);
const oneRemoval = z.union([z.int().positive(), removal]);
const severalRemovals = z.array(oneRemoval).min(1).max(500);

/**
 * Ids of list values to delete, each with an optional replacement. The body is one entry, a list of entries, or `{id:
 * […]}` with one replacement for all values. Other fields of an entry are ignored.
 */
const deleted = describedBy(
  z.union([oneRemoval, severalRemovals, removal.extend({ id: z.array(z.int().positive()) })]),
  z.preprocess(
    (input) => {
      const { id, ...rest } = isEntries(input) ? input : {};
      const all: unknown[] = [Array.isArray(id) ? id : input].flat();
      return all.map((one) => {
        const entry = typeof one === "object" && one !== null ? one : { id: one };
        return Array.isArray(id) ? { ...rest, ...entry } : entry;
      });
    },
    z.array(removal).min(1, "Give at least one entry.").max(500, "Give at most 500 entries."),
  ),
);

export const deleteValues = call({
  method: "DELETE",
  path: "/dropdown/{list}/delete",
  group,
  summary: "Deletes values. A value in use is deleted only if the request gives a replacement.",
  who,
  parameters,
  body: deleted,
  data: z.object({ deleted: z.int(), replaced: z.int() }),
  problems: ["not_found", "conflict", "rule"],
});

export const countUsage = call({
  method: "POST",
  path: "/dropdown/{list}/usage",
  group,
  summary: "Counts the records of all offices that contain a value.",
  who,
  parameters,
  body: fields({ ...parts, id: rowId().optional(), value: listText("value") }, notOfList),
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
