/** Lists users (spec section 7, users) within the caller's scope, like `POST /api/<path>` for records. */

import { Problem } from "../../contracts/base/problems.ts";
import type { ListQuery as Asked } from "../../contracts/record-lists.ts";
import { people } from "../../records/administration/people.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { columnList, tableNamed } from "../db/columns.ts";
import type { JsonObject } from "../http/body.ts";
import { type ListQuery, listQuery } from "../lists/list.ts";
import { type Page, readPage } from "../lists/page.ts";

/** View of users that includes their role's level, rights and routes. */
export const peopleTable = tableNamed(people.table, people.reads);

const searched =
  "concat_ws(' ', username, email, name, position, roles, roletype, level, region_name, province_name, muncity_name)";

/** Builds the query of the list of users. The words of a search are looked up in the columns that the list shows. */
function peopleQuery(asked: Asked): ListQuery {
  const query = listQuery(peopleTable, { ...asked, filter: { ...asked.filter, q: null } });
  const { parameters, where } = query.filter;
  const words = (asked.filter.q ?? "").replaceAll("\u0000", "").split(/\s+/).filter(Boolean);
  const conditions = words.map((word) => {
    const pattern = parameters.add(`%${word.replace(/[\\%_]/g, "\\$&")}%`, "text");
    return `private.fold(${searched}) like private.fold(${pattern})`;
  });
  return { ...query, filter: { ...query.filter, where: [where, ...conditions].join(" and ") } };
}

/** Reads one page of the users that the caller can see; without paging, all of them. */
export async function listPeople(caller: Caller, asked: Asked): Promise<Omit<Page, "seen">> {
  const query = peopleQuery(asked);
  const table = peopleTable;
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

/** Returns a user that the caller can see. @throws Problem of kind `not_found`. */
export async function requirePerson(caller: Caller, id: string): Promise<JsonObject> {
  const person = await findPerson(caller, id);
  if (person) return person;
  throw new Problem("not_found", "This person does not exist or belongs to an office that you cannot see.");
}

/** Returns a user; null when the caller can't see them. */
export async function findPerson(caller: Caller, id: string): Promise<JsonObject | null> {
  const table = peopleTable;
  const [row] = await asCaller(caller, (tx) =>
    tx.unsafe<{ item: JsonObject }[]>(
      `select row_to_json(item) as item from (select ${columnList(table)} from ${table.sql} where id = $1::text::uuid) item`,
      [id],
    ),
  );
  return row?.item ?? null;
}
