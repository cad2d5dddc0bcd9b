/**
 * The 'Saved' message with the button 'Got it'. It closes after 2 seconds, unless the user must confirm it (spec
 * sections 2 and 4).
 */

import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { handleKeys } from "../../lib/keyboard.ts";
import { timings } from "../../lib/timings.ts";
import { Button } from "../button.tsx";
import { Group, Text } from "../layout.tsx";
import { Modal } from "./dialog.tsx";

interface Props {
  message: string;
  /** True if the message stays until the user closes it. */
  confirmation?: boolean;
  onClose: () => void;
}

export function SaveInfo({ message, confirmation = false, onClose }: Props) {
  useEffect(() => {
    if (confirmation) return;
    const timer = setTimeout(() => {
      ignoreEnter();
      onClose();
    }, timings.saveInfo);
    return () => clearTimeout(timer);
  }, [confirmation, onClose]);
  return (
    <Modal onClose={onClose} title="Saved" size="sm">
      <Group role="status">
        <IconCircleCheck size={28} color="var(--good)" aria-hidden />
        <Text>{message}</Text>
      </Group>
      <Group at="end">
        <Button data-autofocus onClick={onClose}>
          Got it
        </Button>
      </Group>
    </Modal>
  );
}

/** Time in milliseconds in which a user who wants to press "Got it" may press Enter too late. */
const tooLate = 700;

/** Ignores Enter for a moment, because it would otherwise open the row that gets the focus after the message. */
function ignoreEnter(): void {
  const stop = handleKeys("before", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  setTimeout(stop, tooLate);
}
