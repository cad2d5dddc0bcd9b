/**
 * Actions that the cells of a row can start. They open the row's form, history or pane, delete or approve the row, or
 * run an action of a feature.
 */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import { screenAddress } from "../common/record-screens.ts";
import type { RecordSearch } from "../common/record-search.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import { entrySearch } from "../form/entry-search.ts";
import type { RowHandlers } from "../grid/grid-context.ts";

/**
 * Returns the same handlers while the user filters the list, because new handlers would make the grid redraw all rows.
 */
export function useRowHandlers(
  { record, search, onSearch, slots }: ScreenProps & { slots?: RecordSlots | undefined },
  openDialog: (dialog: OpenDialog) => void,
): RowHandlers {
  const navigate = useNavigate();
  const changeSearch = useStableCallback((change: Partial<RecordSearch>) =>
    onSearch({ ...search, ...change }),
  );
  const add = useStableCallback((prepare: (from: string | undefined) => void) => {
    prepare(search.from);
    onSearch({ ...search, new: 1, edit: undefined });
  });
  return useMemo<RowHandlers>(
    () => ({
      open: (row) => changeSearch({ edit: row.id, new: undefined }),
      add,
      history: (row) => changeSearch({ history: row.id }),
      look: (row) => changeSearch({ row: row.id }),
      remove: (row) => openDialog({ kind: "delete", row }),
      approve: (row) => openDialog({ kind: "approve", row }),
      enter: (row, screen) => {
        const href = screenAddress(screen.route, { ...entrySearch(screen, record.path, row), paste: 1 });
        void navigate({ href });
      },
      act: async (act, row) => {
        if ("Dialog" in act) {
          openDialog({ kind: "act", act, row });
          return;
        }
        if (!(await act.run(row))) return;
        await invalidateRows(record);
        slots?.changed?.();
      },
    }),
    [navigate, record, slots, changeSearch, add, openDialog],
  );
}
