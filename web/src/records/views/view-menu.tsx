/** Column chooser, freezing, density and saved views: the contents of the View panel. */
import { type FormEvent, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { RecordSearch } from "../common/record-search.ts";
import { columnsFor } from "./columns.tsx";
import classes from "./view-menu.module.css";
import { type Columns, densities, type useViews } from "./view-state.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  views: ReturnType<typeof useViews>;
  search: RecordSearch;
  onApply: (search: RecordSearch) => void;
}

export default function ViewMenu({ record, user, views, search, onApply }: Props) {
  return (
    <div className={classes.menu}>
      <DensityChoice views={views} />
      <div className={classes.group}>
        <label>
          <input
            type="checkbox"
            checked={search.totals === 1}
            onChange={({ currentTarget }) =>
              onApply({ ...search, totals: currentTarget.checked ? 1 : undefined })
            }
          />
          Totals of the whole list
        </label>
      </div>
      <SavedViews views={views} search={search} onApply={onApply} />
      <ColumnChoice record={record} user={user} views={views} />
    </div>
  );
}

function DensityChoice({ views }: Pick<Props, "views">) {
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

function SavedViews({ views, search, onApply }: Pick<Props, "views" | "search" | "onApply">) {
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { tab, review, where, q, sort, size, totals } = search;
    if (name.trim())
      views.save({ ...views.view, name: name.trim(), search: { tab, review, where, q, sort, size, totals } });
    setName("");
  };
  return (
    <fieldset className={classes.group}>
      <legend>Saved views</legend>
      {views.saved.length === 0 && (
        <p className={classes.soft}>None yet. A view saves filters, sort and columns.</p>
      )}
      <ul className={classes.saved}>
        {views.saved.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              className={classes.link}
              onClick={() => {
                views.setView({ density: view.density, columns: view.columns });
                onApply(view.search);
              }}
            >
              {view.name}
            </button>
            <button
              type="button"
              aria-label={`Remove the view ${view.name}`}
              onClick={() => views.forget(view.name)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form className={classes.save} onSubmit={save}>
        <input
          aria-label="Name of the new view"
          placeholder="Name of the new view"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          Save
        </Button>
      </form>
    </fieldset>
  );
}

function ColumnChoice({ record, user, views }: Pick<Props, "record" | "user" | "views">) {
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
