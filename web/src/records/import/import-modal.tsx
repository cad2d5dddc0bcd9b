/**
 * Dialog that imports a file into a record type (spec sections 2, 4 and 5): choose, preview, save in batches. The
 * buttons are Cancel, Upload File and Save Import. The user can't close the dialog while rows are being saved; Cancel
 * stops after the current batch.
 */

import type { ImportAccess } from "#shared/import/access.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { FileButton } from "../../components/fields/file-button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { importedFormats } from "../workbook/formats.ts";
import { ChooseFile } from "./choose-file.tsx";
import { fileSource } from "./import-work.ts";
import classes from "./preview/import.module.css";
import { rowsToSave } from "./preview/rows-to-save.ts";
import { PreviewStep } from "./preview-step.tsx";
import { Reading } from "./reading.tsx";
import { SaveProgress } from "./save-progress.tsx";
import { countText, hasAnswers, isSaving, reasonNotToSave, resumeLabel } from "./saving.ts";
import { type Import, useImport } from "./use-import.ts";

interface Props {
  record: AnyRecord;
  /**
   * The user's level, own office, rights and entry windows, and the offices whose rows the user can read and write.
   * Source: `GET /api/auth/current-user`.
   */
  access: ImportAccess;
  opened: boolean;
  onClose: () => void;
}

export default function ImportModal({ record, access, opened, onClose }: Props) {
  const job = useImport(record, access);
  const saving = isSaving(job.step);
  const close = () => {
    if (saving) return;
    job.reset();
    onClose();
  };
  if (!opened) return null;
  return (
    <Modal
      onClose={close}
      title={`Import into ${record.label}`}
      large
      closeOnClickOutside={false}
      closeOnEscape={!saving}
      withCloseButton={!saving}
    >
      <Step record={record} access={access} job={job} />
      <Buttons record={record} job={job} onClose={close} />
    </Modal>
  );
}

function Step({ record, access, job }: Pick<Props, "record" | "access"> & { job: Import }) {
  const { step } = job;
  if (step.name === "choose") {
    return (
      <ChooseFile
        record={record}
        access={access}
        problem={step.problem}
        last={step.last}
        onFile={(file) => job.choose(fileSource(record, file))}
      />
    );
  }
  if (step.name === "reading") return <Reading fileName={step.fileName} progress={step.progress} />;
  return (
    <>
      {step.save && <SaveProgress record={record} preview={step.preview} save={step.save} />}
      <PreviewStep
        record={record}
        preview={step.preview}
        fixed={step.save !== null || step.busy}
        busy={step.busy}
        job={job}
      />
    </>
  );
}

function Buttons({ record, job, onClose }: { record: AnyRecord; job: Import; onClose: () => void }) {
  const { step } = job;
  const saving = isSaving(step);
  const preview = step.name === "preview" ? step : null;
  const count = preview ? rowsToSave(preview.preview).length : 0;
  const stopped = preview?.save?.status === "failed" || preview?.save?.status === "cancelled";
  const saved = preview?.save?.status === "saved";
  const cancel = () => {
    if (saving || step.name === "reading") job.cancel();
    else onClose();
  };
  return (
    <Group
      at="end"
      className={classes.buttons}
      data-unsaved={preview !== null && !saved && hasAnswers(preview.preview)}
    >
      {preview && preview.save === null && (
        <Text small>{reasonNotToSave(preview.preview) ?? `${countText(record, count)} will be saved.`}</Text>
      )}
      <Button look="default" onClick={cancel} disabled={preview?.save?.status === "cancelling"}>
        Cancel
      </Button>
      <FileButton
        accept={importedFormats.join(",")}
        label="File to import"
        look={preview ? "default" : "filled"}
        disabled={saving || step.name === "reading"}
        onFiles={([file]) => job.choose(fileSource(record, file))}
      >
        Upload File
      </FileButton>
      {stopped && (
        <Button look="default" onClick={job.again}>
          Check the file again
        </Button>
      )}
      {preview && !stopped && (
        <Button onClick={job.save} disabled={count === 0 || saved || preview.busy} loading={saving}>
          Save Import
        </Button>
      )}
      {stopped && <Button onClick={job.save}>{resumeLabel(preview?.save?.failure?.batch)}</Button>}
    </Group>
  );
}
