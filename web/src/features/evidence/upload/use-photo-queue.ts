/**
 * React hook for the upload queue of one record. It connects the queue to the API and renders at most ten times per
 * second.
 */
import { useEffect, useMemo, useReducer, useState } from "react";
import { type Outline, outsideOutline, type Point } from "#shared/rules/place-in-outline.ts";
import { useStableCallback } from "../../../lib/hooks/use-stable-callback.ts";
import { api } from "../../../lib/http/api.ts";
import { connection } from "../../../lib/http/connection.ts";
import { ApiProblem, isUnreachable, messageOf } from "../../../lib/http/problem.ts";
import { invalidateRows } from "../../../lib/http/query-client.ts";
import { sendFile } from "../../../lib/http/send-file.ts";
import { isQuotaProblem, noRoomMessage } from "../../../lib/offline/room.ts";
import { isLocalId } from "../../../lib/outbox/entry.ts";
import { fieldsOf, keepPhoto, textOf } from "./keep-photo.ts";
import type { Refusal } from "./photo-flow.ts";
import type { PhotoItem } from "./photo-item.ts";
import { PhotoQueue } from "./photo-queue.ts";
import { PhotoReader } from "./photo-reader.ts";
import type { UploadTarget } from "./upload-target.ts";

const drawnEvery = 100;

/**
 * Returns the upload queue for the files of one record.
 * @param shared Fields common to all files (kind, caption), read when each file is sent.
 */
export function usePhotoQueue(
  target: UploadTarget,
  outlines: readonly Outline[],
  shared: Readonly<Record<string, string>>,
): PhotoQueue {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [first] = useState(target);
  const { path } = first.recordType;
  const readShared = useStableCallback(() => shared);
  const isOutside = useStableCallback((point: Point) => outsideOutline(outlines, point));
  const { queue, end } = useMemo(
    () => createQueue(first, { readShared, isOutside, draw }),
    [first, readShared, isOutside],
  );
  useEffect(() => {
    if (outlines.length > 0) queue.checkPlaces();
  }, [queue, outlines]);
  useEffect(
    () => () => {
      end();
      void invalidateRows({ path });
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

/** Creates the queue, and a function that cancels all work of the queue. */
function createQueue(target: UploadTarget, { readShared, isOutside, draw }: QueueHooks) {
  const { recordType, owner, idField, place } = target;
  const { path } = recordType;
  const placed = place !== null;
  const reader = new PhotoReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = new PhotoQueue({
    read: reader.read,
    send: async (item, signal, onProgress) => {
      const fields = { ...textOf(owner), ...fieldsOf(item, placed), ...readShared() };
      const keep = async () => {
        await keepPhoto(target, item, fields);
        return null;
      };
      if (connection().lost || isLocalId(owner[idField])) return keep();
      try {
        return (await sendFile(bodyOf(path, item, fields), signal, onProgress)).id;
      } catch (problem) {
        if (isUnreachable(problem)) return keep();
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

const bodyOf = (path: string, item: PhotoItem, fields: Record<string, string>) => ({
  path,
  file: item.file,
  fileName: item.file.name,
  thumbnail: item.facts?.thumbnail ?? null,
  fields,
});

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
