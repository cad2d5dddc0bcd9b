/** The function `dropdown`: the 34 reference lists (spec section 7). Whoever is signed in reads; administrators keep them. */
import { Hono } from "hono";
import { type DropdownList, dropdownLists } from "../_shared/records/types.ts";
import {
  type AppContext,
  type AppVariables,
  functionApp,
  noSuchCall,
  success,
  successJson,
} from "../_shared/server/answers.ts";
import { asCaller } from "../_shared/server/as-caller.ts";
import { readJson, readObject, smallBody } from "../_shared/server/body.ts";
import { valueColumns } from "../_shared/server/list-usage.ts";
import { addValues, countUsage, removeValues, renameValues } from "../_shared/server/list-values.ts";
import { type Caller, callerFrom } from "../_shared/server/token.ts";

interface Target {
  caller: Caller;
  list: DropdownList;
}

/** Who asks, and for which list. Whoever is not signed in is not told which lists exist. */
async function target(c: AppContext): Promise<Target> {
  const caller = await callerFrom(c.req.header("authorization"));
  const list = dropdownLists.find((known) => known === c.req.param("list"));
  if (!list) throw noSuchCall(c);
  return { caller, list };
}

async function register(c: AppContext): Promise<Response> {
  const { caller, list } = await target(c);
  return success(c, await addValues(caller, list, (await readJson(c, smallBody)).value));
}

const routes = new Hono<AppVariables>()
  .get("/:list", async (c) => {
    const { caller, list } = await target(c);
    const columns = valueColumns(list);
    const order = columns.map((name) => `${name} collate "und-x-icu"`).join(", ");
    const [row] = await asCaller(caller, (tx) =>
      tx.unsafe<{ rows: string; total: number }[]>(
        `select coalesce(json_agg(entry), '[]')::text as rows, count(*)::integer as total
         from (
           select id, ${columns.join(", ")}, user_id from public.dropdown_values
           where list = $1::text order by ${order}, id
         ) entry`,
        [list],
      ),
    );
    return successJson(c, row?.rows ?? "[]", { total: row?.total ?? 0 });
  })
  .put("/:list/register", register)
  .put("/:list/insert", register)
  .put("/:list/update", async (c) => {
    const { caller, list } = await target(c);
    const { entries, renamed } = await renameValues(caller, list, (await readJson(c, smallBody)).value);
    return success(c, entries, { renamed });
  })
  .delete("/:list/delete", async (c) => {
    const { caller, list } = await target(c);
    return success(c, await removeValues(caller, list, (await readJson(c, smallBody)).value));
  })
  .post("/:list/usage", async (c) => {
    const { caller, list } = await target(c);
    const usage = await countUsage(caller, list, await readObject(c, smallBody));
    return success(c, usage, { total: usage.reduce((sum, { count }) => sum + count, 0) });
  });

export const app = functionApp("dropdown", routes);
