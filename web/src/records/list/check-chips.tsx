/** Chips that narrow the list to rows that somebody should look at, each with how many there are; none where there are none. */
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { useTabCount } from "../common/use-records.ts";
import classes from "./check-chips.module.css";

const mark = { size: 14, "aria-hidden": true } as const;

export default function CheckChips({ record, search, onSearch }: Omit<ScreenProps, "user">) {
  const screen = { record, search, onSearch };
  return (
    <div className={classes.chips}>
      {record.facts && (
        <Chip
          {...screen}
          name="check"
          value="incomplete"
          label="Incomplete"
          says="Rows that do not name whose they are, of when, or what they are about"
          icon={<IconAlertTriangle {...mark} />}
        />
      )}
      {record.softChecks && (
        <Chip
          {...screen}
          name="check"
          value="with_reason"
          label="With a reason"
          says="Rows whose unusual values were saved with a reason"
          icon={<IconAlertTriangle {...mark} />}
        />
      )}
    </div>
  );
}

interface ChipProps extends Omit<ScreenProps, "user"> {
  name: "check" | "review";
  value: NonNullable<RecordSearch[ChipProps["name"]]>;
  label: string;
  /** What rows these are, for whoever wonders. */
  says: string;
  icon: ReactNode;
  /** It is about work, and warns of nothing. */
  quiet?: boolean;
}

/** A list of the review is one of pending rows; the checks are of the tab that is open. */
export function Chip({ record, search, onSearch, name, value, label, says, icon, quiet }: ChipProps) {
  const chosen = search[name] === value;
  const narrowed: RecordSearch = { ...search, [name]: value };
  const { data: total } = useTabCount(record, narrowed, name === "review" ? "pending" : tabOf(search));
  if (!chosen && (total === undefined || total === "0")) return null;
  return (
    <button
      type="button"
      className={classes.chip}
      data-quiet={quiet || undefined}
      aria-pressed={chosen}
      title={says}
      onClick={() =>
        onSearch({
          ...search,
          ...(name === "review" ? { tab: undefined } : {}),
          [name]: chosen ? undefined : value,
          page: undefined,
        })
      }
    >
      {icon}
      {label}
      <span className={classes.count}>{total ?? "…"}</span>
    </button>
  );
}
