/** Panel that lists unusual values (registry: `softChecks`) and asks for a reason. The reason is saved with the row. */

import { useEffect, useRef, useState } from "react";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";

interface Props {
  /** One message per unusual value. */
  messages: readonly string[];
  /** Reason that the user entered earlier; the initial text of the input. */
  reason: string;
  saving: boolean;
  onReason: (reason: string) => void;
}

export function ReasonPanel({ messages, reason, saving, onReason }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(reason);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    input.current?.scrollIntoView({ block: "center" });
    input.current?.focus();
  }, []);
  const answer = () => {
    const wrong = reasonProblem(text.trim());
    setProblem(wrong);
    if (wrong) input.current?.focus();
    else onReason(text.trim());
  };
  return (
    <Notice tone="warn" role="alert" aria-label="Unusual values">
      <p>
        <strong>
          {messages.length === 1 ? "A value is unusual." : `${messages.length} values are unusual.`}
        </strong>{" "}
        Correct {messages.length === 1 ? "it" : "them"}, or give a short reason why{" "}
        {messages.length === 1 ? "it is" : "they are"} right. The reviewer sees the reason.
      </p>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <TextField
        label="Reason"
        ref={input}
        data-autofocus
        problem={problem ? `The reason ${problem}.` : undefined}
        value={text}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          answer();
        }}
      />

      <Group>
        <Button loading={saving} onClick={answer}>
          Save with this reason
        </Button>
      </Group>
    </Notice>
  );
}
