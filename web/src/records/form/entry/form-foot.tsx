/** The foot of a form: Cancel, Save and next, and Register or Update. */
import { Button } from "../../../components/button.tsx";
import classes from "../fields/form.module.css";

interface Props {
  readOnly: boolean;
  isUpdate: boolean;
  saving: boolean;
  hasConflict: boolean;
  onCancel: () => void;
  /** Saves and starts another row; undefined if the form closes after one row. */
  onSaveAndNext: (() => void) | undefined;
}

export function FormFoot({ readOnly, isUpdate, saving, hasConflict, onCancel, onSaveAndNext }: Props) {
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
      <span className={classes.state}>
        <span className={classes.keys}>
          {onSaveAndNext ? "Ctrl+S saves. Ctrl+Enter saves and starts the next one." : "Ctrl+S saves."}
        </span>{" "}
        A draft is kept as you type.
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
