/**
 * Uploads the demo's photos and documents. Each demo user signs in and sends their own files through the API, because
 * only the API can store files in Storage. Unlike the rest of the seed, this part needs the running stack.
 */
import { manilaToday } from "#shared/rules/dates.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { officerOf } from "./demo.ts";
import { isDone, markDone, prepareMemory } from "./lib/once.ts";
import { chosenPapers, type Paper } from "./photos/papers.ts";
import { readMainlands } from "./photos/places.ts";
import { type PlannedPhoto, planPhotos, type Support } from "./photos/plan.ts";
import { type ApiSession, formOfPaper, formOfPhoto, openApiSession } from "./photos/sending.ts";

export interface PhotoOptions {
  /**
   * Connection URL for role `postgres`. The connection reads the rows to which files are uploaded, and records in the
   * schema `seeding` that the upload is done.
   */
  databaseUrl: string;
  /** Origin of the running product. */
  url: string;
  demoPassword: string;
  seedNumber: number;
  /** Aborts the upload. The next call of seedPhotos continues the upload. */
  signal: AbortSignal;
  progress: (line: string) => void;
}

const part = "photos";
const sentAtOnce = 3;

/**
 * Uploads the photos and documents once per database. A failure is reported as one line of progress, and the next call
 * continues the upload. The upload id of a file is always the same, so a file that was already saved is not sent again.
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
    await withSessions(options, async (sessionFor) => {
      await sendAll(photos.filter(isMissing), papers.filter(isMissing), sessionFor);
      // The administrator approves the photos, because the users who sent them may not approve their own rows.
      const ids = await pendingOf(
        sql,
        photos.filter(({ approved }) => approved),
      );
      if (ids.length > 0) await (await sessionFor("admin")).approve("form-11-geo", ids);
    });
    await markDone(sql, part);
    progress(`photos: ${photos.length} with locations, and ${papers.length} documents`);
  } catch (error) {
    if (options.signal.aborted && !isTimeout(options.signal.reason)) return;
    const reason = isTimeout(error) ? "it took too long" : error instanceof Error ? error.message : error;
    progress(`photos: not all were saved (${reason}); the next start continues`);
  } finally {
    await sql.end();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

async function plannedPhotos(sql: Database, seedNumber: number): Promise<PlannedPhoto[]> {
  // Sort by id: the demo's rows come before the rows of users, so the limit of the query leaves no demo row out.
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

/** Returns the ids of the photos' geotag rows that are not approved yet. */
async function pendingOf(sql: Database, photos: readonly PlannedPhoto[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 from public.form_11_geotags
    where upload_id::text = any (${photos.map(({ uploadId }) => uploadId)})
      and process_stage is distinct from 'Approved'
    order by id`;
  return rows.map(({ id }) => id);
}

type SessionFor = (username: string) => Promise<ApiSession>;

/** Signs in each user once, when the work needs the user's session. Ends all sessions after the work. */
async function withSessions(
  { url, demoPassword, signal }: PhotoOptions,
  work: (sessionFor: SessionFor) => Promise<void>,
): Promise<void> {
  const sessions = new Map<string, Promise<ApiSession>>();
  try {
    await work((username) => {
      const door =
        sessions.get(username) ?? openApiSession({ url, username, password: demoPassword, signal });
      sessions.set(username, door);
      return door;
    });
  } finally {
    for (const door of await Promise.allSettled(sessions.values())) {
      if (door.status === "fulfilled") await door.value.close();
    }
  }
}

/** Sends the files, a few at a time, like the browser. */
async function sendAll(
  photos: readonly PlannedPhoto[],
  papers: readonly Paper[],
  sessionFor: SessionFor,
): Promise<void> {
  const sendings = [
    ...photos.map((photo) => async () => {
      const door = await sessionFor(officerOf(photo.support));
      await door.send("form-11-geo", formOfPhoto(photo));
    }),
    ...papers.map((paper) => async () => {
      const door = await sessionFor(officerOf(paper));
      await door.send("attachments", formOfPaper(paper));
    }),
  ];
  const left = sendings[Symbol.iterator]();
  const lane = async () => {
    for (const send of left) await send();
  };
  await Promise.all(Array.from({ length: sentAtOnce }, lane));
}
