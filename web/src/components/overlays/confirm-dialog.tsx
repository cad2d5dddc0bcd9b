/**
 * A Yes/No dialog before an important action. After Yes, it shows a loading state for at least 1 second, then the
 * result, and closes half a second later.
 */

import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { timings, wait } from "../../lib/timings.ts";
import { Button } from "../button.tsx";
import { Group, Text } from "../layout.tsx";
import { Modal } from "./dialog.tsx";

interface Props {
  question: string;
  /** Text that explains what happens if the user presses Yes. */
  detail: string;
  yes: string;
  /** Text shown while the action runs. */
  busy: string;
  /** True if the action deletes or ends something. */
  danger?: boolean;
  /** Runs the action. Returns the message to show. */
  onYes: () => Promise<string>;
  /** Returns more details about a failure. */
  explain?: (problem: unknown) => ReactNode;
  onClose: () => void;
}

type Phase =
  | { name: "asking" }
  | { name: "busy" }
  | { name: "done"; message: string }
  | { name: "failed"; message: string; problem: unknown };

/** Props of a dialog that confirms a deletion. */
export const deletion = { yes: "Yes, delete", busy: "Deleting…", danger: true } as const;

/** HTTP statuses of refusals that a second attempt can change: the session has ended, or there are too many requests. */
const repeatable = [401, 429];

/** True if the server has decided against the action, so that it would refuse a repeated request, too. */
const isFinal = (phase: Phase): boolean =>
  phase.name === "failed" &&
  phase.problem instanceof ApiProblem &&
  phase.problem.status >= 400 &&
  phase.problem.status < 500 &&
  !repeatable.includes(phase.problem.status);

export function ConfirmDialog(props: Props) {
  const { question, yes, danger, onYes, onClose } = props;
  const [phase, setPhase] = useState<Phase>({ name: "asking" });
  const idle = phase.name === "asking" || phase.name === "failed";
  const confirm = async () => {
    setPhase({ name: "busy" });
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
      onClose={onClose}
      title={question}
      size="md"
      closeOnClickOutside={idle}
      closeOnEscape={idle}
      withCloseButton={idle}
    >
      <div aria-live="polite">
        <PhaseText phase={phase} {...props} />
      </div>
      {idle && (
        <Group at="end">
          <Button look="default" data-autofocus onClick={onClose}>
            {isFinal(phase) ? "Close" : "No"}
          </Button>
          {!isFinal(phase) && (
            <Button tone={danger ? "danger" : undefined} onClick={() => void confirm()}>
              {phase.name === "failed" ? "Try again" : yes}
            </Button>
          )}
        </Group>
      )}
    </Modal>
  );
}

function PhaseText({
  phase,
  detail,
  busy,
  explain,
}: Pick<Props, "detail" | "busy" | "explain"> & { phase: Phase }) {
  if (phase.name === "asking" || phase.name === "busy")
    return <Text>{phase.name === "asking" ? detail : busy}</Text>;
  const failed = phase.name === "failed";
  return (
    <Group>
      {failed ? (
        <IconAlertTriangle color="var(--bad)" aria-hidden />
      ) : (
        <IconCircleCheck color="var(--good)" aria-hidden />
      )}
      <div>
        <Text>{phase.message}</Text>
        {failed && explain?.(phase.problem)}
      </div>
    </Group>
  );
}
