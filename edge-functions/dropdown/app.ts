/**
 * The function `dropdown`: the reference lists (spec section 7). Every signed-in user can read them; administrators
 * can change them.
 */

import { Hono } from "hono";
import type { Verb } from "../_shared/access/refusal-messages.ts";
import * as contracts from "../_shared/contracts/lists.ts";
import { type DropdownList, dropdownLists } from "../_shared/records/vocabulary/types.ts";
import { admit, admitAdministrator } from "../_shared/server/access/refusals.ts";
import { type Admission, type Request, serve } from "../_shared/server/calls/serve.ts";
import {
  addValues,
  countUsage,
  readValues,
  removeValues,
  renameValues,
} from "../_shared/server/dropdown-lists/list-values.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import {
  type AppContext,
  type AppVariables,
  noSuchEndpoint,
  success,
  successJson,
} from "../_shared/server/http/responses.ts";

const listValues = { table: "dropdown_values", noun: { one: "list value", many: "list values" } } as const;

/** Returns the dropdown list that the request's path names. @throws Problem of kind `not_found`. */
function listOf(c: AppContext): DropdownList {
  const list = dropdownLists.find((known) => known === c.req.param("list"));
  if (!list) throw noSuchEndpoint(c);
  return list;
}

/** Returns a check that admits callers who may perform the action (`verb`) on at least one list value. */
const admitFor =
  (verb: Verb): Admission =>
  (caller, c) => {
    listOf(c);
    return admit(caller, listValues, verb);
  };

const routes = new Hono<AppVariables>();

serve(
  routes,
  contracts.readList,
  async ({ c, caller }) => {
    const { rows, total } = await readValues(caller, listOf(c));
    return successJson(c, rows, { total });
  },
  (_, c) => listOf(c),
);

type Addition = Pick<Request<typeof contracts.addValues>, "c" | "caller" | "body">;
const register = async ({ c, caller, body }: Addition) =>
  success(c, await addValues(caller, listOf(c), body));
serve(routes, contracts.addValues, register, admitFor("insert"));
serve(routes, contracts.insertValues, register, admitFor("insert"));

serve(
  routes,
  contracts.renameValues,
  async ({ c, caller, body }) => {
    const { entries, renamed } = await renameValues(caller, listOf(c), body);
    return success(c, entries, { renamed });
  },
  admitFor("update"),
);

serve(
  routes,
  contracts.deleteValues,
  async ({ c, caller, body }) => success(c, await removeValues(caller, listOf(c), body)),
  admitFor("delete"),
);

serve(
  routes,
  contracts.countUsage,
  async ({ c, caller, body }) => {
    const usage = await countUsage(caller, listOf(c), body);
    return success(c, usage, { total: usage.reduce((sum, { count }) => sum + count, 0) });
  },
  (caller, c) => {
    listOf(c);
    return admitAdministrator(caller, "count the use of a value", { route: "dropdowns" });
  },
);

export const app = functionApp("dropdown", routes);
