/** Looks up the parents (ARBOs) of rows that are being added, before the rows are compared with stored rows. */
import { officeOf } from "../../access/scope.ts";
import { isFilled } from "../../import/keys.ts";
import { Parents } from "../../import/parents.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { Parameters, identifier as quoted, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";

/**
 * Returns the values of the rows. If a row names a parent by its key, ID or name, the result has all three. A row whose
 * parent does not exist or is not visible to the caller is returned unchanged.
 */
export async function linkToParents(
  tx: Transaction,
  record: AnyRecord,
  rows: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const { parent, path } = record;
  const table = parent && recordByPath(parent.path)?.table;
  if (!parent || !table || path === parent.path) return rows;
  const { key, identifier, title, former } = parent;
  const textsOf = (name: string) =>
    [...new Set(rows.map((row) => row[name]))].filter(
      (value): value is string | number =>
        (typeof value === "string" && !/[\0\p{Cs}]/u.test(value) && isFilled(value)) ||
        Number.isSafeInteger(value),
    );
  const parameters = new Parameters();
  const keys = parameters.addArray(textsOf(key).filter(Number.isSafeInteger), "bigint");
  const identifiers = parameters.addArray(textsOf(identifier), "text");
  const names = parameters.addArray(textsOf(title), "text");
  const offices = parameters.addArray([...new Set(rows.map(officeOf))], "text");
  const columns = ["id", identifier, title, former, "region_name", "province_name"].map(quoted);
  const found = await tx.unsafe<{ row: JsonObject }[]>(
    `select row_to_json(item) as row from (
       select ${columns.join(", ")} from public.${quoted(table)}
       where id = any (${keys} || array(select private.find_rows_by_name(
           ${parameters.add(table, "text")}, ${parameters.add(title, "text")}, ${offices}, ${names})))
         or ${quoted(identifier)} = any (${identifiers})
         or (office = any (${offices}) and ${quoted(former)} is not null and exists (
           select from unnest(${quoted(former)}) given
           where private.fold_name(given) = any (array(select private.fold_name(name) from unnest(${names}) name))))
     ) item`,
    parameters.values,
  );
  const parents = new Parents(
    parent,
    found.map(({ row }) => row),
  );
  return rows.map((row) => {
    const its = parents.find(row);
    if (!its) return row;
    // The row has the key of one parent and the ID of another parent. The database will refuse this row. Remove both
    // values here, so that the row is not compared with the rows of either parent.
    if (isFilled(row[identifier]) && foldText(row[identifier]) !== foldText(its[identifier]))
      return { ...row, [key]: null, [identifier]: null };
    return { ...row, [key]: its.id, [identifier]: its[identifier], [title]: its[title] };
  });
}
