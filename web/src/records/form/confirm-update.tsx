/** Yes/No before a stored row is changed: what changes, from what to what. Enter says yes, Esc goes back to the form. */
import { Button, Group, ScrollArea, Text } from "@mantine/core";
import { useEffect } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Modal } from "../../components/dialog.tsx";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { ChangesTable } from "../common/changes-table.tsx";

/** More fields than these are counted. */
const mostListed = 8;

export interface Question {
  changes: NonNullable<HistoryEntry["changes"]>;
  /** The version of the row and its new values, as JSON: a save that is tried again is not asked for again. */
  told: string;
  /** What had the focus, and gets it back. */
  focused: Element | null;
}

interface Props extends Omit<Question, "told"> {
  record: AnyRecord;
  onYes: () => void;
  onNo: () => void;
}

export function ConfirmUpdate({ record, changes, focused, onYes, onNo }: Props) {
  const all = Object.entries(changes);
  const others = all.length - mostListed;
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement) focused.focus();
    },
    [focused],
  );
  return (
    <Modal
      opened
      onClose={onNo}
      title="Save these changes?"
      centered
      size="lg"
      zIndex={400}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <ScrollArea.Autosize
        mah="50dvh"
        viewportProps={{ tabIndex: 0, role: "group", "aria-label": "Changes" }}
      >
        <ChangesTable record={record} changes={Object.fromEntries(all.slice(0, mostListed))} />
      </ScrollArea.Autosize>
      {others > 0 && (
        <Text mt="xs">
          … and {others} other {others === 1 ? "field" : "fields"}.
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onNo}>
          No
        </Button>
        <Button data-autofocus onClick={onYes}>
          Yes, save
        </Button>
      </Group>
    </Modal>
  );
}
