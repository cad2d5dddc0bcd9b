/** The log under its filters as an Excel file; that it was exported is itself logged. */
import type { Field } from "../../../../../edge-functions/_shared/records/types.ts";
import { manilaToday } from "../../../../../edge-functions/_shared/rules/dates.ts";
import { momentInManila } from "../../../lib/format.ts";
import { notify } from "../../../lib/notify.ts";
import { messageOf } from "../../../lib/problem.ts";
import { downloadWorkbook } from "../../../records/export/download.ts";
import { writeFile } from "../../../records/export/excel-client.ts";
import { type LogEntry, userLog } from "../admin-api.ts";
import { type Names, readNames, subjectOf } from "./subjects.ts";

const text = (name: string, label: string): Field => ({ name, label, kind: "text", group: "log" });

const layout = {
  groups: [{ key: "log", label: "User log" }],
  title: "time",
  fields: [
    text("time", "Time (Manila)"),
    text("user_name", "Person"),
    text("user_role", "Role"),
    text("action", "Action"),
    text("form", "Form"),
    text("subject", "What"),
    text("status", "Status"),
    text("region_name", "Region"),
    text("province_name", "Province"),
    text("changed", "Changes"),
  ],
};

export async function exportLog(filter: Record<string, unknown>): Promise<void> {
  try {
    const { data } = await userLog.read(filter);
    if (data.length === 0) {
      notify({ message: "No data to export.", tone: "info", seconds: 4 });
      return;
    }
    const names = await readNames(data);
    const { bytes, rows } = await writeFile({
      kind: "table",
      layout,
      rows: data.map((entry) => rowOf(entry, names)),
    });
    downloadWorkbook(bytes, `User_log_${manilaToday()}.xlsx`);
    await userLog.register("user_log", "Export", `${rows} entries`);
    notify({ message: `${rows} log entries have been exported.`, tone: "success" });
  } catch (problem) {
    notify({ message: messageOf(problem), tone: "error", seconds: 10 });
  }
}

const rowOf = (entry: LogEntry, names: Names): Record<string, unknown> => ({
  ...entry,
  time: momentInManila(entry.at),
  subject: subjectOf(entry, names),
  form: entry.form_label ?? entry.form_name,
  changed: Object.entries(entry.changes ?? {})
    .map(([name, [before, after]]) => `${name}: ${told(before)} → ${told(after)}`)
    .join("; "),
});

const told = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "—" : String(value);
