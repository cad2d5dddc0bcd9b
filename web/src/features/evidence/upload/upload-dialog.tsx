/**
 * Dialog that uploads files of one record. The user selects the files, drags them in, or takes photos with the camera.
 * In the dialog, the user can also set where a photo was taken. The user can't close the dialog while photos are being
 * sent. Cancel aborts photos that are not saved yet; saved photos stay saved.
 */

import { IconCamera, IconPhotoPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SelectField, TextField } from "../../../components/fields/field.tsx";
import { FileButton } from "../../../components/fields/file-button.tsx";
import { Group, Progress, Text } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { useLeaveWarning } from "../../../components/overlays/use-leave-warning.ts";
import { count } from "../../../lib/format.ts";
import { placeName, useOutlines } from "../map/use-outlines.ts";
import { isSettled } from "./photo-item.ts";
import { PhotoList } from "./photo-list.tsx";
import type { PhotoQueue } from "./photo-queue.ts";
import { PlaceHelp } from "./place-help.tsx";
import classes from "./upload.module.css";
import { type UploadTarget, usePhotoQueue } from "./use-photo-queue.ts";

interface Props {
  target: UploadTarget;
  onClose: () => void;
}

/** Used only to filter the file chooser. The real file type is determined from the bytes. */
const accepted = "image/jpeg,image/png,image/heic,image/heif,application/pdf,.heic";

export default function UploadDialog({ target, onClose }: Props) {
  const { title, place } = target;
  const outlines = useOutlines(place ?? nowhere);
  const [kind, setKind] = useState("");
  const [caption, setCaption] = useState("");
  const shared = { ...(kind ? { kind } : {}), ...(caption.trim() ? { caption: caption.trim() } : {}) };
  const queue = usePhotoQueue(target, outlines, shared);
  const sending = queue.isSending;
  useLeaveWarning(sending);
  return (
    <Modal
      onClose={() => !sending && onClose()}
      title={title}
      large
      closeOnClickOutside={false}
      closeOnEscape={!sending}
      withCloseButton={!sending}
    >
      <Choose queue={queue} noun={place ? "photos" : "files"} />
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
      <Buttons queue={queue} onClose={onClose} />
    </Modal>
  );
}

const kinds = [
  { value: "", label: "Not stated" },
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
];

const nowhere = { region_name: null, province_name: null };

function Choose({ queue, noun }: { queue: PhotoQueue; noun: "photos" | "files" }) {
  const [over, setOver] = useState(false);
  const add = (files: readonly File[]) => queue.add(files);
  return (
    // Users don't need to drop files: the buttons inside this area do the same.
    <section
      className={classes.drop}
      data-over={over || undefined}
      aria-label={`Choose ${noun}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add([...event.dataTransfer.files]);
      }}
    >
      <Text small>
        Drag {noun} here: JPEG, PNG, HEIC or PDF, up to 20 MB each. You can add hundreds at once.
      </Text>
      <Group at="middle">
        <FileButton
          multiple
          accept={accepted}
          label={`${noun === "photos" ? "Photos" : "Files"} to upload`}
          icon={<IconPhotoPlus size={16} aria-hidden />}
          onFiles={add}
        >
          Choose {noun}
        </FileButton>
        <FileButton
          accept="image/*"
          capture="environment"
          label="Photo from the camera"
          look="default"
          icon={<IconCamera size={16} aria-hidden />}
          onFiles={add}
        >
          Take a photo
        </FileButton>
      </Group>
    </section>
  );
}

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

function Buttons({ queue, onClose }: { queue: PhotoQueue; onClose: () => void }) {
  const ready = queue.photos.filter(({ state }) => state === "ready" || state === "failed").length;
  const finished = queue.photos.length > 0 && queue.photos.every(isSettled);
  return (
    <Group at="end">
      {queue.isSending ? (
        <Button look="default" onClick={() => queue.cancel()}>
          Cancel
        </Button>
      ) : (
        <Button look="default" onClick={onClose}>
          {finished ? "Done" : "Close"}
        </Button>
      )}
      <Button disabled={ready === 0} loading={queue.isSending} onClick={() => void queue.send()}>
        {ready === 0 ? "Upload" : `Upload ${count(ready)}`}
      </Button>
    </Group>
  );
}
