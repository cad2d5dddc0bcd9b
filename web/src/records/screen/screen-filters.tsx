/** The filters above the table, with chips for rows that need attention. */
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { later } from "../../components/later.tsx";
import classes from "../common/record-screen.module.css";
import { FilterBar } from "../list/filter-bar.tsx";
import { useScreen } from "./screen-context.ts";

const CheckChips = later(() => import("../list/check-chips.tsx"));

const noFilters = {};

export function ScreenFilters() {
  const { record, user, search, onSearch } = useScreen().props;
  return (
    <div className={classes.filters}>
      <FilterBar
        brief
        record={record}
        user={user}
        where={search.where ?? noFilters}
        onSearch={(where) => onSearch({ ...search, where, page: undefined })}
      />
      {(record.facts || hasUnusualValues(record)) && (
        <CheckChips record={record} search={search} onSearch={onSearch} />
      )}
    </div>
  );
}
