/**
 * Dialogs that rename or delete a value. Each dialog first shows which records use the value, and then asks what to do
 * with these records.
 */

import { useQuery } from "@tanstack/react-query";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { Modal } from "../../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import { lists } from "../common/admin-api.ts";
import { DeleteValue } from "./delete-value.tsx";
import { nameOf } from "./list-values.ts";
import { RenameValue } from "./rename-value.tsx";

export type ListDialog = { kind: "rename" | "delete"; row: DropdownRow };

interface Props {
  list: DropdownList;
  user: CurrentUser;
  rows: readonly DropdownRow[];
  dialog: ListDialog;
  onClose: () => void;
}

export default function ListDialogs({ list, user, rows, dialog, onClose }: Props) {
  const { kind, row } = dialog;
  const usage = useQuery({
    queryKey: ["dropdown", list, "usage", row.id],
    queryFn: ({ signal }) => lists.usage(list, row.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const Dialog = kind === "rename" ? RenameValue : DeleteValue;
  return (
    <Modal onClose={onClose} title={`${kind === "rename" ? "Rename" : "Delete"} "${nameOf(row)}"`} size="lg">
      <QueryBoundary asked={usage} loading="Checking where it is used">
        {({ data, total }) => (
          <Dialog
            list={list}
            user={user}
            rows={rows}
            row={row}
            usage={data}
            total={total}
            onClose={onClose}
          />
        )}
      </QueryBoundary>
    </Modal>
  );
}
