/** What an empty list says, and what leads on from it. Loads when a list is empty. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import classes from "../common/record-screen.module.css";
import { type RecordSearch, tabOf } from "../common/record-search.ts";

interface Where {
  record: AnyRecord;
  search: RecordSearch;
  mayAdd: boolean;
}

export default function NoRows({ onSearch, ...where }: Where & { onSearch: (search: RecordSearch) => void }) {
  return (
    <div className={classes.none}>
      <p role="status">No data available</p>
      {waysOn(where).map(([label, next]) => (
        <Button key={label} look="default" onClick={() => onSearch({ ...where.search, ...next })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const widest = { where: undefined, q: undefined, check: undefined, review: undefined, page: undefined };

type Way = [label: string, next: Partial<RecordSearch>];

/** Without what narrows the list, to the rows of the other stage, to a first row. */
function waysOn({ record, search, mayAdd }: Where): Way[] {
  if (search.where || search.q || search.check || search.review)
    return [["Clear the search and filters", widest]];
  const ways: Way[] = [];
  if (record.approval)
    ways.push(
      tabOf(search) === "approved"
        ? ["Show pending rows", { tab: "pending" }]
        : ["Show approved rows", { tab: "approved" }],
    );
  if (mayAdd) ways.push([`Enter a new ${record.noun.one}`, { new: 1, edit: undefined }]);
  return ways;
}
