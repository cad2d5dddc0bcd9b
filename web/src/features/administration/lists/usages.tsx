/** Lists the record types that use a value, each with a link to the rows and their number. */
import { Link } from "@tanstack/react-router";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { count } from "../../../lib/format.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { linkTo, screenByPath } from "../../../records/common/record-screens.ts";
import type { Usage } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";

/** Props of the dialogs that rename or delete a value. */
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

/**
 * Returns the filter for the rows that contain a list value in a field. For a sub-category, the filter also contains
 * the category.
 */
export const filterOfUsage = (row: DropdownRow, { field }: Pick<Usage, "field">): Record<string, string> =>
  field.endsWith("sub_category")
    ? { [field.replace(/sub_category$/, "category")]: row.category ?? "", [field]: row.sub_category ?? "" }
    : { [field]: row.category ?? row.type ?? "" };

export function Usages({ row, usage }: Pick<ValueProps, "row" | "usage">) {
  return (
    <ul className={classes.usages}>
      {usage.map((use) => {
        const screen = screenByPath(use.path);
        const text = `${use.label}, ${use.field_label}`;
        return (
          <li key={`${use.path} ${use.field}`}>
            {screen ? (
              <Link {...linkTo(screen)} search={{ where: filterOfUsage(row, use), tab: "all" }}>
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
