/**
 * Lists the record types in which a value is used, each with the number of rows that use the value and a link to the
 * list of these rows.
 */
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

/** Returns the value as stored in a field. Values of a two-part list are stored in two fields. */
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
