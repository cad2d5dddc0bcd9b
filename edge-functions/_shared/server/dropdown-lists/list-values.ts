/**
 * Administration of the dropdown lists (spec section 7): adds, renames and removes values, and updates records that
 * use them.
 */
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import type * as contracts from "../../contracts/lists.ts";
import type { DropdownList } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import { naturalOrder } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import type { JsonObject } from "../http/body.ts";
import { noteRows } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import {
  allColumns,
  changeRecords,
  inUseMessage,
  lockReplaced,
  recordChanges,
  type Usage,
  usageOf,
  usedPart,
  valueColumns,
} from "./list-usage.ts";

/** Returns the values of a list, sorted, as a JSON array. */
export async function readValues(
  caller: Caller,
  list: DropdownList,
): Promise<{ rows: string; total: number }> {
  const columns = valueColumns(list);
  const order = columns.map((name) => `${name} ${naturalOrder}`).join(", ");
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
  return { rows: row?.rows ?? "[]", total: row?.total ?? 0 };
}

/**
 * `POST /dropdown/{list}/usage`: counts the records that use a value. Body: `{id}`, `{value}`, or `{category,
 * sub_category?}`.
 */
export async function countUsage(
  caller: Caller,
  list: DropdownList,
  { id, value, ...parts }: BodyOf<typeof contracts.countUsage>,
): Promise<Usage[]> {
  return writeLists(caller, async (tx) => {
    const named = value === undefined ? parts : { ...parts, type: value };
    const entry = id === undefined ? valuesIn(list, named, 0) : await entryOf(tx, list, id, 0);
    return usageOf(tx, list, entry);
  });
}

/** `PUT /dropdown/{list}/register`: adds entries and returns them. */
export async function addValues(
  caller: Caller,
  list: DropdownList,
  input: BodyOf<typeof contracts.addValues>,
): Promise<JsonObject[]> {
  const entries = input.map((entry, index) => valuesIn(list, entry, index));
  return writeLists(caller, async (tx) => {
    const saved: JsonObject[] = [];
    for (const [index, entry] of entries.entries()) {
      await requireCategory(tx, list, entry, index);
      saved.push(await insertValue(tx, list, entry, index));
    }
    return saved;
  });
}

/**
 * Checks that the category of a sub-category is in the list of categories, because forms offer only these.
 * @throws Problem of kind `malformed`.
 */
async function requireCategory(
  tx: Transaction,
  list: DropdownList,
  { category }: JsonObject,
  index: number,
): Promise<void> {
  if (list !== "participant-subcategory") return;
  const [known] = await tx`
    select from public.dropdown_values where list = 'participant-category' and category = ${String(category)}::text`;
  if (known) return;
  const message = `There is no category "${category}". Add it to the list of categories first.`;
  throw new Problem("malformed", message, [{ index, field: "category", message }]);
}

async function insertValue(
  tx: Transaction,
  list: DropdownList,
  entry: JsonObject,
  index: number,
): Promise<JsonObject> {
  const columns = valueColumns(list);
  const values = textsIn(entry, columns);
  try {
    const [row] = await tx.savepoint((point) =>
      point.unsafe<{ item: JsonObject }[]>(
        `insert into public.dropdown_values as v (list, ${columns.join(", ")})
         values ($1::text, ${columns.map((_, place) => `$${place + 2}::text`).join(", ")})
         returning ${shown(list)} as item`,
        [list, ...values],
      ),
    );
    return row?.item ?? {};
  } catch (error) {
    throw await entryProblem(tx, list, entry, error, index);
  }
}

/** `PUT /dropdown/{list}/update`: renames entries and, if requested, replaces the old value in records. */
export async function renameValues(
  caller: Caller,
  list: DropdownList,
  input: BodyOf<typeof contracts.renameValues>,
): Promise<{ entries: JsonObject[]; renamed: number }> {
  return changeLists(caller, list, input, async (tx) => {
    const entries: JsonObject[] = [];
    let renamed = 0;
    for (const [index, { id, rename_in_records: inRecords, seen, ...entry }] of input.entries()) {
      const before = await entryOf(tx, list, id, index);
      refuseRenamed(list, before, seen, index);
      const after = valuesIn(list, { ...pick(before, valueColumns(list)), ...entry }, index);
      if (after.category !== before.category) await requireCategory(tx, list, after, index);
      entries.push(await updateValue(tx, list, Number(before.id), after, index));
      // If no record uses the value, the replacement is only logged, because deleted rows that can be restored and forms
      // that are open may have the value.
      const isUnused =
        inRecords === undefined && (await isCentral(tx)) && (await usageOf(tx, list, before)).length === 0;
      if (inRecords !== true && !isUnused) continue;
      await requireCentral(tx, index);
      renamed += await replaceEverywhere(tx, list, index, before, after);
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
    const [row] = await tx.savepoint((point) =>
      point.unsafe<{ item: JsonObject }[]>(
        `update public.dropdown_values v set ${columns.map((column, place) => `${column} = $${place + 2}::text`).join(", ")}
         where v.id = $1::text::bigint returning ${shown(list)} as item`,
        [String(id), ...textsIn(entry, columns)],
      ),
    );
    if (!row) throw denyAdministration("change");
    return row.item;
  } catch (error) {
    throw await entryProblem(tx, list, entry, error, index);
  }
}

/**
 * `DELETE /dropdown/{list}/delete`: deletes values by ids or `{id, replace_with?}`. A value in use is deleted only
 * with a replacement.
 */
export async function removeValues(
  caller: Caller,
  list: DropdownList,
  wanted: BodyOf<typeof contracts.deleteValues>,
): Promise<{ deleted: number; replaced: number }> {
  return changeLists(caller, list, wanted, async (tx) => {
    const problems: ProblemDetail[] = [];
    let deleted = 0;
    let replaced = 0;
    for (const [index, { id, replace_with: replacement, seen }] of wanted.entries()) {
      const entry = await entryOf(tx, list, id, index);
      refuseRenamed(list, entry, seen, index);
      const usage = await usageOf(tx, list, entry);
      if (replacement) {
        const after = { ...entry, [usedPart(list, entry)]: replacement };
        await requireOtherValue(tx, list, index, after, wanted);
        // Deleted rows that can be restored may have the value, too.
        if (usage.length > 0 || (await isCentral(tx))) {
          await requireCentral(tx, index);
          replaced += await replaceEverywhere(tx, list, index, entry, after);
        }
      } else if (usage.length > 0) {
        problems.push({ index, message: inUseMessage(String(entry[usedPart(list, entry)]), usage) });
        continue;
      }
      const removed = await tx.unsafe("delete from public.dropdown_values where id = $1::text::bigint", [
        String(entry.id),
      ]);
      if (removed.count === 0) throw denyAdministration("delete");
      deleted += removed.count;
    }
    if (problems.length > 0) throw new Problem("rule", problems[0]?.message ?? "", problems);
    return { deleted, replaced };
  });
}

const denyAdministration = (act: string) =>
  new Problem(
    "refused",
    `Only administrators with the route "dropdowns" and the right for it may ${act} list values.`,
  );

/** Only the central office may rename a value in records, because that changes the records of all offices. */
async function requireCentral(tx: Transaction, index: number): Promise<void> {
  if (await isCentral(tx)) return;
  const message = "Only the central office may change a value in the records of all offices.";
  throw new Problem("refused", message, [{ index, message }]);
}

async function isCentral(tx: Transaction): Promise<boolean> {
  const [row] = await tx<{ central: boolean }[]>`select private.central_caller_id() is not null as central`;
  return row?.central ?? false;
}

/**
 * Checks the replacement of a deleted value. The replacement must be in the same list and category, and must not be
 * among the values that the request deletes.
 * @throws Problem of kind `rule`.
 */
async function requireOtherValue(
  tx: Transaction,
  list: DropdownList,
  index: number,
  replacement: JsonObject,
  deleted: readonly { id: number }[],
): Promise<void> {
  const columns = valueColumns(list);
  const parts = columns.slice(0, columns.indexOf(usedPart(list, replacement)) + 1);
  const [other] = await tx.unsafe(
    `select id from public.dropdown_values
     where list = $1::text and id <> all ($2::text::bigint[])
       and ${parts.map((part, place) => `${part} = $${place + 3}::text`).join(" and ")}`,
    [list, arrayLiteral(deleted.map(({ id }) => id)), ...parts.map((part) => String(replacement[part]))],
  );
  if (other) return;
  const inCategory = parts.length > 1 ? ` with the category "${replacement.category}"` : "";
  const message = `replace_with must be a value that stays in the list${inCategory}.`;
  throw new Problem("rule", message, [{ index, field: "replace_with", message }]);
}

/**
 * Replaces a value in all records, or in none. Row-level security silently skips records that the caller may not write,
 * so the function then checks whether a record still has the old value. Records that other transactions were saving
 * meanwhile are changed after these transactions have ended. The replacement is logged, so that records that are
 * restored or reverted later get the new value, too.
 * @throws Problem of kind `refused` when a record still has the old value. The transaction is then rolled back.
 */
async function replaceEverywhere(
  tx: Transaction,
  list: DropdownList,
  index: number,
  before: JsonObject,
  after: JsonObject,
): Promise<number> {
  const changes = recordChanges(list, before, after);
  if (changes.length === 0) return 0;
  let count = await changeRecords(tx, changes);
  const tables = changes.map(({ record }) => record.table);
  await tx.unsafe("select private.await_writers($1::text::text[])", [arrayLiteral(tables)]);
  count += await changeRecords(tx, changes);
  if (list === "participant-category") await moveSubCategories(tx, before.category, after.category);
  let left = await usageOf(tx, list, before);
  // A save that was committed since can have added records with the old value.
  for (let changed = 1; changed > 0 && left.length > 0; left = await usageOf(tx, list, before)) {
    changed = await changeRecords(tx, changes);
    count += changed;
  }
  if (left.length === 0) {
    await tx.unsafe(
      `select private.log_list_value_replacement(
         jsonb_populate_record(null::public.dropdown_values, $1::text::jsonb),
         jsonb_populate_record(null::public.dropdown_values, $2::text::jsonb))`,
      [JSON.stringify({ ...before, list }), JSON.stringify({ ...after, list })],
    );
    return count;
  }
  const message = `Records that hold "${before[usedPart(list, before)]}" cannot be changed without the Edit right.`;
  throw new Problem("refused", message, [{ index, message }]);
}

/**
 * Moves the sub-categories of category `from` to category `to`, after records were changed from `from` to `to`. The
 * sub-categories of these records would otherwise be missing from the list of `to`. Skips sub-categories that `to`
 * already has.
 */
async function moveSubCategories(tx: Transaction, from: unknown, to: unknown): Promise<void> {
  await tx.unsafe(
    `update public.dropdown_values v set category = $2::text
     where v.list = 'participant-subcategory' and v.category = $1::text
       and not exists (
         select from public.dropdown_values o
         where o.list = v.list and o.category = $2::text
           and private.fold_name(coalesce(o.sub_category, '')) = private.fold_name(coalesce(v.sub_category, '')))`,
    [String(from), String(to)],
  );
}

/** Runs a write with a longer timeout, because renaming a value in many records takes long. */
const writeLists = <T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  writeAsCaller(caller, { timeout: 60_000 }, work);

/**
 * Runs a write that renames or deletes values. Such writes run one after the other, so that each of them sees the values
 * that the earlier ones have changed, and two of them that change the same records can't deadlock.
 */
const changeLists = <T>(
  caller: Caller,
  list: DropdownList,
  changed: readonly { id: number }[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  writeLists(caller, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('values of dropdown lists', 0))`;
    await lockReplaced(
      tx,
      list,
      changed.map(({ id }) => id),
    );
    return work(tx);
  });

const pick = (entry: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));

const shown = (list: DropdownList): string =>
  `json_build_object('id', v.id, ${valueColumns(list)
    .map((column) => `'${column}', v.${column}`)
    .join(", ")}, 'user_id', v.user_id)`;

async function entryOf(tx: Transaction, list: DropdownList, id: number, index: number): Promise<JsonObject> {
  const [row] = await tx.unsafe<{ item: JsonObject }[]>(
    `select ${shown(list)} as item from public.dropdown_values v where v.list = $1::text and v.id = $2::text::bigint`,
    [list, String(id)],
  );
  if (row) return row.item;
  const message = "There is no such entry in this list.";
  throw new Problem("not_found", message, [{ index, field: "id", message }]);
}

/**
 * Refuses an entry that another user has renamed since the caller saw it.
 * @param seen The entry as the caller saw it. If it is undefined, the entry is not checked.
 * @throws Problem of kind `conflict`.
 */
function refuseRenamed(
  list: DropdownList,
  entry: JsonObject,
  seen: JsonObject | undefined,
  index: number,
): void {
  if (!seen || valueColumns(list).every((name) => (seen[name] ?? null) === (entry[name] ?? null))) return;
  const message = "Someone else renamed this value after you opened it. Look at it again before you decide.";
  throw new Problem("conflict", message, [{ index, field: "seen", message }]);
}

/**
 * Returns the values of an entry.
 * @throws Problem of kind `malformed` for a blank value, or a field that the list doesn't have.
 */
function valuesIn(list: DropdownList, entry: JsonObject, index: number): JsonObject {
  const columns = valueColumns(list);
  const wrong = (field: string, message: string) =>
    new Problem("malformed", message, [{ index, field, message }]);
  const other = allColumns.find((name) => !columns.includes(name) && (entry[name] ?? null) !== null);
  if (other !== undefined) throw wrong(other, `"${other}" is not a field of this list.`);
  const [first = ""] = columns;
  if ((entry[first] ?? null) === null) throw wrong(first, "A blank value cannot be added.");
  return pick(entry, columns);
}

/** Returns the texts of an entry in the order of the columns; null for a missing text. */
const textsIn = (entry: JsonObject, columns: readonly string[]): (string | null)[] =>
  columns.map((column) => (entry[column] as string | null | undefined) ?? null);

/**
 * Converts an error of a statement that writes an entry. The statement must have run in a savepoint. For an entry that
 * the list has already, apart from case, accents and kinds of apostrophes, the message names the present value.
 */
async function entryProblem(
  tx: Transaction,
  list: DropdownList,
  entry: JsonObject,
  error: unknown,
  index: number,
): Promise<unknown> {
  if (!isDatabaseError(error)) return error;
  if (error.code === "42501") return denyAdministration("change");
  if (error.code !== "23505") return databaseProblem(error, undefined, index);
  const columns = valueColumns(list);
  const folded = (value: string) => `private.fold_name(coalesce(${value}, ''))`;
  const [twin] = await tx.unsafe<{ value: string }[]>(
    `select concat_ws(' – ', ${columns.join(", ")}) as value from public.dropdown_values
     where list = $1::text
       and ${columns.map((column, place) => `${folded(column)} = ${folded(`$${place + 2}::text`)}`).join(" and ")}`,
    [list, ...textsIn(entry, columns)],
  );
  const message = twin ? `The list already has "${twin.value}".` : "The list already has this value.";
  return new Problem("conflict", message, [{ index, field: columns.at(-1) ?? "type", message }]);
}
