/**
 * Filter chips for rows that need attention, each with its number of rows. Hides chips without rows. The chips are
 * beside the pager, because a line above the list would leave less space for rows.
 */
import { IconAlertTriangle, IconZoomExclamation } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { hasUnusualValues } from "#shared/records/vocabulary/unusual-values.ts";
import { checkLabels, type RecordSearch, reviewLabels, tabOf } from "../common/record-search.ts";
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
          help="Records whose office, period or subject is missing"
          icon={<IconAlertTriangle {...mark} />}
        />
      )}
      {record.softChecks && (
        <Chip
          {...screen}
          name="check"
          value="with_reason"
          help="Records with unusual values that were saved with a reason"
          icon={<IconAlertTriangle {...mark} />}
        />
      )}
      {hasUnusualValues(record) && (
        <Chip
          {...screen}
          name="check"
          value="unusual"
          help="Records with values that are far from the last report or from other records, or that do not agree"
          icon={<IconZoomExclamation {...mark} />}
        />
      )}
    </div>
  );
}

interface ChipProps extends Omit<ScreenProps, "user"> {
  name: "check" | "review";
  value: NonNullable<RecordSearch[ChipProps["name"]]>;
  /** Tooltip that explains which rows the filter shows. */
  help?: string | undefined;
  icon: ReactNode;
  /** Label of the chip. Default: the name of the filter. */
  label?: string | undefined;
  /** True for a chip about pending work; undefined for a warning. */
  quiet?: boolean;
}

/** One filter chip. A chip for a review state lists pending rows; other chips filter the open tab. */
export function Chip({ record, search, onSearch, name, value, help, icon, quiet, label }: ChipProps) {
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
      title={help}
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
      {label ?? { ...checkLabels, ...reviewLabels }[value]}
      <span className={classes.count}>{total ?? "…"}</span>
    </button>
  );
}
