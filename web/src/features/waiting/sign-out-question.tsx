/** Asks the user to confirm a sign-out while entries have not reached the server. */
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { type Entry, entriesText } from "../../lib/outbox/entry.ts";
import { useEntryExport } from "./use-entry-export.ts";

interface Props {
  entries: readonly Entry[];
  onLeave: () => void;
  onClose: () => void;
}

export default function SignOutQuestion({ entries, onLeave, onClose }: Props) {
  const { exporting, toExcel } = useEntryExport(entries);
  return (
    <Modal
      onClose={onClose}
      title={`${entriesText(entries.length)} ${entries.length === 1 ? "has" : "have"} not been sent`}
      size="lg"
    >
      <Text>
        If you log out now, what you saved stays on this computer. Other users cannot read it. It is sent when
        you log in on this computer again.
      </Text>
      <Group at="end">
        <Button look="default" loading={exporting} onClick={toExcel}>
          Export to Excel
        </Button>
        <Button look="default" tone="danger" onClick={onLeave}>
          Log out
        </Button>
        <Button data-autofocus onClick={onClose}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
