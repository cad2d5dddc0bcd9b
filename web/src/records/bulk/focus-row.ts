/**
 * Moves the focus to the rows of a list after a bulk action. The button that started the action has the focus before,
 * but is removed with the selection.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";

/** Returns the row of the page that follows the chosen rows: the next row that is not chosen, or else the previous one. */
export function rowAfter(shown: readonly Row[], isChosen: (id: number) => boolean): Row | undefined {
  const first = shown.findIndex(({ id }) => isChosen(id));
  return shown.find(({ id }, at) => at > first && !isChosen(id)) ?? shown[first - 1];
}

/** Milliseconds between two checks whether the list has reloaded. */
const pause = 50;

/**
 * Focuses the name of the row, or the area of all rows if the row is not on the screen. Waits until the list has
 * reloaded, because the table moves the focus when its rows change. Does nothing if the user has moved the focus.
 */
export function focusRow(record: Pick<AnyRecord, "title">, row: Row | undefined): void {
  setTimeout(() => {
    const rows = document.getElementById("rows");
    if (!rows || document.activeElement !== document.body) return;
    if (rows.ariaBusy === "true") return focusRow(record, row);
    const cell = rows.querySelector<HTMLElement>(`[row-id="${row?.id}"] [col-id="${record.title}"]`);
    if (cell) return cell.focus();
    rows.tabIndex = -1;
    rows.addEventListener("blur", () => rows.removeAttribute("tabindex"), { once: true });
    rows.focus();
  }, pause);
}
