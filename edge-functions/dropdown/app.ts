/** The function `dropdown`: the choices of the 34 reference lists, for whoever is signed in (spec section 7). */
import { Hono } from "hono";
import { dropdownLists } from "../_shared/records/types.ts";
import { type AppVariables, functionApp, noSuchCall, successJson } from "../_shared/server/answers.ts";
import { asCaller } from "../_shared/server/as-caller.ts";
import { callerFrom } from "../_shared/server/token.ts";

/** These two have a category and sub-categories; all others have a type. */
const categoryLists = new Set(["participant-category", "participant-subcategory"]);

const routes = new Hono<AppVariables>().get("/:list", async (c) => {
  const caller = await callerFrom(c.req.header("authorization"));
  const list = c.req.param("list");
  if (!dropdownLists.some((known) => known === list)) throw noSuchCall(c);
  const columns = categoryLists.has(list) ? ["category", "sub_category"] : ["type"];
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
});

export const app = functionApp("dropdown", routes);
