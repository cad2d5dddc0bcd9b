/** Describes the subject and the status of a log entry: the username of a person, or the id of a row. */
import { useQuery } from "@tanstack/react-query";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { recordByPath } from "#shared/records/index.ts";
import { labelsOfRecord } from "#shared/records/vocabulary/value-labels.ts";
import { enumerate } from "#shared/rules/text.ts";
import { count } from "../../../lib/format.ts";
import { type LogEntry, people } from "../common/admin-api.ts";

/** Returns the number of rows that were read or exported, according to the log entry. */
const rowsOf = ({ changes }: LogEntry): number | null => {
  const [, rows] = changes?.rows ?? [];
  return typeof rows === "number" ? rows : null;
};

/**
 * Describes a log entry about personal data. The entry contains either the number of people about whom a user read data
 * in an hour, or the number of rows that a user exported.
 */
function personalDataSentence(entry: LogEntry): string | null {
  const rows = entry.source === "database" ? rowsOf(entry) : null;
  if (rows === null) return null;
  if (entry.action === "Read")
    return `Read personal data of ${count(rows)} ${rows === 1 ? "person" : "people"}${fieldsAsked(entry)}`;
  return entry.action === "export" ? `Exported ${count(rows)} ${rows === 1 ? "row" : "rows"}` : null;
}

/** Returns a phrase with the sensitive fields that the user filtered or grouped by; empty if there are none. */
function fieldsAsked({ changes, path }: LogEntry): string {
  const [, names] = changes?.fields ?? [];
  if (!Array.isArray(names)) return "";
  const fields = recordByPath(path ?? "")?.fields ?? [];
  const labels = names.map((name) => fields.find((field) => field.name === name)?.label ?? String(name));
  return `, also by questions about ${enumerate(labels)}`;
}

export type Names = ReadonlyMap<string, string>;

const none: Names = new Map();

/** Returns the usernames of the people in log entries. Deleted users are missing from the result. */
export async function readNames(entries: readonly LogEntry[], signal?: AbortSignal): Promise<Names> {
  const ids = [...new Set(entries.flatMap(({ subject }) => subject ?? []))].sort();
  if (ids.length === 0) return none;
  const { data } = await people.search({ id: ids }, signal);
  return new Map(data.map(({ id, username }) => [id, username]));
}

export const useNames = (entries: readonly LogEntry[]): Names =>
  useQuery({
    queryKey: ["people", "of-entries", [...new Set(entries.map(({ subject }) => subject))].sort()],
    queryFn: ({ signal }) => readNames(entries, signal),
    enabled: entries.some(({ subject }) => subject !== null),
  }).data ?? none;

export function subjectOf(entry: LogEntry, names: Names): string {
  if (entry.subject) return names.get(entry.subject) ?? "a deleted user";
  return personalDataSentence(entry) ?? (entry.row_id === null ? "" : `no. ${entry.row_id}`);
}

/**
 * Labels by stored status. Log entries about schedules and reporting windows contain stored status values, which are
 * shown as labels.
 */
const statusLabels = new Map(labelsOfRecord(reportSchedules));

export const statusOf = ({ status }: LogEntry): string | null => statusLabels.get(status ?? "") ?? status;
