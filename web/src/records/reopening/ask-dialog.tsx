/** Dialog in which a user asks the administrators of an office's schedules to reopen a closed entry window. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { coveredOffices } from "#shared/rules/office-names.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group, Stack, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { call } from "../../lib/http/http.ts";
import { isUnreachable, messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import type { ClosedWindow } from "./closed-window.ts";

export default function AskDialog({ closed, onClose }: { closed: ClosedWindow; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const asking = useMutation({
    mutationFn: (sent: string) => call("PUT /api/reopening/ask", { ...closed, reason: sent }),
    onSuccess: () => {
      notify({ tone: "success", title: "Sent", message: "You will get the reply in your inbox." });
      onClose();
    },
  });
  const refused = asking.isError && !isUnreachable(asking.error) ? asking.variables : "";
  return (
    <Modal onClose={onClose} title={`Ask to reopen the ${closed.window} window?`} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Stop the event. Otherwise it would also submit the form that contains this dialog in React's component
          // tree.
          event.stopPropagation();
          asking.mutate(reason);
        }}
      >
        <Stack>
          <Text>
            For {coveredOffices(closed.office)}. Your request goes to the administrators of its schedules.
          </Text>
          <TextArea
            label="Reason"
            help="What you still have to enter, and why it is late."
            rows={3}
            required
            maxLength={2000}
            data-autofocus
            data-unsaved={reason !== "" && reason !== refused}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {asking.isError && <Notice tone="bad">{messageOf(asking.error)}</Notice>}
          <Group at="end">
            <Button look="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={asking.isPending}>
              Send request
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
