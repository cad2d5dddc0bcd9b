/**
 * Fetches and stores the data that forms need without a connection: the dropdown lists, the rows that the user can
 * choose (such as ARBOs of the user's offices), and the barangays. Runs in the background after the first screen, and
 * when the connection is back.
 */

import { chosenFrom } from "virtual:offline-fields";
import { hashKey } from "@tanstack/react-query";
import { type DropdownList, dropdownLists } from "#shared/records/vocabulary/dropdown-lists.ts";
import { api, type Row } from "./http/api.ts";
import { connection, onConnection } from "./http/connection.ts";
import { readSession, sessionUserId } from "./http/session.ts";
import { readAnswer, removeUnusable, storeAnswer } from "./offline/answers.ts";
import { officeRowsTime, storeOfficeRows } from "./offline/office-rows.ts";
import { whenIdle } from "./offline/when-idle.ts";
import { storeBarangays } from "./places/office-barangays.ts";

const pageSize = 200;
/** Maximum number of rows stored per record type. Longer lists, such as those of a large region, are not stored. */
const mostRows = 3000;
const hour = 3600_000;
/** Maximum age of stored rows, in milliseconds. Older rows are fetched again. */
const longest = 4 * hour;
/** How often the age of the stored rows is checked, in milliseconds. */
const checkEvery = hour / 4;

/** Properties of the current user that this module needs. */
export interface OfficeUser {
  id: string;
  access: { offices: { read: "all" | readonly string[] } };
}

/** The user whose offline data is updated; null before the first call of `keepOfflineData`. */
let user: OfficeUser | null = null;
let isRunning = false;

/** Removes unusable offline data. From then on, updates the data of the user of the latest call. */
export async function keepOfflineData(current: OfficeUser): Promise<void> {
  const isFirst = user === null;
  user = current;
  if (!isFirst) return;
  await removeUnusable();
  void refresh(longest);
  setInterval(() => void refresh(longest), checkEvery);
  onConnection(() => void refresh(hour));
}

/**
 * Fetches the data whose stored copy is too old. Stops if the user signs out or another user signs in.
 * @param oldest Maximum age of a stored copy, in milliseconds.
 */
async function refresh(oldest: number): Promise<void> {
  if (!user || isRunning || connection().lost || !readSession()) return;
  const { id, access } = user;
  const offices = access.offices.read;
  // Central users see the rows of all offices. These rows are too many to store.
  if (offices === "all") return;
  isRunning = true;
  const works = [
    ...dropdownLists.map((list) => () => fetchList(id, list, oldest)),
    ...Object.keys(chosenFrom).map((path) => () => fetchRows(id, path, oldest)),
    () => storeBarangays(offices),
  ];
  for (const work of works) {
    await whenIdle();
    if (sessionUserId() !== id) break;
    await work().catch((problem: unknown) => console.error("Data for offline use are missing.", problem));
  }
  isRunning = false;
}

async function fetchList(userId: string, list: DropdownList, oldest: number): Promise<void> {
  const queryKey = ["dropdown", list];
  const query = { queryKey, queryHash: hashKey(queryKey) };
  const stored = await readAnswer(query.queryHash);
  if (stored && stored.at > Date.now() - oldest) return;
  await storeAnswer(userId, query, { data: await api.dropdown(list), at: Date.now() });
}

async function fetchRows(userId: string, path: string, oldest: number): Promise<void> {
  if ((await officeRowsTime(path)) > Date.now() - oldest) return;
  const at = Date.now();
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    await whenIdle();
    const sort = [{ field: "id", dir: "asc" as const }];
    const { data, total } = await api.list(path, { page, page_size: pageSize, sort });
    if (total > mostRows) return;
    rows.push(...data);
    if (data.length < pageSize) break;
  }
  // If the connection was lost meanwhile, some rows may come from this browser's storage. Don't store them as if they
  // were new.
  if (!connection().lost) await storeOfficeRows(userId, path, { rows, at });
}
