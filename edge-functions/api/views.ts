/** Endpoints of saved views. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/record-lists.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, success } from "../_shared/server/http/responses.ts";
import {
  changeView,
  listViews,
  openView,
  removeView,
  saveView,
} from "../_shared/server/views/saved-views.ts";

export const viewRoutes = new Hono<AppVariables>();

serve(viewRoutes, contracts.listViews, async ({ c, caller, body: { screen } }) =>
  success(c, await listViews(caller, screen)),
);

serve(viewRoutes, contracts.openView, async ({ c, caller, body: { id } }) =>
  success(c, await openView(caller, id)),
);

serve(viewRoutes, contracts.saveView, async ({ c, caller, body }) =>
  success(c, await saveView(caller, body)),
);

serve(viewRoutes, contracts.changeView, async ({ c, caller, body }) =>
  success(c, await changeView(caller, body)),
);

serve(viewRoutes, contracts.removeView, async ({ c, caller, body: { id } }) =>
  success(c, await removeView(caller, id)),
);
