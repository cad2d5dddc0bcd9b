/** Request bodies of endpoints that list rows, field values or map points, and contracts of saved views of lists. */
import { z } from "zod";
import { exploreScreen } from "../explore/screen.ts";
import { type Column, listedColumns } from "../records/columns.ts";
import { recordByRoute } from "../records/index.ts";
import { sensitiveAmong } from "../records/sensitive-among.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { tidyText } from "../rules/text.ts";
import { call, fields } from "./base/call.ts";
import {
  fieldIssue,
  fieldName,
  named,
  type Page,
  pageIn,
  paging,
  type Reading,
  read,
  refused,
  right,
  rowId,
} from "./base/values.ts";
import { savedQuestion } from "./explore.ts";
import { storedFilter } from "./filters/conditions.ts";
import { bodyByStatus } from "./filters/record-by-status.ts";
import { asFilters, filtered, filterIn, type RecordFilter } from "./filters/record-filters.ts";
import { oncePerPath } from "./record-schemas.ts";

export interface Sort {
  column: Column;
  dir: "asc" | "desc";
}

export interface ListQuery {
  /** Record type of the listed rows. */
  record: AnyRecord;
  filter: RecordFilter;
  sorts: readonly Sort[];
  /** Requested page. Null for the whole list. */
  page: Page | null;
  /** If true, the total number of rows is only counted up to 10,000. */
  capped: boolean;
  /** Numeric columns that are summed over the whole filtered list. */
  sums: readonly Column[];
  /**
   * Names of the sensitive fields in `sorts` and `sums`. If there are any, a caller without the Sensitive right gets
   * 403.
   */
  sensitive: readonly string[];
}

const mostSorts = 5;
const mostSums = 20;
const numberTypes = ["smallint", "integer", "bigint", "numeric", "double precision"];

const oneSort = z.strictObject({ field: z.string(), dir: z.enum(["asc", "desc"]).optional() });

/** Reads the columns by which a list is sorted. */
const sortBy = (record: AnyRecord) =>
  read(z.union([z.array(oneSort).max(mostSorts), oneSort]), (input): Reading<Sort[]> => {
    const items: unknown[] = [input].flat();
    if (items.length > mostSorts) return refused(`The list sorts by at most ${mostSorts} fields.`);
    const sorts: Sort[] = [];
    for (const item of items) {
      const { field } = typeof item === "object" && item !== null ? (item as { field?: unknown }) : {};
      const column = typeof field === "string" ? listedColumns(record).get(field) : undefined;
      if (!column) return refused(`The list cannot be sorted by "${named(field)}".`);
      const sort = oneSort.safeParse(item);
      if (!sort.success) return refused('Each sort is {field, dir}, where dir is "asc" or "desc".');
      sorts.push({ column, dir: sort.data.dir ?? "asc" });
    }
    return right(sorts);
  }).nullish();

const totals = (record: AnyRecord) =>
  read(z.union([z.string(), z.array(z.string()).max(mostSums)]), (input): Reading<Column[]> => {
    const names: unknown[] = [input].flat();
    if (names.length > mostSums) return refused(`The list totals at most ${mostSums} fields.`);
    const columns: Column[] = [];
    for (const name of names) {
      const column = typeof name === "string" ? listedColumns(record).get(name) : undefined;
      if (!column || !numberTypes.includes(column.type))
        return refused(`The list has no number field "${named(name)}" to total.`);
      columns.push(column);
    }
    return right(columns);
  })
    .nullish()
    .describe("Number fields to total over the whole filtered list.");

/** Body of a request for rows of one record type. */
const rowsOf = oncePerPath("List", (record) =>
  filtered(
    record,
    {
      ...paging,
      sort: sortBy(record),
      count: z
        .enum(["exact", "capped"], 'count is either "exact" or "capped".')
        .nullish()
        .describe("capped: counting may stop at 10,000 rows."),
      sums: totals(record),
    },
    (input, context): ListQuery => {
      const { page, page_size, sort, count, sums } = input;
      const asked = pageIn({ page, page_size }, context);
      if (!asked && sums) context.issues.push(fieldIssue(sums, "sums", "sums can only be used with page."));
      return {
        record,
        filter: filterIn(record, input, context),
        sorts: sort ?? [],
        page: asked,
        capped: count === "capped",
        sums: sums ?? [],
        sensitive: sensitiveAmong(record, [
          ...(sort ?? []).map(({ column }) => column.name),
          ...(sums ?? []).map(({ name }) => name),
        ]),
      };
    },
  ),
);

/**
 * Body of a list request. `status` in the body can select another record type, whose rows are then listed (registry:
 * `listsByStatus`).
 */
export const listBody = (record: AnyRecord) => bodyByStatus(record, rowsOf);

const longestText = 200;

export interface ValuesQuery {
  column: Column;
  /** Text that the listed values must contain. Null to list all values. */
  text: string | null;
  filter: RecordFilter;
}

/** Body of a request for the distinct values of a field. */
export const valuesBody = (record: AnyRecord) => {
  const names = record.fields.filter(({ kind }) => kind !== "list").map(({ name }) => name);
  const field = read(z.enum(names), (input) => {
    const column = names.some((name) => name === input)
      ? listedColumns(record).get(String(input))
      : undefined;
    if (column) return right(column);
    return refused(`"${named(input)}" is not a field whose values can be listed.`);
  });
  const textMessage = `The text must be a text of at most ${longestText} characters.`;
  const text = z
    .string(textMessage)
    .max(longestText, textMessage)
    .nullish()
    .describe("Text that the value must contain.");
  return filtered(
    record,
    { field, text },
    ({ field: column, text: part, ...input }, context): ValuesQuery => ({
      column,
      text: part?.trim() ? tidyText(part) : null,
      filter: filterIn(record, input, context),
    }),
  );
};

/** Body of a request for the map points of all rows that match the filters. */
export const pointsBody = (record: AnyRecord) =>
  asFilters(
    filtered(
      record,
      { page: z.null("Map points have no pages: leave page out.").optional() },
      (input, context) => filterIn(record, input, context),
    ),
  );

const longestName = 100;
const notAName = `q must be a text of at most ${longestName} characters.`;

/** One record found by `POST /api/find`. */
export const hit = z.object({
  path: z.string().describe("Path of the record type."),
  id: z.int(),
  name: z.string().nullable(),
  identifier: z.string().nullable().describe("Value by which other records refer to this record."),
  arbo_name: z.string().nullable().describe("ARBO that the record belongs to."),
  place: z.string().nullable().describe("Town and province of the record."),
  found_in: z
    .object({ field: z.string(), label: z.string(), value: z.string() })
    .nullable()
    .describe("Field that contains the search words, if the name does not."),
});

export const find = call({
  method: "POST",
  path: "/api/find",
  group: "Records",
  summary: "Finds ARBOs, people, trainings and machines by name, the best hits first, a few of each.",
  body: fields({ q: z.string(notAName).max(longestName, notAName) }),
  data: z.array(hit),
});

const shortText = z.string().max(500);

/**
 * Contents of a saved view. The database also checks the structure (private.is_saved_view). Fields that the record type
 * no longer has are omitted when the view is opened.
 */
export const savedView = z.strictObject({
  density: z.enum(["compact", "normal", "roomy"]).optional(),
  columns: z
    .array(
      z.strictObject({
        field: fieldName,
        width: z.number().min(1).max(5000).optional().describe("Pixels."),
        hidden: z.boolean().optional(),
        frozen: z.boolean().optional(),
      }),
    )
    .max(400)
    .nullable()
    .describe("Columns in display order; null for the default columns of the screen."),
  filters: z.record(fieldName, shortText).optional().describe("Filter values by field, as texts."),
  filter: storedFilter.optional().describe("Conditions of the list."),
  explore: savedQuestion.optional().describe("The question of a view of the Explore screen."),
  sort: z
    .array(oneSort.extend({ field: fieldName, dir: z.enum(["asc", "desc"]) }))
    .max(mostSorts)
    .optional()
    .describe("The first entry is the primary sort."),
  q: shortText.optional(),
  tab: z.enum(["pending", "approved"]).optional(),
  review: z.enum(["to_review", "returned", "changed"]).optional(),
  check: z.enum(["incomplete", "with_reason", "unusual"]).optional(),
  page_size: z.int().min(1).max(200).optional(),
  totals: z.boolean().optional(),
  shown_as: z.string().max(40).optional().describe("Name of a display other than the table."),
});

export type StoredView = z.output<typeof savedView>;

const viewName = (() => {
  const message = "name must be a text of 1 to 80 characters.";
  return z
    .string(message)
    .regex(/^\P{Cc}*$/u, message)
    .transform(tidyText)
    .pipe(z.string().min(1, message).max(80, message));
})();

const sharedWith = z
  .enum(["me", "office", "everyone"], 'shared_with is "me", "office" or "everyone".')
  .describe(
    "me: only the user who made the view. office: that user's office. everyone: all users; only administrators of the central office can share with everyone.",
  );

const screen = read(z.string().describe("Route of a record screen: ARBO_Masterlist; or Explore."), (input) =>
  typeof input === "string" && (recordByRoute(input) || input === exploreScreen)
    ? right(input)
    : refused("There is no such record screen.", { kind: "not_found" }),
);

const listedView = z.object({
  id: z.int(),
  screen: z.string(),
  name: z.string(),
  shared_with: z.enum(["me", "office", "everyone"]),
  office: z.string().nullable().describe("Office with which the view is shared, as region / province."),
  mine: z.boolean(),
  may_change: z.boolean().describe("True if the caller may change and remove the view."),
  by: z.string().nullable().describe("Username of the user who made the view."),
  pinned: z.boolean().optional().describe("True if the dashboard shows the question of the view."),
});

/** Read-only fields of a saved view in responses. The server ignores them if a client sends them back. */
const echoedView = listedView.omit({ id: true, name: true, shared_with: true }).partial().shape;

/** A saved view in the response that lists the views. */
export type SavedView = z.output<typeof listedView>;

const views = "Saved views";
const viewId = rowId("id must be the id of a view.");
const viewOwners = "The user who made the view. A view for everyone: administrators of the central office.";

export const listViews = call({
  method: "POST",
  path: "/api/saved-views",
  group: views,
  summary:
    "Lists the saved views of a screen that the caller may open: their own, their office's and everyone's.",
  body: fields({ screen }),
  data: z.array(listedView),
  problems: ["not_found"],
});

export const openView = call({
  method: "POST",
  path: "/api/saved-views/open",
  group: views,
  summary: "Returns a saved view with its columns, filters and order, without rows.",
  body: fields({ id: viewId }),
  data: listedView.extend({ view: savedView }),
  problems: ["not_found", "rule"],
});

export const saveView = call({
  method: "PUT",
  path: "/api/saved-views/save",
  group: views,
  summary: "Saves a new view. A view that filters by a sensitive field can't be shared.",
  who: "All signed-in users. A view for everyone: administrators of the central office.",
  body: fields({ screen, name: viewName, shared_with: sharedWith, view: savedView }),
  data: listedView,
  problems: ["refused", "not_found", "conflict", "rule"],
});

export const changeView = call({
  method: "PUT",
  path: "/api/saved-views/change",
  group: views,
  summary: "Changes the name, the sharing or the contents of a view. Omitted fields stay unchanged.",
  who: viewOwners,
  body: fields({
    id: viewId,
    name: viewName.optional(),
    shared_with: sharedWith.optional(),
    view: savedView.optional(),
    ...echoedView,
  }),
  data: listedView,
  problems: ["refused", "not_found", "conflict", "rule"],
});

export const removeView = call({
  method: "DELETE",
  path: "/api/saved-views/delete",
  group: views,
  summary: "Removes a view and returns its contents.",
  who: viewOwners,
  body: fields({ id: viewId }),
  data: listedView.extend({ view: savedView }),
  problems: ["refused", "not_found"],
});
