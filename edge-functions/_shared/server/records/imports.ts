/**
 * Reads the receipts of the caller's imports: the state of the imported rows, and the rows that an undo would change.
 */
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type { Page } from "../../contracts/base/values.ts";
import type * as contracts from "../../contracts/record-entries.ts";
import type { ListedImport, Receipt, TakenBack } from "../../contracts/record-entries.ts";
import { recordByRoute } from "../../records/index.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import type { Transaction } from "../db/database.ts";
import { noteRows } from "../observe/request.ts";

/** Registers an import before its first batch. */
export const beginImport = (
  caller: Caller,
  { import_id: id, screen, file_name: file, rows, left_out: leftOut }: BodyOf<typeof contracts.beginImport>,
): Promise<unknown> =>
  asCaller(
    caller,
    (tx) =>
      tx.unsafe(
        `select private.begin_import($1::text::uuid, $2::text, $3::text, $4::text, $5::text::integer,
           $6::text::integer)`,
        [id, screen, recordByRoute(screen)?.table ?? "", file, String(rows), String(leftOut)],
      ),
    { write: true },
  );

interface Imports {
  rows: ListedImport[];
  total: number;
}

/** Reads a page of the caller's imports, newest first. */
export const ownImports = (caller: Caller, page: Page): Promise<Imports> =>
  asCaller(caller, (tx) => importsIn(tx, null, page));

/** Reads a page of the caller's imports. @param id Id of one import; null for all. */
async function importsIn(tx: Transaction, id: string | null, { number, size }: Page): Promise<Imports> {
  const [row] = await tx.unsafe<{ imports: Imports }[]>(
    "select private.own_imports($1::text::uuid, $2::text::integer, $3::text::bigint) as imports",
    [id, String(size), String((number - 1) * size)],
  );
  const { rows = [], total = 0 } = row?.imports ?? {};
  noteRows(rows.length);
  return { rows: rows.map((one) => ({ ...one, label: labelOf(one.screen) })), total };
}

const labelOf = (screen: string): string => recordByRoute(screen)?.label ?? screen;

async function importIn(tx: Transaction, id: string): Promise<ListedImport> {
  const [found] = (await importsIn(tx, id, { number: 1, size: 1 })).rows;
  if (!found) throw new Problem("not_found", "You have no such import.");
  return found;
}

const changedSince = `coalesce(json_agg(json_build_object('id', id, 'by', by, 'at', at) order by id)
  filter (where state = 'changed_since'), '[]') as changed_since`;

/** Timeout in milliseconds. It is long, because ten thousand rows may have to be compared with their log entries. */
const timeout = 60_000;

/** Reads the receipt of an import of the caller. @throws Problem of kind `not_found`. */
export const importReceipt = (caller: Caller, id: string): Promise<Receipt> =>
  asCaller(
    caller,
    async (tx) => {
      const found = await importIn(tx, id);
      const countOf = (condition: string) => `(count(*) filter (where ${condition}))::float8`;
      const [became] = await tx.unsafe<Omit<Receipt, keyof ListedImport>[]>(
        `select ${countOf("created")} as added, ${countOf("not created")} as changed,
           ${countOf("state = 'as_left'")} as as_left, ${countOf("state = 'set_back'")} as set_back,
           ${countOf("state = 'deleted'")} as deleted, ${changedSince}
         from private.imported_rows($1::text::uuid)`,
        [id],
      );
      const none = { added: 0, changed: 0, as_left: 0, set_back: 0, deleted: 0, changed_since: [] };
      return { ...found, ...(became ?? none) };
    },
    { timeout },
  );

/**
 * Begins the undo of an import: waits until a batch in progress is saved, and ends the import.
 * @returns The rows to delete, and then the rows to revert. The last change of the import is reverted first, so that a
 * key which the import passed from one row to another goes back.
 * @throws Problem of kind `not_found`; of kind `rule` when the time limit for undoing is over.
 */
export const takeBackImport = (caller: Caller, id: string): Promise<TakenBack> =>
  writeAsCaller(caller, { timeout }, async (tx) => {
    await importIn(tx, id);
    await tx.unsafe("select private.undo_import($1::text::uuid)", [id]);
    const [taken] = await tx.unsafe<TakenBack[]>(
      `select ${changedSince}, coalesce(json_agg(json_build_object(
             'id', id, 'row_version', row_version, 'before', before, 'last', last)
             order by before is not null, case when before is not null then last end desc, id)
           filter (where state = 'as_left'), '[]') as rows
         from private.imported_rows($1::text::uuid)`,
      [id],
    );
    return taken ?? { rows: [], changed_since: [] };
  });
