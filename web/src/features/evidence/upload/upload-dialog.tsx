/**
 * Dialog that uploads files of one record. The user selects files, drags them in or takes photos, and can set where a
 * photo was taken. Cancel aborts all unsaved photos. During sending, the dialog can't be closed. If some photos are
 * unsent, closing needs the user's confirmation.
 */

import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SelectField, TextField } from "../../../components/fields/field.tsx";
import { Group, Progress, Text } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { useLeaveWarning } from "../../../components/overlays/use-leave-warning.ts";
import { count } from "../../../lib/format.ts";
import { placeName, useOutlines } from "../map/use-outlines.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { isSettled, isUnsent, type PhotoItem } from "./photo-item.ts";
import { PhotoList } from "./photo-list.tsx";
import type { PhotoQueue } from "./photo-queue.ts";
import { PlaceHelp } from "./place-help.tsx";
import classes from "./upload.module.css";
import type { UploadTarget } from "./upload-target.ts";
import { usePhotoQueue } from "./use-photo-queue.ts";

interface Props {
  target: UploadTarget;
  onClose: () => void;
}

export default function UploadDialog({ target, onClose }: Props) {
  const { title, place } = target;
  const outlines = useOutlines(place ?? nowhere);
  const [kind, setKind] = useState("");
  const [caption, setCaption] = useState("");
  const shared = { ...(kind ? { kind } : {}), ...(caption.trim() ? { caption: caption.trim() } : {}) };
  const queue = usePhotoQueue(target, outlines, shared);
  const sending = queue.isSending;
  const unsent = queue.photos.filter(isUnsent).length;
  const [asking, setAsking] = useState(false);
  useLeaveWarning(sending || unsent > 0);
  const close = () => {
    if (unsent > 0) setAsking(true);
    else onClose();
  };
  return (
    <Modal
      onClose={() => !sending && close()}
      title={title}
      large
      closeOnClickOutside={false}
      closeOnEscape={!sending}
      withCloseButton={!sending}
    >
      <ChooseFiles noun={place ? "photos" : "files"} onFiles={(files) => queue.add(files)} />
      <div className={classes.shared}>
        {place && (
          <SelectField
            label="Before or after"
            value={kind}
            choices={kinds}
            onChange={(event) => setKind(event.currentTarget.value)}
            disabled={sending}
          />
        )}
        <TextField
          label={place ? "Caption for all photos" : "Caption for all files"}
          value={caption}
          maxLength={500}
          disabled={sending}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
      </div>
      {place && <PlaceHelp queue={queue} outlines={outlines} province={placeName(place)} />}
      <Overall queue={queue} />
      <PhotoList photos={queue.photos} queue={queue} />
      <Buttons queue={queue} noun={place ? "photos" : "files"} onClose={close} />
      {asking && (
        <UnsentQuestion
          what={`${count(unsent)} ${place ? "photo" : "file"}${unsent === 1 ? "" : "s"}`}
          isOne={unsent === 1}
          onDiscard={onClose}
          onKeep={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}

interface UnsentQuestionProps {
  /** Number and noun of the unsent photos or files, such as "2 photos". */
  what: string;
  isOne: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

function UnsentQuestion({ what, isOne, onDiscard, onKeep }: UnsentQuestionProps) {
  return (
    <Modal onClose={onKeep} title={`${what} ${isOne ? "is" : "are"} not uploaded yet`} size="md">
      <Text>If you close the upload now, you must choose {isOne ? "it" : "them"} again.</Text>
      <Group at="end">
        <Button look="subtle" tone="danger" onClick={onDiscard}>
          Close without uploading
        </Button>
        <Button data-autofocus onClick={onKeep}>
          Go back
        </Button>
      </Group>
    </Modal>
  );
}

const kinds = [
  { value: "", label: "Not stated" },
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
];

const nowhere = { region_name: null, province_name: null };

function Overall({ queue }: { queue: PhotoQueue }) {
  const { photos } = queue;
  if (photos.length === 0) return null;
  const under = photos.reduce((sum, { state, share }) => sum + (state === "sending" ? share : 0), 0);
  const of = (state: string) => photos.filter((photo) => photo.state === state).length;
  const parts = [
    `${count(of("saved"))} of ${count(photos.length)} saved`,
    of("kept") > 0 && `${count(of("kept"))} kept on this computer, sent when the connection is back`,
    of("there") > 0 && `${count(of("there"))} already uploaded`,
    of("failed") > 0 && `${count(of("failed"))} failed`,
    of("refused") > 0 && `${count(of("refused"))} cannot be sent`,
  ].filter(Boolean);
  return (
    <div className={classes.overall}>
      <Text small role="status">
        {parts.join(", ")}.
      </Text>
      <Progress
        value={((of("saved") + of("kept") + of("there") + under) / photos.length) * 100}
        label="Total progress"
      />
    </div>
  );
}

interface ButtonsProps {
  queue: PhotoQueue;
  noun: "photos" | "files";
  onClose: () => void;
}

function Buttons({ queue, noun, onClose }: ButtonsProps) {
  const id = useId();
  const ready = queue.photos.filter(({ state }) => state === "ready" || state === "failed").length;
  const finished = queue.photos.length > 0 && queue.photos.every(isSettled);
  const why = queue.isSending || ready > 0 ? null : whyNotReady(queue.photos, noun);
  return (
    <Group at="end">
      {why && (
        <Text small soft id={id}>
          {why}
        </Text>
      )}
      {queue.isSending ? (
        <Button look="default" onClick={() => queue.cancel()}>
          Cancel
        </Button>
      ) : (
        <Button look="default" onClick={onClose}>
          {finished ? "Done" : "Close"}
        </Button>
      )}
      <Button
        disabled={ready === 0}
        loading={queue.isSending}
        aria-describedby={why ? id : undefined}
        onClick={() => void queue.send()}
      >
        {ready === 0 ? "Upload" : `Upload ${count(ready)}`}
      </Button>
    </Group>
  );
}

/** Returns why no file can be uploaded now; null if all are uploaded. */
function whyNotReady(photos: readonly PhotoItem[], noun: "photos" | "files"): string | null {
  const has = (...states: PhotoItem["state"][]) => photos.some(({ state }) => states.includes(state));
  if (photos.length === 0) return `Choose ${noun} first.`;
  if (has("waiting", "reading")) return `The ${noun} are being read.`;
  if (has("unplaced")) return "Set where the photos were taken first.";
  if (has("outside")) return "Correct or confirm the place of the photos first.";
  return has("there", "refused") ? `The list says why ${noun} were not uploaded.` : null;
}
