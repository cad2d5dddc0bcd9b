/** Bars above the filters of a screen, such as the drafts bar, and the bar of the selected rows below the rows. */
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import classes from "../common/record-screen.module.css";
import { isDrilled } from "../common/record-search.ts";
import { keysOf, prefixOf } from "../form/drafts/draft-keys.ts";
import { draftSearch } from "../form/drafts/draft-search.ts";
import type { DraftTarget } from "../form/drafts/drafts.ts";
import { useScreen } from "./screen-context.ts";

const DraftBar = later(() => import("../list/draft-bar.tsx"), <DraftSpace />);
const WaitingBar = later(() => import("../list/waiting-bar.tsx"));
const DrillBar = later(() => import("../list/drill-bar.tsx"), <Skeleton height={36} />);
const EnteringBar = later(() => import("../list/entering-bar.tsx"), <Skeleton height={36} />);
const SavedBar = later(() => import("../views/saved-bar.tsx"));
const SavedElsewhere = later(() => import("../list/saved-elsewhere.tsx"));
const SelectedBar = later(() => import("../list/selected-bar.tsx"));

export function ScreenBars() {
  return (
    <>
      <OriginBars />
      <ViewBars />
    </>
  );
}

/** Reserves the space of the drafts bar until the bar is loaded, so that the rows below don't move. */
function DraftSpace() {
  const { record, user } = useScreen().props;
  return keysOf(prefixOf(user, record)).length > 0 && <div className={classes.drafts} />;
}

/**
 * Bars for the row from which new rows are entered, the drafts, the entries that wait to be sent, and the figure that
 * opened the list.
 */
function OriginBars() {
  const { props, rows, mayAdd } = useScreen();
  const { record, user, search, onSearch } = props;
  const formIsOpen = search.edit !== undefined || search.new !== undefined;
  const openDraft = (draft: DraftTarget) =>
    onSearch({ ...search, edit: undefined, new: undefined, kept: undefined, ...draftSearch(draft) });
  return (
    <>
      {search.from && !search.about && (
        <EnteringBar record={record} search={search} mayAdd={mayAdd} onSearch={onSearch} />
      )}
      {!formIsOpen && <DraftBar record={record} user={user} onOpen={openDraft} />}
      {!formIsOpen && <WaitingBar record={record} user={user} />}
      {isDrilled(search) && (
        <DrillBar record={record} search={search} sums={rows.data?.sums} onSearch={onSearch} />
      )}
    </>
  );
}

/** Bars for the open saved view, and for a just-saved row outside the shown rows. */
function ViewBars() {
  const { props, rows, pageRows, views, mark, clearMark } = useScreen();
  const { search, onSearch } = props;
  const isListed = pageRows.some((row) => row.id === mark?.id);
  return (
    <>
      {search.saved !== undefined && (
        <SavedBar key={search.saved} {...props} slots={props.slots} views={views} id={search.saved} />
      )}
      {mark && rows.isSuccess && !rows.isFetching && !isListed && (
        <SavedElsewhere
          record={props.record}
          id={mark.id}
          search={search}
          onShow={onSearch}
          onClose={clearMark}
        />
      )}
    </>
  );
}

/**
 * Bar with the actions for the selected rows. The bar is below the rows, so that no row moves while the user selects
 * rows.
 */
export function SelectionBar() {
  const { props, rows, pageRows, selection, hasSelection } = useScreen();
  if (!selection || !hasSelection) return null;
  return (
    <SelectedBar
      {...props}
      slots={props.slots}
      selection={selection}
      shown={pageRows}
      total={rows.data?.total}
      seen={rows.data?.seen}
    />
  );
}
