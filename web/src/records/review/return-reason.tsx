/** Form for the reason of a return. Enter submits it. */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";

interface Props {
  /** Label of the submit button. */
  label: string;
  busy: boolean;
  onReturn: (reason: string) => void;
  onCancel: () => void;
}

export function ReturnReason({ label, busy, onReturn, onCancel }: Props) {
  const [reason, setReason] = useState("");
  const empty = reason.trim() === "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !busy) onReturn(reason);
      }}
    >
      <TextArea
        label="Reason"
        help="The office that entered the record sees this. Press Enter to send, Shift+Enter for a new line."
        rows={2}
        maxLength={2000}
        required
        autoFocus
        data-autofocus
        data-unsaved={reason !== ""}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
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
