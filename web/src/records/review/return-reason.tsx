/** Form for the reason of a return. Enter submits it. */
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";

interface Props {
  /** Label of the submit button. */
  label: string;
  busy: boolean;
  reason: string;
  onReason: (reason: string) => void;
  onReturn: () => void;
  onCancel: () => void;
}

export function ReturnReason({ label, busy, reason, onReason, onReturn, onCancel }: Props) {
  const empty = reason.trim() === "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !busy) onReturn();
      }}
    >
      <TextArea
        label="Reason"
        help="The office that entered the record sees this. Press Enter to send, Shift+Enter for a new line."
        rows={2}
        maxLength={2000}
        required
        // The reason of a row that the user opens again must not get the keys that are meant for the pane.
        autoFocus={reason === ""}
        data-autofocus
        data-unsaved={reason !== ""}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <Group at="end">
        <Button look="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={empty}>
          {label}
        </Button>
      </Group>
    </form>
  );
}
