/** The tabs New/Pending and Approved with their counts (spec sections 2 and 4). */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type TabItem, Tabs } from "../../components/tabs.tsx";
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
  const tabs: TabItem<RecordTab>[] = [
    ...(drilled ? [{ key: "all" as const, label: "All", count: all ?? "…" }] : []),
    { key: "pending", label: "New/Pending", count: pending ?? "…" },
    { key: "approved", label: "Approved", count: approved ?? "…" },
  ];
  return <Tabs label="Stage" tabs={tabs} current={tabOf(search)} controls={() => "rows"} onTab={onTab} />;
}
