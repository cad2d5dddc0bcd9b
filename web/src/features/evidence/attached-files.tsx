/**
 * Files attached to a field of a row. Files of a stored row are added and removed immediately. Files of a new row are
 * saved together with the row.
 */

import { IconPaperclip, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { ConfirmDialog, deletion } from "../../components/overlays/confirm-dialog.tsx";
import { api, type Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { offerUndo } from "../../records/bulk/undo.ts";
import type { AttachedSlotProps } from "../../records/common/slots.ts";
import { undoDeletion } from "../../records/trash/restore.ts";
import { attachmentPath, attachmentTarget, sizeText } from "./attachments.ts";
import { LinksProblem } from "./common/links-problem.tsx";
import { useLinks } from "./common/use-links.ts";
import classes from "./gallery/gallery.module.css";
import { Picture } from "./gallery/picture.tsx";
import type { UploadTarget } from "./upload/upload-target.ts";

const UploadDialog = later(() => import("./upload/upload-dialog.tsx"));
const NewFiles = later(() => import("./new-files.tsx"));

export default function AttachedFiles({ row, ...props }: AttachedSlotProps) {
  // Keep showing the new files after the row is saved, because only then does their upload start.
  const [isNew] = useState(row === null);
  return row && !isNew ? (
    <FilesOfRow {...props} row={row} />
  ) : (
    <NewFiles record={props.record} field={props.field} />
  );
}

function FilesOfRow({ record, field, row, refused, onChanged }: AttachedSlotProps & { row: Row }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const target = attachmentTarget(record, field, row.id);
  const { rows, links, error } = useFilesOf(target.owner);
  const changed = async () => {
    await invalidateRows({ path: attachmentPath });
    await onChanged();
  };
  return (
    <div className={classes.attached}>
      {error && <p role="alert">{messageOf(error)}</p>}
      <LinksProblem links={links} />
      {rows.length > 0 && (
        <ul aria-label={`Files of ${field.label}`}>
          {rows.map((file) => (
            <AttachedFile
              key={file.id}
              file={file}
              link={links.data?.get(file.id)}
              onRemove={refused === null ? () => setRemoving(file) : undefined}
            />
          ))}
        </ul>
      )}
      {refused === null && (
        <Button
          look="default"
          icon={<IconPaperclip size={16} aria-hidden />}
          aria-label={`Add files to ${field.label}`}
          onClick={() => setAdding(true)}
        >
          Add files
        </Button>
      )}
      {adding && (
        <UploadDialog
          target={target}
          onClose={() => {
            setAdding(false);
            void changed();
          }}
        />
      )}
      {removing && <RemoveDialog file={removing} changed={changed} onClose={() => setRemoving(null)} />}
    </div>
  );
}

/** Loads the files attached to a field of a row, and the links to their contents. */
function useFilesOf(owner: UploadTarget["owner"]) {
  const { data, error } = useQuery({
    queryKey: ["records", attachmentPath, "of", owner],
    queryFn: ({ signal }) =>
      api.list(
        attachmentPath,
        { ...owner, page: 1, page_size: 100, sort: [{ field: "file_name", dir: "asc" }] },
        signal,
      ),
  });
  const rows = data?.data ?? [];
  const links = useLinks(
    attachmentPath,
    rows.map(({ id }) => id),
  );
  return { rows, links, error };
}

interface AttachedFileProps {
  file: Row;
  link: ComponentProps<typeof Picture>["link"];
  /** Removes the file; undefined if the user can't remove the file. */
  onRemove: (() => void) | undefined;
}

function AttachedFile({ file, link, onRemove }: AttachedFileProps) {
  const name = String(file.file_name);
  return (
    <li>
      <span className={classes.smallPicture}>
        <Picture link={link} alt="" />
      </span>
      <span className={classes.fileName}>
        {link ? (
          <a href={link.file_url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : (
          <span>{name}</span>
        )}
        <small>{[sizeText(Number(file.size)), file.caption].filter(Boolean).join(" · ")}</small>
      </span>
      {onRemove && (
        <IconButton tone="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

interface RemoveDialogProps {
  file: Row;
  changed: () => Promise<void>;
  onClose: () => void;
}

function RemoveDialog({ file, changed, onClose }: RemoveDialogProps) {
  const name = String(file.file_name);
  return (
    <ConfirmDialog
      {...deletion}
      question={`Remove ${name}?`}
      detail="You can undo this for a few seconds."
      yes="Yes, remove"
      onYes={async () => {
        // Reload the files even if the server refuses the removal, because another user may have saved the file.
        await api.remove(attachmentPath, [file.id], [file.row_version]).finally(changed);
        const served = { path: attachmentPath };
        offerUndo(
          served,
          undoDeletion(served, [file.id], name, () => void changed()),
        );
        return "Removed.";
      }}
      onClose={onClose}
    />
  );
}
