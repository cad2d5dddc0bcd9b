/** The foot of a form with its buttons: Cancel, "Save and next", and Register or Update. */
import { Button } from "../../../components/button.tsx";
import classes from "../fields/form.module.css";
import type { useRecordForm } from "../use-record-form.ts";

interface Props {
  readOnly: boolean;
  isUpdate: boolean;
  saving: boolean;
  hasConflict: boolean;
  /** Short reason why the last save failed; null if the last save did not fail. Details are above the fields. */
  answer: string | null;
  onCancel: () => void;
  /** Saves the row and starts another new row. Undefined if the form closes after one row. */
  onSaveAndNext: (() => void) | undefined;
}

export function FormFoot({
  readOnly,
  isUpdate,
  saving,
  hasConflict,
  answer,
  onCancel,
  onSaveAndNext,
}: Props) {
  if (readOnly)
    return (
      <div className={classes.foot}>
        <span className={classes.state} />
        <Button look="default" onClick={onCancel}>
          Close
        </Button>
      </div>
    );
  return (
    <div className={classes.foot}>
      <span className={classes.state} data-tour="draft">
        {answer ? (
          <strong className={classes.answer}>{answer}</strong>
        ) : (
          <>
            <span className={classes.keys}>
              {onSaveAndNext ? "Ctrl+S saves. Ctrl+Enter saves and starts the next one." : "Ctrl+S saves."}
            </span>{" "}
            A draft is kept as you type.
          </>
        )}
      </span>
      <Button look="default" onClick={onCancel}>
        Cancel
      </Button>
      {onSaveAndNext && (
        <Button look="default" loading={saving} onClick={onSaveAndNext}>
          Save and next
        </Button>
      )}
      <Button type="submit" loading={saving} disabled={hasConflict}>
        {isUpdate ? "Update" : "Register"}
      </Button>
    </div>
  );
}

/** Returns the short reason why the last save failed; null if the last save did not fail. */
export function answerOf({
  complaints,
  attempt,
  same,
  unusual,
  conflict,
}: Pick<ReturnType<typeof useRecordForm>, "complaints" | "attempt" | "same" | "unusual" | "conflict">):
  | string
  | null {
  if (conflict) return "Not saved: someone else changed it.";
  if (same && same.length > 0) return "Not saved: it may already exist.";
  if (unusual) return "Not saved yet: unusual values need a reason.";
  if (attempt === 0 || complaints.length === 0) return null;
  return complaints.length === 1 ? "Not saved: 1 problem." : `Not saved: ${complaints.length} problems.`;
}
