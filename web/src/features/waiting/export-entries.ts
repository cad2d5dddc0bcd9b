/** Excel file of the rows that wait in the outbox, one sheet per record type. */
import { manilaToday } from "#shared/rules/dates.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { download } from "../../records/workbook/download.ts";
import { writeFile } from "../../records/workbook/excel-client.ts";
import { stateText } from "./state-text.ts";

/** Saves the rows of the entries as an Excel file. If this fails, the promise rejects with a message for the user. */
export async function exportEntries(entries: readonly Entry[]): Promise<void> {
  const rows = entries.flatMap((entry, index) => {
    const { work, route, needs } = entry;
    if (work.kind !== "row") return [];
    // Leave out ids of rows that the server has not stored yet, because these ids are known only to this browser.
    const references = needs.map(({ field }) => field);
    const values = Object.fromEntries(
      Object.entries({ ...work.base, ...work.values }).flatMap(([name, value]) =>
        references.includes(name) ? [] : [[name, plain(value)] as const],
      ),
    );
    return [{ route, row: { place: index + 1, values, state: stateText(entry, entries, false) } }];
  });
  const routes = [...new Set(rows.map(({ route }) => route))];
  const sheets = routes.map((route) => ({
    route,
    rows: rows.filter((one) => one.route === route).map(({ row }) => row),
  }));
  const { file } = await writeFile({ kind: "kept", sheets });
  download(file, `waiting-entries-${manilaToday()}.xlsx`);
}

const plain = (value: unknown): string | number | null =>
  typeof value === "number" || typeof value === "string" ? value : null;
