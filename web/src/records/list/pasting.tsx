/** Paste dialog of a record screen. */
import type { CurrentUser } from "../../lib/current-user.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { useEntryOrigin } from "../form/entry-source.ts";
import { PasteModal } from "../paste/paste-modal.tsx";

const accessOf = (user: CurrentUser) => ({ ...user, ...user.access });

export default function Pasting({ record, user, search, onSearch }: ScreenProps) {
  const origin = useEntryOrigin(record, search.from);
  // Wait until the row to which the new rows will belong is loaded.
  if (origin === undefined) return null;
  return (
    <PasteModal
      record={record}
      user={user}
      access={accessOf(user)}
      origin={origin}
      onClose={() => onSearch({ ...search, paste: undefined })}
    />
  );
}
