/** What can be done with the whole list, beside the heading; it comes a moment after the list itself. */

import type { OpenDialog } from "../common/open-dialog.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { ApproveAllButton } from "./approve-all-button.tsx";
import { FileButtons } from "./file-buttons.tsx";

interface Props extends ScreenProps {
  total: number;
  /** What was read of the list, for an approval of all of it. */
  seen: string | undefined;
  mayAdd: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

export default function ScreenTools({ record, user, search, onSearch, total, seen, mayAdd, onOpen }: Props) {
  return (
    <>
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
        onPaste={() => onSearch({ ...search, paste: 1 })}
      />
    </>
  );
}
