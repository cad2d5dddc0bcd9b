/**
 * Keeping the dropdown lists (spec section 7): adding, renaming and removing values, and what happens to the records that
 * use them.
 */
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import type { DropdownList } from "../../records/vocabulary/types.ts";
import { tidyText } from "../../rules/text.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { isObject, type JsonObject } from "../http/body.ts";
import { readIds } from "../records/remove.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { heldParts, inUse, replaceInRecords, type Usage, usageOf, valueColumns } from "./list-usage.ts";

/** `POST /dropdown/{list}/usage`: `{id}`, `{value}`, or `{category, sub_category?}`. */
export async function countUsage(caller: Caller, list: DropdownList, body: JsonObject): Promise<Usage[]> {
  return changing(caller, async (tx) => {
    const entry =
      body.id === undefined
        ? valuesIn(list, "value" in body ? { type: body.value } : body, 0)
        : await entryOf(tx, list, body.id, 0);
    return (
      await Promise.all(heldParts(list, entry).map(([part, value]) => usageOf(tx, list, part, value)))
    ).flat();
  });
}

/** `PUT /dropdown/{list}/register`: new entries; answers them. */
export async function addValues(caller: Caller, list: DropdownList, body: unknown): Promise<JsonObject[]> {
  const entries = entriesIn(body).map((entry, index) => valuesIn(list, entry, index));
  return changing(caller, async (tx) => {
    const saved: JsonObject[] = [];
    for (const [index, entry] of entries.entries()) saved.push(await insertValue(tx, list, entry, index));
    return saved;
  });
}

async function insertValue(
  tx: Transaction,
  list: DropdownList,
  entry: JsonObject,
  index: number,
): Promise<JsonObject> {
  const columns = valueColumns(list);
  const values = columns.map((column) => (entry[column] as string | null | undefined) ?? null);
  try {
    const [row] = await tx.unsafe<{ item: JsonObject }[]>(
      `insert into public.dropdown_values as v (list, ${columns.join(", ")})
       values ($1::text, ${columns.map((_, place) => `$${place + 2}::text`).join(", ")})
       returning ${shown(list)} as item`,
      [list, ...values],
    );
    return row?.item ?? {};
  } catch (error) {
    throw entryProblem(error, columns, index);
  }
}

/** `PUT /dropdown/{list}/update`: renamed entries, and on request the records that hold the former value. */
export async function renameValues(
  caller: Caller,
  list: DropdownList,
  body: unknown,
): Promise<{ entries: JsonObject[]; renamed: number }> {
  const given = entriesIn(body);
  return changing(caller, async (tx) => {
    const entries: JsonObject[] = [];
    let renamed = 0;
    for (const [index, { id, rename_in_records: inRecords, ...entry }] of given.entries()) {
      const before = await entryOf(tx, list, id, index);
      const after = valuesIn(list, { ...pick(before, valueColumns(list)), ...entry }, index);
      entries.push(await updateValue(tx, list, Number(before.id), after, index));
      if (inRecords !== true) continue;
      await requireCentral(tx, index);
      for (const part of valueColumns(list)) {
        if (
          typeof before[part] !== "string" ||
          typeof after[part] !== "string" ||
          before[part] === after[part]
        )
          continue;
        renamed += await replaceEverywhere(tx, list, index, part, String(before[part]), String(after[part]));
      }
    }
    return { entries, renamed };
  });
}

async function updateValue(
  tx: Transaction,
  list: DropdownList,
  id: number,
  entry: JsonObject,
  index: number,
): Promise<JsonObject> {
  const columns = valueColumns(list);
  try {
    const [row] = await tx.unsafe<{ item: JsonObject }[]>(
      `update public.dropdown_values v set ${columns.map((column, place) => `${column} = $${place + 2}::text`).join(", ")}
       where v.id = $1::text::bigint returning ${shown(list)} as item`,
      [String(id), ...columns.map((column) => (entry[column] as string | null | undefined) ?? null)],
    );
    if (!row) throw refusedToKeep("change");
    return row.item;
  } catch (error) {
    throw entryProblem(error, columns, index);
  }
}

/** `DELETE /dropdown/{list}/delete`: ids or `{id, replace_with?}`. A value in use goes only when it is replaced. */
export async function removeValues(
  caller: Caller,
  list: DropdownList,
  body: unknown,
): Promise<{ deleted: number; replaced: number }> {
  const given = isObject(body) && Array.isArray(body.id) ? body.id : Array.isArray(body) ? body : [body];
  const wanted = given.map((entry: unknown) => (isObject(entry) ? entry : { id: entry }));
  if (wanted.length === 0) throw new Problem("malformed", "Give at least one entry.");
  return changing(caller, async (tx) => {
    const problems: ProblemDetail[] = [];
    let deleted = 0;
    let replaced = 0;
    for (const [index, { id, replace_with: replacement }] of wanted.entries()) {
      const other = typeof replacement === "string" ? tidyText(replacement) : "";
      const entry = await entryOf(tx, list, id, index);
      for (const [part, value] of heldParts(list, entry)) {
        const usage = await usageOf(tx, list, part, value);
        if (usage.length > 0 && other !== "" && other !== value) {
          await requireCentral(tx, index);
          replaced += await replaceEverywhere(tx, list, index, part, value, other);
        } else if (usage.length > 0) problems.push({ index, message: inUse(value, usage) });
      }
      const removed = await tx.unsafe("delete from public.dropdown_values where id = $1::text::bigint", [
        String(entry.id),
      ]);
      if (removed.count === 0) throw refusedToKeep("delete");
      deleted += removed.count;
    }
    if (problems.length > 0) throw new Problem("rule", problems[0]?.message ?? "", problems);
    return { deleted, replaced };
  });
}

const refusedToKeep = (act: string) =>
  new Problem(
    "refused",
    `Only administrators with the route "dropdowns" and the right for it may ${act} list values.`,
  );

/** Renaming in records reaches those of all offices: the central office's alone. */
async function requireCentral(tx: Transaction, index: number): Promise<void> {
  const [row] = await tx<{ central: boolean }[]>`select private.caller_of_central() is not null as central`;
  if (row?.central) return;
  const message = "Only the central office changes a value in the records of all offices.";
  throw new Problem("refused", message, [{ index, message }]);
}

/**
 * Writes another value into all records that hold this one. The policies leave out what the caller may not write, without
 * a word; then nothing is changed at all. @throws Problem refused.
 */
async function replaceEverywhere(
  tx: Transaction,
  list: DropdownList,
  index: number,
  part: string,
  from: string,
  to: string,
): Promise<number> {
  const count = await replaceInRecords(tx, list, part, from, to);
  const left = await usageOf(tx, list, part, from);
  if (left.length === 0) return count;
  const message = `Records that hold "${from}" cannot be changed without the right Edit.`;
  throw new Problem("refused", message, [{ index, message }]);
}

/** One transaction that writes. Renaming in many records takes its time. */
async function changing<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await asCaller(caller, work, { write: true, timeout: 60_000 });
  } catch (error) {
    throw isDatabaseError(error) ? databaseProblem(error) : error;
  }
}

const pick = (entry: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));

const shown = (list: DropdownList): string =>
  `json_build_object('id', v.id, ${valueColumns(list)
    .map((column) => `'${column}', v.${column}`)
    .join(", ")}, 'user_id', v.user_id)`;

async function entryOf(tx: Transaction, list: DropdownList, id: unknown, index: number): Promise<JsonObject> {
  const [wanted = 0] = readIds(Array.isArray(id) ? null : id);
  const [row] = await tx.unsafe<{ item: JsonObject }[]>(
    `select ${shown(list)} as item from public.dropdown_values v where v.list = $1::text and v.id = $2::text::bigint`,
    [list, String(wanted)],
  );
  if (row) return row.item;
  const message = "There is no such entry in this list.";
  throw new Problem("not_found", message, [{ index, field: "id", message }]);
}

/** The body as a list: a single entry is wrapped. @throws Problem malformed. */
function entriesIn(body: unknown): JsonObject[] {
  const list: unknown[] = Array.isArray(body) ? body : [body];
  if (list.length === 0 || list.length > 500) throw new Problem("malformed", "Send 1 to 500 entries.");
  return list.map((entry, index) => {
    if (isObject(entry)) return entry;
    throw new Problem("malformed", "Each entry must be an object.", [
      { index, message: "Each entry must be an object." },
    ]);
  });
}

/** The values of an entry, trimmed. @throws Problem malformed: blank, too long, or a field that the list does not have. */
function valuesIn(list: DropdownList, entry: JsonObject, index: number): JsonObject {
  const columns = valueColumns(list);
  const wrong = (field: string, message: string) =>
    new Problem("malformed", message, [{ index, field, message }]);
  const { id: _id, user_id: _user, list: _list, ...values } = entry;
  const unknown = Object.keys(values).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw wrong(unknown, `"${unknown.slice(0, 60)}" is not a field of this list.`);
  const read = Object.fromEntries(
    columns.map((column) => {
      const value = values[column];
      const text = typeof value === "string" ? tidyText(value) : value;
      if (text === undefined || text === null || text === "") return [column, null];
      if (typeof text !== "string" || text.length > 250 || /\p{Cc}/u.test(text)) {
        throw wrong(column, `${column} must be a text of at most 250 characters.`);
      }
      return [column, text];
    }),
  );
  const [first = ""] = columns;
  if (read[first] === null) throw wrong(first, "A blank value cannot be added.");
  return read;
}

function entryProblem(error: unknown, columns: readonly string[], index: number): unknown {
  if (!isDatabaseError(error)) return error;
  if (error.code === "42501") return refusedToKeep("change");
  if (error.code !== "23505") return databaseProblem(error, undefined, index);
  const message = "The list has this value already.";
  return new Problem("conflict", message, [{ index, field: columns.at(-1) ?? "type", message }]);
}
