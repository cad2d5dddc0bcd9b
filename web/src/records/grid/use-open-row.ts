/** Marks the row that the pane beside the list shows. */
import type { RowClassRules } from "ag-grid-community";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Row } from "../../lib/http/api.ts";

const openRow = "open-row";

/**
 * Returns class rules for rows that the grid draws later, such as after scrolling. On rows that are already drawn, adds
 * or removes the class directly, because a row loses the focus when the grid draws the row again.
 */
export function useOpenRow(
  id: number | undefined,
  element: RefObject<HTMLElement | null>,
): RowClassRules<Row> {
  const open = useRef(id);
  const [rules] = useState<RowClassRules<Row>>(() => ({
    [openRow]: ({ data }) => data !== undefined && data.id === open.current,
  }));
  useEffect(() => {
    open.current = id;
    for (const part of element.current?.querySelectorAll("[row-id]") ?? [])
      part.classList.toggle(openRow, part.getAttribute("row-id") === String(id));
  }, [id, element]);
  return rules;
}
