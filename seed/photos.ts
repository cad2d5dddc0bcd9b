/**
 * The demo's photos and papers. Their files belong into Storage, so they come as from a browser: each officer signs in and
 * sends their own through the product's door. Needs the running stack, other than the rest of the seed.
 */
import { manilaToday } from "#shared/rules/dates.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { officerOf } from "./demo.ts";
import { isDone, markDone, prepareMemory } from "./lib/once.ts";
import { chosenPapers, type Paper } from "./photos/papers.ts";
import { readMainlands } from "./photos/places.ts";
import { type PlannedPhoto, planPhotos, type Support } from "./photos/plan.ts";
import { type Door, formOfPaper, formOfPhoto, openDoor } from "./photos/sending.ts";

export interface PhotoOptions {
  /** As role `postgres`; only read, but for the memory of what was done. */
  databaseUrl: string;
  /** Origin of the running product. */
  url: string;
  demoPassword: string;
  seedNumber: number;
  /** Ends it; the next call goes on. */
  signal: AbortSignal;
  progress: (line: string) => void;
}

const part = "photos";
const sentAtOnce = 3;

/**
 * Sends the photos once a database. What fails is told as one line of progress, and tried again with the next call: what
 * was saved then is known by its upload id, which is always the same.
 */
export async function seedPhotos(options: PhotoOptions): Promise<void> {
  const { databaseUrl, progress } = options;
  const sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await prepareMemory(sql);
    if (await isDone(sql, part)) return;
    const [photos, papers] = [await plannedPhotos(sql, options.seedNumber), await chosenPapers(sql)];
    const saved = await savedUploads(sql);
    const isMissing = ({ uploadId }: { uploadId: string }) => !saved.has(uploadId);
    await withDoors(options, async (doorOf) => {
      await sendAll(photos.filter(isMissing), papers.filter(isMissing), doorOf);
      // By somebody who has entered none of them: offices have not the right, and nobody approves their own.
      const ids = await pendingOf(
        sql,
        photos.filter(({ approved }) => approved),
      );
      if (ids.length > 0) await (await doorOf("admin")).approve("form-11-geo", ids);
    });
    await markDone(sql, part);
    progress(`photos: ${photos.length} with their places, and ${papers.length} papers`);
  } catch (error) {
    if (options.signal.aborted && !isTimeout(options.signal.reason)) return;
    const reason = isTimeout(error) ? "it took too long" : error instanceof Error ? error.message : error;
    progress(`photos: not all were saved (${reason}); the next start goes on`);
  } finally {
    await sql.end();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

async function plannedPhotos(sql: Database, seedNumber: number): Promise<PlannedPhoto[]> {
  // Rows that people add have higher ids than the demo's, and are mostly of no interest here.
  const supports = await sql<Support[]>`
    select id::float8, arbo_name, region_name, province_name, support_provided, hard_component,
      date_distributed::text
    from public.form11_accomps
    where status <> 'Target' and arbo_name is not null and region_name is not null and province_name is not null
      and hard_component is not null and support_provided is not null and date_distributed is not null
    order by id limit 2000`;
  return planPhotos(supports, readMainlands(), seedNumber, manilaToday());
}

async function savedUploads(sql: Database): Promise<ReadonlySet<string>> {
  const rows = await sql<{ upload_id: string }[]>`
    select upload_id from public.form_11_geotags union all select upload_id from public.attachments`;
  return new Set(rows.map(({ upload_id }) => upload_id));
}

/** Rows of these photos that nobody has approved. */
async function pendingOf(sql: Database, photos: readonly PlannedPhoto[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 from public.form_11_geotags
    where upload_id::text = any (${photos.map(({ uploadId }) => uploadId)})
      and process_stage is distinct from 'Approved'
    order by id`;
  return rows.map(({ id }) => id);
}

type DoorOf = (username: string) => Promise<Door>;

/** Signs each person in once, and out at the end. */
async function withDoors(
  { url, demoPassword, signal }: PhotoOptions,
  work: (doorOf: DoorOf) => Promise<void>,
): Promise<void> {
  const doors = new Map<string, Promise<Door>>();
  try {
    await work((username) => {
      const door = doors.get(username) ?? openDoor({ url, username, password: demoPassword, signal });
      doors.set(username, door);
      return door;
    });
  } finally {
    for (const door of await Promise.allSettled(doors.values())) {
      if (door.status === "fulfilled") await door.value.close();
    }
  }
}

/** A few at once, as the browser does. */
async function sendAll(
  photos: readonly PlannedPhoto[],
  papers: readonly Paper[],
  doorOf: DoorOf,
): Promise<void> {
  const sendings = [
    ...photos.map((photo) => async () => {
      const door = await doorOf(officerOf(photo.support));
      await door.send("form-11-geo", formOfPhoto(photo));
    }),
    ...papers.map((paper) => async () => {
      const door = await doorOf(officerOf(paper));
      await door.send("attachments", formOfPaper(paper));
    }),
  ];
  const left = sendings[Symbol.iterator]();
  const lane = async () => {
    for (const send of left) await send();
  };
  await Promise.all(Array.from({ length: sentAtOnce }, lane));
}
