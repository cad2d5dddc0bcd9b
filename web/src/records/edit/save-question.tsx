/** Dialog with a question or error about a changed cell, shown with the panels of the form. */
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { enumerate } from "#shared/rules/text.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { rowName } from "../common/row-name.ts";
import { ConfirmUpdate } from "../form/confirm-update.tsx";
import { ConflictPanel } from "../form/conflict-panel.tsx";
import { ReasonPanel } from "../form/reason-panel.tsx";
import { SameRows } from "../form/same-panel.tsx";
import type { Entry } from "./cell-saves.ts";
import type { Question } from "./save-change.ts";

interface Props {
  record: AnyRecord;
  entry: Entry;
  question: Question;
  onLater: () => void;
  onForm: () => void;
}

export function SaveQuestion({ record, entry, question, onLater, onForm }: Props) {
  const { answer, row, entered } = entry;
  const [typed, setTyped] = useState(false);
  if (question.kind === "confirm") {
    return (
      <ConfirmUpdate
        record={record}
        changes={question.changes}
        notes={question.notes}
        focused={document.activeElement}
        onYes={() => answer({ agreed: question.fingerprint })}
        onNo={() => answer(null)}
      />
    );
  }
  const labels = record.fields.filter(({ name }) => name in entered).map(({ label }) => label);
  return (
    <Modal
      onClose={onLater}
      size="lg"
      title={`Not saved yet: ${enumerate(labels)} of ${rowName(record, row)}`}
    >
      <div
        data-unsaved={typed && question.kind === "unusual"}
        onInput={({ target }) => setTyped((target as HTMLTextAreaElement).value !== "")}
      >
        <QuestionPanel {...{ record, question, answer }} values={{ ...row, ...entered }} />
      </div>
      <Text>You can close this and answer later: press Enter on the marked cell.</Text>
      <Group at="end">
        <Button look="default" onClick={() => answer(null)}>
          Discard the change
        </Button>
        <Button look="default" onClick={onForm}>
          Open the form
        </Button>
      </Group>
    </Modal>
  );
}

interface QuestionPanelProps {
  record: AnyRecord;
  question: Exclude<Question, { kind: "confirm" }>;
  answer: Entry["answer"];
  /** The row with the changed values. */
  values: Readonly<Record<string, unknown>>;
}

function QuestionPanel({ record, question, answer, values }: QuestionPanelProps) {
  switch (question.kind) {
    case "unusual":
      return (
        <ReasonPanel
          messages={question.messages}
          reason=""
          saving={false}
          onReason={(reason) => answer({ reason })}
        />
      );
    case "same":
      return (
        <SameRows
          record={record}
          rows={question.rows}
          values={values}
          refused
          saving={false}
          onAnyway={() => answer({ anyway: true })}
        />
      );
    case "conflict": {
      const { conflict, before } = question;
      return (
        <ConflictPanel
          record={record}
          conflict={conflict}
          base={before}
          then="The result is then saved."
          onMerged={(merged) => answer({ merged })}
        />
      );
    }
    case "refused":
      return (
        <Notice tone="bad" role="alert">
          <ul>
            {question.messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      );
  }
}
