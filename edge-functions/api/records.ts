/**
 * The endpoints that every record type has, derived from the registry: list, update, delete, approve, return,
 * comment…
 */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/records.ts";
import type { AnyRecord } from "../_shared/records/vocabulary/types.ts";
import { asCaller } from "../_shared/server/access/as-caller.ts";
import { serveRecords, tablesOf } from "../_shared/server/calls/serve-records.ts";
import { readItemWithFile } from "../_shared/server/files/received-files.ts";
import { updateWithFile } from "../_shared/server/files/save-with-files.ts";
import { isForm, withForm } from "../_shared/server/http/form-parts.ts";
import { type AppVariables, failureLogger, success, successJson } from "../_shared/server/http/responses.ts";
import { logWholeList } from "../_shared/server/lists/export-log.ts";
import { listQuery } from "../_shared/server/lists/list.ts";
import { readPage } from "../_shared/server/lists/page.ts";
import { filterQuestions, readAsCaller } from "../_shared/server/lists/sensitive-questions.ts";
import { readValues } from "../_shared/server/lists/values.ts";
import { versionsAsCaller } from "../_shared/server/lists/versions.ts";
import { wholeList } from "../_shared/server/lists/whole-list.ts";
import { approveAsCaller } from "../_shared/server/records/approve.ts";
import { batchOf, keyedBatch } from "../_shared/server/records/batches.ts";
import { likelySameAsCaller } from "../_shared/server/records/likely-same.ts";
import { removeAsCaller } from "../_shared/server/records/remove.ts";
import { commentAsCaller, commentsAsCaller, stepAsCaller } from "../_shared/server/records/review.ts";
import { softCheckWarnings } from "../_shared/server/records/save.ts";
import { saveAsCaller } from "../_shared/server/records/save-call.ts";
import { restoreAsCaller, revertAsCaller, trashAsCaller } from "../_shared/server/records/trash.ts";
import { readUnusualValues } from "../_shared/server/records/unusual-values.ts";
import { sweepAfter } from "../_shared/server/storage/sweep.ts";

export const recordRoutes = new Hono<AppVariables>();

serveRecords(recordRoutes, contracts.list, async ({ c, caller, body, query: { purpose }, rawBody }) => {
  // The record type comes from the parsed body, because for some statuses the list of this path has rows of another
  // record type (registry: `listsByStatus`).
  const { record, listed } = tablesOf(body.record);
  const query = listQuery(listed, body);
  if (!query.page) {
    await logWholeList(caller, record, listed, query, { purpose, body: rawBody });
    return wholeList(c, caller, listed, query);
  }
  const summed = query.sums.map(({ name }) => name);
  const questions = filterQuestions(record, body.filter, summed);
  const page = await readAsCaller(caller, listed, questions, (tx) => readPage(tx, listed, query));
  const { rows, total, capped, sums } = page;
  return successJson(c, rows, {
    total,
    ...(capped ? { total_capped: true } : {}),
    ...(sums ? { sums: JSON.parse(sums) } : {}),
    ...(record.approval ? { seen: page.seen } : {}),
  });
});

serveRecords(
  recordRoutes,
  contracts.update,
  async ({ c, caller, body, query, text, record, ...tables }) => {
    const rows = isForm(c)
      ? await withForm(c, caller.userId, (form) => {
          const received = readItemWithFile(form);
          return updateWithFile(caller, { record, ...tables }, received, failureLogger(c));
        })
      : await saveAsCaller(caller, { record, ...tables }, body, batchOf(query, text));
    return successJson(c, rows);
  },
  { verbs: ["insert", "update"], provenBy: (c) => !isForm(c) },
);

serveRecords(
  recordRoutes,
  contracts.remove,
  async ({ c, caller, body, query, text, record, table }) => {
    const deleted = await removeAsCaller(caller, record, table, body, batchOf(query, text, "delete"));
    if (holdsFiles(record)) await sweepAfter(caller, failureLogger(c));
    return success(c, { deleted });
  },
  { verbs: ["delete"] },
);

serveRecords(recordRoutes, contracts.trash, async ({ c, caller, body: { page, statuses }, record }) => {
  const { rows, total } = await trashAsCaller(caller, record, page, statuses);
  return success(c, rows, { total });
});

serveRecords(
  recordRoutes,
  contracts.restore,
  async ({ c, caller, body: { id: ids, save_anyway: anyway = false }, query, text, ...tables }) =>
    successJson(c, await restoreAsCaller(caller, tables, { ids, anyway }, batchOf(query, text, "restore"))),
  { verbs: ["restore"] },
);

serveRecords(
  recordRoutes,
  contracts.revert,
  async ({ c, caller, body, query, text, ...tables }) =>
    successJson(c, await revertAsCaller(caller, tables, body, batchOf(query, text, "revert"))),
  { verbs: ["update"] },
);

serveRecords(recordRoutes, contracts.likelySame, async ({ c, caller, body, record, table }) =>
  success(c, await likelySameAsCaller(caller, record, table, body)),
);

serveRecords(recordRoutes, contracts.softChecks, async ({ c, caller, body: items, record, table }) =>
  success(c, await asCaller(caller, (tx) => softCheckWarnings(tx, record, table, items))),
);

serveRecords(recordRoutes, contracts.unusualValues, async ({ c, caller, body: { id }, record, listed }) =>
  success(c, await asCaller(caller, (tx) => readUnusualValues(tx, record, listed, id), { replica: true })),
);

serveRecords(recordRoutes, contracts.values, async ({ c, caller, body, record, listed }) =>
  successJson(
    c,
    await readAsCaller(caller, listed, filterQuestions(record, body.filter), (tx) =>
      readValues(tx, record, listed, body),
    ),
  ),
);

serveRecords(recordRoutes, contracts.versions, async ({ c, caller, body, record, listed }) =>
  successJson(c, await versionsAsCaller(caller, record, listed, body)),
);

serveRecords(
  recordRoutes,
  contracts.approve,
  async ({ c, caller, body, query, text, ...tables }) =>
    success(c, await approveAsCaller(caller, tables, body, batchOf(query, text, "approve"))),
  { verbs: ["approve"] },
);

serveRecords(
  recordRoutes,
  contracts.sendBack,
  async ({ c, caller, body, query, text, ...tables }) => {
    const batch = batchOf(query, text, "return");
    return successJson(c, await stepAsCaller(caller, tables, "returned", body, body.reason, batch));
  },
  { verbs: ["return"] },
);

serveRecords(
  recordRoutes,
  contracts.takeBackReturn,
  async ({ c, caller, body, query, text, ...tables }) => {
    const batch = batchOf(query, text, "take-back-return");
    return successJson(c, await stepAsCaller(caller, tables, "taken_back", body, undefined, batch));
  },
  { verbs: ["return"] },
);

serveRecords(
  recordRoutes,
  contracts.resubmit,
  async ({ c, caller, body, ...tables }) =>
    successJson(c, await stepAsCaller(caller, tables, "resubmitted", body, body.note, keyedBatch())),
  { verbs: ["update"] },
);

serveRecords(recordRoutes, contracts.comments, async ({ c, caller, body: { id }, record }) =>
  successJson(c, await commentsAsCaller(caller, record, id)),
);

serveRecords(
  recordRoutes,
  contracts.addComment,
  async ({ c, caller, body, record }) => successJson(c, await commentAsCaller(caller, record, body)),
  { verbs: ["comment"] },
);

/** Checks whether rows of the record type, or their attachments, have files. */
const holdsFiles = (record: AnyRecord): boolean =>
  record.files !== undefined || record.fields.some((field) => field.attached);
