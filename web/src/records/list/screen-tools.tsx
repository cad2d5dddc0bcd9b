/** Buttons for the whole list, next to the heading. Loaded after the list itself. */
import { IconLayoutSidebarRight, IconTrash } from "@tabler/icons-react";
import { Button } from "../../components/button.tsx";
import type { OpenDialog } from "../common/open-dialog.ts";
import classes from "../common/record-screen.module.css";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { ApproveAllButton } from "./approve-all-button.tsx";
import { FileButtons } from "./file-buttons.tsx";
import { SummarizeButton } from "./summarize-button.tsx";

interface Props extends ScreenProps {
  /** Number of matching rows; undefined while unknown. */
  total: number | undefined;
  /**
   * Token that the list response contained. An approval of the whole list sends it, so that the server knows which
   * state of the list the user saw.
   */
  seen: string | undefined;
  /** Id of the first row on the page. */
  first: number | undefined;
  mayAdd: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

export default function ScreenTools(props: Props) {
  const { record, user, search, onSearch, total, seen, first, mayAdd, onOpen } = props;
  return (
    <>
      {first !== undefined && (
        <Button
          look="default"
          data-shortcut="row-first"
          title="Review one by one (J)"
          icon={<IconLayoutSidebarRight size={16} aria-hidden />}
          onClick={() => onSearch({ ...search, row: first })}
        >
          <span className={classes.wideOnly}>
            {record.approval && hasRight(user, "Approve") ? "Review" : "Review one by one"}
          </span>
        </Button>
      )}
      <ApproveAllButton
        record={record}
        user={user}
        search={search}
        total={total}
        seen={seen}
        onOpen={onOpen}
      />
      <FileButtons
        record={record}
        user={user}
        search={search}
        total={total}
        mayAdd={mayAdd && !record.files}
        onOpen={(what) => onSearch({ ...search, ...what })}
      />
      {!record.tab && <SummarizeButton record={record} search={search} />}
      {record.scoped && (
        <Button
          look="default"
          title="Trash"
          icon={<IconTrash size={16} aria-hidden />}
          onClick={() => onOpen({ kind: "trash" })}
        >
          <span className={classes.wideOnly}>Trash</span>
        </Button>
      )}
    </>
  );
}
