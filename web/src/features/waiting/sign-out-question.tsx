/** Asks before a sign-out while entries have not reached the server. */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { withLoading } from "../../lib/http/events.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { signOut } from "../../lib/http/sign-out.ts";
import { notify } from "../../lib/notify.ts";
import { type Entry, entriesText } from "../../lib/outbox/entry.ts";
import { exportEntries } from "./export-entries.ts";

export default function SignOutQuestion({
  entries,
  onClose,
}: {
  entries: readonly Entry[];
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const toExcel = async () => {
    setBusy(true);
    await exportEntries(entries).catch((problem: unknown) =>
      notify({ tone: "error", message: messageOf(problem) }),
    );
    setBusy(false);
  };
  return (
    <Modal
      onClose={onClose}
      title={`${entriesText(entries.length)} ${entries.length === 1 ? "has" : "have"} not been sent`}
      size="lg"
    >
      <Text>
        If you log out now, they stay on this computer. Other users cannot read them. They are sent when you
        log in on this computer again.
      </Text>
      <Group at="end">
        <Button look="default" loading={busy} onClick={() => void toExcel()}>
          Export to Excel
        </Button>
        <Button look="default" tone="danger" onClick={() => void withLoading(signOut)}>
          Log out
        </Button>
        <Button data-autofocus onClick={onClose}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
