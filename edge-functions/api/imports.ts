/** Endpoints of import receipts. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/record-entries.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, success } from "../_shared/server/http/responses.ts";
import { beginImport, importReceipt, ownImports, takeBackImport } from "../_shared/server/records/imports.ts";

export const importRoutes = new Hono<AppVariables>();

serve(importRoutes, contracts.beginImport, async ({ c, caller, body }) => {
  await beginImport(caller, body);
  return success(c, null);
});

serve(importRoutes, contracts.ownImports, async ({ c, caller, body }) => {
  const { rows, total } = await ownImports(caller, body);
  return success(c, rows, { total });
});

serve(importRoutes, contracts.importReceipt, async ({ c, caller, body }) =>
  success(c, await importReceipt(caller, body.import_id)),
);

serve(importRoutes, contracts.takeBackImport, async ({ c, caller, body }) =>
  success(c, await takeBackImport(caller, body.import_id)),
);
