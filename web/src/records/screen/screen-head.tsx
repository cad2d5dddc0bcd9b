/**
 * Top of a data screen: heading, Add button, tabs, search and tools. If the user can't add rows, a text in place of the
 * button says why. If only a closed reporting window is the reason, a bar below says so, with the button "Ask to
 * reopen".
 */
import { IconColumns3, IconPlus } from "@tabler/icons-react";
import { Button, Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { MenuPanel } from "../../components/overlays/menu-panel.tsx";
import classes from "../common/record-screen.module.css";
import { headingOf } from "../common/record-screens.ts";
import { type RecordTab, tabOf } from "../common/record-search.ts";
import { newRowSearch } from "../form/entry-search.ts";
import { undefinedIfEmpty } from "../list/chosen-filters.ts";
import { ListSearch } from "../list/list-controls.tsx";
import { closedWindow } from "../reopening/closed-window.ts";
import { RecordTabs } from "./record-tabs.tsx";
import { useScreen } from "./screen-context.ts";

const AskToReopen = later(() => import("../reopening/ask-to-reopen.tsx"));
const ViewMenu = later(() => import("../views/view-menu.tsx"), <Skeleton height={200} />);
const ScreenTools = later(() => import("./screen-tools.tsx"));

export function ScreenHead() {
  const { props, mayAdd, refusal, chosenFilters } = useScreen();
  const { record, user, search, onSearch } = props;
  const isClosed = closedWindow({ record, user, row: null }) !== null;
  const openTab = (tab: RecordTab) => {
    const isDefault = tab === tabOf({ ...search, tab: undefined });
    onSearch({ ...search, tab: isDefault ? undefined : tab, review: undefined, page: undefined });
  };
  return (
    <>
      <div className={classes.head}>
        <h1 id="record-title" className={classes.heading}>
          {headingOf(record)}
        </h1>
        {mayAdd && <AddButton />}
        {!mayAdd && !isClosed && <p className={classes.refused}>{refusal}</p>}
        {record.approval && <RecordTabs record={record} search={search} onTab={openTab} />}
        <ListSearch
          search={search}
          // The text and the filters that wait for Search take effect together.
          onSearch={(next, replace) =>
            onSearch({ ...next, where: undefinedIfEmpty(chosenFilters.current) }, replace)
          }
          noun={record.noun.many}
        />
        <Tools />
      </div>
      {isClosed && (
        <div className={classes.drill}>
          {refusal}
          <AskToReopen record={record} user={user} row={null} />
        </div>
      )}
    </>
  );
}

function AddButton() {
  const { record, search, onSearch, slots } = useScreen().props;
  return (
    <Button
      data-shortcut="new"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => onSearch({ ...search, ...newRowSearch(record, search) })}
    >
      {slots?.add?.label ?? (
        <>
          Add <span className={classes.wideOnly}>{record.noun.one}</span>
        </>
      )}
    </Button>
  );
}

function Tools() {
  const { props, rows, pageRows, views, View, mayAdd, setDialog } = useScreen();
  const OwnTools = props.slots?.Tools;
  const first = View ? undefined : pageRows[0]?.id;
  const openFirst = first === undefined ? null : () => props.onSearch({ ...props.search, row: first });
  return (
    <div className={classes.tools}>
      {/* The shortcut key clicks this button, which is there before the menu with the same act has loaded. */}
      {openFirst && <button type="button" hidden data-shortcut="row-first" onClick={openFirst} />}
      {OwnTools && <OwnTools {...props} />}
      <ScreenTools
        {...props}
        rows={pageRows}
        total={rows.data?.total}
        seen={rows.data?.seen}
        openFirst={openFirst}
        mayAdd={mayAdd}
        onOpen={setDialog}
      />
      <MenuPanel label="View" icon={<IconColumns3 size={16} aria-hidden />} width={320}>
        {() => <ViewMenu {...props} slots={props.slots} views={views} />}
      </MenuPanel>
    </div>
  );
}
