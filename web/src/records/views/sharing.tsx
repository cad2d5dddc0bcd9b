/** With whom a view is shared: in words, and as a choice that says why it is not free. */
import { scopeOf, seesEverything } from "#shared/access/levels.ts";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { officeName } from "#shared/rules/office-names.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hasRight } from "../common/rights.ts";
import type { Sharing } from "./saved-views.ts";
import classes from "./view-menu.module.css";

/** What the office that somebody works at is called, by the columns that their level shares. */
export function ownOffice(user: CurrentUser): string {
  const shared = scopeOf(user.level) ?? [];
  const part = (column: "region_name" | "province_name") =>
    shared.includes(column) ? (user[column] ?? "") : "";
  return officeName(`${part("region_name")} / ${part("province_name")}`);
}

/** Administrators of the central office keep what is for everyone. */
const keepsCommon = (user: CurrentUser): boolean =>
  seesEverything(user.level) && user.access.routes.includes("users") && hasRight(user, "Edit");

export function sharingText({ shared_with: sharing, mine, by }: SavedView): string {
  const whose = mine ? "yours" : by ? `by ${by}` : "by somebody who left";
  if (sharing === "me") return "yours alone";
  return `${sharing === "office" ? "for your office" : "for everyone"}, ${whose}`;
}

interface Props {
  user: CurrentUser;
  /** What of the view only the right Sensitive reads, such as fields that it filters by. */
  sensitive: readonly string[];
  value: Sharing;
  onChange: (sharing: Sharing) => void;
}

export function SharingChoice({ user, sensitive, value, onChange }: Props) {
  const alone = sensitive.length > 0;
  return (
    <>
      <label className={classes.choice}>
        For
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Sharing)}>
          <option value="me">Me alone</option>
          <option value="office" disabled={alone}>
            My office: {ownOffice(user)}
          </option>
          {keepsCommon(user) && (
            <option value="everyone" disabled={alone}>
              Everyone
            </option>
          )}
        </select>
      </label>
      {alone && (
        <p className={classes.soft}>
          This view uses {sensitive.join(", ")}, which not everyone may see. Remove that to share it.
        </p>
      )}
    </>
  );
}
