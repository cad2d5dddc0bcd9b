/** Returns the rows that are ticked, as they are shown, with one reason for all of them. */
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { count } from "../../lib/format.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { rowName } from "../common/row-name.ts";
import { rowsChanged } from "../common/use-records.ts";
import { ReturnReason } from "./return-reason.tsx";

interface Props {
  record: AnyRecord;
  rows: readonly Row[];
  /** @param returned Whether they were. */
  onClose: (returned: boolean) => void;
}

export default function BulkReturn({ record, rows, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const what = `${count(rows.length)} ${rows.length === 1 ? record.noun.one : record.noun.many}`;
  const send = async (reason: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await api.returnRows(record.path, {
        id: rows.map(({ id }) => id),
        row_version: rows.map(({ row_version }) => row_version),
        reason,
      });
      notify({ tone: "success", message: `${what}: returned.` });
      onClose(true);
    } catch (thrown) {
      // All are returned, or none: the first that stands in the way is named.
      const at = thrown instanceof ApiProblem ? thrown.details[0]?.index : undefined;
      const row = at === undefined ? undefined : rows[at];
      setProblem(`${row ? `${rowName(record, row)}: ` : ""}${messageOf(thrown)} Nothing was returned.`);
      setBusy(false);
    }
    await rowsChanged(record);
    refreshHeader();
  };
  return (
    <Modal opened onClose={() => onClose(false)} title={`Return ${what}`} size="sm">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ReturnReason
        label={`Return ${count(rows.length)}`}
        busy={busy}
        onReturn={(reason) => void send(reason)}
        onCancel={() => onClose(false)}
      />
    </Modal>
  );
}
