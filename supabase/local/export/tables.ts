/**
 * Tables that an export contains: all tables of the schema public except those in `leftOut`, and the tables of the
 * schema private that `privateTables` lists. A test fails if a table of the schemas private and personal is in neither
 * list.
 */

/**
 * Tables of the schema private that an export contains. All other tables of the schema are left out, because a table
 * that is added later may contain secrets.
 */
export const privateTables: readonly string[] = [
  "comments",
  "digests",
  "imports",
  "inbox_marks",
  "inbox_snoozes",
  "log_lanes",
  "log_links",
  "readings",
  "reopenings",
  "reviews",
  "user_log",
].map((name) => `private.${name}`);

/** Tables that no export contains, grouped by reason. The README of an export states the reasons. */
export const leftOut: readonly { reason: string; tables: readonly string[] }[] = [
  {
    reason: "Secrets: tokens, keys, and sign-in attempts, whose names can be mistyped passwords.",
    tables: [
      "private.api_tokens",
      "private.known_browsers",
      "private.offline_secret",
      "private.sign_in_failures",
    ],
  },
  {
    reason: "Work in progress that is deleted when it ends.",
    tables: [
      "private.account_intents",
      "private.import_batches",
      "private.jobs",
      "private.previews",
      "private.pulse",
      "private.rows_read",
    ],
  },
  {
    reason: "Copies of columns that the export has in the table itself.",
    tables: ["personal.form_5_annualtargets_sensitive", "personal.participants_sensitive"],
  },
  {
    reason: "Figures and marks that the product computes from the exported rows when they are read.",
    tables: [
      "private.figure_checks",
      "private.stale_rows",
      "private.stale_unusual",
      "private.value_group_states",
      "private.value_groups",
      "public.activities",
      "public.funding_marks",
      "public.marks",
      "public.outcome_counts",
      "public.outcome_programme_counts",
      "public.people",
      "public.people_counts",
      "public.people_detail_counts",
      "public.people_programme_counts",
      "public.people_town_counts",
      "public.programme_marks",
      "public.unusual_values",
    ],
  },
  {
    reason: "Settings of the product's own code, which its migrations create.",
    tables: [
      "private.attachment_fields",
      "private.comparisons",
      "private.evidence_owners",
      "private.findable_tables",
      "private.levels",
      "private.list_columns",
      "private.office_references",
      "private.province_outlines",
      "private.record_tables",
      "private.reference_tables",
      "private.required_facts",
      "private.sensitive_columns",
      "private.soft_checks",
    ],
  },
];

/** Tables about accounts, which the export of one office leaves out. */
export const accountTables: readonly string[] = ["public.saved_views", "public.uac", "public.users"];

/** Column with the search text of a row. An export omits this column, because it only repeats other columns. */
export const searchColumn = "search_text";

const omitted = new Set(leftOut.flatMap(({ tables }) => tables));

/** Checks whether an export contains a table. @param name Name with schema, such as `public.arbo_masterlist`. */
export const isExported = (name: string): boolean =>
  privateTables.includes(name) || (name.startsWith("public.") && !omitted.has(name));
