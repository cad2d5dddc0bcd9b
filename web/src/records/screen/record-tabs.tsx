/**
 * Tabs New/Pending and Approved with counts (spec sections 2 and 4). The review filter limits the count of the open tab
 * and the pager, not the counts of other tabs.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type TabItem, Tabs } from "../../components/tabs.tsx";
import { isDrilled, type RecordSearch, type RecordTab, tabLabels, tabOf } from "../common/record-search.ts";
import { useTabCount } from "../common/use-records.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  onTab: (tab: RecordTab) => void;
}

export function RecordTabs({ record, search, onTab }: Props) {
  const current = tabOf(search);
  const searchOf = (tab: RecordTab) => (tab === current ? search : { ...search, review: undefined });
  const pending = useTabCount(record, searchOf("pending"), "pending").data;
  const approved = useTabCount(record, searchOf("approved"), "approved").data;
  const drilled = isDrilled(search);
  const all = useTabCount(record, searchOf("all"), "all", drilled).data;
  const tabs: TabItem<RecordTab>[] = [
    ...(drilled ? [{ key: "all" as const, label: tabLabels.all, count: all ?? "…" }] : []),
    { key: "pending", label: tabLabels.pending, count: pending ?? "…" },
    { key: "approved", label: tabLabels.approved, count: approved ?? "…" },
  ];
  return <Tabs label="Stage" tabs={tabs} current={current} controls={() => "rows"} onTab={onTab} />;
}
