/** Texts that describe a log entry: its subject (a username or a row id), action, status and source. */
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { recordByPath } from "#shared/records/index.ts";
import { labelsOfRecord } from "#shared/records/vocabulary/value-labels.ts";
import { enumerate } from "#shared/rules/text.ts";
import { count } from "../../../lib/format.ts";
import type { LogEntry } from "../common/admin-api.ts";

/** Returns the number of rows that were read or exported, according to the log entry. */
const rowsOf = ({ changes }: LogEntry): number | null => {
  const [, rows] = changes?.rows ?? [];
  return typeof rows === "number" ? rows : null;
};

/**
 * Returns the text of a log entry about personal data. It states how many people's data a user read within an hour, or
 * how many rows a user exported.
 */
function personalDataSentence(entry: LogEntry): string | null {
  const rows = entry.source === "database" ? rowsOf(entry) : null;
  if (rows === null) return null;
  if (entry.action === "Read")
    return `Read personal data of ${count(rows)} ${rows === 1 ? "person" : "people"}${fieldsAsked(entry)}`;
  return entry.action === "export" ? `Exported ${count(rows)} ${rows === 1 ? "row" : "rows"}` : null;
}

/**
 * Returns a phrase that lists the sensitive fields by which the user filtered or grouped; empty without such fields.
 */
function fieldsAsked({ changes, path }: LogEntry): string {
  const [, names] = changes?.fields ?? [];
  if (!Array.isArray(names)) return "";
  const fields = recordByPath(path ?? "")?.fields ?? [];
  const labels = names.map((name) => fields.find((field) => field.name === name)?.label ?? String(name));
  return `, also by questions about ${enumerate(labels)}`;
}

export function subjectOf(entry: LogEntry): string {
  if (entry.subject) return entry.subject_name ?? "a deleted user";
  return personalDataSentence(entry) ?? (entry.row_id === null ? "" : `no. ${entry.row_id}`);
}

/**
 * The database logs exports of personal data as "export"; browsers log exports of the log itself as "Export". Screens
 * show both as "Export".
 */
export const actionOf = ({ action }: Pick<LogEntry, "action">): string =>
  action === "export" ? "Export" : action;

/** Returns the actions in the log that belong to the action chosen in the filter. */
export const loggedActions = (action: string): string[] =>
  action === "Export" ? ["Export", "export"] : [action];

/** Labels of the stored status values that log entries about schedules and reporting windows contain. */
const statusLabels = new Map(labelsOfRecord(reportSchedules));

export const statusOf = ({ status }: LogEntry): string | null => statusLabels.get(status ?? "") ?? status;

export const sourceOf = ({ source }: LogEntry): string => (source === "client" ? "browser" : "database");
