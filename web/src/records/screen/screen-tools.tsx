/**
 * Buttons for the whole list, next to the heading: reviewer actions, export, and a menu with everything else. Loads
 * after the list.
 */
import {
  IconClipboardText,
  IconDots,
  IconFileSpreadsheet,
  IconLayoutSidebarRight,
  IconSum,
  IconTrash,
  IconUpload,
} from "@tabler/icons-react";
import { Button } from "../../components/button.tsx";
import { MenuButton } from "../../components/overlays/menu-button.tsx";
import type { MenuItem } from "../../components/overlays/menu-list.tsx";
import type { Row } from "../../lib/http/api.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { showsCards } from "../grid/load-grid.ts";
import { ApproveAllButton } from "../list/approve-all-button.tsx";
import { ListImport, useListExport } from "../list/list-files.tsx";
import { useSummarize } from "../list/summarize.ts";

interface Props extends ScreenProps {
  /** The rows of the page. */
  rows: readonly Row[];
  /** Number of matching rows; undefined while unknown. */
  total: number | undefined;
  /**
   * Token from the list response. An approval of the whole list sends the token, so that the server knows which state
   * of the list the user saw.
   */
  seen: string | undefined;
  /** Opens the first row on the page in the pane; null if there are no rows. */
  openFirst: (() => void) | null;
  mayAdd: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

export default function ScreenTools(props: Props) {
  const { record, user, search, onSearch, rows, total, seen, mayAdd, onOpen } = props;
  const { ask, dialog } = useListExport({ record, user, search, total });
  const reviews = record.approval && hasRight(user, "Approve");
  // On a phone, Export is in the menu, because the bar has no room for it.
  const isPhone = showsCards();
  const summarize = useSummarize(record, search);
  // If the bar has reviewer actions, the button Summarize does not fit.
  const isSummarizeShown = !record.tab && !reviews && !isPhone;
  const items = itemsOf(props, {
    exports: isPhone ? ask : null,
    summarize: record.tab || isSummarizeShown ? null : summarize,
  });
  return (
    <>
      {reviews && <ApproveAllButton {...{ record, user, search, rows, total, seen, onOpen }} />}
      {!isPhone && (
        <Button look="default" icon={<IconFileSpreadsheet size={16} aria-hidden />} onClick={ask}>
          Export
        </Button>
      )}
      {isSummarizeShown && (
        <Button look="default" icon={<IconSum size={16} aria-hidden />} onClick={summarize}>
          Summarize
        </Button>
      )}
      <MenuButton label="More" icon={<IconDots size={16} aria-hidden />} items={items} />
      {mayAdd && !record.files && (
        <ListImport
          record={record}
          user={user}
          isOpen={search.import !== undefined}
          onClose={() => onSearch({ ...search, import: undefined })}
        />
      )}
      {dialog}
    </>
  );
}

interface Acts {
  /** Opens the export dialog; null if Export is a button of its own. */
  exports: (() => void) | null;
  /** Opens Explore. Null if the bar has a Summarize button, or if Explore can't summarize the list. */
  summarize: (() => void) | null;
}

/** Returns the actions of the More menu that this user has in this list. */
function itemsOf(props: Props, { exports, summarize }: Acts): MenuItem[] {
  const { record, search, onSearch, openFirst, mayAdd, onOpen } = props;
  const entries = [
    { label: "Import", icon: IconUpload, run: () => onSearch({ ...search, import: 1 }) },
    { label: "Paste rows", icon: IconClipboardText, run: () => onSearch({ ...search, paste: 1 }) },
  ];
  return [
    {
      label: "Review one by one",
      icon: IconLayoutSidebarRight,
      shortcut: "J",
      reason: openFirst ? null : "There are no rows in the table.",
      run: () => openFirst?.(),
    },
    ...(mayAdd && !record.files ? entries : []),
    ...(exports ? [{ label: "Export", icon: IconFileSpreadsheet, run: exports }] : []),
    ...(summarize ? [{ label: "Summarize", icon: IconSum, run: summarize }] : []),
    ...(record.scoped ? [{ label: "Trash", icon: IconTrash, run: () => onOpen({ kind: "trash" }) }] : []),
  ];
}
