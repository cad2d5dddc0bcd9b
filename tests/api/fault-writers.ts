/**
 * Simulated users who save single rows, import batches and photos while parts of the system are killed. Like the web
 * app, a user repeats a failed save with the same ids until the API acknowledges the save.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { jpeg } from "../support/photos.ts";
import type { StackProcess } from "../support/stack-process.ts";
import { inside, supportRecord } from "./evidence-support.ts";
import { province, region } from "./support.ts";

const office = { region_name: region, province_name: province };

/** The system under test, and a token of its administrator. The addresses in `own` change with each restart. */
export interface Target {
  own: StackProcess;
  token: string;
}

/** The rows that one save must store, identified by the values of a column. */
interface Stored {
  table: "arbo_masterlist" | "form_11_geotags";
  column: "arbo_name" | "upload_id";
  ids: string[];
}

/** A save that can be repeated: its request, and the rows that must be stored afterwards. */
export interface Save extends Stored {
  method: "PUT" | "POST";
  path: string;
  headers: Record<string, string>;
  body: () => string | FormData;
}

export interface Saved extends Stored {
  /** One item per refused attempt: the outcome that the response reported, and whether a row was stored. */
  refused: { outcome: string | undefined; stored: boolean | null }[];
  acknowledged: boolean;
  /** Duration of the slowest attempt in milliseconds. */
  slowest: number;
}

const json = { "content-type": "application/json" };
const arbos = (count: number) => Array.from({ length: count }, () => `Drill ${randomUUID()}`);
const bodyOf = (names: readonly string[]) =>
  JSON.stringify(names.map((arbo_name) => ({ ...office, arbo_name })));
const inMasterlist = { table: "arbo_masterlist", column: "arbo_name", method: "PUT" } as const;

/** Creates the request that saves a single row with an idempotency key. */
export function aRow(): Save {
  const ids = arbos(1);
  const headers = { ...json, "idempotency-key": randomUUID() };
  return { ...inMasterlist, ids, path: "/api/arbo-masterlist/update", headers, body: () => bodyOf(ids) };
}

/** Creates the request that saves an import batch of 200 rows. */
export function aBatch(): Save {
  const ids = arbos(200);
  const path = `/api/arbo-masterlist/update?import_id=${randomUUID()}&batch=1`;
  return { ...inMasterlist, ids, path, headers: json, body: () => bodyOf(ids) };
}

/** Creates the request that uploads ten photos of a support record. */
export function photosOf(supportRecord: number): Save {
  const ids = Array.from({ length: 10 }, () => randomUUID());
  const items = ids.map((upload_id) => ({ upload_id, form11_id: supportRecord, ...inside }));
  const photos = ids.map(() => new Blob([Uint8Array.from(jpeg({ size: 200_000 }))], { type: "image/jpeg" }));
  const body = () => {
    const form = new FormData();
    form.append("items", JSON.stringify(items));
    photos.forEach((photo, at) => {
      form.append(`file.${at}`, photo, `photo ${at}.jpg`);
    });
    return form;
  };
  const path = "/api/form-11-geo/create";
  return { table: "form_11_geotags", column: "upload_id", ids, method: "POST", path, headers: {}, body };
}

/** Creates a Form 11 record for photos. Returns the id of the record. */
export async function createSupport({ own, token }: Target): Promise<number> {
  const answer = await fetch(`${own.url}/api/form11-accomp/update`, {
    method: "PUT",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify([supportRecord()]),
  });
  return ((await answer.json()) as { data: { id: number }[] }).data[0]?.id ?? 0;
}

/** Sends one save after the other until `done` returns true. Repeats each refused save. */
export async function keepSaving(target: Target, next: () => Save, done: () => boolean): Promise<Saved[]> {
  const all: Saved[] = [];
  while (!done()) {
    const { table, column, ids, method, path, headers, body } = next();
    const saved: Saved = { table, column, ids, refused: [], acknowledged: false, slowest: 0 };
    all.push(saved);
    for (let tries = 0; !saved.acknowledged && tries < 200; tries++) {
      const began = Date.now();
      const answer = await fetch(`${target.own.url}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${target.token}` },
        body: body(),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      const parsed = (await answer?.json().catch(() => null)) as { outcome?: string } | null | undefined;
      saved.slowest = Math.max(saved.slowest, Date.now() - began);
      saved.acknowledged = answer?.status === 200;
      if (saved.acknowledged) break;
      const outcome = answer ? parsed?.outcome : "unknown";
      saved.refused.push({ outcome, stored: await isStored(target, saved) });
      await sleep(300);
    }
  }
  return all;
}

/** Returns how often each id is stored. */
export async function timesStored(
  { own }: Target,
  { table, column, ids }: Stored,
): Promise<Map<string, number>> {
  const database = openDatabase(own.superuserUrl, { most: 1 });
  try {
    const rows = await database.unsafe<{ id: string; times: number }[]>(
      `select ${column}::text as id, count(*)::integer as times from public.${table}
       where ${column}::text = any ($1::text[]) group by 1`,
      [`{${ids.map((id) => `"${id}"`).join(",")}}`],
    );
    return new Map(rows.map(({ id, times }) => [id, times]));
  } finally {
    await database.end();
  }
}

/** Checks whether a row of the save is stored. Returns null while the database does not respond. */
const isStored = (target: Target, saved: Saved): Promise<boolean | null> =>
  timesStored(target, saved).then(
    (found) => found.size > 0,
    () => null,
  );
