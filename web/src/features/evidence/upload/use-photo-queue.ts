/**
 * React hook for the upload queue of one record. Connects the queue to the API and renders at most ten times per
 * second.
 */
import { useEffect, useMemo, useReducer, useState } from "react";
import { type Outline, outsideOutline, type Point } from "#shared/rules/place-in-outline.ts";
import { api } from "../../../lib/http/api.ts";
import { connection } from "../../../lib/http/connection.ts";
import { ApiProblem, isUnreachable, messageOf } from "../../../lib/http/problem.ts";
import { queryClient } from "../../../lib/http/query-client.ts";
import { sendFile } from "../../../lib/http/send-file.ts";
import { isQuotaProblem, noRoomMessage } from "../../../lib/offline/room.ts";
import { isLocalId } from "../../../lib/outbox/entry.ts";
import { keepFile } from "../../../lib/outbox/keep-file.ts";
import { useStableCallback } from "../../../lib/use-stable-callback.ts";
import { knownUser } from "../../../lib/user.ts";
import { screenByPath } from "../../../records/common/record-screens.ts";
import type { OfficePlace } from "../map/use-outlines.ts";
import type { Refusal } from "./photo-flow.ts";
import type { PhotoItem } from "./photo-item.ts";
import { PhotoQueue } from "./photo-queue.ts";
import { PhotoReader } from "./photo-reader.ts";

export interface UploadTarget {
  /** API path of the record type in which each file becomes a row. */
  path: string;
  /** Heading of the dialog: "Photos of X". */
  title: string;
  /** Fields that link each file to its record. */
  owner: Readonly<Record<string, string | number>>;
  /** Office of the record; null if the files need no coordinates. */
  place: OfficePlace | null;
}

const drawnEvery = 100;

/**
 * Returns the upload queue for the files of one record.
 * @param shared Fields common to all files (kind, caption). They are read when each file is sent.
 */
export function usePhotoQueue(
  target: UploadTarget,
  outlines: readonly Outline[],
  shared: Readonly<Record<string, string>>,
): PhotoQueue {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [first] = useState(target);
  const { path } = first;
  const readShared = useStableCallback(() => shared);
  const isOutside = useStableCallback((point: Point) => outsideOutline(outlines, point));
  const { queue, end } = useMemo(
    () => createQueue(first, { readShared, isOutside, draw }),
    [first, readShared, isOutside],
  );
  useEffect(
    () => () => {
      end();
      void queryClient.invalidateQueries({ queryKey: ["records", path] });
    },
    [end, path],
  );
  return queue;
}

interface QueueHooks {
  /** Returns the current values of the fields common to all files. */
  readShared: () => Readonly<Record<string, string>>;
  isOutside: (point: Point) => boolean;
  /** Called after the queue has changed, at most ten times per second. */
  draw: () => void;
}

/** Creates the queue, and the function that cancels its work. */
function createQueue({ path, owner, place }: UploadTarget, { readShared, isOutside, draw }: QueueHooks) {
  const placed = place !== null;
  const reader = new PhotoReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = new PhotoQueue({
    read: reader.read,
    send: async (item, signal, onProgress) => {
      const fields = { ...textOf(owner), ...fieldsOf(item, placed), ...readShared() };
      if (connection().lost || waitingOwner(owner)) return keep(path, owner, item, fields);
      try {
        return (await sendFile(bodyOf(path, item, fields), signal, onProgress)).id;
      } catch (problem) {
        if (isUnreachable(problem)) return keep(path, owner, item, fields);
        throw problem;
      }
    },
    isOutside: placed ? isOutside : null,
    findSaved: async (hashes) => {
      const { data } = await api.list(path, { ...owner, sha256: hashes });
      return new Map(
        data.map((row) => [String(row.sha256), { rowId: row.id, uploadId: String(row.upload_id) }]),
      );
    },
    explain,
    onChange: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw();
      }, drawnEvery);
    },
  });
  const end = () => {
    queue.cancel();
    reader.end();
    clearTimeout(timer);
  };
  return { queue, end };
}

/** Returns the field that refers to a row that waits in the outbox; null if the row is stored. */
function waitingOwner(owner: UploadTarget["owner"]): { field: string; localId: number } | null {
  const found = Object.entries(owner).find(([, value]) => isLocalId(value));
  return found ? { field: found[0], localId: Number(found[1]) } : null;
}

/** Keeps a photo in the outbox. */
async function keep(
  path: string,
  owner: UploadTarget["owner"],
  item: PhotoItem,
  fields: Readonly<Record<string, string>>,
): Promise<null> {
  const [user, screen] = [knownUser(), screenByPath(path)];
  if (!user || !screen) throw new Error("Sign in to keep photos on this computer.");
  const { uploadId, file, facts } = item;
  const content = { file, thumbnail: facts?.thumbnail ?? null, fileName: file.name };
  await keepFile({ ...content, userId: user.id, uploadId, screen, fields, owner: waitingOwner(owner) });
  return null;
}

const bodyOf = (path: string, item: PhotoItem, fields: Record<string, string>) => ({
  path,
  file: item.file,
  fileName: item.file.name,
  thumbnail: item.facts?.thumbnail ?? null,
  fields,
});

const textOf = (fields: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Returns the text fields that are sent with one file. */
function fieldsOf(item: PhotoItem, placed: boolean): Record<string, string> {
  const { uploadId, facts, place, outside, outsideConfirmed, repeated } = item;
  const fields: Record<string, string> = { upload_id: uploadId };
  if (placed && place) {
    fields.latitude = place.latitude.toFixed(6);
    fields.longitude = place.longitude.toFixed(6);
    fields.location_source = place.source;
    if (place.accuracy !== null) fields.accuracy = place.accuracy.toFixed(1);
  }
  if (placed && facts?.takenAt) fields.taken_at = facts.takenAt;
  if (outside && outsideConfirmed) fields.outside_confirmed = "Yes";
  if (repeated) fields.keep_duplicate = "Yes";
  return fields;
}

function explain(problem: unknown): Refusal {
  if (isQuotaProblem(problem)) return { reason: noRoomMessage, again: true };
  const reason = messageOf(problem);
  if (!(problem instanceof ApiProblem)) return { reason, again: false };
  const { status, details } = problem;
  const duplicate = details.find(({ duplicate_of }) => duplicate_of !== undefined)?.duplicate_of;
  return {
    reason,
    again: status === 0 || status === 429 || status >= 500,
    ...(duplicate === undefined ? {} : { rowId: duplicate }),
    outside: details.some(({ field }) => field === "outside_confirmed"),
  };
}
