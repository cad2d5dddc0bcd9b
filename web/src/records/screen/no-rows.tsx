/** Message and next steps for an empty list. Loaded only when a list is empty. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import classes from "../common/record-screen.module.css";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import { useTabCount } from "../common/use-records.ts";
import { newRowSearch } from "../form/entry-search.ts";

interface Where {
  record: AnyRecord;
  search: RecordSearch;
  mayAdd: boolean;
}

export default function NoRows({ onSearch, ...where }: Where & { onSearch: (search: RecordSearch) => void }) {
  const { record, search } = where;
  const stage = tabOf(search) === "approved" ? "pending" : "approved";
  const { data: others = "0" } = useTabCount(record, search, stage, record.approval === true);
  return (
    <div className={classes.none}>
      <p>No data available</p>
      {nextSteps(where, others === "0" ? null : stage).map(([label, next]) => (
        <Button key={label} look="default" onClick={() => onSearch({ ...where.search, ...next })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const widest = {
  where: undefined,
  filter: undefined,
  q: undefined,
  check: undefined,
  review: undefined,
  page: undefined,
};

type NextStep = [label: string, next: Partial<RecordSearch>];

/**
 * Returns the next steps. With a search or filters, the only step is to clear them. Otherwise, the steps are to show
 * the rows of the other stage, if there are any, and to add a row.
 */
function nextSteps({ record, search, mayAdd }: Where, others: "approved" | "pending" | null): NextStep[] {
  if (search.where || search.filter || search.q || search.check || search.review)
    return [["Clear the search and filters", widest]];
  const steps: NextStep[] = [];
  if (others) steps.push([`Show ${others} rows`, { tab: others }]);
  if (mayAdd) steps.push([`Enter a new ${record.noun.one}`, newRowSearch(record, search)]);
  return steps;
}
