/** Files that the user attaches to a field of a new row. They are saved together with the row. */
import { IconPaperclip } from "@tabler/icons-react";
import { FileButton } from "../../components/fields/file-button.tsx";
import type { AttachedSlotProps } from "../../records/common/slots.ts";
import { attachmentTarget } from "./attachments.ts";
import classes from "./gallery/gallery.module.css";
import { acceptedFiles } from "./upload/accepted-files.ts";
import { PhotoList } from "./upload/photo-list.tsx";
import { useNewFiles } from "./upload/use-new-files.ts";

const noOutlines = [] as const;

export default function NewFiles({ record, field }: Pick<AttachedSlotProps, "record" | "field">) {
  const problem = `${field.label}: remove the files that cannot be sent.`;
  const { queue, add } = useNewFiles(field.name, attachmentTarget(record, field, 0), noOutlines, problem);
  return (
    <div className={classes.attached}>
      <PhotoList photos={queue.photos} queue={queue} label={`Files of ${field.label}`} />
      <FileButton
        multiple
        accept={acceptedFiles}
        look="default"
        label={`Files for ${field.label}`}
        icon={<IconPaperclip size={16} aria-hidden />}
        aria-label={`Add files to ${field.label}`}
        onFiles={add}
      >
        Add files
      </FileButton>
    </div>
  );
}
