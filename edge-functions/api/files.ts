/** Endpoints of record types whose rows have files or locations: create, links, map points, file check. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/records.ts";
import { administrators } from "../_shared/server/access/refusals.ts";
import { serveRecords } from "../_shared/server/calls/serve-records.ts";
import { checkFiles } from "../_shared/server/files/file-check.ts";
import { links } from "../_shared/server/files/links.ts";
import { readItemsWithFiles } from "../_shared/server/files/received-files.ts";
import { createWithFiles } from "../_shared/server/files/save-with-files.ts";
import { withForm } from "../_shared/server/http/form-parts.ts";
import { type AppVariables, failureLogger, success, successJson } from "../_shared/server/http/responses.ts";
import { conditionsOf } from "../_shared/server/lists/filters.ts";
import { readPoints } from "../_shared/server/lists/list.ts";
import { answerAsCaller, relatedQuestions } from "../_shared/server/lists/sensitive-questions.ts";

export const fileRoutes = new Hono<AppVariables>();

serveRecords(
  fileRoutes,
  contracts.create,
  async ({ c, caller, record, table, listed }) => {
    const rows = await withForm(c, caller.userId, async (form) =>
      createWithFiles(caller, { record, table, listed }, readItemsWithFiles(form), failureLogger(c)),
    );
    return successJson(c, rows);
  },
  { verbs: ["insert"] },
);

serveRecords(fileRoutes, contracts.links, async ({ c, caller, table, body }) =>
  success(c, await links(caller, table, body)),
);

serveRecords(fileRoutes, contracts.points, async ({ c, caller, record, listed, body }) => {
  const filter = conditionsOf(record, listed, body);
  const { points, total } = await answerAsCaller(
    caller,
    relatedQuestions(body.conditions),
    (tx) => readPoints(tx, listed, filter, record.points ?? []),
    { timeout: 30_000, replica: true },
  );
  return successJson(c, points, { total });
});

serveRecords(
  fileRoutes,
  contracts.check,
  async ({ c, caller, body }) => success(c, await checkFiles(caller, body)),
  administrators("check the files", { central: true }),
);
