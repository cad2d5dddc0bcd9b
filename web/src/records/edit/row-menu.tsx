/** Menu with all actions on a row. Opened by the More button, the Menu key, Shift+F10 or a right click. */
import {
  IconChecks,
  IconCopyPlus,
  IconFileText,
  IconHistory,
  IconLayoutSidebarRight,
  IconLink,
  IconListDetails,
  IconPencil,
  IconTablePlus,
  IconTrash,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import MenuList, { type MenuAt, type MenuItem } from "../../components/overlays/menu-list.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { notify } from "../../lib/notify.ts";
import { newImportId } from "../common/import-id.ts";
import { parentAddress } from "../common/parent-link.tsx";
import { type RecordScreen, screenAddress, screensEnteredFrom } from "../common/record-screens.ts";
import { addRefusal, hasRight, refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { ActSlot, RecordSlots } from "../common/slots.ts";
import { selectDraft } from "../form/drafts/drafts.ts";
import { writeDraft } from "../form/drafts/write-draft.ts";
import { valuesToCopy } from "../form/next/entry-order.ts";

/** Actions that the screen performs on a row. */
interface Handlers {
  open: (row: Row) => void;
  add: (prepare: (from: string | undefined) => void) => void;
  approve: (row: Row) => void;
  history: (row: Row) => void;
  look: (row: Row) => void;
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
  at: MenuAt;
  onClose: () => void;
}

export default function RowMenu(props: Props) {
  const { record, row, at, onClose } = props;
  const router = useRouter();
  const items = itemsOf(props, (address) => router.history.push(address));
  return <MenuList label={rowName(record, row)} items={items} at={at} onClose={onClose} />;
}

/** @param go Opens a page of the app. */
function itemsOf(props: Props, go: (address: string) => void): MenuItem[] {
  const { record, user, row, handlers } = props;
  const closed = refusal(record, row, user, "edit");
  const page = parentAddress(record, row);
  return [
    {
      label: closed === null ? "Edit in the form" : "Open the form",
      icon: closed === null ? IconPencil : IconFileText,
      shortcut: "E",
      run: () => handlers.open(row),
    },
    ...entryItems(props),
    { label: "Open beside the list", icon: IconLayoutSidebarRight, run: () => handlers.look(row) },
    ...(record.parent && page !== null
      ? [
          {
            label: `Page of ${String(row[record.parent.title] ?? record.parent.name)}`,
            icon: IconListDetails,
            run: () => go(page),
          },
        ]
      : []),
    ...(record.approval
      ? [
          {
            label: "Approve or return",
            icon: IconChecks,
            reason: refusal(record, row, user, "approve"),
            run: () => handlers.approve(row),
          },
        ]
      : []),
    {
      label: record.approval ? "History and comments" : "History",
      icon: IconHistory,
      run: () => handlers.history(row),
    },
    { label: "Copy link", icon: IconLink, run: () => void copyLink(record, row) },
    ...(hasRight(user, "Delete")
      ? [
          {
            label: "Delete",
            icon: IconTrash,
            reason: refusal(record, row, user, "delete"),
            run: () => handlers.remove(row),
          },
        ]
      : []),
  ];
}

/** Menu items that start new rows from this row (a copy, or related rows), and the items that a feature adds. */
function entryItems({ record, user, slots, row, handlers }: Props): MenuItem[] {
  const mayWrite = hasRight(user, "Edit") || hasRight(user, "Delete");
  const closed = refusal(record, row, user, "edit");
  return [
    ...(mayWrite && !record.files && !slots?.add
      ? [
          {
            label: "Duplicate as a new row",
            icon: IconCopyPlus,
            reason: addRefusal(record, user),
            run: () => handlers.add((from) => duplicate(record, user, row, from)),
          },
        ]
      : []),
    ...(mayWrite
      ? screensEnteredFrom(record.path).map((screen) => ({
          label: `Add ${screen.noun.many}`,
          icon: IconTablePlus,
          run: () => handlers.enter(row, screen),
        }))
      : []),
    ...(slots?.acts ?? []).map((act) => ({
      label: act.label(row),
      icon: act.icon(row),
      reason: "run" in act ? (closed ?? act.reason(row, user)) : act.edits ? closed : null,
      run: () => void handlers.act(act, row),
    })),
  ];
}

/**
 * Stores a draft of a new row with the values of the given row, and selects the draft for the form of the new row. The
 * draft has no base values, because the start values of the form are not known here.
 */
function duplicate(record: AnyRecord, user: CurrentUser, row: Row, from: string | undefined): void {
  const place = { id: null, from, draftId: newImportId() };
  const draft = { base: {}, values: valuesToCopy(record, row), row_version: null, at: Date.now() };
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
