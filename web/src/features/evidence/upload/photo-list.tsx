/** The photos in the queue, with thumbnails and progress. */

import { IconX } from "@tabler/icons-react";
import { memo, useEffect, useState } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { count } from "../../../lib/format.ts";
import type { PhotoItem, PhotoState } from "./photo-item.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import classes from "./upload.module.css";

const stateTexts: Record<PhotoState, string> = {
  waiting: "Waiting",
  reading: "Reading…",
  unplaced: "No place yet",
  outside: "Outside the province",
  ready: "Ready",
  sending: "Sending…",
  saved: "Saved",
  kept: "Kept on this computer, sent later",
  there: "Already uploaded",
  refused: "Cannot be sent",
  failed: "Failed",
};

interface Props {
  photos: readonly PhotoItem[];
  queue: PhotoQueue;
  label?: string;
}

export function PhotoList({ photos, queue, label = "Photos" }: Props) {
  return (
    <ul className={classes.photos} aria-label={label}>
      {photos.map((photo) => (
        <Photo key={photo.uploadId} photo={photo} queue={queue} />
      ))}
    </ul>
  );
}

/** Memoized, so that a change in a list of hundreds of photos renders only the changed photos. */
const Photo = memo(function Photo({ photo, queue }: { photo: PhotoItem; queue: PhotoQueue }) {
  const { uploadId, file, facts, state, place, reason, share } = photo;
  return (
    <li className={classes.photo} data-state={state}>
      <Small picture={facts?.thumbnail ?? null} />
      <span className={classes.name}>
        <span>{file.name}</span>
        <small>
          {stateTexts[state]}
          {reason && `: ${reason}`}
          {place && ` · ${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`}
        </small>
        {state === "sending" && (
          <progress value={share} max={1} aria-label={`Progress of ${file.name}`}>
            {count(Math.round(share * 100))}%
          </progress>
        )}
      </span>
      {state === "there" && (
        <Button
          look="default"
          aria-label={`Upload ${file.name} anyway`}
          onClick={() => queue.repeat([uploadId])}
        >
          Upload anyway
        </Button>
      )}
      {state !== "sending" && state !== "saved" && state !== "kept" && (
        <IconButton tone="plain" aria-label={`Remove ${file.name}`} onClick={() => queue.remove([uploadId])}>
          <IconX size={16} />
        </IconButton>
      )}
    </li>
  );
});

function Small({ picture }: { picture: Blob | null }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url ? (
    <img src={url} alt="" className={classes.small} loading="lazy" decoding="async" />
  ) : (
    <span className={classes.small} aria-hidden="true" />
  );
}
