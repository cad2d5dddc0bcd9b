/**
 * Every log entry about a row names the screen that lists the row. If two screens share a table, the row's status
 * decides between them.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { callAs, cleanUp, database, mark, type Row, rowsOf } from "./support.ts";

const sharing = records.filter(({ table }) => records.filter((other) => other.table === table).length > 1);

afterAll(async () => {
  for (const { table } of sharing)
    await database.unsafe(`delete from public.${table} where remarks = '${mark}'`);
  await cleanUp();
});

/** Copies the fields of a stored row of the screen into a new record with a unique description. */
async function sampleOf(record: AnyRecord): Promise<object> {
  const answer = await callAs("admin", "POST", `/api/${record.path}`, {
    ...record.fixed,
    page: 1,
    page_size: 1,
  });
  const [row] = rowsOf(answer);
  const fields = record.fields.filter(({ attached }) => !attached).map(({ name }) => [name, row?.[name]]);
  return { ...Object.fromEntries(fields), description: randomUUID(), remarks: mark, ...record.fixed };
}

async function done(method: string, path: string, body: unknown): Promise<Row[]> {
  const answer = await callAs("admin", method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return rowsOf(answer);
}

it("Exactly two tables, form11_accomps and inventory_status_monitoring, each contain the rows of two screens.", () => {
  expect([...new Set(sharing.map(({ table }) => table))].sort()).toEqual([
    "form11_accomps",
    "inventory_status_monitoring",
  ]);
  expect(sharing).toHaveLength(4);
});

describe.each(sharing.map((record) => [record.route, record] as const))(
  "Log entries of the screen %s",
  (route, record) => {
    const path = `/api/${record.path}`;

    it("If two screens share a table, the log entry of every action names the screen to which the row belongs.", async () => {
      const import_id = randomUUID();
      await done("PUT", "/api/imports/begin", {
        ...{ import_id, screen: route, file_name: "rows.xlsx", rows: 1, left_out: 0 },
      });
      const [row] = await done("PUT", `${path}/update?import_id=${import_id}&batch=1`, [
        await sampleOf(record),
      ]);
      const id = row?.id;
      await done("PUT", `${path}/update`, { id, description: randomUUID() });
      await done("PUT", `${path}/return`, { id, reason: "Which town?" });
      await done("PUT", `${path}/take-back-return`, { id });
      await done("PUT", `${path}/return`, { id, reason: "Which town?" });
      await done("PUT", `${path}/resubmit`, { id });
      await done("PUT", `${path}/comment`, { id, text: "Seen." });
      for (const process_stage of ["Approved", "Pending"])
        await done("POST", `${path}/approve`, { id, process_stage });
      await done("DELETE", `${path}/delete`, { id });
      await done("PUT", `${path}/restore`, { id });
      await done("PUT", "/api/imports/take-back", { import_id });

      const of = { form_name: record.path };
      const entries = [
        ...(await done("POST", "/api/user-log/read", { ...of, row_id: id, page: 1, page_size: 100 })),
        ...(await done("POST", "/api/user-log/read", {
          ...of,
          action: "Take back import",
          page: 1,
          page_size: 1,
        })),
      ];
      const acts = [
        "Insert",
        "Update",
        "Return",
        "Take back return",
        "Resubmit",
        "Comment",
        "Approve",
        "Set back",
      ];
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining([...acts, "Delete", "Restore", "Take back import"]),
      );
      for (const entry of entries) expect([entry.action, entry.route]).toEqual([entry.action, route]);
      const names = new Set(entries.map(({ form_label }) => String(form_label)));
      expect([...names]).toEqual([expect.stringContaining(record.label.replace(` (${record.section})`, ""))]);
      const others = await done("POST", "/api/user-log/read", { page: 1, page_size: 1000 });
      for (const entry of others) if (names.has(String(entry.form_label))) expect(entry.route).toBe(route);
    });
  },
);
