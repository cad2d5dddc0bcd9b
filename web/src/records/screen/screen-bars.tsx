/**
 * Bars between a screen's head and its filters. They show the row from which new rows are entered, drafts, the open view,
 * and the selected rows.
 */
import { lazy, Suspense } from "react";
import { Skeleton } from "../../components/button.tsx";
import { isDrilled, withoutDrill } from "../common/record-search.ts";
import { useScreen } from "./screen-context.ts";

const DraftBar = lazy(() => import("../list/draft-bar.tsx"));
const DrillBar = lazy(() => import("../list/drill-bar.tsx"));
const EnteringBar = lazy(() => import("../list/entering-bar.tsx"));
const SavedBar = lazy(() => import("../views/saved-bar.tsx"));
const SavedElsewhere = lazy(() => import("../list/saved-elsewhere.tsx"));
const SelectedBar = lazy(() => import("../list/selected-bar.tsx"));

export function ScreenBars() {
  return (
    <>
      <OriginBars />
      <ViewBars />
      <SelectionBar />
    </>
  );
}

/** Three bars: for the row from which new rows are entered, for the drafts, and for the figure that opened the list. */
function OriginBars() {
  const { props, rows, mayAdd } = useScreen();
  const { record, user, search, onSearch } = props;
  const formIsOpen = search.edit !== undefined || search.new !== undefined;
  const openDraft = ({ id, from }: { id: number | null; from?: string | undefined }) =>
    onSearch(
      id === null ? { ...search, edit: undefined, new: 1, from } : { ...search, edit: id, new: undefined },
    );
  return (
    <>
      {search.from && (
        <Suspense fallback={<Skeleton height={36} />}>
          <EnteringBar record={record} search={search} mayAdd={mayAdd} onSearch={onSearch} />
        </Suspense>
      )}
      {!formIsOpen && (
        <Suspense>
          <DraftBar record={record} user={user} onOpen={openDraft} />
        </Suspense>
      )}
      {isDrilled(search) && (
        <Suspense fallback={<Skeleton height={36} />}>
          <DrillBar
            record={record}
            search={search}
            sums={rows.data?.sums}
            onDrop={() => onSearch(withoutDrill(search))}
          />
        </Suspense>
      )}
    </>
  );
}

/** Bars for the open saved view, and for a just-saved row that the list does not show. */
function ViewBars() {
  const { props, rows, pageRows, views, mark, clearMark } = useScreen();
  const { search, onSearch } = props;
  const isListed = pageRows.some((row) => row.id === mark?.id);
  return (
    <>
      {search.saved !== undefined && (
        <Suspense>
          <SavedBar key={search.saved} {...props} slots={props.slots} views={views} id={search.saved} />
        </Suspense>
      )}
      {mark && rows.isSuccess && !rows.isFetching && !isListed && (
        <Suspense>
          <SavedElsewhere
            record={props.record}
            id={mark.id}
            search={search}
            onShow={onSearch}
            onClose={clearMark}
          />
        </Suspense>
      )}
    </>
  );
}

function SelectionBar() {
  const { props, rows, pageRows, selection, hasSelection } = useScreen();
  if (!selection || !hasSelection) return null;
  return (
    <Suspense>
      <SelectedBar
        {...props}
        slots={props.slots}
        selection={selection}
        shown={pageRows}
        total={rows.data?.total}
        seen={rows.data?.seen}
      />
    </Suspense>
  );
}
