/** API client of the seed: signs in, and uploads files as multipart forms, like the browser. */
import { readFileSync } from "node:fs";
import { pdfOf } from "./document.ts";
import { exifSegment } from "./exif.ts";
import type { Paper } from "./papers.ts";
import type { PlannedPhoto } from "./plan.ts";

export interface ApiSession {
  /** Saves a row with its file. @throws Error with the response of the API, if the row is not saved. */
  send(path: string, form: FormData): Promise<void>;
  /** Approves rows. @throws Error with the response of the API, if the request fails. */
  approve(path: string, ids: readonly number[]): Promise<void>;
  /** Signs the user out, which ends the session. */
  close(): Promise<void>;
}

export interface ApiSessionOptions {
  url: string;
  username: string;
  password: string;
  signal: AbortSignal;
}

/** Signs in. @throws Error with the message of the API, if the sign-in is refused. */
export async function openApiSession({
  url,
  username,
  password,
  signal,
}: ApiSessionOptions): Promise<ApiSession> {
  const post = (path: string, init: RequestInit): Promise<Response> =>
    fetch(new URL(`/api/${path}`, url), { method: "POST", signal, ...init });
  const json = { "content-type": "application/json" };
  const answer = await post("auth/login", { headers: json, body: JSON.stringify({ username, password }) });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${await reasonOf(answer)}`);
  const { data } = (await answer.json()) as { data: { session: { access_token: string } } };
  const headers = { authorization: `Bearer ${data.session.access_token}` };
  return {
    async send(path, form) {
      const saved = await post(`${path}/create`, { headers, body: form });
      if (!saved.ok) throw new Error(`${username} could not save a file: ${await reasonOf(saved)}`);
      await saved.body?.cancel();
    },
    async approve(path, ids) {
      const body = JSON.stringify({ id: ids, process_stage: "Approved" });
      const done = await post(`${path}/approve`, { headers: { ...headers, ...json }, body });
      if (!done.ok) throw new Error(`${username} could not approve: ${await reasonOf(done)}`);
      await done.body?.cancel();
    },
    async close() {
      const ended = await post("auth/logout", { headers }).catch(() => null);
      await ended?.body?.cancel();
    },
  };
}

async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { message } = JSON.parse(text) as { message?: string };
    return message ?? text;
  } catch {
    return `${answer.status} ${text.slice(0, 200)}`;
  }
}

/**
 * Returns the upload form of a photo. The EXIF data of the JPEG has the time, and also the location if `source` says
 * that the location was read from the file.
 */
export function formOfPhoto(photo: PlannedPhoto): FormData {
  const { support, uploadId, kind, caption, takenAt, point, source, picture } = photo;
  const stamp = takenAt.replaceAll("-", ":").replace("T", " ");
  const written = exifSegment({ make: "Demo", takenAt: stamp, ...(source === "exif" ? { gps: point } : {}) });
  const jpeg = readPicture(picture);
  const form = formOf({
    upload_id: uploadId,
    form11_id: support.id,
    kind,
    caption,
    latitude: point.latitude,
    longitude: point.longitude,
    location_source: source,
    taken_at: new Date(`${takenAt}+08:00`).toISOString(),
  });
  const name = `IMG_${takenAt.replaceAll(/[-:]/g, "").replace("T", "_")}.jpg`;
  form.append("file", jpegFile(jpeg.subarray(0, 2), written, jpeg.subarray(2)), name);
  form.append("thumbnail", jpegFile(readPicture(`small/${picture}`)), "thumbnail.jpg");
  return form;
}

export function formOfPaper({ uploadId, table, id, field, caption, fileName, lines }: Paper): FormData {
  const form = formOf({ upload_id: uploadId, record_table: table, record_id: id, field, caption });
  form.append("file", new Blob([Uint8Array.from(pdfOf(lines))], { type: "application/pdf" }), fileName);
  return form;
}

const readPicture = (name: string): Buffer => readFileSync(new URL(`pictures/${name}.jpg`, import.meta.url));

const jpegFile = (...parts: readonly Buffer[]): Blob =>
  new Blob([Uint8Array.from(Buffer.concat(parts))], { type: "image/jpeg" });

function formOf(fields: Readonly<Record<string, string | number>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}
