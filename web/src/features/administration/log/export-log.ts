/** Exports the filtered log as an Excel file. The export itself is logged. */
import type { Field } from "#shared/records/vocabulary/types.ts";
import { momentInManila } from "../../../lib/format.ts";
import { writeFile } from "../../../records/workbook/excel-client.ts";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import { type LogEntry, userLog } from "../common/admin-api.ts";
import { type Names, readNames, subjectOf } from "./subjects.ts";

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
    text("changed", "Changes"),
  ],
};

export function logReport(filter: Record<string, unknown>): MakeReport {
  return async (signal, onProgress) => {
    const { data } = await userLog.read(filter, signal);
    if (data.length === 0) return null;
    const names = await readNames(data);
    const rows = data.map((entry) => rowOf(entry, names));
    const file = await writeFile({ kind: "table", layout, rows }, { signal, onProgress });
    await userLog.register("user_log", "Export", `${file.rows} entries`);
    return file;
  };
}

const rowOf = (entry: LogEntry, names: Names): Record<string, unknown> => ({
  ...entry,
  time: momentInManila(entry.at),
  subject: subjectOf(entry, names),
  form: entry.form_label ?? entry.form_name,
  changed: Object.entries(entry.changes ?? {})
    .map(([name, [before, after]]) => `${name}: ${textOf(before)} → ${textOf(after)}`)
    .join("; "),
});

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "—" : String(value);
