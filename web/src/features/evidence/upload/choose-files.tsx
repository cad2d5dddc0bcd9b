/** Area in which the user selects files, drags them in, or takes photos with the camera. */
import { IconCamera, IconPhotoPlus } from "@tabler/icons-react";
import { useState } from "react";
import { FileButton } from "../../../components/fields/file-button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { acceptedFiles } from "./accepted-files.ts";
import classes from "./upload.module.css";

interface Props {
  noun: "photos" | "files";
  onFiles: (files: readonly File[]) => void;
}

export function ChooseFiles({ noun, onFiles }: Props) {
  const [over, setOver] = useState(false);
  return (
    // The area needs no keyboard handler, because the buttons in it also add files.
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
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Text small>
        Drag {noun} here: JPEG, PNG, HEIC or PDF, up to 20 MB each. You can add hundreds at once.
      </Text>
      <Group at="middle">
        <FileButton
          multiple
          accept={acceptedFiles}
          label={`${noun === "photos" ? "Photos" : "Files"} to upload`}
          icon={<IconPhotoPlus size={16} aria-hidden />}
          onFiles={onFiles}
        >
          Choose {noun}
        </FileButton>
        <FileButton
          accept="image/*"
          capture="environment"
          label="Photo from the camera"
          look="default"
          icon={<IconCamera size={16} aria-hidden />}
          onFiles={onFiles}
        >
          Take a photo
        </FileButton>
      </Group>
    </section>
  );
}
