/** Listing people (spec section 7, users): what `POST /api/<path>` is for records, within the caller's scope. */

import { Problem } from "../../contracts/problems.ts";
import { isUuid } from "../../contracts/values.ts";
import { people } from "../../records/administration/people.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { columnList, tableNamed } from "../db/columns.ts";
import type { JsonObject } from "../http/body.ts";
import { type ListQuery, type Page, readListQuery, readPage } from "../lists/list.ts";

/** Reads what is listed: the view of people with what their role gives. */
export const peopleTable = () => tableNamed(people.table, people.reads);

const longestSearch = 200;
const searched =
  "concat_ws(' ', username, email, name, position, roles, roletype, level, region_name, province_name, muncity_name)";

/** The body of a search as a list query. @throws Problem malformed. */
export async function readPeopleQuery(body: JsonObject): Promise<ListQuery> {
  const { q, ...rest } = body;
  const query = readListQuery(people, await peopleTable(), rest);
  const words = searchWords(q);
  if (words.length === 0) return query;
  const { parameters, where } = query.filter;
  const conditions = words.map((word) => {
    const pattern = parameters.add(`%${word.replace(/[\\%_]/g, "\\$&")}%`, "text");
    return `private.fold(${searched}) like private.fold(${pattern})`;
  });
  return { ...query, filter: { ...query.filter, where: [where, ...conditions].join(" and ") } };
}

function searchWords(q: unknown): string[] {
  if (q === null || q === undefined) return [];
  if ((typeof q !== "string" && typeof q !== "number") || String(q).length > longestSearch) {
    const message = `The search must be a text of at most ${longestSearch} characters.`;
    throw new Problem("malformed", message, [{ field: "q", message }]);
  }
  return String(q)
    .replaceAll("\u0000", "")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** One page, or everybody whom the caller sees where the query has no page. */
export async function listPeople(caller: Caller, query: ListQuery): Promise<Omit<Page, "seen">> {
  const table = await peopleTable();
  return asCaller(caller, async (tx) => {
    if (query.page) return readPage(tx, table, query);
    const [row] = await tx.unsafe<{ rows: string; total: number }[]>(
      `select coalesce(json_agg(item), '[]')::text as rows, count(*)::integer as total
       from (select ${columnList(table)} from ${table.sql} where ${query.filter.where} order by ${query.order}) item`,
      query.filter.parameters.values,
    );
    return { rows: row?.rows ?? "[]", total: row?.total ?? 0, capped: false, sums: null };
  });
}

/** One person whom the caller sees. @throws Problem not_found. */
export async function personInSight(caller: Caller, id: string): Promise<JsonObject> {
  const table = await peopleTable();
  const [row] = await asCaller(caller, (tx) =>
    tx.unsafe<{ item: JsonObject }[]>(
      `select row_to_json(item) as item from (select ${columnList(table)} from ${table.sql} where id = $1::text::uuid) item`,
      [id],
    ),
  );
  if (!row)
    throw new Problem("not_found", "This person does not exist or belongs to an office that you do not see.");
  return row.item;
}

/** The id of a person in a body. @throws Problem malformed. */
export function readPersonId(value: unknown): string {
  if (isUuid(value)) return value.toLowerCase();
  const message = "id must be a user's id.";
  throw new Problem("malformed", message, [{ field: "id", message }]);
}
