/**
 * Dialog for pasting rows from a spreadsheet. Preview, validation and saving work as in the import of a file. If the
 * dialog was opened from a row of another record type, the new rows belong to that row.
 */

import type { ImportAccess } from "#shared/import/access.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { EntryOrigin } from "../form/entry-source.ts";
import { startValues } from "../form/fields/form-values.ts";
import { LastImport } from "../import/last-import.tsx";
import importClasses from "../import/preview/import.module.css";
import { rowsToSave } from "../import/preview/rows-to-save.ts";
import { skippedRows } from "../import/preview/skipped-rows.ts";
import { PreviewStep } from "../import/preview-step.tsx";
import { Reading } from "../import/reading.tsx";
import { SaveProgress } from "../import/save-progress.tsx";
import { countText, isSaving, reasonNotToSave, resumeLabel } from "../import/saving.ts";
import { type Import, useImport } from "../import/use-import.ts";
import { PasteStep } from "./paste-step.tsx";
import { type Block, useBlock } from "./use-block.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  access: ImportAccess;
  /** Row that the new rows belong to; null if the dialog was opened from the list. */
  origin: EntryOrigin | null;
  onClose: () => void;
}

export function PasteModal({ record, user, access, origin, onClose }: Props) {
  const block = useBlock(record, origin?.values ?? beginningOf(record, user));
  // If rows were skipped, keep the dialog open, so that the user can read which rows.
  const job = useImport(record, access, (saved) =>
    skippedRows(saved).length > 0 ? block.clear() : onClose(),
  );
  const { step } = job;
  const saving = isSaving(step);
  const title = origin
    ? `${capital(record.noun.many)} of ${origin.title}`
    : `Paste rows into ${record.label}`;
  return (
    <Modal
      onClose={saving ? () => undefined : onClose}
      title={title}
      large
      closeOnClickOutside={false}
      closeOnEscape={!saving}
      withCloseButton={!saving}
    >
      {step.name === "choose" && (
        <>
          {step.last && <LastImport record={record} {...step.last} />}
          <PasteStep record={record} user={user} block={block} problem={step.problem} />
        </>
      )}
      {step.name === "reading" && <Reading fileName={step.fileName} progress={step.progress} />}
      {step.name === "preview" && (
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
      )}
      <Buttons record={record} job={job} block={block} onClose={onClose} />
    </Modal>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the default values for fields that pasted rows leave blank: the user's own office, and the presets of the
 * form.
 */
const beginningOf = (record: AnyRecord, user: CurrentUser) =>
  Object.fromEntries(Object.entries(startValues(record, user)).filter(([, value]) => value !== null));

interface ButtonsProps extends Pick<Props, "record" | "onClose"> {
  job: Import;
  block: Block;
}

function Buttons({ record, job, block, onClose }: ButtonsProps) {
  const { step } = job;
  const preview = step.name === "preview" ? step : null;
  const count = preview ? rowsToSave(preview.preview).length : 0;
  const status = preview?.save?.status;
  const stopped = status === "failed" || status === "cancelled";
  const saving = isSaving(step);
  const mapped = block.fields.some((name) => name !== null);
  return (
    <Group
      at="end"
      className={importClasses.buttons}
      data-unsaved={block.rows.length > 0 && status !== "saved"}
    >
      {preview && preview.save === null && count === 0 && (
        <Text small>{reasonNotToSave(preview.preview)}</Text>
      )}
      <Button
        look="default"
        disabled={status === "cancelling"}
        onClick={() => (saving || step.name === "reading" ? job.cancel() : onClose())}
      >
        Cancel
      </Button>
      {preview && !saving && status !== "saved" && (
        <Button look="default" onClick={stopped ? job.again : job.reset}>
          {stopped ? "Check the rows again" : "Back to the columns"}
        </Button>
      )}
      {step.name === "choose" && (
        <Button
          disabled={block.reading.rows.length === 0 || !mapped}
          onClick={() => job.choose(block.source())}
        >
          Check the rows
        </Button>
      )}
      {preview && !stopped && (
        <Button
          onClick={job.save}
          disabled={count === 0 || status === "saved" || preview.busy}
          loading={saving}
        >
          Save {countText(record, count)}
        </Button>
      )}
      {stopped && <Button onClick={job.save}>{resumeLabel(preview?.save?.failure?.batch)}</Button>}
    </Group>
  );
}
