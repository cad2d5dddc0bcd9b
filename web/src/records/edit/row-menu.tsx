/** Menu with all actions on a row. Opens with the Menu key, Shift+F10 or a right click. */
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { useEscape } from "../../components/floating/escape.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { notify } from "../../lib/notify.ts";
import { newImportId } from "../common/import-id.ts";
import { type RecordScreen, screenAddress, screensEnteredFrom } from "../common/record-screens.ts";
import { addRefusal, hasRight, refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { ActSlot, RecordSlots } from "../common/slots.ts";
import { selectDraft } from "../form/drafts.ts";
import { startValues } from "../form/fields/form-values.ts";
import { valuesToCopy } from "../form/next/entry-order.ts";
import { writeDraft } from "../form/write-draft.ts";
import classes from "./edit.module.css";

/** Actions that the screen performs on a row. */
interface Handlers {
  open: (row: Row) => void;
  add: () => void;
  approve: (row: Row) => void;
  history: (row: Row) => void;
  remove: (row: Row) => void;
  enter: (row: Row, screen: RecordScreen) => void;
  act: (act: ActSlot, row: Row) => Promise<void>;
}

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  row: Row;
  handlers: Handlers;
  /** Position of the menu, in pixels of the browser window. */
  at: { x: number; y: number };
  onClose: () => void;
}

interface Item {
  label: string;
  /** Reason why the action is disabled. */
  reason?: string | null;
  run: () => void;
}

export default function RowMenu(props: Props) {
  const { record, row, at, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useEscape(true, close);
  const pressedOutside = useEffectEvent(onClose);
  useEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    if (typeof shown.showPopover === "function") shown.showPopover();
    else shown.removeAttribute("popover");
    shown.style.left = `${Math.max(8, Math.min(at.x, window.innerWidth - shown.offsetWidth - 8))}px`;
    shown.style.top = `${Math.max(8, Math.min(at.y, window.innerHeight - shown.offsetHeight - 8))}px`;
    shown.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !shown.contains(event.target)) pressedOutside();
    };
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, [at]);
  const press = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (now + 1) % items.length,
      ArrowUp: (now - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (event.key === "Tab") close();
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div
      ref={menu}
      className={classes.menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={rowName(record, row)}
      onKeyDown={press}
    >
      {itemsOf(props).map(({ label, reason, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={reason ? true : undefined}
          onClick={() => {
            if (reason) return;
            close();
            run();
          }}
        >
          {label}
          {reason && <small>{reason}</small>}
        </button>
      ))}
    </div>
  );
}

function itemsOf({ record, user, slots, row, handlers }: Props): Item[] {
  const mayWrite = hasRight(user, "Edit") || hasRight(user, "Delete");
  const closed = refusal(record, row, user, "edit");
  return [
    { label: closed === null ? "Edit in the form" : "Open the form", run: () => handlers.open(row) },
    ...(mayWrite && !record.files && !slots?.add
      ? [
          {
            label: "Duplicate as a new row",
            reason: addRefusal(record, user),
            run: () => {
              duplicate(record, user, row);
              handlers.add();
            },
          },
        ]
      : []),
    ...(mayWrite
      ? screensEnteredFrom(record.path).map((screen) => ({
          label: `Add ${screen.noun.many}`,
          run: () => handlers.enter(row, screen),
        }))
      : []),
    ...(slots?.acts ?? []).map((act) => ({
      label: act.label(row),
      reason: "run" in act ? (closed ?? act.reason(row, user)) : null,
      run: () => void handlers.act(act, row),
    })),
    ...(record.approval
      ? [
          {
            label: "Approve or return",
            reason: refusal(record, row, user, "approve"),
            run: () => handlers.approve(row),
          },
        ]
      : []),
    { label: record.approval ? "History and comments" : "History", run: () => handlers.history(row) },
    { label: "Copy link", run: () => void copyLink(record, row) },
    ...(hasRight(user, "Delete")
      ? [{ label: "Delete", reason: refusal(record, row, user, "delete"), run: () => handlers.remove(row) }]
      : []),
  ];
}

/** Stores a draft of a new row with the values of the given row, so that the form opens with these values. */
function duplicate(record: AnyRecord, user: CurrentUser, row: Row): void {
  const place = { id: null, draftId: newImportId() };
  const base = startValues(record, user);
  const draft = {
    base,
    values: { ...base, ...valuesToCopy(record, row) },
    row_version: null,
    at: Date.now(),
  };
  writeDraft(user, record, place, place.draftId, draft);
  selectDraft(user, record, place);
}

async function copyLink(record: AnyRecord, row: Row): Promise<void> {
  const address = `${window.location.origin}${screenAddress(record.route, { edit: row.id })}`;
  try {
    await navigator.clipboard.writeText(address);
    notify({ tone: "success", message: "Link copied." });
  } catch {
    notify({ tone: "info", message: address });
  }
}
