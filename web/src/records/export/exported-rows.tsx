/** Choice in the export dialog between the open tab and all tabs, with the filters that all exported rows match. */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { CheckField } from "../../components/fields/field.tsx";
import { Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { type RecordSearch, type RecordTab, tabLabels, tabOf } from "../common/record-search.ts";
import { countQuery } from "../common/use-records.ts";
import classes from "../conditions/conditions.module.css";
import { wordsQuery } from "../conditions/list-words.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  /** Number of rows of the open tab; undefined while unknown. */
  total: number | undefined;
  /** Chosen tab. */
  tab: RecordTab;
  /** @param total Number of rows of all tabs, or null to export only the open tab. */
  onAllTabs: (total: number | null) => void;
}

export default function ExportedRows({ record, search, total, tab, onAllTabs }: Props) {
  const open = tabOf(search);
  const hasTabs = record.approval === true && open !== "all";
  const ofAllTabs = useQuery({ ...countQuery(record, search, "all"), enabled: hasTabs }).data?.total;
  return (
    <>
      {total !== undefined && ofAllTabs !== undefined && ofAllTabs > total && (
        <fieldset>
          <legend>Rows</legend>
          <CheckField
            type="radio"
            name="exported"
            label={`Only the tab ${tabLabels[open]} (${count(total)})`}
            checked={tab !== "all"}
            onChange={() => onAllTabs(null)}
          />
          <CheckField
            type="radio"
            name="exported"
            label={`All tabs (${count(ofAllTabs)})`}
            checked={tab === "all"}
            onChange={() => onAllTabs(ofAllTabs)}
          />
        </fieldset>
      )}
      <Conditions record={record} search={search} />
    </>
  );
}

/** Shows the filters of the list as sentences. The tab of the list is not one of them. */
function Conditions({ record, search }: Pick<Props, "record" | "search">) {
  const { data: sentences } = useQuery(wordsQuery(record, search, "all"));
  if (!sentences) return null;
  if (sentences.length === 0) return <Text soft>No filters are set.</Text>;
  return (
    <>
      <Text>Only rows that meet these filters:</Text>
      <ul className={classes.sentences} aria-label="Filters">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
