/** Yes/No before a deletion, or before something else of weight: loading for 1 second, the result, and half a second later the modal is gone. */

import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../lib/http/problem.ts";
import { timings, wait } from "../../lib/timings.ts";
import { Button } from "../button.tsx";
import { Group, Text } from "../layout.tsx";
import { Modal } from "./dialog.tsx";

interface Props {
  /** What is deleted, in a question. */
  question: string;
  detail?: string;
  yes?: string;
  /** Stands while it is done. */
  busy?: string;
  /** Nothing is lost by it. */
  harmless?: boolean;
  /** Deletes; its answer is the sentence to show. */
  onYes: () => Promise<string>;
  /** Says more of a deletion that failed. */
  explain?: (problem: unknown) => ReactNode;
  onClose: () => void;
}

type Phase =
  | { name: "asking" | "deleting" }
  | { name: "done"; message: string }
  | { name: "failed"; message: string; problem: unknown };

export function ConfirmDelete(props: Props) {
  const {
    question,
    detail,
    yes = "Yes, delete",
    busy = "Deleting…",
    harmless,
    onYes,
    explain,
    onClose,
  } = props;
  const [phase, setPhase] = useState<Phase>({ name: "asking" });
  const idle = phase.name === "asking" || phase.name === "failed";
  const remove = async () => {
    setPhase({ name: "deleting" });
    try {
      const [message] = await Promise.all([onYes(), wait(timings.deleteLoading)]);
      setPhase({ name: "done", message });
      await wait(timings.deleteResult);
      onClose();
    } catch (problem) {
      setPhase({ name: "failed", message: messageOf(problem), problem });
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={question}
      size="md"
      closeOnClickOutside={idle}
      closeOnEscape={idle}
      withCloseButton={idle}
    >
      <div aria-live="polite">
        {phase.name === "asking" && <Text>{detail ?? "This cannot be undone."}</Text>}
        {phase.name === "deleting" && (
          <Group>
            <Text>{busy}</Text>
          </Group>
        )}
        {phase.name === "done" && (
          <Group>
            <IconCircleCheck color="var(--good)" aria-hidden /> <Text>{phase.message}</Text>
          </Group>
        )}
        {phase.name === "failed" && (
          <Group>
            <IconAlertTriangle color="var(--bad)" aria-hidden />
            <div>
              <Text>{phase.message}</Text>
              {explain?.(phase.problem)}
            </div>
          </Group>
        )}
      </div>
      {idle && (
        <Group at="end">
          <Button look="default" data-autofocus onClick={onClose}>
            No
          </Button>
          <Button tone={harmless ? undefined : "danger"} onClick={() => void remove()}>
            {phase.name === "failed" ? "Try again" : yes}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
