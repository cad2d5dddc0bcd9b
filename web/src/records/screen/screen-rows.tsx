/** The rows of a data screen: the table with its totals and pager, or another view from a slot. */
import { useMemo, useState } from "react";
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { later, optional } from "../../components/later.tsx";
import type { Row } from "../../lib/http/api.ts";
import { whenIdle } from "../../lib/offline/when-idle.ts";
import { CardList } from "../cards/card-list.tsx";
import classes from "../common/record-screen.module.css";
import { sortsOf, sortText, tabOf } from "../common/record-search.ts";
import { loadGrid, showsCards } from "../grid/load-grid.ts";
import { UnusualMarks, useUnusualMarks } from "../grid/unusual-marks.tsx";
import { ListPager } from "../list/list-controls.tsx";
import { RecordRows } from "./record-rows.tsx";
import { useScreen } from "./screen-context.ts";

const RecordGrid = later(loadGrid);
const TotalsBar = later(() => import("../grid/totals-bar.tsx"));
// Loads after the list, so that it doesn't delay the rows.
const PrintedList = optional(async () => {
  await whenIdle(3000);
  return import("../print/printed-list.tsx");
});
const CheckChips = later(() => import("../list/check-chips.tsx"));
const ReviewChips = later(() => import("../list/review-chips.tsx"));

export function ScreenRows() {
  const { props, rows, View } = useScreen();
  const { record, search } = props;
  const role = record.approval
    ? { role: "tabpanel", "aria-labelledby": `tab-${tabOf(search)}` }
    : { role: "group", "aria-label": "Rows" };
  return (
    <>
      <div className={classes.rows} id="rows" {...role} aria-busy={rows.isFetching}>
        {View ? <View {...props} /> : <Table />}
      </div>
      {!View && <TableFoot />}
    </>
  );
}

function Table() {
  const { props, rows, mayAdd } = useScreen();
  const { record, search, onSearch } = props;
  return (
    <RecordRows rows={rows} record={record} search={search} mayAdd={mayAdd} onSearch={onSearch}>
      {(data) => <Grid rows={data} />}
    </RecordRows>
  );
}

function Grid({ rows }: { rows: readonly Row[] }) {
  const { props, views, handlers, selection, mark, clearMark } = useScreen();
  const { record, user, search, onSearch, slots } = props;
  const { sort } = search;
  const sorts = useMemo(() => sortsOf(record, { sort }), [record, sort]);
  const unusual = useUnusualMarks(record, rows);
  const [cards] = useState(showsCards);
  const shared = { record, user, rows, handlers, slots, mark, openRow: search.row, onMarked: clearMark };
  return (
    <UnusualMarks value={unusual}>
      {cards ? (
        <CardList {...shared} />
      ) : (
        <RecordGrid
          {...shared}
          sorts={sorts}
          view={views.view}
          selection={selection}
          onSort={(next) => onSearch({ ...search, sort: sortText(next), page: undefined })}
          onColumns={(columns) => views.setView({ columns })}
        />
      )}
    </UnusualMarks>
  );
}

function TableFoot() {
  const screen = useScreen();
  const { props, rows, views } = screen;
  const { record, user, search, onSearch } = props;
  // The printed list needs the code of the table, which a phone doesn't load. A phone prints its cards.
  const [cards] = useState(showsCards);
  return (
    <>
      {search.totals && (
        <TotalsBar record={record} user={user} search={search} columns={views.view.columns} />
      )}
      <ListPager search={search} onSearch={onSearch} found={rows}>
        {(record.facts || hasUnusualValues(record)) && (
          <CheckChips record={record} search={search} onSearch={onSearch} />
        )}
        {record.approval && <ReviewChips {...props} />}
      </ListPager>
      {!cards && <PrintedList {...screen} />}
    </>
  );
}
