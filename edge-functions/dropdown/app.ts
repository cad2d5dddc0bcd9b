/** The function `dropdown`: the 34 reference lists (spec section 7). Whoever is signed in reads; administrators keep them. */

import { Hono } from "hono";
import type { Verb } from "../_shared/access/sentences.ts";
import { type DropdownList, dropdownLists } from "../_shared/records/vocabulary/types.ts";
import { asCaller } from "../_shared/server/access/as-caller.ts";
import { admit, admitAdministrator } from "../_shared/server/access/refusals.ts";
import { type Caller, callerFrom } from "../_shared/server/access/token.ts";
import { valueColumns } from "../_shared/server/dropdown-lists/list-usage.ts";
import {
  addValues,
  countUsage,
  removeValues,
  renameValues,
} from "../_shared/server/dropdown-lists/list-values.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import {
  type AppContext,
  type AppVariables,
  noSuchCall,
  success,
  successJson,
} from "../_shared/server/http/answers.ts";
import { readJson, readObject, smallBody } from "../_shared/server/http/body.ts";
import { noteRows } from "../_shared/server/observe/request.ts";

interface Target {
  caller: Caller;
  list: DropdownList;
}

const listValues = { table: "dropdown_values", noun: { one: "list value", many: "list values" } } as const;

/**
 * Who asks, and for which list. Whoever is not signed in is not told which lists exist, and whoever may not do this to
 * any value is refused before the body is read. @throws Problem unauthenticated, not_found, refused.
 */
async function target(c: AppContext, ...verbs: readonly Verb[]): Promise<Target> {
  const caller = await callerFrom(c.req.header("authorization"));
  const list = dropdownLists.find((known) => known === c.req.param("list"));
  if (!list) throw noSuchCall(c);
  if (verbs.length > 0) await admit(caller, listValues, ...verbs);
  return { caller, list };
}

async function register(c: AppContext): Promise<Response> {
  const { caller, list } = await target(c, "insert");
  return success(c, await addValues(caller, list, (await readJson(c, smallBody)).value));
}

const routes = new Hono<AppVariables>()
  .get("/:list", async (c) => {
    const { caller, list } = await target(c);
    const columns = valueColumns(list);
    const order = columns.map((name) => `${name} collate "und-x-icu"`).join(", ");
    const [row] = await asCaller(
      caller,
      (tx) =>
        tx.unsafe<{ rows: string; total: number }[]>(
          `select coalesce(json_agg(entry), '[]')::text as rows, count(*)::integer as total
         from (
           select id, ${columns.join(", ")}, user_id from public.dropdown_values
           where list = $1::text order by ${order}, id
         ) entry`,
          [list],
        ),
      { replica: true },
    );
    noteRows(row?.total ?? 0);
    return successJson(c, row?.rows ?? "[]", { total: row?.total ?? 0 });
  })
  .put("/:list/register", register)
  .put("/:list/insert", register)
  .put("/:list/update", async (c) => {
    const { caller, list } = await target(c, "update");
    const { entries, renamed } = await renameValues(caller, list, (await readJson(c, smallBody)).value);
    return success(c, entries, { renamed });
  })
  .delete("/:list/delete", async (c) => {
    const { caller, list } = await target(c, "delete");
    return success(c, await removeValues(caller, list, (await readJson(c, smallBody)).value));
  })
  .post("/:list/usage", async (c) => {
    const { caller, list } = await target(c);
    await admitAdministrator(caller, { route: "dropdowns", act: "count the use of a value" });
    const usage = await countUsage(caller, list, await readObject(c, smallBody));
    return success(c, usage, { total: usage.reduce((sum, { count }) => sum + count, 0) });
  });

export const app = functionApp("dropdown", routes);
