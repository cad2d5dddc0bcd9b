/** Chips that narrow the list to rows that somebody should look at, each with how many there are; none where there are none. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ListCheck, tabOf } from "../common/record-search.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { useTabCount } from "../common/use-records.ts";
import classes from "./check-chips.module.css";

export default function CheckChips({ record, search, onSearch }: Omit<ScreenProps, "user">) {
  return (
    <div className={classes.chips}>
      {record.facts && (
        <Chip
          {...{ record, search, onSearch }}
          check="incomplete"
          label="Incomplete"
          says="Rows that do not name whose they are, of when, or what they are about"
        />
      )}
      {record.softChecks && (
        <Chip
          {...{ record, search, onSearch }}
          check="with_reason"
          label="With a reason"
          says="Rows whose unusual values were saved with a reason"
        />
      )}
    </div>
  );
}

interface ChipProps extends Omit<ScreenProps, "user"> {
  check: ListCheck;
  label: string;
  /** What rows these are, for whoever wonders. */
  says: string;
}

function Chip({ record, search, onSearch, check, label, says }: ChipProps) {
  const chosen = search.check === check;
  const { data: total } = useTabCount(record, { ...search, check }, tabOf(search));
  if (!chosen && (total === undefined || total === "0")) return null;
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={chosen}
      title={says}
      onClick={() => onSearch({ ...search, check: chosen ? undefined : check, page: undefined })}
    >
      <IconAlertTriangle size={14} aria-hidden />
      {label}
      <span className={classes.count}>{total ?? "…"}</span>
    </button>
  );
}
