/**
 * Content of the View panel, on two tabs. One tab has the columns, sort order, row height and totals; the other has the
 * saved views.
 */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { type Sort, sortsOf, sortText } from "../common/record-search.ts";
import { columnsFor } from "../grid/columns.tsx";
import { type Columns, densities } from "../grid/view-state.ts";
import classes from "./view-menu.module.css";
import { ViewsList, type ViewsProps } from "./views-list.tsx";

const tabs = [
  { key: "view-columns", label: "Columns" },
  { key: "view-saved", label: "Saved views" },
] as const;

export default function ViewMenu(props: ViewsProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]["key"]>(
    props.search.saved === undefined ? "view-columns" : "view-saved",
  );
  return (
    <div className={classes.menu}>
      <Tabs label="View" tabs={tabs} current={tab} controls={() => "view-part"} onTab={setTab} />
      <div id="view-part" role="tabpanel" aria-labelledby={`tab-${tab}`} className={classes.part}>
        {tab === "view-saved" ? <ViewsList {...props} /> : <TableSettings {...props} />}
      </div>
    </div>
  );
}

function TableSettings(props: ViewsProps) {
  const { record, user, views, search, onSearch } = props;
  return (
    <>
      <SortChoice {...props} />
      <DensityChoice views={views} />
      <div className={classes.group}>
        <label>
          <input
            type="checkbox"
            checked={search.totals === 1}
            onChange={({ currentTarget }) =>
              onSearch({ ...search, totals: currentTarget.checked ? 1 : undefined })
            }
          />
          Totals of the whole list
        </label>
      </div>
      <ColumnChoice record={record} user={user} views={views} />
    </>
  );
}

type Column = Columns[number];

const directions: readonly [Sort["dir"], string][] = [
  ["asc", "Ascending"],
  ["desc", "Descending"],
];

/** Form fields that sort the list. Phones need them, because cards have no column headings to click. */
function SortChoice({ record, user, search, onSearch }: ViewsProps) {
  const [first = record.defaultSort] = sortsOf(record, search);
  const sortBy = (next: Partial<Sort>) =>
    onSearch({ ...search, sort: sortText([{ ...first, ...next }]), page: undefined });
  return (
    <fieldset className={classes.group}>
      <legend>Sort by</legend>
      <label className={classes.choice}>
        Column
        <select value={first.field} onChange={({ currentTarget }) => sortBy({ field: currentTarget.value })}>
          {columnsFor(record, user)
            .filter(({ sortable }) => sortable !== false)
            .map(({ colId, headerName }) => (
              <option key={colId} value={colId}>
                {headerName}
              </option>
            ))}
        </select>
      </label>
      <div className={classes.densities}>
        {directions.map(([dir, label]) => (
          <label key={dir}>
            <input
              type="radio"
              name="direction"
              checked={first.dir === dir}
              onChange={() => sortBy({ dir })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function DensityChoice({ views }: Pick<ViewsProps, "views">) {
  return (
    <fieldset className={classes.group}>
      <legend>Row height</legend>
      <div className={classes.densities}>
        {densities.map((density) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={views.view.density === density}
              onChange={() => views.setView({ density })}
            />
            {density[0]?.toUpperCase()}
            {density.slice(1)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ColumnProps = Pick<ViewsProps, "record" | "user" | "views">;

/** Returns the state of each column of the list, and a function that changes the state of one column. */
function useColumns({ record, user, views }: ColumnProps) {
  const columns: Columns =
    views.view.columns ??
    columnsFor(record, user).map(({ colId, hide, pinned, width }) => ({
      colId: String(colId),
      hide,
      pinned: pinned ? "left" : null,
      width,
    }));
  const columnOf = (name: string) => columns.find((column) => column.colId === name);
  const change = (name: string, next: Partial<Column>) =>
    views.setView({
      columns: columns.map((column) => (column.colId === name ? { ...column, ...next } : column)),
    });
  return { columnOf, change };
}

function ColumnChoice(props: ColumnProps) {
  const { record, views } = props;
  const { columnOf, change } = useColumns(props);
  const [words, setWords] = useState("");
  const isFound = (label: string) => label.toLowerCase().includes(words.trim().toLowerCase());
  return (
    <fieldset className={classes.group}>
      <legend>Columns</legend>
      <div className={classes.choice}>
        <input
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      <Button look="subtle" onClick={() => views.setView({ columns: null })}>
        Reset columns
      </Button>
      {record.groups.map((group) => {
        const fields = record.fields.filter(
          (field) => field.group === group.key && columnOf(field.name) && isFound(field.label),
        );
        if (fields.length === 0) return null;
        return (
          <div key={group.key} className={classes.columns}>
            <span className={classes.soft}>{group.label}</span>
            {fields.map(({ name, label }) => (
              <ColumnBoxes
                key={name}
                label={label}
                column={columnOf(name)}
                onChange={(next) => change(name, next)}
              />
            ))}
          </div>
        );
      })}
    </fieldset>
  );
}

interface ColumnBoxesProps {
  label: string;
  column: Column | undefined;
  onChange: (next: Partial<Column>) => void;
}

/** Two checkboxes for a column: the first shows the column, the second freezes it at the left. */
function ColumnBoxes({ label, column, onChange }: ColumnBoxesProps) {
  return (
    <div className={classes.column}>
      <label>
        <input
          type="checkbox"
          checked={!column?.hide}
          onChange={(event) => onChange({ hide: !event.currentTarget.checked })}
        />
        {label}
      </label>
      {!column?.hide && (
        <label className={classes.freeze}>
          <input
            type="checkbox"
            checked={column?.pinned === "left"}
            onChange={(event) => onChange({ pinned: event.currentTarget.checked ? "left" : null })}
          />
          Freeze<span className="visually-hidden"> {label}</span>
        </label>
      )}
    </div>
  );
}
