/**
 * The approval modal (spec section 4): Pending or Approved, for one row or for all rows under the filters; one row may be
 * returned to its office with a reason.
 */

import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { CheckField, TextArea } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { count } from "../../lib/format.ts";
import { type Approved, api, type Row, type Stage } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { filterBody } from "../common/list-body.ts";
import type { RecordSearch } from "../common/record-search.ts";
import { tabOf } from "../common/record-search.ts";
import { rowName } from "../common/row-name.ts";
import { rowsChanged } from "../common/use-records.ts";
import { offerStageUndo } from "../review/undo-stage.ts";

interface Props {
  record: AnyRecord;
  /** One row, or all that the screen's filters show, as they were when they were shown. */
  about: { row: Row } | { search: RecordSearch; total: number; seen: string | undefined };
  onDone: (message: string) => void;
  onClose: () => void;
}

const named = ({ count: all, rows }: NonNullable<Approved["changed_since"]>): string =>
  rows.map(({ id, title }) => title || `row ${id}`).join(", ") +
  (all > rows.length ? ` and ${count(all - rows.length)} more` : "");

/** What is chosen: a stage, or to return the row. */
type Choice = Stage | "Returned";

const choices: readonly [Choice, string][] = [
  ["Pending", "Can be edited while the window is open."],
  ["Approved", "Locked for regional and provincial users until it is set back to Pending."],
  ["Returned", "Pending, and its office sees your reason and corrects it."],
];

export function ApprovalDialog({ record, about, onDone, onClose }: Props) {
  const before: Stage =
    "row" in about
      ? about.row.process_stage === "Approved"
        ? "Approved"
        : "Pending"
      : tabOf(about.search) === "approved"
        ? "Approved"
        : "Pending";
  const [chosen, setChosen] = useState<Choice>(before === "Approved" ? "Pending" : "Approved");
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const rows = (number: number) => `${count(number)} ${number === 1 ? record.noun.one : record.noun.many}`;
  const subject = "row" in about ? rowName(record, about.row) : rows(about.total);

  const setStage = async (stage: Stage): Promise<string> => {
    const target =
      "row" in about
        ? { id: about.row.id, row_version: about.row.row_version }
        : {
            filter: filterBody(record, about.search, tabOf(about.search)),
            ...(stage === "Approved" && about.seen ? { seen: about.seen } : {}),
          };
    const answer = await api.approve(record.path, { process_stage: stage, rows: true, ...target });
    const { updated, changed_since: since } = answer;
    offerStageUndo(record, answer, stage);
    const done = "row" in about ? subject : rows(updated);
    const left = since?.count
      ? ` ${rows(since.count)} changed since you saw the list, and left as they are: ${named(since)}. Look at them before you approve them.`
      : "";
    return `${done}: ${stage === "Approved" ? "approved" : "set back to Pending"}.${left}`;
  };

  const returnRow = async ({ id, row_version }: Row): Promise<string> => {
    await api.returnRows(record.path, { id, row_version, reason });
    return `${subject}: returned.`;
  };

  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const message =
        chosen === "Returned" ? "row" in about && (await returnRow(about.row)) : await setStage(chosen);
      await rowsChanged(record);
      refreshHeader();
      if (message) onDone(message);
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={`Stage of ${subject}`} size="sm">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <fieldset>
        <legend>Stage</legend>
        {choices
          .filter(([name]) => name !== "Returned" || "row" in about)
          .map(([name, help]) => (
            <CheckField
              key={name}
              type="radio"
              name="stage"
              label={name}
              help={help}
              checked={chosen === name}
              onChange={() => setChosen(name)}
            />
          ))}
      </fieldset>
      {chosen === "Returned" && (
        <TextArea
          label="Reason"
          rows={3}
          maxLength={2000}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={busy}
          disabled={chosen === "Returned" ? reason.trim() === "" : chosen === before}
          onClick={() => void save()}
        >
          Save
        </Button>
      </Group>
    </Modal>
  );
}
