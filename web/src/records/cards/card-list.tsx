/** One page of rows on a phone, as one card per row. Cards use none of the table's code, so a phone doesn't load it. */
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import classes from "../common/cells.module.css";
import type { RecordSlots } from "../common/slots.ts";
import type { GridContext, RowHandlers } from "../grid/grid-context.ts";
import { type Mark, useMark } from "../grid/use-mark.ts";
import type { RowMenuAt } from "../grid/use-row-menu.ts";
import { Card } from "./card.tsx";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  rows: readonly Row[];
  handlers: RowHandlers;
  slots?: RecordSlots | undefined;
  /** Id of the row that is open beside the list. */
  openRow?: number | undefined;
  /** Row that was just saved. The list focuses its card and highlights it for a moment. */
  mark: Mark | null;
  onMarked: () => void;
}

// The cards have the ARIA roles of a table, but are not table elements, because a card needs another layout.
const gridRow = { role: "row" };
const gridCell = { role: "gridcell" };

const RowMenu = later(() => import("../edit/row-menu.tsx"));

export function CardList({ record, user, rows, handlers, slots, openRow, mark, onMarked }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<RowMenuAt | null>(null);
  const context = useMemo<GridContext>(
    () => ({ record, user, handlers, openMenu: setMenu }),
    [record, user, handlers],
  );
  const focus = (card: Element | null | undefined) => {
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector<HTMLElement>("a, button")?.focus();
  };
  useMark(mark, rows, element, onMarked, (at) => {
    focus(element.current?.children[at]);
    return true;
  });
  const moveByArrow = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest("[row-id]") : null;
    if (!card || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    focus(event.key === "ArrowDown" ? card.nextElementSibling : card.previousElementSibling);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see the roles above. */}
      <div
        role="grid"
        className={classes.cards}
        aria-label={record.noun.many}
        ref={element}
        onKeyDown={moveByArrow}
      >
        {rows.map((row, at) => (
          <div
            {...gridRow}
            key={row.id}
            row-index={at}
            row-id={row.id}
            data-open={row.id === openRow || undefined}
          >
            <div {...gridCell}>
              <Card data={row} context={context} />
            </div>
          </div>
        ))}
      </div>
      {menu && <RowMenu {...{ record, user, slots, handlers }} {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}
