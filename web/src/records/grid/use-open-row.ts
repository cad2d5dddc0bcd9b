/** Highlights the row in a table that the pane beside the list shows. */
import type { RowClassRules } from "ag-grid-community";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Row } from "../../lib/http/api.ts";

const openRow = "open-row";

/**
 * Sets the CSS class of the open row. Rows on the page get the class directly, because the grid would drop the focus of
 * a row when rendering it again. The returned rules set the class of rows that the grid renders later.
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
