/** Content of the View panel: saved views, sort order, row height, totals, and columns. */
import { Button } from "../../components/button.tsx";
import { type Sort, sortsOf, sortText } from "../common/record-search.ts";
import { columnsFor } from "../grid/columns.tsx";
import { type Columns, densities } from "../grid/view-state.ts";
import classes from "./view-menu.module.css";
import { ViewsList, type ViewsProps } from "./views-list.tsx";

export default function ViewMenu(props: ViewsProps) {
  const { record, user, views, search, onSearch } = props;
  return (
    <div className={classes.menu}>
      <ViewsList {...props} />
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
    </div>
  );
}

const directions: readonly [Sort["dir"], string][] = [
  ["asc", "Ascending"],
  ["desc", "Descending"],
];

/** Sorting as an alternative to clicking a column heading. Cards on a phone have no headings. */
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

function ColumnChoice({ record, user, views }: Pick<ViewsProps, "record" | "user" | "views">) {
  const all = columnsFor(record, user);
  const state: Columns =
    views.view.columns ??
    all.map(({ colId, hide, pinned, width }) => ({
      colId: String(colId),
      hide,
      pinned: pinned ? "left" : null,
      width,
    }));
  const stateOf = (name: string) => state.find((column) => column.colId === name);
  const change = (name: string, next: Partial<Columns[number]>) =>
    views.setView({
      columns: state.map((column) => (column.colId === name ? { ...column, ...next } : column)),
    });
  return (
    <fieldset className={classes.group}>
      <legend>Columns</legend>
      <Button look="subtle" onClick={() => views.setView({ columns: null })}>
        Reset columns
      </Button>
      {record.groups.map((group) => {
        const fields = record.fields.filter((field) => field.group === group.key && stateOf(field.name));
        if (fields.length === 0) return null;
        return (
          <div key={group.key} className={classes.columns}>
            <span className={classes.soft}>{group.label}</span>
            {fields.map((field) => {
              const column = stateOf(field.name);
              return (
                <div key={field.name} className={classes.column}>
                  <label>
                    <input
                      type="checkbox"
                      checked={!column?.hide}
                      onChange={(event) => change(field.name, { hide: !event.currentTarget.checked })}
                    />
                    {field.label}
                  </label>
                  {!column?.hide && (
                    <label className={classes.freeze}>
                      <input
                        type="checkbox"
                        checked={column?.pinned === "left"}
                        onChange={(event) =>
                          change(field.name, { pinned: event.currentTarget.checked ? "left" : null })
                        }
                      />
                      Freeze<span className="visually-hidden"> {field.label}</span>
                    </label>
                  )}
                </div>
              );
            })}
          </div>
        );
      })}
    </fieldset>
  );
}
