/** The tabs New/Pending and Approved with their counts (spec sections 2 and 4). */
import type { KeyboardEvent } from "react";
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";
import classes from "./record-screen.module.css";
import type { RecordSearch, RecordTab } from "./record-search.ts";
import { useTabCount } from "./use-records.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  onTab: (tab: RecordTab) => void;
}

export function RecordTabs({ record, search, onTab }: Props) {
  const pending = useTabCount(record, search, "pending").data;
  const approved = useTabCount(record, search, "approved").data;
  const current = search.tab ?? "pending";
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]');
    other?.focus();
    onTab(current === "pending" ? "approved" : "pending");
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label="Stage" tabIndex={-1} onKeyDown={press}>
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
