/** Editing in the cells of a list: the open editor, questions of pending saves, and Undo. Loads at the first edit. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { enumerate } from "#shared/rules/text.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { notify, notifyWithUndo } from "../../lib/notify.ts";
import { stageText } from "../common/cell-text.ts";
import { newImportId } from "../common/import-id.ts";
import { refusalOfAll } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { rowSaved } from "../common/use-records.ts";
import { takeUp } from "../form/drafts.ts";
import { type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { leaveDraft } from "../form/leave-draft.ts";
import { CellEditor } from "./cell-editor.tsx";
import { cellRefusal } from "./cell-refusal.ts";
import { CellSaves, cellStates, valuesUnderWay } from "./cell-saves.ts";
import { copied, type Pasted, pastedOver } from "./clipboard.ts";
import type { CellAt, EditingPort, TablePort } from "./editing-port.ts";
import type { Change, SavedChange } from "./save-change.ts";
import { SaveQuestion } from "./save-question.tsx";

const PasteCells = lazy(() => import("./paste-cells.tsx"));

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  table: TablePort;
  connect: (port: EditingPort | null) => void;
}

interface Open extends CellAt {
  field: Field;
  text: string | undefined;
  anchor: HTMLElement;
}

export function CellEditing({ record, user, slots, table, connect }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const latest = useRef({ slots, table });
  latest.current = { slots, table };
  const saves = useMemo(() => {
    const saved = ({ stored, before }: SavedChange, undoable: boolean) => {
      rowSaved(record, stored);
      latest.current.slots?.changed?.();
      latest.current.table.saved(stored);
      const labels = record.fields.filter(({ name }) => name in before).map(({ label }) => label);
      const what = `${enumerate(labels)} of ${rowName(record, stored)}`;
      const notice = { tone: "success", instead: "cell" } as const;
      if (!undoable) notify({ ...notice, message: `${what}: change undone.` });
      else
        notifyWithUndo({ ...notice, message: `${what}: saved.` }, async () => {
          cellSaves.undo();
          return undefined;
        });
    };
    const cellSaves: CellSaves = new CellSaves({ record, slots: latest.current.slots, onSaved: saved });
    return cellSaves;
  }, [record]);
  const entries = useSyncExternalStore(saves.subscribe, saves.snapshot);

  useEffect(() => {
    latest.current.table.show({ values: valuesUnderWay(entries), states: cellStates(entries) });
  }, [entries]);

  useEffect(() => {
    const begin = ({ row, name }: CellAt, text?: string) => {
      if (saves.askAgain(row.id, name)) return;
      const why = cellRefusal(record, row, user, name, latest.current.slots);
      if (why !== null) {
        notify({ tone: "info", message: why, instead: "cell" });
        return;
      }
      const field = record.fields.find((one) => one.name === name);
      const anchor = latest.current.table.elementOf({ id: row.id, name });
      // Render synchronously, so that the next key press reaches the editor.
      if (field && anchor) flushSync(() => setOpen({ row, name, field, text, anchor }));
    };
    const textOf = (row: Row, name: string) =>
      name === "process_stage"
        ? stageText(row)
        : name === "updated_at"
          ? momentInManila(String(row[name] ?? ""))
          : String(row[name] ?? "");
    connect({
      begin,
      undo: () => saves.undo(),
      copy: (range) => copied(record, range, textOf),
      paste: (text, range, rows, names) => {
        const why = refusalOfAll(record, user, "update");
        if (why === null) setPasted(pastedOver(record, text, range, rows, names));
        else notify({ tone: "info", message: why, instead: "cell" });
      },
    });
    return () => connect(null);
  }, [connect, record, user, saves]);

  // When the user leaves the list, store changes with an open question as drafts of the form.
  useEffect(() => {
    const keep = () => {
      for (const entry of saves.snapshot()) if (entry.question) keepAsDraft(record, user, entry);
    };
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [saves, record, user]);

  /** Opens the form of the row with the entered values. */
  const goToForm = (change: Change) => {
    keepAsDraft(record, user, change);
    table.open(change.row);
  };
  const asking = open ? undefined : entries.find(({ question, putOff }) => question && !putOff);

  return (
    <>
      {open && (
        <CellEditor
          key={`${open.row.id} ${open.name}`}
          {...{ record, user, slots }}
          {...open}
          onLeave={(move, entered: FormValues | null) => {
            flushSync(() => setOpen(null));
            table.focus({ id: open.row.id, name: open.name }, move);
            if (entered) void saves.submit({ row: open.row, entered });
          }}
          onForm={(entered) => {
            setOpen(null);
            goToForm({ row: open.row, entered });
          }}
        />
      )}
      {pasted && (
        <Suspense>
          <PasteCells {...{ record, user, slots, pasted }} onClose={() => setPasted(null)} />
        </Suspense>
      )}
      {asking?.question && (
        <SaveQuestion
          key={asking.number}
          record={record}
          entry={asking}
          question={asking.question}
          onLater={() => saves.putOff(asking.number)}
          onForm={() => {
            asking.answer(null);
            goToForm(asking);
          }}
        />
      )}
    </>
  );
}

/** Stores a change as a draft of the row's form and selects the draft, so that the form opens with it. */
function keepAsDraft(record: AnyRecord, user: CurrentUser, { row, entered }: Change): void {
  const place = { id: row.id, draftId: newImportId() };
  const base = valuesOf(record, row);
  const values = { ...base, ...entered };
  const draft = { base, values, row_version: row.row_version ?? null, at: Date.now() };
  leaveDraft(user, record, place, place.draftId, draft);
  takeUp(user, record, place);
}
