/**
 * Edits cells of a list: shows the editor over a cell, asks questions before a save, and undoes saved changes. This
 * module loads when the user points at the table or moves the focus into it.
 */
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { enumerate } from "#shared/rules/text.ts";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import type { Row } from "../../lib/http/api.ts";
import { notify, notifyWithUndo } from "../../lib/notify.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { stageText } from "../common/cell-text.ts";
import { newImportId } from "../common/import-id.ts";
import { refusalForAnyRow } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { updateCachedRow } from "../common/use-records.ts";
import { selectDraft } from "../form/drafts/drafts.ts";
import { writeDraft } from "../form/drafts/write-draft.ts";
import { type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { offerResubmit } from "../review/resubmit.ts";
import { CellEditor } from "./cell-editor.tsx";
import { cellRefusal } from "./cell-refusal.ts";
import { CellSaves, cellStates, unsavedValues } from "./cell-saves.ts";
import { copied, type Pasted, pastedOver } from "./clipboard.ts";
import type { CellAt, EditingPort, TablePort } from "./editing-port.ts";
import { keptCells } from "./kept-changes.ts";
import type { Change, SavedChange } from "./save-change.ts";
import { SaveQuestion } from "./save-question.tsx";

const PasteCells = later(() => import("./paste-cells.tsx"));

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

type EditingProps = Pick<Props, "record" | "user" | "slots" | "table">;

export function CellEditing({ record, user, slots, table, connect }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const saves = useCellSaves({ record, user, slots, table });
  const entries = useSyncExternalStore(saves.subscribe, saves.snapshot);
  const show = useEffectEvent((values: Parameters<TablePort["show"]>[0]) => table.show(values));
  const outbox = useOutbox(user.id);
  const kept = useMemo(() => keptCells(record, outbox ?? []), [record, outbox]);
  useEffect(
    () =>
      show({
        values: unsavedValues(entries, kept.values),
        states: new Map([...kept.states, ...cellStates(entries)]),
      }),
    [entries, kept],
  );

  const begin = useStableCallback(({ row, name }: CellAt, text?: string) => {
    if (saves.askAgain(row.id, name)) return;
    const why = cellRefusal(record, row, user, name, slots);
    if (why !== null) {
      notify({ tone: "info", message: why, instead: "cell" });
      return;
    }
    const field = record.fields.find((one) => one.name === name);
    const anchor = table.elementOf({ id: row.id, name });
    // Render synchronously, so that the editor receives the next key that the user presses.
    if (field && anchor) flushSync(() => setOpen({ row, name, field, text, anchor }));
  });
  const paste = useStableCallback<Parameters<EditingPort["paste"]>, void>((text, range, rows, names) => {
    const why = refusalForAnyRow(record, user, "update");
    if (why === null) setPasted(pastedOver(record, text, range, rows, names));
    else notify({ tone: "info", message: why, instead: "cell" });
  });
  useEffect(() => {
    connect({ begin, paste, undo: () => saves.undo(), copy: (range) => copied(record, range, textOf) });
    return () => connect(null);
  }, [connect, record, saves, begin, paste]);

  /** Opens the form of the row, with the changed values as a draft. */
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
      {pasted && <PasteCells {...{ record, user, slots, pasted }} onClose={() => setPasted(null)} />}
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

/**
 * Saves the changes of cells. If the user leaves the list with an unanswered question, stores the change as a draft.
 */
function useCellSaves({ record, user, slots, table }: EditingProps): CellSaves {
  const announce = useStableCallback(
    ({ stored, before, notes = [] }: SavedChange, undo: (() => void) | null) => {
      updateCachedRow(record, stored);
      slots?.changed?.();
      table.saved(stored);
      const what = whatChanged(record, Object.keys(before), stored);
      const notice = { tone: "success", instead: "cell" } as const;
      if (!undo) notify({ ...notice, message: `${what}: change undone.` });
      else
        notifyWithUndo({ ...notice, message: [`${what}: saved.`, ...notes].join(" ") }, async () => {
          undo();
          return undefined;
        });
      if (undo) offerResubmit(record, stored);
    },
  );
  const saves = useMemo(
    () => new CellSaves({ record, user, slots, onSaved: announce }),
    [record, user, slots, announce],
  );
  useEffect(() => {
    const keepUnanswered = () => {
      for (const change of saves.unanswered()) keepAsDraft(record, user, change);
    };
    saves.stay();
    window.addEventListener("pagehide", keepUnanswered);
    return () => {
      window.removeEventListener("pagehide", keepUnanswered);
      saves.leave((change) => {
        keepAsDraft(record, user, change);
        const message = `${whatChanged(record, Object.keys(change.entered), change.row)}: not saved. The change is kept as a draft.`;
        notify({ tone: "error", message, seconds: 20 });
      });
    };
  }, [saves, record, user]);
  return saves;
}

/** Returns the subject of notices about a change: the labels of the changed fields and the name of the row. */
function whatChanged(record: AnyRecord, names: readonly string[], row: Row): string {
  const labels = record.fields.filter(({ name }) => names.includes(name)).map(({ label }) => label);
  return `${enumerate(labels)} of ${rowName(record, row)}`;
}

/** Returns the text that a copied cell puts on the clipboard, for columns that are not fields of the record type. */
function textOf(row: Row, name: string): string {
  if (name === "process_stage") return stageText(row);
  if (name === "updated_at") return momentInManila(String(row[name] ?? ""));
  return String(row[name] ?? "");
}

/** Stores a change as a draft, and selects the draft for the form of the row. */
function keepAsDraft(record: AnyRecord, user: CurrentUser, { row, entered }: Change): void {
  const place = { id: row.id, draftId: newImportId() };
  const base = valuesOf(record, row);
  const values = { ...base, ...entered };
  const draft = { base, values, row_version: row.row_version ?? null, at: Date.now() };
  writeDraft(user, record, place, place.draftId, draft);
  selectDraft(user, record, place);
}
