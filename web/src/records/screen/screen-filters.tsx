/** The filters above the table, with chips for conditions and for rows that need attention. */
import { useState } from "react";
import type { FilterGrammar } from "#shared/contracts/conditions.ts";
import { later } from "../../components/later.tsx";
import classes from "../common/record-screen.module.css";
import { ConditionsButton, type OpenEditor } from "../conditions/conditions-button.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { useScreen } from "./screen-context.ts";

const CheckChips = later(() => import("../list/check-chips.tsx"));
const ConditionChips = later(() => import("../conditions/condition-chips.tsx"));

const noFilters = {};

export function ScreenFilters() {
  const { record, user, search, onSearch } = useScreen().props;
  const onFilter = (filter: FilterGrammar | undefined) => onSearch({ ...search, filter, page: undefined });
  const [open, setOpen] = useState<OpenEditor | null>(null);
  const editor = { record, user, value: search.filter, onChange: onFilter, open, onOpen: setOpen };
  return (
    <div className={classes.filters}>
      <FilterBar
        brief
        record={record}
        user={user}
        where={search.where ?? noFilters}
        more={<ConditionsButton {...editor} />}
        onSearch={(where) => onSearch({ ...search, where, page: undefined })}
      />
      {(record.facts || record.softChecks) && (
        <CheckChips record={record} search={search} onSearch={onSearch} />
      )}
      {search.filter && (
        <ConditionChips
          record={record}
          filter={search.filter}
          onFilter={onFilter}
          onEdit={(at) => setOpen({ at })}
        />
      )}
    </div>
  );
}
