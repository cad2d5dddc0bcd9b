/** The calls that every record type has: list, update, likely-same, delete, approve. They derive from the registry. */
import { Hono } from "hono";
import { Problem } from "../../contracts/problems.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { type AppVariables, logged, noSuchCall, success, successJson } from "../http/answers.ts";
import { largeBody, readJson, readObject, smallBody } from "../http/body.ts";
import { logWholeList, readPurpose } from "../lists/export-log.ts";
import { readListQuery, readPage } from "../lists/list.ts";
import { readValues, readValuesQuery } from "../lists/values.ts";
import { wholeList } from "../lists/whole-list.ts";
import { sweepAfter } from "../storage/sweep.ts";
import { approveAsCaller, readApproval } from "./approve.ts";
import { findLikelySame, readCandidate } from "./likely-same.ts";
import { listTarget, target } from "./record-target.ts";
import { readDeletion, removeAsCaller } from "./remove.ts";
import { askedOf, readItems } from "./save.ts";
import { readBatch, saveAsCaller } from "./save-call.ts";

export const recordRoutes = new Hono<AppVariables>()
  .post("/:path", async (c) => {
    const { caller, record, seen, body } = await listTarget(c);
    const query = readListQuery(record, seen, body);
    const purpose = readPurpose(c.req.query("purpose"));
    if (!query.page) {
      await logWholeList(caller, record, seen, query, { purpose, body });
      return wholeList(c, caller, seen, query);
    }
    const page = await asCaller(caller, (tx) => readPage(tx, seen, query), { replica: true });
    const { rows, total, capped, sums } = page;
    return successJson(c, rows, {
      total,
      ...(capped ? { total_capped: true } : {}),
      ...(sums ? { sums: JSON.parse(sums) } : {}),
      ...(record.approval ? { seen: page.seen } : {}),
    });
  })
  .put("/:path/update", async (c) => {
    const { caller, record, table, seen } = await target(c, "insert", "update");
    const body = await readJson(c, largeBody);
    const batch = await readBatch(c.req.query("import_id"), c.req.query("batch"), body.text);
    const rows = await saveAsCaller(caller, record, { table, seen }, readItems(record, body.value), batch);
    return successJson(c, rows);
  })
  .delete("/:path/delete", async (c) => {
    const { caller, record, table } = await target(c, "delete");
    const ids = readDeletion((await readJson(c, smallBody)).value);
    const deleted = await removeAsCaller(caller, record, table, ids);
    if (holdsFiles(record)) await sweepAfter(caller, logged(c));
    return success(c, { deleted });
  })
  .post("/:path/likely-same", async (c) => {
    const { caller, record, table } = await target(c);
    if (!record.likelySame) throw noSuchCall(c);
    const candidate = readCandidate(record, await readObject(c, smallBody));
    const found = await asCaller(caller, (tx) => findLikelySame(tx, record, table, [candidate]));
    return success(c, found.get(0) ?? []);
  })
  .post("/:path/soft-checks", async (c) => {
    const { caller, record, table } = await target(c);
    if (!record.softChecks) throw noSuchCall(c);
    const items = readItems(record, (await readJson(c, largeBody)).value);
    return success(c, await asCaller(caller, (tx) => askedOf(tx, record, table, items)));
  })
  .post("/:path/values", async (c) => {
    const { caller, record, seen } = await target(c);
    const query = readValuesQuery(record, seen, await readObject(c, smallBody));
    return successJson(c, await asCaller(caller, (tx) => readValues(tx, seen, query), { replica: true }));
  })
  .post("/:path/approve", async (c) => {
    const { caller, record, table } = await target(c, "update");
    if (!record.approval) throw noSuchCall(c);
    const approval = readApproval(record, table, await readObject(c, smallBody));
    return success(c, await approveAsCaller(caller, record, table, approval));
  });

/** Whether rows of the record type, or what is attached to them, have files that go with them. */
const holdsFiles = (record: AnyRecord): boolean =>
  record.files !== undefined || record.fields.some((field) => field.attached);

/** The record type of a path that came in a body. @throws Problem not_found. */
export function recordNamed(path: unknown): AnyRecord {
  const record = typeof path === "string" ? recordByPath(path) : undefined;
  if (!record)
    throw new Problem("not_found", "There is no such kind of record.", [
      { field: "path", message: "There is no such kind of record." },
    ]);
  return record;
}
