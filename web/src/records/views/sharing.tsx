/** Texts and a menu for sharing a view. The menu says why an option is disabled. */
import { scopeOf, seesEverything } from "#shared/access/levels.ts";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { officeName } from "#shared/rules/office-names.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { hasRight } from "../common/rights.ts";
import type { Sharing } from "./saved-views.ts";
import classes from "./view-menu.module.css";

/** Returns the name of the user's office: a province, a region or the central office, according to the user's level. */
export function ownOffice(user: CurrentUser): string {
  const shared = scopeOf(user.level) ?? [];
  const part = (column: "region_name" | "province_name") =>
    shared.includes(column) ? (user[column] ?? "") : "";
  return officeName(`${part("region_name")} / ${part("province_name")}`);
}

/** True if the user may share views with everyone: only administrators of the central office. */
const canShareWithEveryone = (user: CurrentUser): boolean =>
  seesEverything(user.level) && user.access.routes.includes("users") && hasRight(user, "Edit");

/**
 * Returns with which users the view is shared. The office in the text is that of the view, because the user may have
 * moved to another office after sharing.
 */
export function sharingText(
  { shared_with: sharing, office, mine, by }: SavedView,
  user: CurrentUser,
): string {
  const whose = mine ? "yours" : by ? `by ${by}` : "by a former user";
  if (sharing === "me") return "only for you";
  if (sharing === "everyone") return `for everyone, ${whose}`;
  const name = officeName(office ?? "");
  return `for ${name === ownOffice(user) ? "your office" : name}, ${whose}`;
}

/**
 * Properties of a view that decide how it can be shared. Only the author of a view can stop sharing it with
 * everyone.
 */
export type Sharable = Pick<SavedView, "office" | "mine">;

/** Values with which the form for a new view starts. */
export const newView = { name: "", shared_with: "me", office: null, mine: true } as const;

interface Props {
  user: CurrentUser;
  /** The view as it is stored. */
  start: Sharable;
  /** Parts of the view, such as filters, that require the Sensitive right. */
  sensitive: readonly string[];
  value: Sharing;
  onChange: (sharing: Sharing) => void;
}

export function SharingChoice({ user, start, sensitive, value, onChange }: Props) {
  const alone = sensitive.length > 0;
  const own = ownOffice(user);
  const office = start.office ? officeName(start.office) : own;
  return (
    <>
      <label className={classes.choice}>
        For
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Sharing)}>
          {start.mine && (
            <>
              <option value="me">Only me</option>
              <option value="office" disabled={alone}>
                {office === own ? "My office" : "Office"}: {office}
              </option>
            </>
          )}
          {canShareWithEveryone(user) && (
            <option value="everyone" disabled={alone}>
              Everyone
            </option>
          )}
        </select>
      </label>
      {alone && (
        <p className={classes.soft}>
          This view uses {sensitive.join(", ")}, which only some users may see. Remove it to share the view.
        </p>
      )}
    </>
  );
}
