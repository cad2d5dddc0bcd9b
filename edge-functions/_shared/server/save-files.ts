/** `POST /api/<path>/create` and `PUT /api/<path>/update` with form data: rows that come with their files, all or nothing. */
import { Problem, type ProblemDetail } from "../problems.ts";
import type { AnyRecord } from "../records/types.ts";
import { officeOf } from "../rules/scope.ts";
import { validateRecord } from "../validate.ts";
import { asCaller } from "./as-caller.ts";
import type { JsonObject } from "./body.ts";
import type { Table } from "./columns.ts";
import type { Transaction } from "./database.ts";
import { databaseProblem, isDatabaseError } from "./database-problems.ts";
import { readByIds } from "./list.ts";
import type { ReceivedItem } from "./received-files.ts";
import { refusal } from "./refusals.ts";
import { lockRows, readItems, saveItems } from "./save.ts";
import { type SignedCaller, sweepAfter } from "./sweep.ts";
import { announce, type FileItem, findDuplicate, type Owner, rehearse, store } from "./uploads.ts";
import { insertRows, updateRows } from "./write-rows.ts";

type Tables = { table: Table; seen: Table };

/** An item on its way: what its row will be, or the row that an earlier try has made. */
interface Passage {
  item: FileItem;
  row: JsonObject;
  savedAs: number | null;
  place: { path: string; thumbnailPath: string | null } | null;
}

/** Creates the rows and answers them as a JSON array, in the order of the items. */
export async function createWithFiles(
  caller: SignedCaller,
  record: AnyRecord,
  { table, seen }: Tables,
  received: readonly ReceivedItem[],
  failed: (error: unknown) => void,
): Promise<string> {
  const items = received.map(withFile);
  const rows = validated(record, items);
  const passages: Passage[] = [];
  for (const [place, item] of items.entries()) {
    const row = rows[place] ?? {};
    passages.push(
      await asCaller(caller, (tx) => begin(tx, record, table, item, row), { write: true }).catch(
        async (error) => {
          throw await explained(caller, record, item, row, error);
        },
      ),
    );
  }
  const explain = async (error: unknown, item: FileItem, row: JsonObject) =>
    explained(caller, record, item, row, error);
  const earlier = () => savedMeanwhile(caller, { table, seen }, items);
  return carry({ caller, passages, failed, explain, earlier }, async (tx) => {
    const fresh = passages.filter(({ savedAs }) => savedAs === null);
    const ids = await insertRows(
      tx,
      table,
      fresh.map(({ row }) => row),
    );
    const created = new Map(fresh.map((passage, at) => [passage, ids[at]]));
    return readByIds(
      tx,
      seen,
      passages.map((passage) => Number(passage.savedAs ?? created.get(passage))),
    );
  });
}

/** The rows, when the same request came twice at once and the other one was first; null when it was not so. */
async function savedMeanwhile(
  caller: SignedCaller,
  { table, seen }: Tables,
  items: readonly FileItem[],
): Promise<string | null> {
  return asCaller(caller, async (tx) => {
    const rows = await tx.unsafe<{ id: string }[]>(
      `select id from ${table.sql} join unnest($1::text::uuid[]) with ordinality wanted (upload_id, place) using (upload_id) order by place`,
      [`{${items.map((item) => item.uploadId).join(",")}}`],
    );
    return rows.length === items.length
      ? readByIds(
          tx,
          seen,
          rows.map(({ id }) => Number(id)),
        )
      : null;
  });
}

const withFile = (item: ReceivedItem): FileItem => {
  if (item.file) return { ...item, file: item.file };
  const message = "Each item needs its file.";
  throw new Problem("malformed", message, [{ index: item.index, field: "file", message }]);
};

function validated(record: AnyRecord, items: readonly FileItem[]): JsonObject[] {
  const problems: ProblemDetail[] = [];
  const rows = items.map(({ index, fields, takenAt }) => {
    const { value, problems: found } = validateRecord(record, fields, "insert");
    problems.push(...found.map((problem) => ({ index, ...problem })));
    return takenAt && keeps(record, "taken_at") ? { ...value, taken_at: takenAt } : value;
  });
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  return rows;
}

const keeps = (record: AnyRecord, name: string): boolean =>
  record.kept?.some((field) => field.name === name) ?? false;

function ownerOf(record: AnyRecord, row: Readonly<JsonObject>): Owner {
  const owner = record.files?.owner;
  if (!owner) throw new Problem("not_found", `A ${record.noun.one} has no file.`);
  const table = "table" in owner ? owner.table : String(row[owner.tableField]);
  return { table, id: Number(row[owner.id]) };
}

/** Announces the file and tries the row out; nothing is left of either when one is refused. */
async function begin(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  item: FileItem,
  row: JsonObject,
): Promise<Passage> {
  const announcement = await announce(tx, record, item, ownerOf(record, row));
  if ("savedAs" in announcement) return { item, row, savedAs: announcement.savedAs, place: null };
  const duplicate = await findDuplicate(tx, record, table.sql, item);
  await rehearse(tx, (point) => insertRows(point, table, [row]));
  return {
    item,
    row: { ...row, upload_id: item.uploadId, ...(duplicate === null ? {} : { duplicate_of: duplicate }) },
    savedAs: null,
    place: announcement,
  };
}

interface Carrying {
  caller: SignedCaller;
  passages: readonly Passage[];
  failed: (error: unknown) => void;
  explain: (error: unknown, item: FileItem, row: JsonObject) => Promise<unknown>;
  /** What another request has made of the same uploads. */
  earlier?: () => Promise<string | null>;
}

/** Stores the files and does the last step. What the database refuses then, such as a window closed meanwhile, is given up. */
async function carry(
  { caller, passages, failed, explain, earlier }: Carrying,
  finish: (tx: Transaction) => Promise<string>,
): Promise<string> {
  const [first] = passages;
  if (!first) throw new Problem("malformed", "Send at least one file.");
  try {
    for (const { item, place } of passages) if (place) await store(caller.token, item, place);
    return await asCaller(caller, finish, { write: true });
  } catch (error) {
    // The same request a second time finds everything taken; the first has done what it wanted.
    const rows = await earlier?.();
    if (rows) return rows;
    const problem = await explain(error, first.item, first.row);
    // What may succeed at the next try stays announced; whatever is never finished is swept when its time is over.
    if (problem instanceof Problem && problem.kind !== "internal") {
      const given = passages.filter(({ place }) => place).map(({ item }) => item.uploadId);
      await sweepAfter(caller, failed, given);
    }
    throw problem;
  }
}

/** The problem that an error of the database is, with the office and window that refused. */
async function explained(
  caller: SignedCaller,
  record: AnyRecord,
  item: FileItem,
  row: JsonObject,
  error: unknown,
): Promise<unknown> {
  if (!isDatabaseError(error)) return error;
  if (error.code !== "42501") return databaseProblem(error, record, item.index);
  const attempt = {
    index: item.index,
    id: null,
    office: officeOf(row),
    status: String(row.status ?? "") || null,
  };
  return asCaller(caller, (tx) => refusal(tx, record, "insert", [attempt]));
}

/** Changes one row, with a new file or without, and answers it in a JSON array. */
export async function updateWithFile(
  caller: SignedCaller,
  record: AnyRecord,
  { table, seen }: Tables,
  received: ReceivedItem,
  failed: (error: unknown) => void,
): Promise<string> {
  const [item] = readItems(record, received.fields);
  if (!item || item.id === null) {
    throw new Problem("malformed", "id must name the row to change.", [
      { index: 0, field: "id", message: "id must name the row to change." },
    ]);
  }
  const id = item.id;
  const save = async (tx: Transaction, more: JsonObject) => {
    await saveItems(tx, record, table, [item]);
    if (Object.keys(more).length > 0) await updateRows(tx, table, [{ ...more, id }]);
    return readByIds(tx, seen, [id]);
  };
  const explain = async (error: unknown) =>
    isDatabaseError(error) ? databaseProblem(error, record, 0) : error;
  if (!received.file) {
    return asCaller(caller, (tx) => save(tx, {}), { write: true }).catch(async (error) => {
      throw await explain(error);
    });
  }
  const file = withFile(received);
  const passage = await asCaller(
    caller,
    async (tx): Promise<Passage> => {
      await rehearse(tx, (point) => save(point, {}));
      const current = (await lockRows(tx, table, [item])).get(id) ?? {};
      const announcement = await announce(tx, record, file, ownerOf(record, current));
      if ("savedAs" in announcement)
        return { item: file, row: {}, savedAs: announcement.savedAs, place: null };
      const duplicate = await findDuplicate(tx, record, table.sql, file);
      const taken = keeps(record, "taken_at") ? { taken_at: file.takenAt } : {};
      return {
        item: file,
        row: { upload_id: file.uploadId, duplicate_of: duplicate, ...taken },
        savedAs: null,
        place: announcement,
      };
    },
    { write: true },
  ).catch(async (error) => {
    throw await explain(error);
  });
  if (passage.savedAs !== null) return asCaller(caller, (tx) => readByIds(tx, seen, [id]));
  const answer = await carry({ caller, passages: [passage], failed, explain }, (tx) => save(tx, passage.row));
  await sweepAfter(caller, failed);
  return answer;
}
