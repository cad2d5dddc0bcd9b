/**
 * Shared helpers of the evidence tests: support records, multipart forms with files, and direct requests to Storage
 * with a user's token.
 */
import { randomUUID } from "node:crypto";
import { jpeg } from "../support/photos.ts";
import {
  type Answer,
  call,
  type DemoUser,
  database,
  mark,
  province,
  region,
  save,
  stack,
  tokenOf,
} from "./support.ts";

export type Fields = Record<string, string | number | null>;

/** Coordinates of a point in Nueva Ecija, with the other fields that the browser sends. */
export const inside = { latitude: 15.4865, longitude: 120.9734, location_source: "map" } as const;
/** Coordinates of a point in Manila Bay, far from Nueva Ecija. */
export const outside = { latitude: 14.55, longitude: 120.75, location_source: "map" } as const;

/** Returns a Form 11 record of the provincial user's office. */
export const supportRecord = (): Fields => ({
  region_name: region,
  province_name: province,
  arbo_name: `${mark} ${randomUUID()}`,
  year_funded: 2024,
  subpsp_abbreviation: "LINKSFARM",
  reporting_year: 2024,
  reporting_quarter: "Q1",
  support_provided: "Support facility",
  status: "Accomplished",
});

/** Creates a Form 11 record of the provincial user's office as the central user. Returns the id of the record. */
export async function createSupportRecord(fields: Fields = {}): Promise<number> {
  const [row] = await save("central", "form11-accomp", { ...supportRecord(), ...fields });
  return Number(row?.id);
}

export interface Sending {
  file?: Uint8Array;
  name?: string;
  type?: string;
  thumbnail?: Uint8Array | null;
  fields?: Fields;
}

/** Builds the multipart body of an upload with one file, as the browser does. */
export function form({
  file,
  name = "photo.jpg",
  type = "image/jpeg",
  thumbnail = null,
  fields = {},
}: Sending): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== null) data.append(field, String(value));
  if (file) data.append("file", new Blob([Uint8Array.from(file)], { type }), name);
  if (thumbnail)
    data.append("thumbnail", new Blob([Uint8Array.from(thumbnail)], { type: "image/jpeg" }), "small.jpg");
  return data;
}

export async function send(
  user: DemoUser | null,
  method: string,
  path: string,
  body: FormData,
): Promise<Answer> {
  const response = await fetch(stack.url + path, {
    method,
    headers: user ? { authorization: `Bearer ${await tokenOf(user)}` } : {},
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Uploads a geotag. By default the geotag has a new upload_id and coordinates in Nueva Ecija. */
export function geotag(user: DemoUser | null, sending: Sending): Promise<Answer> {
  const fields = { upload_id: randomUUID(), ...inside, ...sending.fields };
  return send(user, "POST", "/api/form-11-geo/create", form({ file: jpeg(), ...sending, fields }));
}

/** Returns the row that an upload saved. @throws if the upload failed. */
export async function saved(answer: Answer | Promise<Answer>): Promise<
  Record<string, unknown> & {
    id: number;
    file_path: string;
    thumbnail_path: string | null;
    upload_id: string;
    row_version: number;
  }
> {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (body.data as never[])[0] ?? never(text);
}

const never = (text: string): never => {
  throw new Error(`no row in ${text}`);
};

/**
 * Sends a request directly to Storage. The user "service" sends the API's secret key. Returns the HTTP status, or the
 * status in the body of an error response.
 */
export async function storage(
  user: DemoUser | "service" | null,
  method: string,
  path: string,
  body?: Uint8Array | object,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer; data: unknown }> {
  const json = body !== undefined && !(body instanceof Uint8Array);
  const response = await fetch(`${stack.url}/storage/v1/object/${path}`, {
    method,
    headers: {
      apikey: user === "service" ? stack.secretKey : stack.publishableKey,
      ...(user && user !== "service" ? { authorization: `Bearer ${await tokenOf(user)}` } : {}),
      ...(body === undefined ? {} : { "content-type": json ? "application/json" : "image/jpeg" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: (json ? JSON.stringify(body) : body) as BodyInit }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  let data: unknown = null;
  try {
    data = JSON.parse(bytes.toString());
  } catch {
    // The response body is a file, not JSON.
  }
  const inBody = response.ok ? Number.NaN : Number((data as { statusCode?: string } | null)?.statusCode);
  return { status: inBody || response.status, bytes, data };
}

/** Returns the state of an upload's files from the database. */
export async function uploadState(uploadId: string): Promise<string | null> {
  const [row] = await database<
    { state: string }[]
  >`select state from public.evidence_files where upload_id = ${uploadId}`;
  return row?.state ?? null;
}

/** Makes the deleted files of an upload 32 days old, so that their row can no longer be restored. */
export async function ageDeletedFiles(uploadId: string): Promise<void> {
  await database`update public.evidence_files set at = now() - interval '32 days'
    where upload_id = ${uploadId} and state = 'trashed'`;
}

/** Returns the paths of all stored evidence files. */
export async function storedPaths(): Promise<string[]> {
  const rows = await database<
    { name: string }[]
  >`select name from storage.objects where bucket_id = 'evidence' order by name`;
  return rows.map(({ name }) => name);
}

/** Deletes everything that the evidence tests created. Uses the API, so that the stored files are deleted too. */
export async function cleanUpFiles(): Promise<void> {
  const tidy = async (path: string, table: string) => {
    const rows = await database.unsafe<{ id: string }[]>(`select id from public.${table}`);
    const ids = rows.map(({ id }) => Number(id));
    for (let at = 0; at < ids.length; at += 500) {
      await call("DELETE", `/api/${path}/delete`, {
        token: await tokenOf("central"),
        body: { id: ids.slice(at, at + 500) },
      });
    }
  };
  await tidy("form-11-geo", "form_11_geotags");
  await tidy("attachments", "attachments");
  await database`delete from public.form11_accomps where arbo_name like ${`${mark}%`}`;
  await database`delete from public.form11_farm_infos where arbo_name like ${`${mark}%`}`;
  await database`delete from public.fme_inventory_table where arbo_name like ${`${mark}%`}`;
}
