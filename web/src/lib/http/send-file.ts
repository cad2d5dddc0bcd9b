/** Uploads one file with its fields. Reports progress, can be cancelled, and renews the session once after a 401. */

import type { Session } from "../secrets/stored-session.ts";
import { checkConnection, isForeign, markServerUnreachable, parseBody } from "./connection.ts";
import { ApiProblem, problemFrom, unknownOutcome } from "./problem.ts";
import { freshSession, renewSession } from "./session-renewal.ts";

export interface Sending {
  path: string;
  file: Blob;
  fileName: string;
  thumbnail: Blob | null;
  /** The text fields of the multipart request, besides the file and the thumbnail. */
  fields: Readonly<Record<string, string>>;
}

export type SendFile = (
  sending: Sending,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
) => Promise<{ id: number }>;

/** @throws ApiProblem if the server refuses the file or can't be reached (status 0), AbortError if cancelled. */
export const sendFile: SendFile = async (sending, signal, onProgress) => {
  const session = await freshSession();
  try {
    return await post(sending, session, signal, onProgress);
  } catch (problem) {
    const ended = problem instanceof ApiProblem && problem.status === 401;
    const renewed = ended && session ? await renewSession(session) : null;
    if (!renewed) throw problem;
    return await post(sending, renewed, signal, onProgress);
  }
};

function post(
  sending: Sending,
  session: Session | null,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<{ id: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(sending.fields)) form.append(name, value);
  form.append("file", sending.file, sending.fileName);
  if (sending.thumbnail) form.append("thumbnail", sending.thumbnail, "thumbnail.jpg");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open("POST", `/api/${sending.path}/create`);
    if (session) request.setRequestHeader("authorization", `Bearer ${session.access_token}`);
    // All attempts use the same Idempotency-Key, so that the file is not saved twice.
    if (sending.fields.upload_id) request.setRequestHeader("idempotency-key", sending.fields.upload_id);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      const body = parseBody(request.responseText);
      const row = (body as { data?: { id: number }[] } | null)?.data?.[0];
      if (request.status === 200 && row) return resolve(row);
      if (!isForeign(request.status, body)) return reject(problemFrom(request.status, body, true));
      void checkConnection().then(() => reject(unknownOutcome(502)));
    });
    request.addEventListener("error", () => {
      markServerUnreachable();
      reject(unknownOutcome(0));
    });
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", cancel));
    if (signal.aborted) {
      reject(new DOMException("Cancelled", "AbortError"));
      return;
    }
    signal.addEventListener("abort", cancel);
    request.send(form);
  });
}
