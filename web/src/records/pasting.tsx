/** Pasting rows on the record screen, with the component library it needs. */
import { Library } from "../components/library.tsx";
import type { CurrentUser } from "../lib/current-user.ts";
import { useEntryOrigin } from "./entry-source.ts";
import { PasteModal } from "./paste/paste-modal.tsx";
import type { ScreenProps } from "./screen-props.ts";

const accessOf = (user: CurrentUser) => ({ ...user, ...user.access });

export default function Pasting({ record, user, search, onSearch }: ScreenProps) {
  const origin = useEntryOrigin(record, search.from);
  // The row that new ones are entered from is still being read.
  if (origin === undefined) return null;
  return (
    <Library>
      <PasteModal
        record={record}
        user={user}
        access={accessOf(user)}
        origin={origin}
        onClose={() => onSearch({ ...search, paste: undefined })}
      />
    </Library>
  );
}
