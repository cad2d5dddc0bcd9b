/** Exports the filtered log as an Excel file. The export itself is logged. */
import type { Field } from "#shared/records/vocabulary/types.ts";
import { momentInManila } from "../../../lib/format.ts";
import { writeFile } from "../../../records/workbook/excel-client.ts";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import { type LogEntry, userLog } from "../common/admin-api.ts";
import { type RoleNames, readRoles, roleNames } from "../people/use-roles.ts";
import { changesOf } from "./entry-changes.ts";
import { actionOf, sourceOf, statusOf, subjectOf } from "./subjects.ts";

const text = (name: string, label: string): Field => ({ name, label, kind: "text", group: "log" });

const layout = {
  groups: [{ key: "log", label: "User log" }],
  title: "time",
  fields: [
    text("time", "Time (Manila)"),
    text("user_name", "Person"),
    text("api_token", "API token"),
    text("user_role", "Role"),
    text("action", "Action"),
    text("form", "Form"),
    text("subject", "Subject"),
    text("status", "Status"),
    text("region_name", "Region"),
    text("province_name", "Province"),
    text("muncity_name", "Municipality/City"),
    text("source", "Source"),
    text("changed", "Changes"),
  ],
};

export function logReport(filter: Record<string, unknown>): MakeReport {
  return async (signal, onProgress) => {
    const { data } = await userLog.read(filter, signal);
    if (data.length === 0) return null;
    const roles = roleNames(data.some(({ changes }) => changes?.uac_id) ? await readRoles(signal) : []);
    const rows = data.map((entry) => rowOf(entry, roles));
    const file = await writeFile({ kind: "table", layout, rows }, { signal, onProgress });
    await userLog.register("user_log", "Export", `${file.rows} entries`);
    return file;
  };
}

/** Returns the row of a log entry in the Excel file, worded as on the screen. */
export const rowOf = (entry: LogEntry, roles: RoleNames): Record<string, unknown> => ({
  ...entry,
  time: momentInManila(entry.at),
  action: actionOf(entry),
  subject: subjectOf(entry),
  form: entry.form_label ?? entry.form_name,
  status: statusOf(entry),
  source: sourceOf(entry),
  changed: changesOf(entry, roles)
    .map(([label, before, after]) => `${label}: ${before || "—"} → ${after || "—"}`)
    .join("; "),
});
