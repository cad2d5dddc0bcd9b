/** Save information with 'Got it': closes itself after 2 seconds unless it is a confirmation (spec sections 2 and 4). */
import { Button, Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { timings } from "../lib/timings.ts";
import { Modal } from "./dialog.tsx";

interface Props {
  message: string;
  /** Stays until it is read. */
  confirmation?: boolean;
  onClose: () => void;
}

export function SaveInfo({ message, confirmation = false, onClose }: Props) {
  useEffect(() => {
    if (confirmation) return;
    const timer = setTimeout(onClose, timings.saveInfo);
    return () => clearTimeout(timer);
  }, [confirmation, onClose]);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Saved"
      centered
      size="sm"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Group wrap="nowrap" gap="sm" role="status">
        <IconCircleCheck size={28} color="var(--app-good)" aria-hidden />
        <Text>{message}</Text>
      </Group>
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={onClose}>
          Got it
        </Button>
      </Group>
    </Modal>
  );
}
