/**
 * The inbox. The database lists what requires the caller's attention (private.read_inbox); this file adds labels and
 * row names.
 */

import type { BodyOf } from "../../contracts/base/call.ts";
import type * as contracts from "../../contracts/inbox.ts";
import type { ChosenEntries, InboxEntry, InboxKindCount } from "../../contracts/inbox.ts";
import { recordByRoute, screenOf } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { tableNamed } from "../db/columns.ts";
import { arrayLiteral, identifier, type Transaction } from "../db/database.ts";

interface Numbers {
  total: number;
  unread: number;
  snoozed: number;
  kinds: InboxKindCount[];
}

/** An inbox entry as private.read_inbox returns it. */
interface Found
  extends Pick<
    InboxEntry,
    "id" | "kind" | "at" | "by" | "reason" | "read" | "snoozed_until" | "office" | "end_date"
  > {
  table_name: string | null;
  status: string | null;
  row_ids: number[] | null;
  window_name: InboxEntry["window"];
  /** Fields of some kinds of entries. `screen` is set for entries that are not about stored rows. */
  about: (Partial<Pick<InboxEntry, "reopening" | "import" | "job">> & { screen?: string }) | null;
}

/** Reads a page of the caller's inbox. @throws Problem of kind `unauthenticated`, `too_many`. */
export const readInbox = (
  caller: Caller,
  { page, kind, perKind, snoozed }: BodyOf<typeof contracts.inbox>,
): Promise<{ entries: InboxEntry[]; numbers: Numbers }> =>
  asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ inbox: Numbers & { rows: Found[] } }[]>(
      `select private.read_inbox($1::text::integer, $2::text::bigint, $3::text, $4::text::integer,
        $5::text::boolean) as inbox`,
      [
        String(page.size),
        String((page.number - 1) * page.size),
        kind,
        perKind === null ? null : String(perKind),
        String(snoozed),
      ],
    );
    if (!row) throw new Error("The database returned no inbox.");
    const { rows, ...numbers } = row.inbox;
    const found = rows.map((one) => ({ one, record: screenFor(one) }));
    const names = await namesOf(tx, found);
    const permits = await permitsOf(tx, rows);
    return {
      entries: found.map(({ one, record }) => entryOf(one, record, names, permits.get(one.id))),
      numbers,
    };
  });

/** Content of a digest mail about the caller's inbox. */
export interface News {
  email: string;
  name: string | null;
  /** Number of unread entries, and their ids. */
  unread: number;
  ids: string[];
  /**
   * Number of entries that no mail has reported yet, and the newest of them. For privacy, omits reasons and names of
   * people, rows and files.
   */
  total: number;
  entries: InboxEntry[];
}

/**
 * Reads what is new in the caller's inbox, for a digest mail.
 * @param most Maximum number of entries to list.
 * @throws Problem of kind `unauthenticated`, `too_many`.
 */
export const readNews = (caller: Caller, most: number): Promise<News> =>
  asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ news: Omit<News, "entries"> & { rows: Found[] } }[]>(
      "select private.build_digest($1::text::integer) as news",
      [String(most)],
    );
    if (!row) throw new Error("The database returned no news for the inbox.");
    const { rows, ...news } = row.news;
    return { ...news, entries: rows.map((one) => nameless(entryOf(one, screenFor(one), new Map()))) };
  });

const nameless = (entry: InboxEntry): InboxEntry => ({
  ...entry,
  ...{ by: null, reason: null },
  import: entry.import && { ...entry.import, file_name: "" },
});

/** Marks entries as read or unread. @throws Problem of kind `unauthenticated`, `too_many`. */
export const markInbox = (
  caller: Caller,
  { read, ...chosen }: BodyOf<typeof contracts.markRead>,
): Promise<ChangedEntries> => changeEntries(caller, "mark_inbox_read", chosen, read);

/** Snoozes entries, or shows snoozed entries again. @throws Problem of kind `unauthenticated`, `too_many`. */
export const snoozeInbox = (
  caller: Caller,
  { snoozed, ...chosen }: BodyOf<typeof contracts.snoozeEntries>,
): Promise<ChangedEntries> => changeEntries(caller, "snooze_inbox", chosen, snoozed);

interface ChangedEntries {
  /** Number of unread entries after the change. */
  unread: number;
  ids: string[];
}

const changeEntries = (
  caller: Caller,
  change: "mark_inbox_read" | "snooze_inbox",
  { ids, upTo, kind }: ChosenEntries,
  wanted: boolean,
): Promise<ChangedEntries> =>
  asCaller(
    caller,
    async (tx) => {
      const [changed] = await tx.unsafe<{ ids: string[] }[]>(
        `select private.${change}($1::text::text[], $2::text, $3::text, $4::text::boolean) as ids`,
        [arrayLiteral(ids), upTo, kind, String(wanted)],
      );
      const [row] = await tx.unsafe<{ unread: number }[]>(
        "select (private.read_inbox(0, 0) ->> 'unread')::float8 as unread",
      );
      return { unread: row?.unread ?? 0, ids: changed?.ids ?? [] };
    },
    { write: true },
  );

const screenFor = ({ table_name: table, status, about }: Found): AnyRecord | undefined =>
  table === null ? recordByRoute(about?.screen ?? "") : screenOf(table, status);

const nameKey = (table: string, id: number) => `${table} ${id}`;

/** Reads the row's name for each entry about a single row, with the caller's rights. */
async function namesOf(
  tx: Transaction,
  found: readonly { one: Found; record: AnyRecord | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const sole = found.flatMap(({ one, record }) =>
    record && one.row_ids?.length === 1 ? [{ record, id: one.row_ids[0] ?? 0 }] : [],
  );
  for (const record of new Set(sole.map((one) => one.record))) {
    const table = tableNamed(record.table, record.reads);
    const rows = await tx.unsafe<{ id: number; name: string | null }[]>(
      `select id::float8 as id, ${identifier(record.title)}::text as name from ${table.sql} where id = any ($1::text::bigint[])`,
      [arrayLiteral(sole.filter((one) => one.record === record).map(({ id }) => id))],
    );
    for (const { id, name } of rows) if (name) names.set(nameKey(record.table, id), name);
  }
  return names;
}

/** Reads the permits and the ARBOs of the entries about permits, by the id of the entry, with the caller's rights. */
async function permitsOf(
  tx: Transaction,
  found: readonly Found[],
): Promise<ReadonlyMap<string, NonNullable<InboxEntry["permits"]>>> {
  const entries = found.filter(({ kind }) => kind === "permits");
  if (entries.length === 0) return new Map();
  const expiring = await tx.unsafe<{ id: number; day: string; permit: string; arbo: string | null }[]>(
    // The message starts with the permit, as in "FDA LTO of Golden Rice expires on 31 Mar 2026."
    `select row_id::float8 as id, due_on::text as day, split_part(message, ' of ', 1) as permit, arbo_name as arbo
     from public.expiring_permits where row_id = any ($1::text::bigint[]) order by arbo_name, row_id`,
    [arrayLiteral(entries.flatMap(({ row_ids: ids }) => ids ?? []))],
  );
  return new Map(
    entries.map(({ id, row_ids: ids, end_date: end }) => {
      const own = expiring.filter((one) => one.day === end && ids?.includes(one.id));
      const arbos = own.flatMap(({ arbo }) => arbo ?? []);
      return [id, { names: [...new Set(own.map(({ permit }) => permit))], arbos: [...new Set(arbos)] }];
    }),
  );
}

function entryOf(
  one: Found,
  record: AnyRecord | undefined,
  names: ReadonlyMap<string, string>,
  permits: InboxEntry["permits"] = null,
): InboxEntry {
  const { id, kind, at, by, reason, read, snoozed_until, office, end_date, row_ids: ids, about } = one;
  const { reopening = null, import: imported = null, job = null } = about ?? {};
  return {
    ...{
      id,
      kind,
      at,
      by,
      reason,
      read,
      snoozed_until: snoozed_until ?? null,
      office,
      end_date,
      window: one.window_name,
      permits,
      reopening,
      import: imported,
      job,
    },
    record: record ? { path: record.path, route: record.route, label: record.label } : null,
    rows: record && ids ? { ids, name: names.get(nameKey(record.table, ids[0] ?? 0)) ?? null } : null,
  };
}
