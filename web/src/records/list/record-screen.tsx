/** Data screen of a record type: tabs, search, filters, table, paging, and dialogs over them. */

import { IconColumns3, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { MenuPanel } from "../../components/overlays/menu-panel.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import classes from "../common/record-screen.module.css";
import { headingOf, screenAddress } from "../common/record-screens.ts";
import { type RecordSearch, sortsOf, sortText, tabOf } from "../common/record-search.ts";
import { addRefusal, closedWindow, hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import { rowsChanged, useRows } from "../common/use-records.ts";
import { entrySearch } from "../form/entry-search.ts";
import type { RowHandlers } from "../grid/grid-context.ts";
import { RecordGrid } from "../grid/record-grid.tsx";
import { RecordRows } from "../grid/record-rows.tsx";
import { Selection } from "../grid/selection.ts";
import type { Mark } from "../grid/use-mark.ts";
import { useViews } from "../grid/view-state.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ListPager, ListSearch } from "./list-controls.tsx";
import { RecordTabs } from "./record-tabs.tsx";
import { ScreenBars } from "./screen-bars.tsx";

const AskToReopen = lazy(() => import("../reopening/ask-to-reopen.tsx"));
const ViewMenu = lazy(() => import("../views/view-menu.tsx"));
const SavedBar = lazy(() => import("../views/saved-bar.tsx"));
const TotalsBar = lazy(() => import("../grid/totals-bar.tsx"));
const Pasting = lazy(() => import("./pasting.tsx"));
const CheckChips = lazy(() => import("./check-chips.tsx"));
const ReviewChips = lazy(() => import("./review-chips.tsx"));
const ScreenTools = lazy(() => import("./screen-tools.tsx"));
const SelectedBar = lazy(() => import("./selected-bar.tsx"));
const SavedElsewhere = lazy(() => import("./saved-elsewhere.tsx"));
const RowPane = lazy(() => import("../review/row-pane.tsx"));
const Overlays = lazy(() => import("../overlays/overlays.tsx"));

const noFilters = {};
const never = () => () => undefined;
const noRows: readonly Row[] = [];

/** True if the user may do anything with ticked rows. */
const mayActOnMany = (record: AnyRecord, user: CurrentUser): boolean =>
  hasRight(user, "Edit") || hasRight(user, "Delete") || (record.approval && hasRight(user, "Approve"));

interface Props extends ScreenProps {
  slots?: RecordSlots | undefined;
}

export function RecordScreen({ record, user, search, onSearch, slots }: Props) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [selection] = useState(() => (mayActOnMany(record, user) ? new Selection() : undefined));
  const someSelected = useSyncExternalStore(
    selection?.subscribe ?? never,
    () => selection?.isEmpty() === false,
  );
  const [saved, setSaved] = useState<Mark | null>(null);
  const views = useViews(record.route, search.saved);
  const navigate = useNavigate();
  const rows = useRows(record, search);
  const refused = addRefusal(record, user);
  const { sort } = search;
  const sorts = useMemo(() => sortsOf(record, { sort }), [record, sort]);
  const where = search.where ?? noFilters;
  const busyOverlay = search.edit !== undefined || search.new !== undefined || search.history !== undefined;

  /** Row that was saved last, once no dialog is open over the list. */
  const mark = dialog || busyOverlay ? null : saved;

  useDocumentTitle(fullLabel(record));

  // The handlers never change, because unchanged rows are not drawn again. The ref gives them the latest search.
  const latest = useRef({ search, onSearch });
  latest.current = { search, onSearch };
  const handlers = useMemo<RowHandlers>(() => {
    const openOverlay = (on: Partial<RecordSearch>) =>
      latest.current.onSearch({ ...latest.current.search, ...on });
    return {
      open: (row) => openOverlay({ edit: row.id, new: undefined }),
      add: () => openOverlay({ new: 1, edit: undefined }),
      history: (row) => openOverlay({ history: row.id }),
      look: (row) => openOverlay({ row: row.id }),
      remove: (row) => setDialog({ kind: "delete", row }),
      approve: (row) => setDialog({ kind: "approve", row }),
      enter: (row, screen) => {
        const href = screenAddress(screen.route, { ...entrySearch(screen, record.path, row), paste: 1 });
        void navigate({ href });
      },
      act: async (act, row) => {
        if ("Dialog" in act) {
          setDialog({ kind: "act", act, row });
          return;
        }
        if (!(await act.run(row))) return;
        await rowsChanged(record);
        slots?.changed?.();
      },
    };
  }, [navigate, record, slots]);
  const View = slots?.viewOf?.(search);
  const Tools = slots?.Tools;

  return (
    <section className={classes.screen} aria-labelledby="record-title" data-fills-window>
      <div className={classes.head}>
        <h1 id="record-title" className={classes.heading}>
          {headingOf(record)}
        </h1>
        {refused === null ? (
          <Button
            data-shortcut="new"
            icon={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ ...search, new: 1, edit: undefined })}
          >
            {slots?.add?.label ?? (
              <>
                Add <span className={classes.wideOnly}>{record.noun.one}</span>
              </>
            )}
          </Button>
        ) : (
          <>
            <p className={classes.refused}>{refused}</p>
            <Suspense>
              <AskToReopen closed={closedWindow(record, user)} />
            </Suspense>
          </>
        )}
        {record.approval && (
          <RecordTabs
            record={record}
            search={search}
            onTab={(tab) =>
              onSearch({
                ...search,
                tab: tab === tabOf({ ...search, tab: undefined }) ? undefined : tab,
                review: undefined,
                page: undefined,
              })
            }
          />
        )}
        <ListSearch search={search} onSearch={onSearch} noun={record.noun.many} />
        <div className={classes.tools}>
          {Tools && <Tools record={record} user={user} search={search} onSearch={onSearch} />}
          <Suspense>
            <ScreenTools
              record={record}
              user={user}
              search={search}
              onSearch={onSearch}
              total={rows.data?.total}
              seen={rows.data?.seen}
              first={View ? undefined : rows.data?.data[0]?.id}
              mayAdd={refused === null}
              onOpen={setDialog}
            />
          </Suspense>
          <MenuPanel label="View" icon={<IconColumns3 size={16} aria-hidden />} width={320}>
            {() => (
              <Suspense fallback={<Skeleton height={200} />}>
                <ViewMenu
                  record={record}
                  user={user}
                  slots={slots}
                  views={views}
                  search={search}
                  onSearch={onSearch}
                />
              </Suspense>
            )}
          </MenuPanel>
        </div>
      </div>
      <ScreenBars
        record={record}
        user={user}
        search={search}
        sums={rows.data?.sums}
        mayAdd={refused === null}
        onSearch={onSearch}
      />
      {search.saved !== undefined && (
        <Suspense>
          <SavedBar
            key={search.saved}
            record={record}
            user={user}
            slots={slots}
            search={search}
            onSearch={onSearch}
            views={views}
            id={search.saved}
          />
        </Suspense>
      )}
      {mark && rows.isSuccess && !rows.isFetching && !rows.data.data.some((row) => row.id === mark.id) && (
        <Suspense>
          <SavedElsewhere
            record={record}
            id={mark.id}
            search={search}
            onShow={(next) => onSearch(next)}
            onClose={() => setSaved(null)}
          />
        </Suspense>
      )}
      {selection && someSelected && (
        <Suspense>
          <SelectedBar
            {...{ record, user, search, slots, selection }}
            shown={rows.data?.data ?? noRows}
            total={rows.data?.total}
            seen={rows.data?.seen}
          />
        </Suspense>
      )}
      <div className={classes.filters}>
        <FilterBar
          brief
          record={record}
          user={user}
          where={where}
          onSearch={(next) => onSearch({ ...search, where: next, page: undefined })}
        />
        {(record.facts || record.softChecks) && (
          <Suspense>
            <CheckChips record={record} search={search} onSearch={onSearch} />
          </Suspense>
        )}
      </div>
      <div
        className={classes.rows}
        id="rows"
        {...(record.approval
          ? { role: "tabpanel", "aria-labelledby": `tab-${tabOf(search)}` }
          : { role: "group", "aria-label": "Rows" })}
        aria-busy={rows.isFetching}
      >
        {View ? (
          <Suspense fallback={<Skeleton height={240} />}>
            <View record={record} user={user} search={search} onSearch={onSearch} />
          </Suspense>
        ) : (
          <RecordRows
            rows={rows}
            record={record}
            search={search}
            mayAdd={refused === null}
            onSearch={onSearch}
          >
            {(data) => (
              <RecordGrid
                record={record}
                user={user}
                rows={data}
                sorts={sorts}
                view={views.view}
                handlers={handlers}
                slots={slots}
                selection={selection}
                mark={mark}
                onMarked={() => setSaved(null)}
                onSort={(next) => onSearch({ ...search, sort: sortText(next), page: undefined })}
                onColumns={(columns) => views.setView({ columns })}
              />
            )}
          </RecordRows>
        )}
      </div>
      {!View && search.totals && (
        <Suspense>
          <TotalsBar record={record} user={user} search={search} columns={views.view.columns} />
        </Suspense>
      )}
      {!View && (
        <ListPager search={search} onSearch={onSearch} found={rows}>
          {record.approval && (
            <Suspense>
              <ReviewChips record={record} user={user} search={search} onSearch={onSearch} />
            </Suspense>
          )}
        </ListPager>
      )}
      {search.paste && refused === null && (
        <Suspense>
          <Pasting record={record} user={user} search={search} onSearch={onSearch} />
        </Suspense>
      )}
      {search.row !== undefined && (
        <Suspense>
          <RowPane
            record={record}
            user={user}
            search={search}
            onSearch={onSearch}
            id={search.row}
            rows={rows.data?.data ?? noRows}
          />
        </Suspense>
      )}
      {(dialog || busyOverlay) && (
        <Suspense>
          <Overlays
            record={record}
            user={user}
            search={search}
            onSearch={onSearch}
            dialog={dialog}
            onDialog={setDialog}
            onRow={(id) => setSaved((before) => ({ id, number: (before?.number ?? 0) + 1 }))}
            rows={rows.data?.data ?? []}
            slots={slots}
          />
        </Suspense>
      )}
    </section>
  );
}
