/** Where a value stands: the record types with the number of rows, each a link to the list that holds them. */
import { Link } from "@tanstack/react-router";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { count } from "../../../lib/format.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { linkTo, screenByPath } from "../../../records/common/record-screens.ts";
import type { Usage } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";

/** What renaming and deleting know of the value. */
export interface ValueProps {
  list: DropdownList;
  user: CurrentUser;
  rows: readonly DropdownRow[];
  row: DropdownRow;
  usage: readonly Usage[];
  total: number;
  onClose: () => void;
}

export const rowsText = (total: number): string => `${count(total)} ${total === 1 ? "row" : "rows"}`;

/** The value as it stands in a field: a list of two parts gives one part to each of two fields. */
const valueIn = (row: DropdownRow, { field }: Usage): string =>
  (field.endsWith("sub_category") ? row.sub_category : (row.category ?? row.type)) ?? "";

export function Usages({ row, usage }: Pick<ValueProps, "row" | "usage">) {
  return (
    <ul className={classes.usages}>
      {usage.map((use) => {
        const screen = screenByPath(use.path);
        const text = `${use.label}, ${use.field_label}`;
        return (
          <li key={`${use.path} ${use.field}`}>
            {screen ? (
              <Link {...linkTo(screen)} search={{ where: { [use.field]: valueIn(row, use) }, tab: "all" }}>
                {text}
              </Link>
            ) : (
              text
            )}
            : {rowsText(use.count)}
          </li>
        );
      })}
    </ul>
  );
}
