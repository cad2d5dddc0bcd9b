/** The tabs New/Pending and Approved with their counts (spec sections 2 and 4). */
import type { KeyboardEvent } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import classes from "../common/record-screen.module.css";
import { isDrilled, type RecordSearch, type RecordTab, tabOf } from "../common/record-search.ts";
import { useTabCount } from "../common/use-records.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  onTab: (tab: RecordTab) => void;
}

export function RecordTabs({ record, search, onTab }: Props) {
  const pending = useTabCount(record, search, "pending").data;
  const approved = useTabCount(record, search, "approved").data;
  const drilled = isDrilled(search);
  const all = useTabCount(record, search, "all", drilled).data;
  const current = tabOf(search);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const offered: RecordTab[] = drilled ? ["all", "pending", "approved"] : ["pending", "approved"];
    const step = event.key === "ArrowRight" ? 1 : offered.length - 1;
    const next = offered[(offered.indexOf(current) + step) % offered.length] ?? current;
    document.getElementById(`tab-${next}`)?.focus();
    onTab(next);
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label="Stage" tabIndex={-1} onKeyDown={press}>
      {drilled && <Tab name="all" label="All" total={all} current={current} onTab={onTab} />}
      <Tab name="pending" label="New/Pending" total={pending} current={current} onTab={onTab} />
      <Tab name="approved" label="Approved" total={approved} current={current} onTab={onTab} />
    </div>
  );
}

function Tab(props: {
  name: RecordTab;
  label: string;
  total: string | undefined;
  current: RecordTab;
  onTab: (tab: RecordTab) => void;
}) {
  const selected = props.current === props.name;
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${props.name}`}
      className={classes.tab}
      aria-selected={selected}
      aria-controls="rows"
      tabIndex={selected ? 0 : -1}
      onClick={() => props.onTab(props.name)}
    >
      {props.label}
      <span className={classes.tabCount}>{props.total ?? "…"}</span>
    </button>
  );
}
